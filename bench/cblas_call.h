// Calling a CBLAS gemm through a pointer; used for our own BLAS library and for the peers that have one.
#pragma once

#include "contestant.h"
#include "dynlib.h"

namespace gk::bench {

using CblasSgemm = void(int, int, int, int, int, int, float, const float *, int, const float *, int, float, float *,
                        int);
using CblasDgemm = void(int, int, int, int, int, int, double, const double *, int, const double *, int, double,
                        double *, int);

class CblasContestant : public Contestant {
 public:
  explicit CblasContestant(const DynLib &lib)
      : lib_(lib), sgemm_(lib.get<CblasSgemm>("cblas_sgemm")), dgemm_(lib.get<CblasDgemm>("cblas_dgemm")) {
    path = lib.path();
    batches = true;
  }

  void run(const Call &call, int64_t reps) override {
    if (call.shape.elem == Elem::kF32) {
      repeat<float>(sgemm_, call, reps);
    } else {
      repeat<double>(dgemm_, call, reps);
    }
  }

 protected:
  DynLib lib_;

 private:
  template <class T, class F>
  static void repeat(F *gemm, const Call &call, int64_t reps) {
    const Shape &s = call.shape;
    const int order = s.row_major ? 101 : 102, ta = s.trans_a ? 112 : 111, tb = s.trans_b ? 112 : 111;
    const int m = int(s.m), n = int(s.n), k = int(s.k);
    const int lda = ld(s.lda()), ldb = ld(s.ldb()), ldc = ld(s.ldc());
    const int64_t step_a = s.step_a(), step_b = s.step_b(), step_c = s.step_c();
    for (int64_t i = 0; i < reps; ++i) {
      const T *a = static_cast<const T *>(call.a), *b = static_cast<const T *>(call.b);
      T *c = static_cast<T *>(call.c);
      for (int64_t left = s.batch; left > 0; --left, a += step_a, b += step_b, c += step_c)
        gemm(order, ta, tb, m, n, k, T(1), a, lda, b, ldb, T(s.beta), c, ldc);
    }
  }
  // The BLAS wants at least 1 even where there is nothing.
  static int ld(int64_t value) { return int(value > 1 ? value : 1); }

  CblasSgemm *sgemm_;
  CblasDgemm *dgemm_;
};

}  // namespace gk::bench
