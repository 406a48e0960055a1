// What a product is told besides its operands: threads and memory, epilogues, requantisation.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef GEMMKIT_DETAIL_OPTIONS_HPP
#define GEMMKIT_DETAIL_OPTIONS_HPP

#include <gemmkit/detail/view.hpp>

GEMMKIT_BEGIN_

// Packing memory, for one call at a time; 0 bytes grow on first use. Without exceptions, false if it has none.
class workspace {
 public:
  explicit workspace(std::size_t bytes = 0) {
    const gemmkit_status status = detail::called(gemmkit_workspace_create(bytes, &handle_));
#if GEMMKIT_THROWS_
    detail::report(status);
#else
    (void)status;
#endif
  }
  workspace(workspace &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  workspace &operator=(workspace &&other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~workspace() { gemmkit_workspace_destroy(handle_); }

  explicit operator bool() const { return handle_ != nullptr; }
  std::size_t capacity() const { return gemmkit_workspace_capacity(handle_); }
  gemmkit_workspace *handle() const { return handle_; }

 private:
  gemmkit_workspace *handle_ = nullptr;
};

// threads: 0 automatic, 1 serial, n at most n. Without a workspace the calling thread's own memory serves.
class exec {
 public:
  exec() = default;
  explicit exec(int32_t threads) { raw_.threads = threads; }
  explicit exec(const workspace &memory) { raw_.workspace = memory.handle(); }
  exec(int32_t threads, const workspace &memory) : exec(threads) { raw_.workspace = memory.handle(); }
  const gemmkit_exec *raw() const { return &raw_; }

 private:
  gemmkit_exec raw_{sizeof(gemmkit_exec), 0, nullptr};
};

namespace detail {

// One vector of options, contiguous by need: any one-dimensional thing an adapter knows, a matrix with one row or
// column, or a container with data() and size().
template <class T>
struct list {
  const T *data = nullptr;
  int64_t len = 0, stride = 1;
};

template <class X>
auto list_of(const X &x) {
  if constexpr (host<X>::known) {
    const auto v = look(x);
    using T = std::remove_cv_t<std::remove_pointer_t<decltype(v.data)>>;
    const int64_t rows = v.extent[0], cols = v.rank == 1 ? 1 : v.extent[1];
    if (v.rank == 3 || (rows != 1 && cols != 1)) return list<T>{v.data, -1, 0};
    return list<T>{v.data, rows * cols, rows * cols == 1 ? 1 : v.stride[rows == 1 && v.rank == 2 ? 1 : 0]};
  } else {
    using T = std::remove_cv_t<std::remove_pointer_t<decltype(x.data())>>;
    return list<T>{x.data(), static_cast<int64_t>(x.size()), 1};
  }
}

#define GEMMKIT_EPILOGUE_(T, id)                              \
  template <>                                                 \
  struct epilogue_struct<T> {                                 \
    using type = gemmkit_epilogue_##id;                       \
    using bias = std::remove_pointer_t<decltype(type::bias)>; \
  };
template <class T>
struct epilogue_struct {
  using type = nothing;
};
GEMMKIT_EPILOGUE_(float, f32)
GEMMKIT_EPILOGUE_(double, f64)
GEMMKIT_EPILOGUE_(f16, f16)
GEMMKIT_EPILOGUE_(bf16, bf16)
GEMMKIT_EPILOGUE_(gemmkit_c32, c32)
GEMMKIT_EPILOGUE_(gemmkit_c64, c64)
#undef GEMMKIT_EPILOGUE_

}  // namespace detail

// C <- act(alpha*A*B + beta*C + bias + residual), or map(alpha*A*B + beta*C, row, col); T is the element type of C. It
// keeps pointers to the bias, the residual and the map, which must outlive the calls that use it.
template <class T>
class epilogue {
  using element = detail::element_t<T>;
  using S = detail::scalar_t<T>;

 public:
  using raw_type = typename detail::epilogue_struct<element>::type;

  static_assert(!std::is_same_v<raw_type, detail::nothing>, "gemmkit: no epilogue for this element type of C");

  epilogue() { raw_.struct_size = sizeof raw_; }

  template <class X>
  epilogue &bias_per_row(const X &x) {
    return bias(GEMMKIT_BIAS_PER_ROW, detail::list_of(x));
  }
  template <class X>
  epilogue &bias_per_col(const X &x) {
    return bias(GEMMKIT_BIAS_PER_COL, detail::list_of(x));
  }
  epilogue &bias_per_row(const T *data, int64_t len) {
    return bias(GEMMKIT_BIAS_PER_ROW, detail::list<T>{data, len, 1});
  }
  epilogue &bias_per_col(const T *data, int64_t len) {
    return bias(GEMMKIT_BIAS_PER_COL, detail::list<T>{data, len, 1});
  }

  // Not for complex elements, like all that follows. The residual has the shape of C and must not overlap it; for a
  // batch it may be a batch too.
  template <class X>
  epilogue &residual(const X &x) {
    const auto v = detail::look(x);
    using U = std::remove_cv_t<std::remove_pointer_t<decltype(v.data)>>;
    static_assert(std::is_same_v<detail::element_t<U>, element>, "gemmkit: a residual has the element type of C");
    const int first = v.rank - 2;
    if (first < 0) {
      wrong_ = "a residual must be a matrix or a batch";
      return *this;
    }
    rows_ = v.extent[first], cols_ = v.extent[first + 1];
    raw_.residual = reinterpret_cast<decltype(raw_.residual)>(v.data);
    raw_.residual_len = v.len < 0 ? INT64_MAX : v.len;
    raw_.residual_rs = v.stride[first], raw_.residual_cs = v.stride[first + 1];
    raw_.residual_batch = v.rank == 3 ? v.stride[0] : 0;
    return *this;
  }
  epilogue &relu() { return activation(GEMMKIT_ACT_RELU); }
  epilogue &leaky_relu(S slope) {
    raw_.slope = slope;
    return activation(GEMMKIT_ACT_LEAKY_RELU);
  }
  epilogue &clip(S lo, S hi) {
    raw_.lo = lo;
    raw_.hi = hi;
    return activation(GEMMKIT_ACT_CLIP);
  }
  epilogue &sigmoid() { return activation(GEMMKIT_ACT_SIGMOID); }
  epilogue &tanh() { return activation(GEMMKIT_ACT_TANH); }
  epilogue &silu() { return activation(GEMMKIT_ACT_SILU); }
  epilogue &gelu_erf() { return activation(GEMMKIT_ACT_GELU_ERF); }
  epilogue &gelu_tanh() { return activation(GEMMKIT_ACT_GELU_TANH); }

  // f(value, row, col) for float and double; called from any thread of the team, in any order. It must not throw.
  template <class F>
  epilogue &map(F &f) {
    constexpr bool known = std::is_same_v<element, float> || std::is_same_v<element, double>;
    static_assert(known, "gemmkit: a map is for results of float or double");
    if constexpr (known) {
      raw_.user = const_cast<void *>(static_cast<const void *>(std::addressof(f)));
      raw_.map = [](S value, int64_t row, int64_t col, void *user) noexcept -> S {
        return static_cast<S>((*static_cast<F *>(user))(value, row, col));
      };
    }
    return *this;
  }
  template <class F>
  epilogue &map(const F &&) = delete;  // it would be gone before the call

  const raw_type *raw() const { return &raw_; }
  const char *wrong(int64_t rows, int64_t cols) const {
    if (rows_ >= 0 && (rows_ != rows || cols_ != cols)) return "the residual has not the shape of C";
    return wrong_;
  }

 private:
  template <class U>
  epilogue &bias(int32_t kind, const detail::list<U> &list) {
    static_assert(std::is_same_v<detail::element_t<U>, element>, "gemmkit: a bias has the element type of C");
    if (list.len < 0)
      wrong_ = "a bias must be a vector";
    else if (list.stride != 1)
      wrong_ = "a bias must lie contiguously";
    raw_.bias_kind = kind;
    raw_.bias = reinterpret_cast<decltype(raw_.bias)>(list.data);
    raw_.bias_len = list.len;
    return *this;
  }
  epilogue &activation(int32_t what) {
    raw_.activation = what;
    return *this;
  }

  raw_type raw_{};
  int64_t rows_ = -1, cols_ = -1;  // of the residual, if there is one
  const char *wrong_ = nullptr;
};

// clamp(zero_point + round(scale * (A*B + bias))): how 8-bit products become 8-bit results. It keeps pointers to the
// vectors it is given. One scale serves all; a vector of them is per row, or per column, of C.
class requant {
 public:
  explicit requant(float scale = 1.0f) : scale_(scale) { raw_.struct_size = sizeof raw_; }

  template <class X>
  requant &scale_per_row(const X &x) {
    return scales(GEMMKIT_BIAS_PER_ROW, detail::list_of(x));
  }
  template <class X>
  requant &scale_per_col(const X &x) {
    return scales(GEMMKIT_BIAS_PER_COL, detail::list_of(x));
  }
  template <class X>
  requant &bias_per_row(const X &x) {
    return bias(GEMMKIT_BIAS_PER_ROW, detail::list_of(x));
  }
  template <class X>
  requant &bias_per_col(const X &x) {
    return bias(GEMMKIT_BIAS_PER_COL, detail::list_of(x));
  }
  requant &zero_point(int32_t value) {
    raw_.zero_point = value;
    return *this;
  }

  gemmkit_requant raw() const {
    gemmkit_requant q = raw_;
    if (!q.scale_kind) {
      q.scale = &scale_;
      q.scale_len = 1;
    }
    return q;
  }
  const char *wrong() const { return wrong_; }

 private:
  requant &scales(int32_t kind, const detail::list<float> &list) {
    check(list);
    raw_.scale = list.data;
    raw_.scale_len = list.len;
    raw_.scale_kind = kind;
    return *this;
  }
  requant &bias(int32_t kind, const detail::list<int32_t> &list) {
    check(list);
    raw_.bias = list.data;
    raw_.bias_len = list.len;
    raw_.bias_kind = kind;
    return *this;
  }
  template <class U>
  void check(const detail::list<U> &list) {
    if (list.len < 0)
      wrong_ = "scales and bias must be vectors";
    else if (list.stride != 1)
      wrong_ = "scales and bias must lie contiguously";
  }

  gemmkit_requant raw_{};
  float scale_;
  const char *wrong_ = nullptr;
};

GEMMKIT_END_

#endif
