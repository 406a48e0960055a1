// cblas_?gemm_batch and cblas_?gemm_batch_strided. The program's own cblas_xerbla (recorder.cc) records.
#include "blas/recorder.h"
#include "support/guard.h"
#include "support/matrix.h"

#include <catch2/catch.hpp>

#include <complex>
#include <limits>
#include <type_traits>
#include <vector>

using namespace gk::test;

namespace {

template <class T>
struct Names;
template <>
struct Names<float> {
  static constexpr auto batch = cblas_sgemm_batch;
  static constexpr auto strided = cblas_sgemm_batch_strided;
  static constexpr auto gemm = cblas_sgemm;
  static constexpr const char *batch_name = "cblas_sgemm_batch", *strided_name = "cblas_sgemm_batch_strided";
};
template <>
struct Names<double> {
  static constexpr auto batch = cblas_dgemm_batch;
  static constexpr auto strided = cblas_dgemm_batch_strided;
  static constexpr auto gemm = cblas_dgemm;
  static constexpr const char *batch_name = "cblas_dgemm_batch", *strided_name = "cblas_dgemm_batch_strided";
};

// Complex arrays come without a type.
template <class C, auto Batch, auto Strided, auto Gemm>
struct ComplexNames {
  static void batch(CBLAS_LAYOUT layout, const CBLAS_TRANSPOSE *ta, const CBLAS_TRANSPOSE *tb, const int *m,
                    const int *n, const int *k, const C *alpha, const C **a, const int *lda, const C **b,
                    const int *ldb, const C *beta, C **c, const int *ldc, int count, const int *size) {
    Batch(layout, ta, tb, m, n, k, alpha, reinterpret_cast<const void **>(a), lda, reinterpret_cast<const void **>(b),
          ldb, beta, reinterpret_cast<void **>(c), ldc, count, size);
  }
  static void strided(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE ta, CBLAS_TRANSPOSE tb, int m, int n, int k, C alpha,
                      const C *a, int lda, int stridea, const C *b, int ldb, int strideb, C beta, C *c, int ldc,
                      int stridec, int count) {
    Strided(layout, ta, tb, m, n, k, &alpha, a, lda, stridea, b, ldb, strideb, &beta, c, ldc, stridec, count);
  }
  static void gemm(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE ta, CBLAS_TRANSPOSE tb, int m, int n, int k, C alpha,
                   const C *a, int lda, const C *b, int ldb, C beta, C *c, int ldc) {
    Gemm(layout, ta, tb, m, n, k, &alpha, a, lda, b, ldb, &beta, c, ldc);
  }
};
template <>
struct Names<std::complex<float>>
    : ComplexNames<std::complex<float>, cblas_cgemm_batch, cblas_cgemm_batch_strided, cblas_cgemm> {
  static constexpr const char *batch_name = "cblas_cgemm_batch", *strided_name = "cblas_cgemm_batch_strided";
};
template <>
struct Names<std::complex<double>>
    : ComplexNames<std::complex<double>, cblas_zgemm_batch, cblas_zgemm_batch_strided, cblas_zgemm> {
  static constexpr const char *batch_name = "cblas_zgemm_batch", *strided_name = "cblas_zgemm_batch_strided";
};

// The arguments of one group.
template <class T>
struct Shape {
  CBLAS_TRANSPOSE ta = CblasNoTrans, tb = CblasNoTrans;
  int m = 1, n = 1, k = 1;
  T alpha = 1, beta = 0;
  int lda = 1, ldb = 1, ldc = 1;
  int size = 1;
};

template <class T>
struct Arrays {
  std::vector<CBLAS_TRANSPOSE> ta, tb;
  std::vector<int> m, n, k, lda, ldb, ldc, size;
  std::vector<T> alpha, beta;
  std::vector<const T *> a, b;
  std::vector<T *> c;

  void add(const Shape<T> &s) {
    ta.push_back(s.ta), tb.push_back(s.tb);
    m.push_back(s.m), n.push_back(s.n), k.push_back(s.k);
    alpha.push_back(s.alpha), beta.push_back(s.beta);
    lda.push_back(s.lda), ldb.push_back(s.ldb), ldc.push_back(s.ldc);
    size.push_back(s.size);
  }
  void run(CBLAS_LAYOUT layout) {
    Names<T>::batch(layout, ta.data(), tb.data(), m.data(), n.data(), k.data(), alpha.data(), a.data(), lda.data(),
                    b.data(), ldb.data(), beta.data(), c.data(), ldc.data(), int(size.size()), size.data());
  }
};

template <class T>
std::vector<T> numbers(size_t count, int seed) {
  std::vector<T> x(count);
  for (size_t i = 0; i < count; ++i) {
    x[i] = T(g(int64_t(i), int64_t(i / 13), seed));
    if constexpr (!std::is_arithmetic_v<T>) x[i] += T(0, T(g(int64_t(i / 7), int64_t(i), seed)).real());
  }
  return x;
}

}  // namespace

TEMPLATE_TEST_CASE("cblas_?gemm_batch equals a loop over cblas_?gemm", "[blas]", float, double, std::complex<float>,
                   std::complex<double>) {
  using T = TestType;
  const CBLAS_LAYOUT layout = GENERATE(CblasRowMajor, CblasColMajor);
  const bool spread = GENERATE(false, true);  // pointers evenly spaced, or not
  Arrays<T> x;
  const CBLAS_TRANSPOSE ops[] = {CblasNoTrans, CblasTrans, CblasConjTrans};
  constexpr int kGroups = 9, kMost = 7;
  for (int i = 0; i < kGroups; ++i) {
    Shape<T> s;
    s.ta = ops[i % 3], s.tb = ops[i / 3];
    s.m = 3 + i, s.n = 9 - i, s.k = 2 + i % 4;
    s.alpha = T(1 + i % 2), s.beta = T(i % 3 - 1);
    s.lda = s.ldb = s.ldc = 12;
    s.size = i == 4 ? 0 : 1 + i % kMost;
    x.add(s);
  }
  const size_t room = 160;
  const auto a = numbers<T>(room * kGroups * kMost, 1), b = numbers<T>(room * kGroups * kMost, 2);
  auto c = numbers<T>(room * kGroups * kMost, 3), want = c;
  size_t at = 0;
  for (int group = 0; group < kGroups; ++group) {
    for (int i = 0; i < x.size[size_t(group)]; ++i, ++at) {
      const size_t shift = at * room + (spread ? (at * at) % 7 : 0);
      x.a.push_back(a.data() + shift), x.b.push_back(b.data() + shift), x.c.push_back(c.data() + shift);
      const size_t q = size_t(group);
      Names<T>::gemm(layout, x.ta[q], x.tb[q], x.m[q], x.n[q], x.k[q], x.alpha[q], x.a.back(), 12, x.b.back(), 12,
                     x.beta[q], want.data() + shift, 12);
    }
  }
  reset_report();
  x.run(layout);
  CHECK(reported.calls == 0);
  CHECK(c == want);
}

// H38 with an array of pointers.
TEMPLATE_TEST_CASE("H38: a thousand 4x4x4 by pointers", "[blas][case]", float, double, std::complex<float>,
                   std::complex<double>) {
  using T = TestType;
  const bool shuffled = GENERATE(false, true);
  constexpr int kCount = 1000;
  const auto a = numbers<T>(16 * kCount, 1), b = numbers<T>(16, 2);
  std::vector<T> c(20 * kCount, T(-777));
  Arrays<T> x;
  Shape<T> s;
  s.m = s.n = s.k = s.lda = s.ldb = s.ldc = 4;
  s.size = kCount;
  x.add(s);
  for (int i = 0; i < kCount; ++i) {
    const int e = shuffled ? (i * 7) % kCount : i;
    x.a.push_back(a.data() + 16 * e), x.b.push_back(b.data()), x.c.push_back(c.data() + 20 * e);
    for (int p = 0; p < 16; ++p) c[size_t(20 * e + p)] = std::numeric_limits<T>::quiet_NaN();
  }
  x.run(CblasColMajor);
  int wrong = 0;
  for (int e = 0; e < kCount; ++e) {
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) {
        T sum = 0;
        for (int p = 0; p < 4; ++p) sum += a[size_t(16 * e + i + 4 * p)] * b[size_t(p + 4 * j)];
        wrong += !(c[size_t(20 * e + i + 4 * j)] == sum);
      }
    for (int p = 16; p < 20; ++p) wrong += c[size_t(20 * e + p)] != T(-777);
  }
  CHECK(wrong == 0);
}

TEMPLATE_TEST_CASE("cblas_?gemm_batch reports before it computes", "[blas]", float, double, std::complex<float>,
                   std::complex<double>) {
  using T = TestType;
  ForbiddenPage page;
  struct {
    void (*damage)(Arrays<T> &);
    int position;
  } cases[] = {
      {[](Arrays<T> &x) { x.ta[1] = CBLAS_TRANSPOSE(7); }, 2},
      {[](Arrays<T> &x) { x.tb[1] = CBLAS_TRANSPOSE(0); }, 3},
      {[](Arrays<T> &x) { x.m[1] = -1; }, 4},
      {[](Arrays<T> &x) { x.n[1] = -1; }, 5},
      {[](Arrays<T> &x) { x.k[1] = -1; }, 6},
      {[](Arrays<T> &x) { x.lda[1] = 2; }, 9},
      {[](Arrays<T> &x) { x.ldb[1] = 3; }, 11},
      {[](Arrays<T> &x) { x.ldc[1] = 2; }, 14},
      {[](Arrays<T> &x) { x.size[1] = -1; }, 16},
  };
  for (const auto &one : cases) {
    Arrays<T> x;
    Shape<T> s;
    s.m = 3, s.n = 5, s.k = 4, s.lda = 3, s.ldb = 4, s.ldc = 3;
    x.add(s), x.add(s);
    for (int i = 0; i < 2; ++i) x.a.push_back(page.as<T>()), x.b.push_back(page.as<T>()), x.c.push_back(page.as<T>());
    one.damage(x);
    reset_report();
    x.run(CblasColMajor);
    CHECK(reported.calls == 1);
    CHECK(reported.info == one.position);
    CHECK(reported.name == Names<T>::batch_name);
    CHECK_FALSE(reported.row_major);
  }
  Arrays<T> x;
  reset_report();
  x.run(CBLAS_LAYOUT(5));
  CHECK(reported.info == 1);
  reset_report();
  Names<T>::batch(CblasColMajor, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                  nullptr, nullptr, nullptr, nullptr, -1, nullptr);
  CHECK(reported.info == 15);
  // No groups: nothing is read.
  reset_report();
  Names<T>::batch(CblasColMajor, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                  nullptr, nullptr, nullptr, nullptr, 0, nullptr);
  CHECK(reported.calls == 0);
}

TEMPLATE_TEST_CASE("cblas_?gemm_batch_strided equals a loop", "[blas]", float, double, std::complex<float>,
                   std::complex<double>) {
  using T = TestType;
  const CBLAS_LAYOUT layout = GENERATE(CblasRowMajor, CblasColMajor);
  const CBLAS_TRANSPOSE ta = GENERATE(CblasNoTrans, CblasTrans), tb = GENERATE(CblasNoTrans, CblasConjTrans);
  const int b_step = GENERATE(0, 130);
  constexpr int kCount = 17;
  const auto a = numbers<T>(kCount * 130, 1), b = numbers<T>(kCount * 130, 2);
  auto c = numbers<T>(kCount * 130, 3), want = c;
  for (int e = 0; e < kCount; ++e)
    Names<T>::gemm(layout, ta, tb, 5, 8, 6, T(2), a.data() + e * 130, 9, b.data() + e * b_step, 10, T(-1),
                   want.data() + e * 125, 11);
  Names<T>::strided(layout, ta, tb, 5, 8, 6, T(2), a.data(), 9, 130, b.data(), 10, b_step, T(-1), c.data(), 11, 125,
                    kCount);
  CHECK(c == want);
}

TEMPLATE_TEST_CASE("cblas_?gemm_batch_strided checks its arguments", "[blas]", float, double, std::complex<float>,
                   std::complex<double>) {
  using T = TestType;
  ForbiddenPage page;
  T *const p = page.as<T>();
  const auto position = [p](int layout, int ta, int tb, int m, int n, int k, int lda, int ldb, int ldc, int c_step,
                            int batch) {
    reset_report();
    Names<T>::strided(CBLAS_LAYOUT(layout), CBLAS_TRANSPOSE(ta), CBLAS_TRANSPOSE(tb), m, n, k, T(1), p, lda, 9, p, ldb,
                      9, T(0), p, ldc, c_step, batch);
    if (reported.calls == 0) return 0;
    CHECK(reported.name == Names<T>::strided_name);
    return reported.info;
  };
  CHECK(position(100, 111, 111, 2, 3, 4, 2, 4, 2, 9, 1) == 1);
  CHECK(position(102, 0, 111, 2, 3, 4, 2, 4, 2, 9, 1) == 2);
  CHECK(position(102, 111, 0, 2, 3, 4, 2, 4, 2, 9, 1) == 3);
  CHECK(position(102, 111, 111, -1, 3, 4, 2, 4, 2, 9, 1) == 4);
  CHECK(position(102, 111, 111, 2, -1, 4, 2, 4, 2, 9, 1) == 5);
  CHECK(position(102, 111, 111, 2, 3, -1, 2, 4, 2, 9, 1) == 6);
  CHECK(position(102, 111, 111, 2, 3, 4, 1, 4, 2, 9, 1) == 9);
  CHECK(position(102, 112, 111, 2, 3, 4, 3, 4, 2, 9, 1) == 9);
  CHECK(position(101, 111, 111, 2, 3, 4, 3, 4, 3, 9, 1) == 9);
  CHECK(position(102, 111, 111, 2, 3, 4, 2, 3, 2, 9, 1) == 12);
  CHECK(position(101, 111, 111, 2, 3, 4, 4, 2, 3, 9, 1) == 12);
  CHECK(position(102, 111, 111, 2, 3, 4, 2, 4, 1, 9, 1) == 16);
  CHECK(position(101, 111, 111, 2, 3, 4, 4, 3, 2, 9, 1) == 16);
  CHECK(position(102, 111, 111, 2, 3, 4, 2, 4, 2, 0, 2) == 17);
  CHECK(position(102, 111, 111, 2, 3, 4, 2, 4, 2, 9, -1) == 18);
  CHECK(position(102, 111, 111, 2, 3, 4, 2, 4, 2, 0, 0) == 0);
  CHECK(position(102, 111, 111, 0, 3, 4, 1, 4, 1, 0, 5) == 0);
}
