// Levels 1 to 3 of the BLAS.
#include "soak_jobs.h"

#include "blas/level2.h"
#include "blas/level3.h"

#include <memory>

namespace gk::soak {
namespace {

using namespace gk::test;
template <class T>
using Shared = std::shared_ptr<std::vector<T>>;
template <class T>
using Routine = std::function<void(std::vector<T> &)>;

int extent(Random &random) { return 2 + below(random, below(random, 8) ? 60 : 300); }

template <class T>
T value(int64_t i, int seed) {
  return level2::value<T>(i, seed, 1);
}

template <class T>
bool same(const std::vector<T> &x, const std::vector<T> &y) {
  return std::memcmp(x.data(), y.data(), x.size() * sizeof(T)) == 0;
}

// y[0] <- x . y, then y <- y + x / 2
void dot_and_axpy(int n, const float *x, float *y) {
  y[0] = cblas_sdot(n, x, 1, y, 1);
  cblas_saxpy(n, 0.5f, x, 1, y, 1);
}
void dot_and_axpy(int n, const double *x, double *y) {
  y[0] = cblas_ddot(n, x, 1, y, 1);
  cblas_daxpy(n, 0.5, x, 1, y, 1);
}
void dot_and_axpy(int n, const C32 *x, C32 *y) {
  const C32 half = 0.5f;
  cblas_cdotc_sub(n, x, 1, y, 1, y);
  cblas_caxpy(n, &half, x, 1, y, 1);
}
void dot_and_axpy(int n, const C64 *x, C64 *y) {
  const C64 half = 0.5;
  cblas_zdotc_sub(n, x, 1, y, 1, y);
  cblas_zaxpy(n, &half, x, 1, y, 1);
}

// A routine of the BLAS that turns `out` into its result, on a team of the process's width.
template <class T>
Job blas_job(std::string name, int out_elements, Routine<T> call) {
  struct State {
    std::vector<T> start, want;
  };
  const auto state = std::make_shared<State>();
  for (int i = 0; i < out_elements; ++i) state->start.push_back(value<T>(i, 3));
  return {name,
          [state, call] {
            state->want = state->start;
            call(state->want);
            return std::string(same(state->want, state->start) ? "nothing was written" : "");
          },
          [state, call](int) -> std::string {
            auto out = state->start;
            call(out);
            return same(out, state->want) ? "" : "other bits";
          }};
}

// Level 1 and 2, on vectors of n elements.
template <class T>
Job vector_job(Random &random, int n, Shared<T> a, Shared<T> b, char uplo, char trans) {
  const T alpha = static_cast<T>(RealPart<T>(0.5)), beta = static_cast<T>(RealPart<T>(-1));
  switch (below(random, 5)) {
    case 0:
      return blas_job<T>("blas symv", n, [=](std::vector<T> &y) {
        level2::mv(level2::kCol, level2::Full, uplo, n, 0, alpha, a->data(), n, b->data(), 1, beta, y.data(), 1);
      });
    case 1:
      return blas_job<T>("blas trmv", n, [=](std::vector<T> &x) {
        level2::tr(level2::kCol, false, level2::Full, uplo, trans, 'N', n, 0, a->data(), n, x.data(), 1);
      });
    case 2:
      return blas_job<T>("blas trsv", n, [=](std::vector<T> &x) {
        level2::tr(level2::kFortran, true, level2::Full, uplo, trans, 'N', n, 0, a->data(), n, x.data(), 1);
      });
    case 3:
      return blas_job<T>("blas ger", n * n, [=](std::vector<T> &c) {
        level2::ger(level2::kRow, false, n, n, alpha, a->data(), 1, b->data(), 1, c.data(), n);
      });
    default:
      return blas_job<T>("blas level 1", n * n, [=](std::vector<T> &y) { dot_and_axpy(n * n, a->data(), y.data()); });
  }
}

template <class T>
Job any_blas_job(Random &random) {
  const int n = extent(random), k = extent(random);
  const auto a = std::make_shared<std::vector<T>>(), b = std::make_shared<std::vector<T>>();
  for (int i = 0; i < n * std::max(n, k); ++i) {
    a->push_back(value<T>(i, 1)), b->push_back(value<T>(i, 2));
  }
  for (int i = 0; i < n; ++i) (*a)[static_cast<size_t>(i) * n + i] = static_cast<T>(n);  // systems are well-posed
  const Face face = below(random, 2) ? Face::Fortran : Face::Column;
  const char uplo = "UL"[below(random, 2)], side = "LR"[below(random, 2)], trans = "NT"[below(random, 2)];
  const T alpha = static_cast<T>(RealPart<T>(0.5)), beta = static_cast<T>(RealPart<T>(-1));
  const int square = n * n;
  switch (below(random, 9)) {
    case 0:
      return blas_job<T>("blas gemm", square, [=](std::vector<T> &c) {
        gemm(face, 'N', 'T', n, n, k, alpha, a->data(), n, b->data(), n, beta, c.data(), n);
      });
    case 1:
      return blas_job<T>("blas symm", square, [=](std::vector<T> &c) {
        symm(face, side, uplo, n, n, alpha, a->data(), n, b->data(), n, beta, c.data(), n);
      });
    case 2:
      return blas_job<T>("blas syrk", square, [=](std::vector<T> &c) {
        syrk(face, uplo, 'N', n, k, alpha, a->data(), n, beta, c.data(), n);
      });
    case 3:
      return blas_job<T>("blas syr2k", square, [=](std::vector<T> &c) {
        syr2k(face, uplo, 'N', n, k, alpha, a->data(), n, b->data(), n, beta, c.data(), n);
      });
    case 4:
      return blas_job<T>("blas gemmt", square, [=](std::vector<T> &c) {
        gemmt(face, false, uplo, 'N', 'T', n, k, alpha, a->data(), n, b->data(), n, beta, c.data(), n);
      });
    case 5:
      return blas_job<T>("blas trmm", square, [=](std::vector<T> &c) {
        trmm(face, side, uplo, trans, 'N', n, n, alpha, a->data(), n, c.data(), n);
      });
    case 6:
      return blas_job<T>("blas trsm", square, [=](std::vector<T> &c) {
        trsm(face, side, uplo, trans, 'N', n, n, alpha, a->data(), n, c.data(), n);
      });
    case 7:
      return blas_job<T>("blas gemv", n, [=](std::vector<T> &y) {
        gemv(face, trans, n, n, alpha, a->data(), n, b->data(), 1, beta, y.data(), 1);
      });
    default: return vector_job<T>(random, n, a, b, uplo, trans);
  }
}

}  // namespace

Job any_blas_job(uint64_t random_seed) {
  Random random(random_seed);
  switch (below(random, 4)) {
    case 0: return any_blas_job<float>(random);
    case 1: return any_blas_job<double>(random);
    case 2: return any_blas_job<C32>(random);
    default: return any_blas_job<C64>(random);
  }
}

}  // namespace gk::soak
