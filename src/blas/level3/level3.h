// What the routines of level 3 share.
#pragma once

#include "blas/args.h"
#include "blas/memory.h"
#include "blas/options.h"
#include "blas/report.h"

#include <stddef.h>

namespace gk::blas {

template <class T>
const gk_level3 &level3() {
  return blas_table<T>().level3;
}

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

}  // namespace gk::blas
