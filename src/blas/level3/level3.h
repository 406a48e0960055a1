// What the routines of level 3 share: options, reports of illegal arguments from both faces, and memory for one call.
#pragma once

#define GEMMKIT_NO_FORTRAN_PROTOTYPES  // they are defined here with the complex numbers' own types

#include "abi/elem.h"
#include "abi/private.h"
#include "blas/args.h"
#include "blas/options.h"

#include <stddef.h>
#include <string.h>

#include <type_traits>

namespace gk::blas {

enum class Side : int8_t { Left, Right, Invalid };
enum class Uplo : int8_t { Upper, Lower, Invalid };
enum class Diag : int8_t { NonUnit, Unit, Invalid };

template <class Option>
Option option_of(char c, char first, char second) {
  const char upper = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
  return upper == first ? Option{0} : upper == second ? Option{1} : Option::Invalid;
}
inline Side side_of_char(char c) { return option_of<Side>(c, 'L', 'R'); }
inline Uplo uplo_of_char(char c) { return option_of<Uplo>(c, 'U', 'L'); }
inline Diag diag_of_char(char c) { return option_of<Diag>(c, 'N', 'U'); }

template <class Option>
Option option_of(int value, int first, int second) {
  return value == first ? Option{0} : value == second ? Option{1} : Option::Invalid;
}
inline Side side_of_enum(int value) { return option_of<Side>(value, CblasLeft, CblasRight); }
inline Uplo uplo_of_enum(int value) { return option_of<Uplo>(value, CblasUpper, CblasLower); }
inline Diag diag_of_enum(int value) { return option_of<Diag>(value, CblasNonUnit, CblasUnit); }

// What the transposed problem has instead.
inline Side other(Side side) { return side == Side::Left ? Side::Right : side == Side::Right ? Side::Left : side; }
inline Uplo other(Uplo uplo) { return uplo == Uplo::Upper ? Uplo::Lower : uplo == Uplo::Lower ? Uplo::Upper : uplo; }

template <class T>
constexpr bool kComplex = !std::is_arithmetic_v<T>;

// The types in which the C names take scalars and matrices.
template <class T>
using CScalar = std::conditional_t<kComplex<T>, const void *, T>;
template <class T>
using CInput = std::conditional_t<kComplex<T>, const void *, const T *>;
template <class T>
using COutput = std::conditional_t<kComplex<T>, void *, T *>;

template <class T>
T scalar_of(CScalar<T> x) {
  if constexpr (kComplex<T>) {
    return *static_cast<const T *>(x);
  } else {
    return x;
  }
}
template <class T>
const T *input_of(CInput<T> x) {
  return static_cast<const T *>(x);
}
template <class T>
T *output_of(COutput<T> x) {
  return static_cast<T *>(x);
}

template <class T>
struct RealOf {
  using Type = T;
  static constexpr gk_elem kElem = std::is_same_v<T, float> ? GK_F32 : GK_F64;
};
template <>
struct RealOf<gemmkit_c32> {
  using Type = float;
  static constexpr gk_elem kElem = GK_C32;
};
template <>
struct RealOf<gemmkit_c64> {
  using Type = double;
  static constexpr gk_elem kElem = GK_C64;
};
template <class T>
using Real = typename RealOf<T>::Type;

template <class T>
T from_real(Real<T> x) {
  if constexpr (kComplex<T>) {
    return {x, 0};
  } else {
    return x;
  }
}
template <class T>
T conj(T x) {
  if constexpr (kComplex<T>) {
    return {x.re, -x.im};
  } else {
    return x;
  }
}

// The kernels of this level.
template <class T>
const gk_level3 &kernels() {
  const gk_blas_table *table = gemmkit_private_blas(RealOf<T>::kElem);
  if (table == nullptr) give_up();
  return table->level3;
}

// Packing memory, the caller's own bytes if there is none.
class Memory {
 public:
  Memory(size_t bytes, void *own, size_t own_bytes) : leased_(bytes > own_bytes), data_(own), bytes_(own_bytes) {
    if (!leased_) return;
    gemmkit_private_acquire(bytes, &memory_);
    if (memory_.data == nullptr) return;
    data_ = memory_.data;
    bytes_ = bytes;
  }
  ~Memory() {
    if (leased_) gemmkit_private_release(&memory_);
  }
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;

  void *data() const { return data_; }
  size_t bytes() const { return bytes_; }  // as many as were asked for, or only the caller's own

 private:
  bool leased_;
  void *data_;
  size_t bytes_;
  gk_private_memory memory_;
};
// Of the stack, that much.
constexpr size_t kOwnBytes = 16 * 1024;
struct alignas(64) OwnMemory {
  unsigned char bytes[kOwnBytes];
};

inline bool at_least(Int ld, Int rows) { return ld >= (rows > 1 ? rows : 1); }

// A product the engine may not refuse; see blas::gemm.
template <class T>
void product(int64_t m, int64_t n, int64_t k, T alpha, const Operand<T> &a, const Operand<T> &b, T beta, T *c,
             int64_t rsc, int64_t csc) {
  if (m == 0 || n == 0) return;
  if (Native<T>::gemm(m, n, k, alpha, a, b, beta, c, rsc, csc) != GEMMKIT_OK) give_up();
}

// Whether the Fortran caller's arguments are legal; reports the first that is not.
template <size_t Size, class Args>
bool accepted(const char (&name)[Size], const Args &args) {
  const Int info = illegal_argument(args);
  if (info != 0) GK_FORTRAN_NAME(xerbla)(name, &info, Size - 1);
  return info == 0;
}

// Name of a C entry, and of the Fortran routine that solves its problem.
struct CName {
  const char *c, *fortran;
};

// One option of a C entry, in the order of the list.
struct COption {
  bool legal;
  const char *complaint;
  int value;
};

[[gnu::cold]] void report_c_option(const CName &name, int layout, Int position, const char *complaint, int value);
[[gnu::cold]] void report_c_argument(const CName &name, bool row_major, Int info);

// Whether the layout and all options are legal; reports the first that is not.
template <size_t Count>
bool legal_options(const CName &name, int layout, const COption (&options)[Count]) {
  if (layout != CblasRowMajor && layout != CblasColMajor) {
    report_c_option(name, layout, 1, "Illegal layout setting, %d\n", layout);
    return false;
  }
  for (size_t i = 0; i < Count; ++i) {
    if (options[i].legal) continue;
    report_c_option(name, layout, static_cast<Int>(i) + 2, options[i].complaint, options[i].value);
    return false;
  }
  return true;
}
template <class Args>
bool c_accepted(const CName &name, int layout, const Args &args) {
  const Int info = illegal_argument(args);
  if (info != 0) report_c_argument(name, layout == CblasRowMajor, info);
  return info == 0;
}
inline COption side_option(int value) {
  return {side_of_enum(value) != Side::Invalid, "Illegal Side setting, %d\n", value};
}
inline COption uplo_option(int value) {
  return {uplo_of_enum(value) != Uplo::Invalid, "Illegal Uplo setting, %d\n", value};
}
inline COption diag_option(int value) {
  return {diag_of_enum(value) != Diag::Invalid, "Illegal Diag setting, %d\n", value};
}

}  // namespace gk::blas
