// The entries of the C interface by element types, and the checks that unchecked entries leave to the caller.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef GEMMKIT_DETAIL_FAMILY_HPP
#define GEMMKIT_DETAIL_FAMILY_HPP

#include <gemmkit/detail/options.hpp>

GEMMKIT_BEGIN_
namespace detail {

// A view without its type. Only what has a len below zero goes to the unchecked entries.
struct operand {
  const void *data;
  int64_t len, batch, rows, cols, bs, rs, cs;
  bool conjugate;
  const char *host;

  template <class T>
  const T *in() const {
    return static_cast<const T *>(data);
  }
  template <class T>
  T *out() const {
    return const_cast<T *>(in<T>());
  }
  bool trusted() const { return len < 0; }
  // For what has checked entries only: all of the address space, so that what remains is strides and overlap.
  int64_t some_len() const { return trusted() ? INT64_MAX : len; }
};

template <class View>
View checked(const operand &x) {
  return {const_cast<decltype(View::data)>(x.in<std::remove_pointer_t<decltype(View::data)>>()),
          x.some_len(),
          x.rows,
          x.cols,
          x.rs,
          x.cs};
}

template <class A, class C>
struct family {
  static constexpr bool known = false;
  using epilogue = nothing;
};

// One family: names of its C types, and how scalars, conjugation flags and epilogues are passed.
#define GEMMKIT_ONE_(x) x
#define GEMMKIT_ADDRESS_(x) &x
#define GEMMKIT_NO_FLAG_(x)
#define GEMMKIT_FLAG_(x) , x.conjugate
#define GEMMKIT_NO_EPILOGUE_
#define GEMMKIT_EPILOGUE_ , e
#define GEMMKIT_FAMILY_(key_a, key_c, id, in_id, out_id, I, O, S, EPILOGUE, AT, CONJ, EPI)                            \
  template <>                                                                                                         \
  struct family<key_a, key_c> {                                                                                       \
    static constexpr bool known = true;                                                                               \
    using scalar = S;                                                                                                 \
    using epilogue = EPILOGUE;                                                                                        \
    using in = gemmkit_cview_##in_id;                                                                                 \
    using out = gemmkit_view_##out_id;                                                                                \
    static gemmkit_status gemm(S alpha, const operand &a, const operand &b, S beta, const operand &c,                 \
                               [[maybe_unused]] const epilogue *e, const gemmkit_exec *x) {                           \
      if (a.trusted() || b.trusted() || c.trusted())                                                                  \
        return gemmkit_gemm_##id##_unchecked(c.rows, c.cols, a.cols, AT(alpha), a.in<I>(), a.rs, a.cs CONJ(a),        \
                                             b.in<I>(), b.rs, b.cs CONJ(b), AT(beta), c.out<O>(), c.rs, c.cs EPI, x); \
      const in va = checked<in>(a), vb = checked<in>(b);                                                              \
      const out vc = checked<out>(c);                                                                                 \
      return gemmkit_gemm_##id(AT(alpha), &va CONJ(a), &vb CONJ(b), AT(beta), &vc EPI, x);                            \
    }                                                                                                                 \
    static gemmkit_status batched(S alpha, const operand &a, const operand &b, S beta, const operand &c,              \
                                  [[maybe_unused]] const epilogue *e, const gemmkit_exec *x) {                        \
      if (a.trusted() || b.trusted() || c.trusted())                                                                  \
        return gemmkit_gemm_batched_##id##_unchecked(c.batch, c.rows, c.cols, a.cols, AT(alpha), a.in<I>(), a.rs,     \
                                                     a.cs CONJ(a), a.bs, b.in<I>(), b.rs, b.cs CONJ(b), b.bs,         \
                                                     AT(beta), c.out<O>(), c.rs, c.cs, c.bs EPI, x);                  \
      const in va = checked<in>(a), vb = checked<in>(b);                                                              \
      const out vc = checked<out>(c);                                                                                 \
      return gemmkit_gemm_batched_##id(c.batch, AT(alpha), &va CONJ(a), a.bs, &vb CONJ(b), b.bs, AT(beta), &vc,       \
                                       c.bs EPI, x);                                                                  \
    }                                                                                                                 \
    static gemmkit_status packed_b(S alpha, const operand &a, const gemmkit_packed *p,                                \
                                   [[maybe_unused]] const operand &b, S beta, const operand &c,                       \
                                   [[maybe_unused]] const epilogue *e, const gemmkit_exec *x) {                       \
      if (a.trusted() || c.trusted())                                                                                 \
        return gemmkit_gemm_packed_b_##id##_unchecked(c.rows, AT(alpha), a.in<I>(), a.rs, a.cs CONJ(a), p CONJ(b),    \
                                                      AT(beta), c.out<O>(), c.rs, c.cs EPI, x);                       \
      const in va = checked<in>(a);                                                                                   \
      const out vc = checked<out>(c);                                                                                 \
      return gemmkit_gemm_packed_b_##id(AT(alpha), &va CONJ(a), p CONJ(b), AT(beta), &vc EPI, x);                     \
    }                                                                                                                 \
    static gemmkit_status packed_a(S alpha, const gemmkit_packed *p, [[maybe_unused]] const operand &a,               \
                                   const operand &b, S beta, const operand &c, [[maybe_unused]] const epilogue *e,    \
                                   const gemmkit_exec *x) {                                                           \
      if (b.trusted() || c.trusted())                                                                                 \
        return gemmkit_gemm_packed_a_##id##_unchecked(c.cols, AT(alpha), p CONJ(a), b.in<I>(), b.rs, b.cs CONJ(b),    \
                                                      AT(beta), c.out<O>(), c.rs, c.cs EPI, x);                       \
      const in vb = checked<in>(b);                                                                                   \
      const out vc = checked<out>(c);                                                                                 \
      return gemmkit_gemm_packed_a_##id(AT(alpha), p CONJ(a), &vb CONJ(b), AT(beta), &vc EPI, x);                     \
    }                                                                                                                 \
  };
#define GEMMKIT_REAL_(key_a, key_c, id, in_id, out_id, I, O, S)                                                        \
  GEMMKIT_FAMILY_(key_a, key_c, id, in_id, out_id, I, O, S, gemmkit_epilogue_##out_id, GEMMKIT_ONE_, GEMMKIT_NO_FLAG_, \
                  GEMMKIT_EPILOGUE_)
#define GEMMKIT_COMPLEX_(id)                                                                        \
  GEMMKIT_FAMILY_(gemmkit_##id, gemmkit_##id, id, id, id, gemmkit_##id, gemmkit_##id, gemmkit_##id, \
                  gemmkit_epilogue_##id, GEMMKIT_ADDRESS_, GEMMKIT_FLAG_, GEMMKIT_EPILOGUE_)
GEMMKIT_REAL_(float, float, f32, f32, f32, float, float, float)
GEMMKIT_REAL_(double, double, f64, f64, f64, double, double, double)
GEMMKIT_REAL_(f16, f16, f16, f16, f16, gemmkit_f16, gemmkit_f16, float)
GEMMKIT_REAL_(bf16, bf16, bf16, bf16, bf16, gemmkit_bf16, gemmkit_bf16, float)
GEMMKIT_REAL_(f16, float, f16_f32, f16, f32, gemmkit_f16, float, float)
GEMMKIT_REAL_(bf16, float, bf16_f32, bf16, f32, gemmkit_bf16, float, float)
GEMMKIT_FAMILY_(int8_t, int32_t, i8, i8, i32, int8_t, int32_t, int32_t, nothing, GEMMKIT_ONE_, GEMMKIT_NO_FLAG_,
                GEMMKIT_NO_EPILOGUE_)
GEMMKIT_COMPLEX_(c32)
GEMMKIT_COMPLEX_(c64)

// Packing, and groups, by the type of A and B.
template <class T>
struct input {};
#define GEMMKIT_INPUT_(key, id, I)                                                                                 \
  template <>                                                                                                      \
  struct input<key> {                                                                                              \
    using problem = gemmkit_problem_##id;                                                                          \
    using raw_problem = gemmkit_raw_problem_##id;                                                                  \
    static gemmkit_status rhs(const operand &b, const gemmkit_exec *x, gemmkit_packed **out) {                     \
      if (b.trusted()) return gemmkit_prepack_rhs_##id##_unchecked(b.rows, b.cols, b.in<I>(), b.rs, b.cs, x, out); \
      const gemmkit_cview_##id v = checked<gemmkit_cview_##id>(b);                                                 \
      return gemmkit_prepack_rhs_##id(&v, x, out);                                                                 \
    }                                                                                                              \
    static gemmkit_status lhs(const operand &a, const gemmkit_exec *x, gemmkit_packed **out) {                     \
      if (a.trusted()) return gemmkit_prepack_lhs_##id##_unchecked(a.rows, a.cols, a.in<I>(), a.rs, a.cs, x, out); \
      const gemmkit_cview_##id v = checked<gemmkit_cview_##id>(a);                                                 \
      return gemmkit_prepack_lhs_##id(&v, x, out);                                                                 \
    }                                                                                                              \
  };                                                                                                               \
  inline gemmkit_status grouped(int64_t count, const gemmkit_problem_##id *problems, const gemmkit_exec *x) {      \
    return gemmkit_gemm_grouped_##id(count, problems, x);                                                          \
  }                                                                                                                \
  inline gemmkit_status grouped(int64_t count, const gemmkit_raw_problem_##id *problems, const gemmkit_exec *x) {  \
    return gemmkit_gemm_grouped_##id##_unchecked(count, problems, x);                                              \
  }
GEMMKIT_INPUT_(float, f32, float)
GEMMKIT_INPUT_(double, f64, double)
GEMMKIT_INPUT_(f16, f16, gemmkit_f16)
GEMMKIT_INPUT_(bf16, bf16, gemmkit_bf16)
GEMMKIT_INPUT_(int8_t, i8, int8_t)
GEMMKIT_INPUT_(gemmkit_c32, c32, gemmkit_c32)
GEMMKIT_INPUT_(gemmkit_c64, c64, gemmkit_c64)

template <class T>
struct requantized {};
#define GEMMKIT_REQUANT_(O, id, out_id)                                                                                \
  template <>                                                                                                          \
  struct requantized<O> {                                                                                              \
    using in = gemmkit_cview_i8;                                                                                       \
    using out = gemmkit_view_##out_id;                                                                                 \
    static gemmkit_status gemm(const operand &a, const operand &b, const gemmkit_requant *q, const operand &c,         \
                               const gemmkit_exec *x) {                                                                \
      if (a.trusted() || b.trusted() || c.trusted())                                                                   \
        return gemmkit_gemm_##id##_unchecked(c.rows, c.cols, a.cols, a.in<int8_t>(), a.rs, a.cs, b.in<int8_t>(), b.rs, \
                                             b.cs, q, c.out<O>(), c.rs, c.cs, x);                                      \
      const in va = checked<in>(a), vb = checked<in>(b);                                                               \
      const out vc = checked<out>(c);                                                                                  \
      return gemmkit_gemm_##id(&va, &vb, q, &vc, x);                                                                   \
    }                                                                                                                  \
    static gemmkit_status packed_b(const operand &a, const gemmkit_packed *b, const gemmkit_requant *q,                \
                                   const operand &c, const gemmkit_exec *x) {                                          \
      const in va = checked<in>(a);                                                                                    \
      const out vc = checked<out>(c);                                                                                  \
      return gemmkit_gemm_packed_b_##id(&va, b, q, &vc, x);                                                            \
    }                                                                                                                  \
    static gemmkit_status packed_a(const gemmkit_packed *a, const operand &b, const gemmkit_requant *q,                \
                                   const operand &c, const gemmkit_exec *x) {                                          \
      const in vb = checked<in>(b);                                                                                    \
      const out vc = checked<out>(c);                                                                                  \
      return gemmkit_gemm_packed_a_##id(a, &vb, q, &vc, x);                                                            \
    }                                                                                                                  \
  };
GEMMKIT_REQUANT_(int8_t, i8_requant, i8)
GEMMKIT_REQUANT_(uint8_t, i8_requant_u8, u8)

#undef GEMMKIT_ONE_
#undef GEMMKIT_ADDRESS_
#undef GEMMKIT_NO_FLAG_
#undef GEMMKIT_FLAG_
#undef GEMMKIT_NO_EPILOGUE_
#undef GEMMKIT_EPILOGUE_
#undef GEMMKIT_FAMILY_
#undef GEMMKIT_REAL_
#undef GEMMKIT_COMPLEX_
#undef GEMMKIT_INPUT_
#undef GEMMKIT_REQUANT_

// ---- Checks -----------------------------------------------------------------------------------------------------

inline bool is_core(const operand &x) { return x.host[7] == 0; }  // "gemmkit", no adapter's name

// Whose message it is: C's library, or that of an operand that has one.
inline const char *blame(const operand &a, const operand &b, const operand &c) {
  return !is_core(c) ? c.host : !is_core(a) ? a.host : b.host;
}

inline gemmkit_status check_shapes(const operand &a, const operand &b, const operand &c) {
  const char *host = blame(a, b, c);
  const auto differ = [host](const char *left, int64_t l, const char *right, int64_t r) {
    return fail(GEMMKIT_ERR_SHAPE, "%s: %s (%lld) != %s (%lld)", host, left, static_cast<long long>(l), right,
                static_cast<long long>(r));
  };
  if (a.cols != b.rows) return differ("A.cols", a.cols, "B.rows", b.rows);
  if (a.rows != c.rows) return differ("A.rows", a.rows, "C.rows", c.rows);
  if (b.cols != c.cols) return differ("B.cols", b.cols, "C.cols", c.cols);
  if (a.batch != c.batch && a.bs != 0) return differ("A.batch", a.batch, "C.batch", c.batch);
  if (b.batch != c.batch && b.bs != 0) return differ("B.batch", b.batch, "C.batch", c.batch);
  return GEMMKIT_OK;
}

// A matrix (rank 2) or a batch (rank 3), one matrix standing for a batch that shares it.
template <class T>
gemmkit_status lower_view(const any_view<T> &v, const char *name, int rank, operand *out) {
  if (v.rank != rank && !(rank == 3 && v.rank == 2 && *name != 'C'))
    return fail(GEMMKIT_ERR_SHAPE, "%s: %s has %d dimensions but needs %d", v.host, name, v.rank, rank);
  const int row = v.rank - 2;
  *out = operand{v.data,      v.len, 1, v.extent[row], v.extent[row + 1], 0, v.stride[row], v.stride[row + 1],
                 v.conjugate, v.host};
  if (v.rank == 3) {
    out->batch = v.extent[0];
    out->bs = v.stride[0];
  }
  return GEMMKIT_OK;
}

// False, after one readable error, for element types that have no product. Unknown matrices were reported before.
template <class A, class B, class C>
constexpr bool multipliable() {
  using a = element_t<A>;
  using b = element_t<B>;
  using c = element_t<C>;
  if constexpr (std::is_same_v<std::remove_cv_t<A>, nothing> || std::is_same_v<std::remove_cv_t<B>, nothing> ||
                std::is_same_v<std::remove_cv_t<C>, nothing>) {
    return false;
  } else if constexpr (std::is_const_v<C>) {
    static_assert(!std::is_const_v<C>, "gemmkit: C is read-only");
    return false;
  } else {
    constexpr bool known = std::is_same_v<a, b> && family<a, c>::known;
    static_assert(
        known,
        "gemmkit: no product of these element types: A and B must be the same, float, double, f16, bf16, int8_t or "
        "complex, and C too, or float for f16 and bf16, and int32_t for int8_t");
    return known;
  }
}

}  // namespace detail
GEMMKIT_END_

#endif
