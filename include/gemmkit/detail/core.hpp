// Element types, how failures are told, and what every matrix looks like to the functions of gemmkit.hpp.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef GEMMKIT_DETAIL_CORE_HPP
#define GEMMKIT_DETAIL_CORE_HPP

#include <gemmkit.h>

#include <cstdint>
#include <cstdio>
#include <exception>
#include <optional>
#include <type_traits>
#include <utility>

// Without exceptions, or with GEMMKIT_NO_EXCEPTIONS defined before the first include, functions return a gemmkit_status
// where they would throw. Names then live in an inline namespace, so that both kinds of sources may be linked together.
#if !defined(GEMMKIT_NO_EXCEPTIONS) && (defined(__cpp_exceptions) || defined(__EXCEPTIONS))
#define GEMMKIT_RESULT_ void
#define GEMMKIT_THROWS_ 1
#define GEMMKIT_BEGIN_ namespace gemmkit {
#define GEMMKIT_END_ }
#else
#define GEMMKIT_RESULT_ [[nodiscard]] gemmkit_status
#define GEMMKIT_THROWS_ 0
#define GEMMKIT_BEGIN_ \
  namespace gemmkit {  \
  inline namespace by_status {
#define GEMMKIT_END_ \
  }                  \
  }
#endif

#if defined(__FLT16_MANT_DIG__) && defined(__SSE2__) && defined(__GNUC__) && !defined(__clang__)
#define GEMMKIT_FLOAT16_ _Float16
#elif defined(__FLT16_MANT_DIG__) && (defined(__AVX512FP16__) || defined(__aarch64__) || __clang_major__ > 14)
#define GEMMKIT_FLOAT16_ _Float16
#endif
#if defined(__STDCPP_BFLOAT16_T__)
#include <stdfloat>
#endif

GEMMKIT_BEGIN_

// ---- Element types ----------------------------------------------------------------------------------------------

// The bits of a 16-bit number, in types that tell the two formats apart.
struct f16 {
  gemmkit_f16 bits;
};
struct bf16 {
  gemmkit_bf16 bits;
};

namespace detail {

struct nothing {};  // stands in after a failed static_assert, so that nothing else is reported

template <class X>
using bare = std::remove_cv_t<std::remove_reference_t<X>>;

// std::complex by its shape: <complex> takes longer to compile than all of this.
template <class T, class = void>
struct complex_of {
  using type = nothing;
};
template <class T>
struct complex_of<
    T, std::enable_if_t<sizeof(T) == 2 * sizeof(typename T::value_type) &&
                        std::is_same_v<decltype(std::declval<const T &>().imag()), typename T::value_type>>> {
  using real = typename T::value_type;
  using type = std::conditional_t<std::is_same_v<real, float>, gemmkit_c32,
                                  std::conditional_t<std::is_same_v<real, double>, gemmkit_c64, nothing>>;
};

// The type by which entries are chosen. Adapters add the types of their libraries.
template <class T>
struct element : complex_of<T> {};
template <>
struct element<nothing> {
  using type = nothing;
};
#define GEMMKIT_ELEMENT_(T, is) \
  template <>                   \
  struct element<T> {           \
    using type = is;            \
  };
GEMMKIT_ELEMENT_(float, float)
GEMMKIT_ELEMENT_(double, double)
GEMMKIT_ELEMENT_(f16, f16)
GEMMKIT_ELEMENT_(bf16, bf16)
GEMMKIT_ELEMENT_(int8_t, int8_t)
GEMMKIT_ELEMENT_(uint8_t, uint8_t)
GEMMKIT_ELEMENT_(int32_t, int32_t)
GEMMKIT_ELEMENT_(gemmkit_c32, gemmkit_c32)
GEMMKIT_ELEMENT_(gemmkit_c64, gemmkit_c64)
#ifdef GEMMKIT_FLOAT16_
GEMMKIT_ELEMENT_(GEMMKIT_FLOAT16_, f16)
#endif
#ifdef __STDCPP_BFLOAT16_T__
GEMMKIT_ELEMENT_(std::bfloat16_t, bf16)
#endif

template <class T>
using element_t = typename element<std::remove_cv_t<T>>::type;

template <class T>
inline constexpr bool is_half = std::is_same_v<element_t<T>, f16> || std::is_same_v<element_t<T>, bf16>;
template <class T>
inline constexpr bool is_complex =
    std::is_same_v<element_t<T>, gemmkit_c32> || std::is_same_v<element_t<T>, gemmkit_c64>;

// The type of alpha and beta for a C of T.
template <class T>
using scalar_t =
    std::conditional_t<is_half<T>, float,
                       std::conditional_t<std::is_same_v<element_t<T>, nothing>, double, std::remove_cv_t<T>>>;

inline gemmkit_c32 lower(gemmkit_c32 value) { return value; }
inline gemmkit_c64 lower(gemmkit_c64 value) { return value; }
template <class S>
auto lower(S value) {
  if constexpr (is_complex<S>)
    return element_t<S>{value.real(), value.imag()};
  else
    return value;
}

// ---- Failures ---------------------------------------------------------------------------------------------------

inline thread_local char own_message[192];  // empty: the last failure was the library's

}  // namespace detail

// The message of this thread's last failure, whether it was found here or in the library.
inline const char *last_error() { return *detail::own_message ? detail::own_message : gemmkit_last_error(); }

#if GEMMKIT_THROWS_
class error : public std::exception {
 public:
  error(gemmkit_status status, const char *message) : status_(status) {
    std::snprintf(message_, sizeof message_, "%s", message);
  }
  const char *what() const noexcept override { return message_; }
  gemmkit_status status() const noexcept { return status_; }

 private:
  gemmkit_status status_;
  char message_[256];
};
#endif

namespace detail {

template <class... Values>
gemmkit_status fail(gemmkit_status status, const char *format, Values... values) {
  std::snprintf(own_message, sizeof own_message, format, values...);
  return status;
}

// What an entry of the library returned.
inline gemmkit_status called(gemmkit_status status) {
  if (status != GEMMKIT_OK) *own_message = 0;
  return status;
}

#if GEMMKIT_THROWS_
inline void report(gemmkit_status status) {
  if (status != GEMMKIT_OK) throw error(status, last_error());
}
#else
inline gemmkit_status report(gemmkit_status status) { return status; }
#endif

}  // namespace detail

// ---- Views ------------------------------------------------------------------------------------------------------

// What any matrix (rows, cols), batch (batch, rows, cols) or vector lowers to. A len below zero trusts extents and
// strides, which may then be negative; otherwise the library proves that no access goes beyond len elements.
template <class T>
struct any_view {
  T *data;
  int rank;
  int64_t extent[3], stride[3];
  const char *host = "gemmkit";  // whose messages it causes
  bool conjugate = false;
  int64_t len = -1;
};

namespace detail {

// How a library's type is read in place: `known`, `view(x)` -> any_view, and `make<O, A, B>(rows, cols)` -> a matrix of
// the library for the result of a product. One specialization per library.
template <class X, class = void>
struct host {
  static constexpr bool known = false;
};

template <class X>
auto look(X &x) {
  constexpr bool known = host<bare<X>>::known;
  if constexpr (known) {
    return host<bare<X>>::view(x);
  } else {
    static_assert(
        known,
        "gemmkit: not a matrix that can be read in place; pass a view, include the adapter of its library, or "
        "evaluate the expression first");
    return any_view<nothing>{};
  }
}

template <class X, bool = host<bare<X>>::known>
struct element_of_ {
  using type = nothing;
};
template <class X>
struct element_of_<X, true> {
  using type = std::remove_pointer_t<decltype(host<bare<X>>::view(std::declval<std::remove_reference_t<X> &>()).data)>;
};
template <class X>
using element_of = typename element_of_<X>::type;  // const if X is read-only
template <class X>
using scalar_of = scalar_t<element_of<X>>;

}  // namespace detail

GEMMKIT_END_

#endif
