// The short cut to the small kernel leads where the long way does: the same bits for every small shape.
#include "dispatch/route.h"

#include "dispatch/select.h"
#include "support/env.h"
#include "support/matrix.h"

#include <catch2/catch.hpp>

#include <cstring>
#include <vector>

using namespace gk::test;

namespace {

template <class T>
struct Small {
  std::vector<T> a, b, c;
  T alpha, beta;
  gk::Task task = {};

  Small(int64_t m, int64_t n, int64_t k, bool a_rows, bool b_rows, double factor, double keep)
      : a(m * k), b(k * n), c(m * n), alpha(T(factor)), beta(T(keep)) {
    // Sums that round: another order of the terms is another result.
    int64_t state = m * 977 + n * 331 + k;
    for (std::vector<T> *x : {&a, &b, &c})
      for (T &value : *x) value = T((state = (state * 1103515245 + 12345) % (int64_t{1} << 31)) % 2001 - 1000) / T(7);
    const int64_t es = sizeof(T);
    gemmkit_status status = GEMMKIT_OK;
    task.kernel = gk::selected_kernel(es == 4 ? GK_F32 : GK_F64, &status);
    REQUIRE(task.kernel != nullptr);
    task.m = m, task.n = n, task.k = k;
    task.a = {a.data(), a_rows ? es : k * es, a_rows ? m * es : es};
    task.b = {b.data(), b_rows ? n * es : es, b_rows ? es : k * es};
    task.c = {c.data(), es, m * es};
    task.alpha = &alpha, task.beta = &beta;
    task.alpha_is_zero = alpha == 0, task.beta_is_one = beta == 1;
    task.threads = 1;
  }
};

}  // namespace

TEMPLATE_TEST_CASE("run and run_any give the same bits", "[dispatch]", float, double) {
  using T = TestType;
  for (const uint64_t gemv : {UINT64_MAX, uint64_t{0}})
    for (const uint64_t small_mn : {uint64_t{16}, uint64_t{0}}) {
      KnobScope knobs;
      knobs.set("GEMMKIT_GEMV_THRESHOLD", gemv);
      knobs.set("GEMMKIT_SMALL_MN_DIM", small_mn);
      for (const int64_t m : {1, 2, 3, 5, 8, 9, 17, 33, 49})
        for (const int64_t n : {1, 2, 3, 8, 16, 17, 33})
          for (int64_t k = 1; k <= 75; k += k < 6 ? 1 : 7)
            for (const bool a_rows : {true, false})
              for (const bool b_rows : {false, true})
                for (const double beta : {0.0, 0.5}) {
                  Small<T> one(m, n, k, a_rows, b_rows, beta == 0 ? 1 : -1.5, beta);
                  Small<T> other(m, n, k, a_rows, b_rows, beta == 0 ? 1 : -1.5, beta);
                  gk::run(one.task);
                  gk::run_any(other.task);
                  INFO(m << "x" << n << "x" << k << ", A by " << (a_rows ? "columns" : "rows") << ", B by "
                         << (b_rows ? "rows" : "columns") << ", beta " << beta << ", GEMV_THRESHOLD " << gemv
                         << ", SMALL_MN_DIM " << small_mn);
                  REQUIRE(std::memcmp(one.c.data(), other.c.data(), one.c.size() * sizeof(T)) == 0);
                }
    }
}
