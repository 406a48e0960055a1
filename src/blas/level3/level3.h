// What the routines of level 3 share: reports of illegal arguments from both faces, and memory for one call.
#pragma once

#include "abi/private.h"
#include "blas/args.h"
#include "blas/options.h"

#include <stddef.h>
#include <string.h>

namespace gk::blas {

template <class T>
const gk_level3 &level3() {
  return blas_table<T>().level3;
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
