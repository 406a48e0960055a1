// Cases about which memory is touched.
#include "support/entry.h"
#include "support/guard.h"
#include "support/process.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <vector>

using namespace gk::test;

TEMPLATE_TEST_CASE("H02 alpha 0 with unreadable A and B", "[cases]", float, double) {
  using T = TestType;
  constexpr int64_t m = 33, n = 17, k = 9;
  ForbiddenPage forbidden;
  for (Entry entry : kEntries)
    for (T beta : {T(0), T(1), T(-2)}) {
      std::vector<T> c(m * n), before;
      for (int64_t j = 0; j < n; ++j)
        for (int64_t i = 0; i < m; ++i) c[size_t(i + j * m)] = T(g(i, j, 2));
      c[4 + 4 * m] = std::numeric_limits<T>::quiet_NaN();
      before = c;
      auto x = dense<T>(m, n, k, forbidden.as<T>(), forbidden.as<T>(), c.data());
      x.alpha = 0;
      x.beta = beta;
      REQUIRE(multiply(entry, x) == GEMMKIT_OK);
      INFO(entry_name(entry) << ", beta " << beta);
      for (size_t i = 0; i < c.size(); ++i) {
        if (beta == T(0)) REQUIRE(c[i] == T(0));
        if (beta == T(1)) REQUIRE(std::memcmp(&c[i], &before[i], sizeof(T)) == 0);
        if (beta == T(-2)) REQUIRE((std::isnan(before[i]) ? std::isnan(c[i]) : c[i] == -2 * before[i]));
      }
    }
}

namespace {

template <class T>
void guarded_product(int64_t m, int64_t n, int64_t k, Edge edge, Entry entry, bool row_major, char opa, char opb) {
  GuardedArray<T> a(size_t(m * k), edge), b(size_t(k * n), edge), c(size_t(m * n), edge);
  for (int64_t i = 0; i < m * k; ++i) a[size_t(i)] = T(g(i, 1, 0));
  for (int64_t i = 0; i < k * n; ++i) b[size_t(i)] = T(g(i, 2, 0));
  for (int64_t i = 0; i < m * n; ++i) c[size_t(i)] = T(3);
  Call<T> x = dense<T>(m, n, k, a.data(), b.data(), c.data());
  x.row_major = row_major;
  x.opa = opa;
  x.opb = opb;
  x.lda = row_major == (opa == 'N') ? k : m;
  x.ldb = row_major == (opb == 'N') ? n : k;
  x.ldc = row_major ? n : m;
  x.beta = T(1);
  const Strides sa = op_strides(row_major, opa, x.lda), sb = op_strides(row_major, opb, x.ldb);
  const Strides sc = op_strides(row_major, 'N', x.ldc);
  REQUIRE(multiply(entry, x) == GEMMKIT_OK);
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j) {
      T sum = 3;
      for (int64_t p = 0; p < k; ++p) sum += a[size_t(i * sa.rs + p * sa.cs)] * b[size_t(p * sb.rs + j * sb.cs)];
      if (!(c[size_t(i * sc.rs + j * sc.cs)] == sum))
        FAIL(entry_name(entry) << " " << m << "x" << n << "x" << k << " " << opa << opb << ", row major " << row_major
                               << ": C(" << i << "," << j << ")");
    }
}

}  // namespace

TEMPLATE_TEST_CASE("H05 guard pages", "[cases]", float, double) {
  using T = TestType;
  for (Edge edge : {Edge::End, Edge::Begin})
    for (Entry entry : kEntries) {
      GuardedArray<T> two(1, edge), one(1, edge), out(1, edge);
      two[0] = 2;
      one[0] = 1;
      REQUIRE(multiply(entry, dense<T>(1, 1, 1, two.data(), one.data(), out.data())) == GEMMKIT_OK);
      CHECK(out[0] == T(2));
      GuardedArray<T> shared(100, edge), square(100, edge);
      for (size_t i = 0; i < 100; ++i) shared[i] = T(g(int64_t(i), 0, 0));
      REQUIRE(multiply(entry, dense<T>(10, 10, 10, shared.data(), shared.data(), square.data())) == GEMMKIT_OK);
      for (int i = 0; i < 10; ++i)
        for (int j = 0; j < 10; ++j) {
          T sum = 0;
          for (int p = 0; p < 10; ++p) sum += shared[size_t(i + 10 * p)] * shared[size_t(p + 10 * j)];
          REQUIRE(square[size_t(i + 10 * j)] == sum);
        }
    }
}

TEMPLATE_TEST_CASE("H05 guard pages around every small shape", "[cases]", float, double) {
  int turn = 0;
  for (Edge edge : {Edge::End, Edge::Begin})
    for (int64_t m = 1; m <= 17; ++m)
      for (int64_t n = 1; n <= 17; ++n)
        for (int64_t k = 1; k <= 17; ++k, ++turn) {
          if (turn % (fast() ? 29 : 3) != 0) continue;
          guarded_product<TestType>(m, n, k, edge, Entry::Unchecked, turn & 1, turn & 2 ? 'N' : 'T',
                                    turn & 4 ? 'N' : 'T');
        }
}

TEMPLATE_TEST_CASE("H05 guard pages around products of several tiles", "[cases]", float, double) {
  // Blocked and packed, where edge tiles of a block are not those of the matrix.
  for (uint64_t pack : {uint64_t(0), UINT64_MAX}) {
    KnobScope knobs;
    knobs.set("GEMMKIT_DIRECT_BYTES", 0);
    knobs.set("GEMMKIT_KC", 13);
    knobs.set("GEMMKIT_MC", 37);
    knobs.set("GEMMKIT_NC", 11);
    knobs.set("GEMMKIT_LHS_PACK_THRESHOLD", pack);
    knobs.set("GEMMKIT_LHS_PACK_STRIDE", pack == 0 ? 4 : UINT64_MAX);
    knobs.set("GEMMKIT_RHS_PACK_THRESHOLD", pack);
    for (Edge edge : {Edge::End, Edge::Begin})
      for (int ops = 0; ops < 8; ++ops)
        for (int64_t m : {31, 49, 97})
          guarded_product<TestType>(m, 29, 41, edge, kEntries[ops % 2], ops & 1, ops & 2 ? 'N' : 'T',
                                    ops & 4 ? 'N' : 'T');
  }
}

namespace {

template <class T>
using CblasGemv = void (*)(int, int, int, int, T, const T *, int, const T *, int, T, T *, int);

// An array whose last or first `count` elements touch the forbidden page.
template <class T>
class Touching {
 public:
  Touching(size_t most, Edge edge) : array_(most, edge), most_(most), edge_(edge) {}
  T *of(size_t count) { return array_.data() + (edge_ == Edge::End ? most_ - count : 0); }

 private:
  GuardedArray<T> array_;
  size_t most_;
  Edge edge_;
};

}  // namespace

TEMPLATE_TEST_CASE("H06 gemv at a page end, all remainders", "[cases]", float, double) {
  using T = TestType;
  constexpr int kMost = 40, kRow = 101, kCol = 102, kNo = 111, kTrans = 112;
  const auto gemv = reinterpret_cast<CblasGemv<T>>(blas_symbol(sizeof(T) == 4 ? "cblas_sgemv" : "cblas_dgemv"));
  KnobScope knobs;  // with threads 8 every call that has two lines of y gets a team
  knobs.set("GEMMKIT_PARALLEL_THRESHOLD", 0);
  knobs.set("GEMMKIT_GEMV_PARALLEL_BYTES", 1);
  knobs.set("GEMMKIT_GEMV_AXPY_PAR_MIN_ROWS", 1);
  knobs.set("GEMMKIT_GEMV_TIER_STEP", 1);
  knobs.set("GEMMKIT_GEMV_THREAD_CAP", 8);
  int turn = 0;
  for (const Edge edge : {Edge::End, Edge::Begin}) {
    Touching<T> matrices(kMost * kMost, edge), vectors(kMost, edge), results(kMost, edge);
    for (const int threads : {1, 8}) {
      gemmkit_set_num_threads(threads);
      for (const uint64_t stream : {uint64_t(0), uint64_t(32)}) {  // columns buffered, and kept in registers
        knobs.set("GEMMKIT_K_STREAM_MAX", stream);
        for (int m = 1; m <= kMost; ++m)
          for (int n = 1; n <= kMost; ++n)
            for (const int layout : {kCol, kRow})
              for (const int op : {kNo, kTrans}) {
                if (++turn % (fast() ? 37 : threads == 1 ? 1 : 7) != 0) continue;
                const bool trans = op == kTrans;
                const int rows = trans ? n : m, depth = trans ? m : n, lda = layout == kCol ? m : n;
                T *a = matrices.of(size_t(m) * size_t(n)), *x = vectors.of(size_t(depth));
                T *y = results.of(size_t(rows));
                for (int i = 0; i < m * n; ++i) a[i] = T(g(i, 1, 0));
                for (int i = 0; i < depth; ++i) x[i] = T(g(i, 2, 0));
                const T beta = T(turn % 3 - 1);
                for (int i = 0; i < rows; ++i) y[i] = beta == 0 ? std::numeric_limits<T>::quiet_NaN() : T(3);
                gemv(layout, op, m, n, T(2), a, lda, x, 1, beta, y, 1);
                for (int i = 0; i < rows; ++i) {
                  T sum = 0;
                  for (int p = 0; p < depth; ++p)
                    sum += ((layout == kCol) == trans ? a[i * lda + p] : a[i + p * lda]) * x[p];
                  if (!(y[i] == 2 * sum + (beta == 0 ? T(0) : 3 * beta)))
                    FAIL(m << "x" << n << ", layout " << layout << ", op " << op << ", threads " << threads << ", y("
                           << i << ")");
                }
              }
      }
      gemmkit_set_num_threads(0);
    }
  }
  CHECK(thread_count() > 1);  // or no call had a team
}

TEST_CASE("H07 offsets beyond 2^31 elements", "[cases]") {
  constexpr int64_t k = 32770, lda = 65536;
  const size_t bytes = size_t(lda) * size_t(k) * sizeof(double);
  void *map = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (map == MAP_FAILED) {
    WARN("no address space for 17 GB: skipped");
    return;
  }
  auto *a = static_cast<double *>(map);
  for (int64_t p = 0; p < k; ++p) a[p * lda] = 1, a[p * lda + 1] = 2;
  const std::vector<double> ones(size_t(k), 1.0);
  for (Entry entry : kEntries) {
    double c[2] = {-1, -1};
    auto x = dense<double>(2, 1, k, a, ones.data(), c, 2);
    x.lda = lda;
    REQUIRE(multiply(entry, x) == GEMMKIT_OK);
    INFO(entry_name(entry));
    CHECK(c[0] == 32770);
    CHECK(c[1] == 65540);
  }
  munmap(map, bytes);
}

TEMPLATE_TEST_CASE("H08 a long inner dimension on a small stack", "[cases]", float, double) {
  using T = TestType;
  constexpr int64_t k = 200001;
  constexpr int kShapes[][2] = {{1, 1}, {3, 5}, {4, 8}, {6, 16}, {8, 4}};
  int turn = 0;
  for (Entry entry : kEntries)
    for (const auto &shape : kShapes)
      for (char op : {'N', 'T'}) {
        if (fast() && ++turn % 3 != 0) continue;
        const int64_t m = shape[0], n = shape[1];
        std::vector<T> a(size_t(m * k), T(1)), b(size_t(k * n), T(1)), c(size_t(m * n), T(0));
        {
          StackThread thread(256 * 1024, [&] {
            auto x = dense<T>(m, n, k, a.data(), b.data(), c.data());
            x.opa = op;
            if (op == 'T') x.lda = k;
            multiply(entry, x);
          });
        }
        INFO(entry_name(entry) << " " << m << "x" << n << " " << op);
        CHECK(c == std::vector<T>(size_t(m * n), T(k)));
      }
}
