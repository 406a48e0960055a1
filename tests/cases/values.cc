// Cases about values and edge semantics, through every entry.
#include "support/entry.h"
#include "support/oracle.h"

#include <catch2/catch.hpp>

#include <cfenv>
#include <cmath>
#include <limits>
#include <vector>

using namespace gk::test;

namespace {

// Dense operands with padded leading dimensions in either order.
template <class T>
struct CaseOperands {
  Matrix<T> a, b, c;
  CaseOperands(const Call<T> &x, int64_t lda, int64_t ldb, int64_t ldc)
      : a(x.m, x.k, op_strides(x.row_major, x.opa, lda)),
        b(x.k, x.n, op_strides(x.row_major, x.opb, ldb)),
        c(x.m, x.n, op_strides(x.row_major, 'N', ldc)) {}
};

int64_t tight_ld(bool row_major, char op, int64_t rows, int64_t cols) {
  const int64_t ld = row_major == (op == 'N') ? cols : rows;
  return ld > 0 ? ld : 1;
}

template <class T>
void poisoned_output(int64_t m, int64_t n, int64_t k) {
  for (bool row_major : {false, true})
    for (char opa : {'N', 'T'})
      for (char opb : {'N', 'T'}) {
        Call<T> x;
        x.row_major = row_major;
        x.opa = opa;
        x.opb = opb;
        x.m = m;
        x.n = n;
        x.k = k;
        x.lda = tight_ld(row_major, opa, m, k) + 2;
        x.ldb = tight_ld(row_major, opb, k, n) + 1;
        x.ldc = tight_ld(row_major, 'N', m, n) + (row_major ? 7 : 3);
        CaseOperands<T> data(x, x.lda, x.ldb, x.ldc);
        data.a.generate(0);
        data.b.generate(5);
        const Expected<T> want = expected_product<T>(m, n, k, T(1), data.a, data.b, T(0), data.c);
        x.a = data.a.data();
        x.b = data.b.data();
        x.c = data.c.data();
        for (Entry entry : kEntries)
          for (int threads : {1, 4}) {
            data.c.fill([](int64_t i, int64_t j) {
              return (i + j) % 2 == 0 ? std::numeric_limits<T>::quiet_NaN() : std::numeric_limits<T>::infinity();
            });
            x.threads = threads;
            REQUIRE(multiply(entry, x) == GEMMKIT_OK);
            INFO(entry_name(entry) << " " << m << "x" << n << "x" << k << " " << opa << opb << ", row major "
                                   << row_major << ", threads " << threads);
            REQUIRE(equal(data.c, want));
            REQUIRE(data.c.padding_intact());
          }
      }
}

}  // namespace

TEMPLATE_TEST_CASE("H01 beta 0 over a poisoned C", "[cases]", float, double) {
  constexpr int64_t kEdges[] = {1, 2, 3, 5, 8, 9, 15, 16, 17, 31, 33};
  poisoned_output<TestType>(67, 43, 29);
  for (int64_t m : kEdges)
    for (int64_t n : kEdges)
      if (!fast() || (m + n) % 5 == 0) poisoned_output<TestType>(m, n, 29);
  KnobScope every_product_threaded("GEMMKIT_PARALLEL_THRESHOLD", 0);
  poisoned_output<TestType>(67, 43, 29);
}

TEMPLATE_TEST_CASE("H04 no false floating-point exceptions", "[cases]", float, double) {
  using T = TestType;
  // Stack and packing memory first carry data that would raise, were it computed on.
  const int64_t big = 200;
  std::vector<T> junk(big * big, std::numeric_limits<T>::signaling_NaN()), sink(big * big);
  for (size_t i = 0; i < junk.size(); i += 2) junk[i] = std::numeric_limits<T>::max();
  struct Shape {
    int64_t m, n, k;
    int kind;  // 0: identity times identity, 1: zeros, 2: generator
  };
  constexpr Shape kShapes[] = {{15, 15, 15, 0}, {33, 33, 33, 1}, {8, 8, 768, 2},
                               {14, 14, 14, 0}, {1, 1, 1, 0},    {67, 29, 31, 2}};
  int turn = 0;
  for (Entry entry : kEntries)
    for (char opb : {'N', 'T'})
      for (char opa : {'N', 'T'})
        for (const Shape &s : kShapes)
          for (int threads : {1, 2}) {
            if (fast() && ++turn % 5 != 0) continue;
            auto poison = dense<T>(big, big, big, junk.data(), junk.data(), sink.data(), threads);
            poison.opa = opa;
            REQUIRE(multiply(entry, poison) == GEMMKIT_OK);
            const auto value = [&](int64_t i, int64_t j, int seed) {
              return s.kind == 0 ? T(i == j) : s.kind == 1 ? T(0) : T(g(i, j, seed));
            };
            std::vector<T> a(size_t(s.m * s.k)), b(size_t(s.k * s.n)), c(size_t(s.m * s.n));
            for (int64_t p = 0; p < s.k; ++p) {
              for (int64_t i = 0; i < s.m; ++i) a[size_t(opa == 'N' ? i + p * s.m : p + i * s.k)] = value(i, p, 0);
              for (int64_t j = 0; j < s.n; ++j) b[size_t(opb == 'N' ? p + j * s.k : j + p * s.n)] = value(p, j, 5);
            }
            auto x = dense<T>(s.m, s.n, s.k, a.data(), b.data(), c.data(), threads);
            x.opa = opa;
            x.opb = opb;
            if (opa != 'N') x.lda = s.k;
            if (opb != 'N') x.ldb = s.n;
            std::feclearexcept(FE_ALL_EXCEPT);
            multiply(entry, x);
            const int raised = std::fetestexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW | FE_UNDERFLOW);
            INFO(entry_name(entry) << " " << s.m << "x" << s.n << "x" << s.k << " " << opa << opb);
            REQUIRE(raised == 0);
          }
}

TEMPLATE_TEST_CASE("H10 one-column and one-row operands", "[cases]", float, double) {
  using T = TestType;
  for (Entry entry : kEntries) {
    INFO(entry_name(entry));
    const std::vector<T> fives(3, T(5));
    std::vector<T> c(9);
    auto x = dense<T>(3, 3, 1, fives.data(), fives.data(), c.data());
    REQUIRE(multiply(entry, x) == GEMMKIT_OK);
    CHECK(c == std::vector<T>(9, T(25)));
    c.assign(9, T(0));
    x.row_major = true;
    x.lda = 1;
    x.ldb = x.ldc = 3;
    REQUIRE(multiply(entry, x) == GEMMKIT_OK);
    CHECK(c == std::vector<T>(9, T(25)));

    // (1, 2) times the column (1, 2), with the least and with a larger leading dimension.
    for (int64_t ld : {1, 5}) {
      std::vector<T> column(size_t(ld + 1), T(-777)), v{1, 2};
      column[0] = 1;
      column[size_t(ld)] = 2;
      T dot = -1;
      auto y = dense<T>(1, 1, 2, v.data(), column.data(), &dot);
      y.row_major = true;
      y.lda = 2;
      y.ldb = ld;
      y.ldc = 1;
      REQUIRE(multiply(entry, y) == GEMMKIT_OK);
      CHECK(dot == T(5));
      y = dense<T>(1, 1, 2, column.data(), v.data(), &dot);  // the column transposed
      y.row_major = true;
      y.opa = 'T';
      y.lda = ld;
      y.ldb = 1;
      y.ldc = 1;
      dot = -1;
      REQUIRE(multiply(entry, y) == GEMMKIT_OK);
      CHECK(dot == T(5));
    }

    std::vector<T> a(45 * 33), eye(33 * 33, T(0)), same(45 * 33, T(-1));
    for (size_t i = 0; i < a.size(); ++i) a[i] = T(i);
    for (size_t i = 0; i < 33; ++i) eye[i * 34] = T(1);
    auto z = dense<T>(45, 33, 33, a.data(), eye.data(), same.data());
    z.row_major = true;
    z.lda = z.ldb = z.ldc = 33;
    REQUIRE(multiply(entry, z) == GEMMKIT_OK);
    CHECK(same == a);
  }
}

TEMPLATE_TEST_CASE("H12 one buffer for A and B, unaligned buffers", "[cases]", float, double) {
  using T = TestType;
  for (Entry entry : kEntries)
    for (int64_t n : {1, 7, 8, 9, 33, 100}) {
      const size_t size = size_t(n * n);
      std::vector<T> aligned(size), first(size);
      for (int64_t j = 0; j < n; ++j)
        for (int64_t i = 0; i < n; ++i) aligned[size_t(i + j * n)] = T(g(i, j, 0)) / T(7);
      REQUIRE(multiply(entry, dense<T>(n, n, n, aligned.data(), aligned.data(), first.data())) == GEMMKIT_OK);
      for (int offset : {0, 1, 3, 5}) {
        std::vector<T> moved(size + 32), out(size + 32, T(-777));
        const auto at = [offset](std::vector<T> &v) {
          const auto address = reinterpret_cast<uintptr_t>(v.data());
          return v.data() + (64 - address % 64) % 64 / sizeof(T) + offset;
        };
        std::copy(aligned.begin(), aligned.end(), at(moved));
        REQUIRE(multiply(entry, dense<T>(n, n, n, at(moved), at(moved), at(out))) == GEMMKIT_OK);
        INFO(entry_name(entry) << " n " << n << ", offset " << offset);
        REQUIRE(std::equal(first.begin(), first.end(), at(out)));
      }
    }
}

TEMPLATE_TEST_CASE("H13 subnormals survive the product", "[cases]", float, double) {
  using T = TestType;
  const T tiny = std::numeric_limits<T>::denorm_min();
  for (Entry entry : kEntries) {
    INFO(entry_name(entry));
    T one = 1, c = 0;
    REQUIRE(multiply(entry, dense<T>(1, 1, 1, &tiny, &one, &c)) == GEMMKIT_OK);
    CHECK(c == tiny);
    for (int threads : {1, 4}) {
      constexpr int64_t n = 65;
      KnobScope every_product_threaded("GEMMKIT_PARALLEL_THRESHOLD", 0);
      std::vector<T> a(n * n, T(0)), eye(n * n, T(0)), out(n * n, T(-1));
      for (size_t i = 0; i < size_t(n); ++i) a[i * (n + 1)] = tiny, eye[i * (n + 1)] = 1;
      REQUIRE(multiply(entry, dense<T>(n, n, n, a.data(), eye.data(), out.data(), threads)) == GEMMKIT_OK);
      CHECK(out == a);
    }
  }
}
