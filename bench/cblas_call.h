// Calling a CBLAS gemm, or the gemv that does the same, through a pointer; used for our own BLAS library and for the
// peers that have one.
#pragma once

#include "contestant.h"
#include "dynlib.h"

#include <complex>
#include <stdexcept>

namespace gk::bench {

using CblasSgemm = void(int, int, int, int, int, int, float, const float *, int, const float *, int, float, float *,
                        int);
using CblasDgemm = void(int, int, int, int, int, int, double, const double *, int, const double *, int, double,
                        double *, int);

using CblasSbgemm = void(int, int, int, int, int, int, float, const uint16_t *, int, const uint16_t *, int, float,
                         float *, int);
using CblasCgemm = void(int, int, int, int, int, int, const void *, const void *, int, const void *, int, const void *,
                        void *, int);

using CblasSgemv = void(int, int, int, int, float, const float *, int, const float *, int, float, float *, int);
using CblasDgemv = void(int, int, int, int, double, const double *, int, const double *, int, double, double *, int);

// The BLAS wants leading dimensions and increments of at least 1, even where there is nothing.
inline int blas_ld(int64_t value) { return int(value > 1 ? value : 1); }

class CblasContestant : public Contestant {
 public:
  explicit CblasContestant(const DynLib &lib)
      : lib_(lib),
        sgemm_(lib.get<CblasSgemm>("cblas_sgemm")),
        dgemm_(lib.get<CblasDgemm>("cblas_dgemm")),
        sbgemm_(lib.find<CblasSbgemm>("cblas_sbgemm")),
        cgemm_(lib.find<CblasCgemm>("cblas_cgemm")),
        zgemm_(lib.find<CblasCgemm>("cblas_zgemm")) {
    path = lib.path();
    batches = true;
  }

  bool suits(const Shape &shape) const override {
    switch (shape.elem) {
      case Elem::kF32:
      case Elem::kF64: return true;
      case Elem::kBf16F32: return sbgemm_ != nullptr;
      case Elem::kC32: return cgemm_ != nullptr;
      case Elem::kC64: return zgemm_ != nullptr;
      default: return false;
    }
  }
  std::string refuse(const Call &call) override { return suits(call.shape) ? "" : "not its type"; }

  void run(const Call &call, int64_t reps) override {
    const float alpha_c[2] = {1, 0}, beta_c[2] = {float(call.shape.beta), 0};
    const double alpha_z[2] = {1, 0}, beta_z[2] = {call.shape.beta, 0};
    switch (call.shape.elem) {
      case Elem::kF32: return repeat<float, float>(sgemm_, 1.0f, float(call.shape.beta), call, reps);
      case Elem::kF64: return repeat<double, double>(dgemm_, 1.0, call.shape.beta, call, reps);
      case Elem::kBf16F32: return repeat<uint16_t, float>(sbgemm_, 1.0f, float(call.shape.beta), call, reps);
      case Elem::kC32: return repeat<std::complex<float>, std::complex<float>>(cgemm_, alpha_c, beta_c, call, reps);
      case Elem::kC64: return repeat<std::complex<double>, std::complex<double>>(zgemm_, alpha_z, beta_z, call, reps);
      default: throw std::runtime_error("not a type of CBLAS");
    }
  }

 protected:
  DynLib lib_;

 private:
  template <class In, class Out, class F, class Scalar>
  static void repeat(F *gemm, Scalar alpha, Scalar beta, const Call &call, int64_t reps) {
    const Shape &s = call.shape;
    const int order = s.row_major ? 101 : 102, ta = s.trans_a ? 112 : 111, tb = s.trans_b ? 112 : 111;
    const int m = int(s.m), n = int(s.n), k = int(s.k);
    const int lda = blas_ld(s.lda()), ldb = blas_ld(s.ldb()), ldc = blas_ld(s.ldc());
    const int64_t step_a = s.step_a(), step_b = s.step_b(), step_c = s.step_c();
    for (int64_t i = 0; i < reps; ++i) {
      const In *a = static_cast<const In *>(call.a), *b = static_cast<const In *>(call.b);
      Out *c = static_cast<Out *>(call.c);
      for (int64_t left = s.batch; left > 0; --left, a += step_a, b += step_b, c += step_c)
        gemm(order, ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
    }
  }

  CblasSgemm *sgemm_;
  CblasDgemm *dgemm_;
  CblasSbgemm *sbgemm_;
  CblasCgemm *cgemm_, *zgemm_;
};

// A library's gemv for the products that have one column or one row, next to its gemm in another contestant.
class CblasGemv : public Contestant {
 public:
  // Everything about the library is taken from (and done by) its gemm contestant.
  CblasGemv(const DynLib &lib, std::unique_ptr<CblasContestant> gemm)
      : lib_(lib),
        gemm_(std::move(gemm)),
        sgemv_(lib.get<CblasSgemv>("cblas_sgemv")),
        dgemv_(lib.get<CblasDgemv>("cblas_dgemv")) {
    kind = gemm_->kind, path = gemm_->path, version = gemm_->version, cpu = gemm_->cpu;
    max_threads = gemm_->max_threads;
  }
  // At depth 0 a gemm scales C, and a gemv returns at once.
  bool suits(const Shape &shape) const override {
    return (shape.m == 1 || shape.n == 1) && shape.k > 0 && (shape.elem == Elem::kF32 || shape.elem == Elem::kF64);
  }
  std::string refuse(const Call &call) override { return suits(call.shape) ? gemm_->refuse(call) : "gemv only"; }
  void before(const Call &call) override { gemm_->before(call); }
  void after() override { gemm_->after(); }
  void run(const Call &call, int64_t reps) override {
    if (call.shape.elem == Elem::kF32) {
      repeat<float>(sgemv_, call, reps);
    } else {
      repeat<double>(dgemv_, call, reps);
    }
  }

 private:
  template <class T, class F>
  static void repeat(F *gemv, const Call &call, int64_t reps) {
    const Shape &s = call.shape;
    const bool row = s.row_major, column = s.n == 1;  // otherwise C is a row: C^T = op(B)^T op(A)^T
    const int rows = int(column ? (s.trans_a ? s.k : s.m) : (s.trans_b ? s.n : s.k));
    const int cols = int(column ? (s.trans_a ? s.m : s.k) : (s.trans_b ? s.k : s.n));
    const bool trans = column ? s.trans_a : !s.trans_b;
    const void *matrix = column ? call.a : call.b, *vector = column ? call.b : call.a;
    const int ld = blas_ld(column ? s.lda() : s.ldb());
    // The vectors are columns or rows of what is stored: adjacent, or a leading dimension apart.
    const int incx = blas_ld(column ? (s.trans_b != row ? s.ldb() : 1) : (s.trans_a != row ? 1 : s.lda()));
    const int incy = blas_ld(column == row ? s.ldc() : 1);
    for (int64_t i = 0; i < reps; ++i) {
      gemv(row ? 101 : 102, trans ? 112 : 111, rows, cols, T(1), static_cast<const T *>(matrix), ld,
           static_cast<const T *>(vector), incx, T(s.beta), static_cast<T *>(call.c), incy);
    }
  }

  DynLib lib_;
  std::unique_ptr<CblasContestant> gemm_;
  CblasSgemv *sgemv_;
  CblasDgemv *dgemv_;
};

}  // namespace gk::bench
