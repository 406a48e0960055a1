// gemmkit for C++17: C <- alpha*A*B + beta*C on views, for every element type and entry of the C interface.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Header-only, over gemmkit.h; nothing is computed or copied here. A, B and C are anything that can be read in place:
// views of memory (detail/view.hpp), and the matrices of a library whose adapter is included (gemmkit/eigen.hpp,
// gemmkit/xtensor.hpp, gemmkit/armadillo.hpp, gemmkit/mdspan.hpp). What can fail throws gemmkit::error, or without
// exceptions returns a gemmkit_status; gemmkit::last_error() has the message. See docs/guide/cpp.md.
#ifndef GEMMKIT_GEMMKIT_HPP
#define GEMMKIT_GEMMKIT_HPP

#include <gemmkit/detail/family.hpp>

GEMMKIT_BEGIN_

// ---- Packed operands --------------------------------------------------------------------------------------------

// An operand laid out once for many products, which may share it; T is its element type. Without exceptions, false if
// packing failed.
template <class T, bool kRight>
class packed {
 public:
  packed() = default;
  packed(packed &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)), conjugate_(other.conjugate_) {}
  packed &operator=(packed &&other) noexcept {
    std::swap(handle_, other.handle_);
    conjugate_ = other.conjugate_;
    return *this;
  }
  ~packed() { gemmkit_packed_free(handle_); }

  explicit operator bool() const { return handle_ != nullptr; }
  int64_t rows() const { return gemmkit_packed_rows(handle_); }
  int64_t cols() const { return gemmkit_packed_cols(handle_); }
  std::size_t bytes() const { return gemmkit_packed_bytes(handle_); }
  const gemmkit_packed *handle() const { return handle_; }
  bool conjugate() const { return conjugate_; }

  packed(gemmkit_packed *handle, bool conjugate) : handle_(handle), conjugate_(conjugate) {}

 private:
  gemmkit_packed *handle_ = nullptr;
  bool conjugate_ = false;
};
template <class T>
using packed_rhs = packed<T, true>;
template <class T>
using packed_lhs = packed<T, false>;

namespace detail {

template <class X>
inline constexpr int side_of = 0;  // 1 a packed B, -1 a packed A
template <class T, bool kRight>
inline constexpr int side_of<packed<T, kRight>> = kRight ? 1 : -1;

// A packed operand as far as shapes go. It says nothing about trust: what is not packed decides.
template <class T, bool kRight>
gemmkit_status lower_any(const packed<T, kRight> &p, const char *, int, operand *out) {
  *out = {p.handle(), 0, 1, p.rows(), p.cols(), 0, 0, 0, p.conjugate(), "gemmkit"};
  return GEMMKIT_OK;
}
template <class X>
gemmkit_status lower_any(X &x, const char *name, int rank, operand *out) {
  return lower_view(look(x), name, rank, out);
}

template <class X>
struct element_or_packed {
  using type = element_of<X>;
};
template <class T, bool kRight>
struct element_or_packed<packed<T, kRight>> {
  using type = T;
};
template <class T, bool kRight>
struct element_or_packed<const packed<T, kRight>> {
  using type = T;
};
template <class X>
using element_any = typename element_or_packed<X>::type;

// Lowers three operands and checks what the library would not, or not in the adapter's name.
template <class A, class B, class C>
gemmkit_status lower_all(A &a, B &b, C &c, int rank, operand *out) {
  gemmkit_status status = lower_any(a, "A", rank, &out[0]);
  if (status == GEMMKIT_OK) status = lower_any(b, "B", rank, &out[1]);
  if (status == GEMMKIT_OK) status = lower_any(c, "C", rank, &out[2]);
  if (status != GEMMKIT_OK) return status;
  if (is_complex<element_of<C>> && out[2].conjugate)
    return fail(GEMMKIT_ERR_ARGUMENT, "%s: C cannot be conjugated", out[2].host);
  const bool trusted = out[0].trusted() || out[1].trusted() || out[2].trusted() || rank == 3;
  if ((side_of<bare<A>> && !out[0].data) || (side_of<bare<B>> && !out[1].data))
    return GEMMKIT_OK;  // the library says it
  return trusted ? check_shapes(out[0], out[1], out[2]) : GEMMKIT_OK;
}
// All products but requantised ones and groups: E is an epilogue or nothing.
template <class S, class A, class B, class C, class E>
gemmkit_status product(int rank, S alpha, A &a, B &b, S beta, C &c, const E *tail, const exec &how) {
  using TA = element_any<A>;
  using TB = element_any<B>;
  using TC = element_of<C>;
  if constexpr (!host<bare<A>>::known && side_of<bare<A>> == 0) {
    look(a);
  } else if constexpr (!host<bare<B>>::known && side_of<bare<B>> == 0) {
    look(b);
  } else if constexpr (!host<bare<C>>::known) {
    look(c);
  } else if constexpr (multipliable<TA, TB, TC>()) {
    using F = family<element_t<TA>, element_t<TC>>;
    const typename F::epilogue *raw = nullptr;
    if constexpr (!std::is_same_v<E, nothing>) {
      static_assert(std::is_same_v<typename E::raw_type, typename F::epilogue>,
                    "gemmkit: an epilogue has the element type of C, and integers have requant instead");
      if constexpr (std::is_same_v<typename E::raw_type, typename F::epilogue>) raw = tail->raw();
    }
    operand v[3];
    const gemmkit_status status = lower_all(a, b, c, rank, v);
    if (status != GEMMKIT_OK) return status;
    if constexpr (!std::is_same_v<E, nothing>)
      if (const char *wrong = tail->wrong(v[2].rows, v[2].cols))
        return fail(GEMMKIT_ERR_ARGUMENT, "%s: %s", blame(v[0], v[1], v[2]), wrong);
    const auto x = lower(alpha), y = lower(beta);
    if constexpr (side_of<bare<B>> == 1)
      return called(F::packed_b(x, v[0], b.handle(), v[1], y, v[2], raw, how.raw()));
    else if constexpr (side_of<bare<A>> == -1)
      return called(F::packed_a(x, a.handle(), v[0], v[1], y, v[2], raw, how.raw()));
    else
      return called((rank == 3 ? F::batched : F::gemm)(x, v[0], v[1], y, v[2], raw, how.raw()));
  }
  return GEMMKIT_ERR_ARGUMENT;
}

template <bool kRight, class X>
auto prepack(X &x, const exec &how) {
  using T = std::remove_const_t<element_of<X>>;
  gemmkit_packed *handle = nullptr;
  bool conjugate = false;
  if constexpr (multipliable<T, T, std::conditional_t<std::is_same_v<element_t<T>, int8_t>, int32_t, T>>()) {
    operand v;
    gemmkit_status status = lower_any(x, kRight ? "B" : "A", 2, &v);
    conjugate = v.conjugate;
    if (status == GEMMKIT_OK)
      status = called((kRight ? input<element_t<T>>::rhs : input<element_t<T>>::lhs)(v, how.raw(), &handle));
#if GEMMKIT_THROWS_
    report(status);
#endif
  } else {
    look(x);
  }
  return packed<T, kRight>(handle, conjugate);
}

}  // namespace detail

// Packs B, or A, of later products. A packed B wants a C whose columns are the closer ones, a packed A one whose rows
// are; for the other, pack the transpose and multiply C^T <- B^T*A^T.
template <class B>
packed_rhs<std::remove_const_t<detail::element_of<B>>> prepack_rhs(B &&b, const exec &how = exec()) {
  return detail::prepack<true>(b, how);
}
template <class A>
packed_lhs<std::remove_const_t<detail::element_of<A>>> prepack_lhs(A &&a, const exec &how = exec()) {
  return detail::prepack<false>(a, how);
}

// ---- Products ---------------------------------------------------------------------------------------------------

// C <- alpha*A*B + beta*C. A or B may be packed, complex ones conjugated(). C must not overlap what is read.
template <class A, class B, class C>
GEMMKIT_RESULT_ gemm(detail::scalar_of<C> alpha, const A &a, const B &b, detail::scalar_of<C> beta, C &&c,
                     const exec &how = exec()) {
  return detail::report(
      detail::product<detail::scalar_of<C>>(2, alpha, a, b, beta, c, static_cast<detail::nothing *>(nullptr), how));
}
// The same with an epilogue.
template <class A, class B, class C, class T>
GEMMKIT_RESULT_ gemm(detail::scalar_of<C> alpha, const A &a, const B &b, detail::scalar_of<C> beta, C &&c,
                     const epilogue<T> &tail, const exec &how = exec()) {
  return detail::report(detail::product<detail::scalar_of<C>>(2, alpha, a, b, beta, c, &tail, how));
}
// C <- map(alpha*A*B + beta*C, row, col), float and double. The map is called from all threads and must not throw.
template <class A, class B, class C, class F>
GEMMKIT_RESULT_ gemm_map(detail::scalar_of<C> alpha, const A &a, const B &b, detail::scalar_of<C> beta, C &&c, F &&map,
                         const exec &how = exec()) {
  epilogue<std::remove_const_t<detail::element_of<C>>> tail;
  tail.map(map);
  return detail::report(detail::product<detail::scalar_of<C>>(2, alpha, a, b, beta, c, &tail, how));
}

// A*B in a new matrix of the operands' library: of O if given, else of their type, or int32_t for int8_t. Without
// exceptions it is a std::optional, empty after a failure.
template <class O = void, class A, class B>
auto dot(const A &a, const B &b, const exec &how = exec()) {
  using T = std::remove_const_t<detail::element_of<const A>>;
  using R = std::conditional_t<!std::is_void_v<O>, O,
                               std::conditional_t<std::is_same_v<detail::element_t<T>, int8_t>, int32_t, T>>;
  if constexpr (!detail::host<A>::known) {
    return detail::look(a);
  } else if constexpr (!detail::host<B>::known) {
    return detail::look(b);
  } else {
    detail::operand v[2];
    gemmkit_status status = detail::lower_any(a, "A", 2, &v[0]);
    if (status == GEMMKIT_OK) status = detail::lower_any(b, "B", 2, &v[1]);
    if (status == GEMMKIT_OK)
      status = detail::check_shapes(v[0], v[1], {nullptr, -1, 1, v[0].rows, v[1].cols, 0, 0, 0, false, "gemmkit"});
    using S = detail::scalar_t<R>;
#if GEMMKIT_THROWS_
    detail::report(status);
    auto c = detail::host<A>::template make<R, A, B>(v[0].rows, v[1].cols);
    detail::report(detail::product<S>(2, S{1}, a, b, S{}, c, static_cast<detail::nothing *>(nullptr), how));
    return c;
#else
    using result = decltype(detail::host<A>::template make<R, A, B>(v[0].rows, v[1].cols));
    std::optional<result> c;
    if (status != GEMMKIT_OK) return c;
    c.emplace(detail::host<A>::template make<R, A, B>(v[0].rows, v[1].cols));
    status = detail::product<S>(2, S{1}, a, b, S{}, *c, static_cast<detail::nothing *>(nullptr), how);
    if (status != GEMMKIT_OK) c.reset();
    return c;
#endif
  }
}
template <class A, class B>
auto dot_i8(const A &a, const B &b, const exec &how = exec()) {
  static_assert(std::is_same_v<detail::element_t<detail::element_of<const A>>, int8_t>,
                "gemmkit: dot_i8 multiplies int8_t");
  return dot(a, b, how);
}

// ---- Batches and groups -----------------------------------------------------------------------------------------

// C_e <- alpha*A_e*B_e + beta*C_e for 3-d arrays along their first axis. A matrix as A or B is shared by all.
template <class A, class B, class C>
GEMMKIT_RESULT_ gemm_batched(detail::scalar_of<C> alpha, const A &a, const B &b, detail::scalar_of<C> beta, C &&c,
                             const exec &how = exec()) {
  return detail::report(
      detail::product<detail::scalar_of<C>>(3, alpha, a, b, beta, c, static_cast<detail::nothing *>(nullptr), how));
}
template <class A, class B, class C, class T>
GEMMKIT_RESULT_ gemm_batched(detail::scalar_of<C> alpha, const A &a, const B &b, detail::scalar_of<C> beta, C &&c,
                             const epilogue<T> &tail, const exec &how = exec()) {
  return detail::report(detail::product<detail::scalar_of<C>>(3, alpha, a, b, beta, c, &tail, how));
}

namespace detail {

template <bool kRaw, class S, class A, class B, class C>
auto one_of_group(S alpha, A &a, B &b, S beta, C &c) {
  using TA = element_of<A>;
  using T = element_t<TA>;
  using wanted = std::conditional_t<std::is_same_v<T, int8_t>, int32_t, T>;
  if constexpr (multipliable<TA, element_of<B>, element_of<C>>()) {
    static_assert(std::is_same_v<element_t<element_of<C>>, wanted>,
                  "gemmkit: no group has f32 results of 16-bit operands");
    operand v[3];
    gemmkit_status status = lower_all(a, b, c, 2, v);
    if (status == GEMMKIT_OK && kRaw) status = check_shapes(v[0], v[1], v[2]);
    const auto x = lower(alpha), y = lower(beta);
    std::conditional_t<kRaw, typename input<T>::raw_problem, typename input<T>::problem> p{};
#if GEMMKIT_THROWS_
    report(status);
#else
    if (status != GEMMKIT_OK) {  // the group is refused
      if constexpr (kRaw)
        p.m = -1;
      else
        p.a.rows = -1;
      return p;
    }
#endif
    p.alpha = x;
    p.beta = y;
    if constexpr (is_complex<T>) {
      p.conj_a = v[0].conjugate;
      p.conj_b = v[1].conjugate;
    }
    if constexpr (kRaw) {
      p.m = v[2].rows;
      p.n = v[2].cols;
      p.k = v[0].cols;
      p.a = v[0].in<std::remove_pointer_t<decltype(p.a)>>();
      p.b = v[1].in<std::remove_pointer_t<decltype(p.b)>>();
      p.c = v[2].out<std::remove_pointer_t<decltype(p.c)>>();
      p.rsa = v[0].rs, p.csa = v[0].cs;
      p.rsb = v[1].rs, p.csb = v[1].cs;
      p.rsc = v[2].rs, p.csc = v[2].cs;
    } else {
      p.a = checked<decltype(p.a)>(v[0]);
      p.b = checked<decltype(p.b)>(v[1]);
      p.c = checked<decltype(p.c)>(v[2]);
    }
    return p;
  } else {
    return nothing{};
  }
}

}  // namespace detail

// One product of a group, as the C interface's struct: problem() is checked, raw_problem() takes any strides.
template <class A, class B, class C>
auto problem(detail::scalar_of<C> alpha, const A &a, const B &b, detail::scalar_of<C> beta, C &&c) {
  return detail::one_of_group<false, detail::scalar_of<C>>(alpha, a, b, beta, c);
}
template <class A, class B, class C>
auto raw_problem(detail::scalar_of<C> alpha, const A &a, const B &b, detail::scalar_of<C> beta, C &&c) {
  return detail::one_of_group<true, detail::scalar_of<C>>(alpha, a, b, beta, c);
}
// Products of any shapes. No C may overlap another C, or what is read.
template <class Problem>
GEMMKIT_RESULT_ gemm_grouped(const Problem *problems, int64_t count, const exec &how = exec()) {
  return detail::report(detail::called(detail::grouped(count, problems, how.raw())));
}
template <class Container>
auto gemm_grouped(const Container &problems, const exec &how = exec())
    -> decltype(gemm_grouped(problems.data(), 0, how)) {
  return gemm_grouped(problems.data(), static_cast<int64_t>(problems.size()), how);
}

// ---- Requantised 8-bit products ---------------------------------------------------------------------------------

// C of int8_t or uint8_t <- clamp(zero_point + round(scale * (A*B + bias))). A or B may be packed; then no stride of
// the others may be negative.
template <class A, class B, class C>
GEMMKIT_RESULT_ gemm_requant(const A &a, const B &b, const requant &how_to, C &&c, const exec &how = exec()) {
  using TC = detail::element_t<detail::element_of<C>>;
  constexpr bool known = std::is_same_v<detail::element_t<detail::element_any<const A>>, int8_t> &&
                         std::is_same_v<detail::element_t<detail::element_any<const B>>, int8_t> &&
                         (std::is_same_v<TC, int8_t> || std::is_same_v<TC, uint8_t>);
  static_assert(known, "gemmkit: gemm_requant multiplies int8_t into int8_t or uint8_t");
  gemmkit_status status = GEMMKIT_ERR_ARGUMENT;
  if constexpr (known) {
    using F = detail::requantized<TC>;
    detail::operand v[3];
    status = detail::lower_all(a, b, c, 2, v);
    if (status == GEMMKIT_OK && how_to.wrong())
      status = detail::fail(GEMMKIT_ERR_ARGUMENT, "%s: %s", detail::blame(v[0], v[1], v[2]), how_to.wrong());
    if (status == GEMMKIT_OK) {
      const gemmkit_requant q = how_to.raw();
      if constexpr (detail::side_of<B> == 1)
        status = detail::called(F::packed_b(v[0], b.handle(), &q, v[2], how.raw()));
      else if constexpr (detail::side_of<A> == -1)
        status = detail::called(F::packed_a(a.handle(), v[1], &q, v[2], how.raw()));
      else
        status = detail::called(F::gemm(v[0], v[1], &q, v[2], how.raw()));
    }
  }
  return detail::report(status);
}

// ---- Knobs and identity -----------------------------------------------------------------------------------------

inline int32_t knob_count() { return gemmkit_knob_count(); }
inline const char *knob_name(int32_t i) { return gemmkit_knob_name(i); }
inline const char *knob_help(int32_t i) { return gemmkit_knob_help(i); }
GEMMKIT_RESULT_ inline knob_get(const char *name, uint64_t &value) {
  return detail::report(detail::called(gemmkit_knob_get(name, &value)));
}
GEMMKIT_RESULT_ inline knob_set(const char *name, uint64_t value) {
  return detail::report(detail::called(gemmkit_knob_set(name, value)));
}
GEMMKIT_RESULT_ inline knob_reset(const char *name) { return detail::report(detail::called(gemmkit_knob_reset(name))); }

inline void set_num_threads(int32_t threads) { gemmkit_set_num_threads(threads); }
inline int32_t max_threads() { return gemmkit_get_max_threads(); }
inline void release_thread_memory() { gemmkit_release_thread_memory(); }

inline const char *version() { return gemmkit_version(); }
inline const char *isa(const char *type) { return gemmkit_isa(type); }
inline const char *config() { return gemmkit_config(); }
inline const char *status_name(gemmkit_status status) { return gemmkit_status_name(status); }

GEMMKIT_END_

#endif
