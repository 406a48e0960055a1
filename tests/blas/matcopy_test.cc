// ?omatcopy and ?imatcopy against plain loops, and against OpenBLAS. The program's own handlers (recorder.cc) record.
#include "blas/recorder.h"
#include "support/env.h"
#include "support/guard.h"
#include "support/inject.h"

#include <dlfcn.h>
#include <catch2/catch.hpp>

#include <complex>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

using namespace gk::test;

namespace {

template <class T>
constexpr bool kComplex = !std::is_arithmetic_v<T>;
template <class T>
struct PartOf {
  using Type = T;
};
template <class R>
struct PartOf<std::complex<R>> {
  using Type = R;
};
template <class T>
using Part = typename PartOf<T>::Type;

// The routines under one signature.
template <class T>
struct Names;
#define NAMES(T, x)                                                                                       \
  template <>                                                                                             \
  struct Names<T> {                                                                                       \
    static constexpr auto omat = cblas_##x##omatcopy;                                                     \
    static constexpr auto imat = cblas_##x##imatcopy;                                                     \
    static constexpr auto omat_f = x##omatcopy_;                                                          \
    static constexpr auto imat_f = x##imatcopy_;                                                          \
    static constexpr const char *omat_name = "cblas_" #x "omatcopy", *imat_name = "cblas_" #x "imatcopy"; \
  };
NAMES(float, s)
NAMES(double, d)
NAMES(std::complex<float>, c)
NAMES(std::complex<double>, z)
#undef NAMES

template <class T>
auto *parts(T *p) {
  if constexpr (kComplex<std::remove_const_t<T>>) {
    using P = Part<std::remove_const_t<T>>;
    return reinterpret_cast<std::conditional_t<std::is_const_v<T>, const P, P> *>(p);
  } else {
    return p;
  }
}
template <class T>
auto scalar(const T &alpha) {
  if constexpr (kComplex<T>) {
    return parts(&alpha);
  } else {
    return alpha;
  }
}

struct Shape {
  CBLAS_LAYOUT layout;
  CBLAS_TRANSPOSE trans;
  int rows, cols, lda_more, ldb_more;

  bool transposes() const { return trans == CblasTrans || trans == CblasConjTrans; }
  bool conjugates() const { return trans == CblasConjTrans || trans == CblasConjNoTrans; }
  // Column-major: A is m x n, B mb x nb.
  int m() const { return layout == CblasColMajor ? rows : cols; }
  int n() const { return layout == CblasColMajor ? cols : rows; }
  int mb() const { return transposes() ? n() : m(); }
  int nb() const { return transposes() ? m() : n(); }
  int lda() const { return std::max(m(), 1) + lda_more; }
  int ldb() const { return std::max(mb(), 1) + ldb_more; }
  // Elements from the first to behind the last one.
  size_t a_size() const { return m() && n() ? size_t(lda()) * size_t(n() - 1) + size_t(m()) : 0; }
  size_t b_size() const { return m() && n() ? size_t(ldb()) * size_t(nb() - 1) + size_t(mb()) : 0; }
  char order() const { return layout == CblasColMajor ? 'C' : 'r'; }
  char letter() const {
    return trans == CblasNoTrans ? 'n' : trans == CblasTrans ? 'T' : trans == CblasConjTrans ? 'c' : 'R';
  }
};

template <class T>
T element(size_t i) {
  const auto re = static_cast<Part<T>>(static_cast<int>(i * 7 % 23) - 11);
  if constexpr (kComplex<T>) {
    return {re, static_cast<Part<T>>(static_cast<int>(i * 5 % 19) - 9)};
  } else {
    return re;
  }
}

// alpha * op of A's element that B has at (i, j); small integers, so that it is exact.
template <class T>
T expected(const Shape &s, T alpha, const T *a, int i, int j) {
  T x = s.transposes() ? a[j + int64_t(i) * s.lda()] : a[i + int64_t(j) * s.lda()];
  if constexpr (kComplex<T>) {
    if (s.conjugates()) x = std::conj(x);
    return {alpha.real() * x.real() - alpha.imag() * x.imag(), alpha.real() * x.imag() + alpha.imag() * x.real()};
  }
  return alpha * x;
}

template <class T>
T factor(int kind) {
  if constexpr (kComplex<T>) {
    return kind == 0 ? T(1, 0) : kind == 1 ? T(0, 0) : T(2, -3);
  } else {
    return kind == 0 ? T(1) : kind == 1 ? T(0) : T(-3);
  }
}

template <class T>
void call(const Shape &s, bool fortran, T alpha, const T *a, T *b) {
  const int lda = s.lda(), ldb = s.ldb();
  if (fortran) {
    const char order = s.order(), letter = s.letter();
    Names<T>::omat_f(&order, &letter, &s.rows, &s.cols, &alpha, a, &lda, b, &ldb);
  } else {
    Names<T>::omat(s.layout, s.trans, s.rows, s.cols, scalar(alpha), parts(a), lda, parts(b), ldb);
  }
}
template <class T>
void call_in_place(const Shape &s, bool fortran, T alpha, T *a) {
  const int lda = s.lda(), ldb = s.ldb();
  if (fortran) {
    const char order = s.order(), letter = s.letter();
    Names<T>::imat_f(&order, &letter, &s.rows, &s.cols, &alpha, a, &lda, &ldb);
  } else {
    Names<T>::imat(s.layout, s.trans, s.rows, s.cols, scalar(alpha), parts(a), lda, ldb);
  }
}

template <class T>
bool same(T a, T b) {
  return a == b;
}

template <class T>
void check_omat(const Shape &s, T alpha, Edge edge, bool fortran) {
  GuardedArray<T> a(s.a_size(), edge), b(s.b_size(), edge);
  for (size_t i = 0; i < s.a_size(); ++i) a[i] = element<T>(i);
  for (size_t i = 0; i < s.b_size(); ++i) b[i] = T(77);
  call(s, fortran, alpha, a.data(), b.data());
  size_t wrong = 0;
  for (size_t p = 0; p < s.b_size(); ++p) {
    const int i = static_cast<int>(p % size_t(s.ldb())), j = static_cast<int>(p / size_t(s.ldb()));
    wrong += !same(b[p], i < s.mb() ? expected(s, alpha, a.data(), i, j) : T(77));
  }
  CHECK(wrong == 0);
}

template <class T>
void check_imat(const Shape &s, T alpha, Edge edge, bool fortran) {
  const size_t size = std::max(s.a_size(), s.b_size());
  GuardedArray<T> a(size, edge);
  std::vector<T> before(size);
  for (size_t i = 0; i < size; ++i) before[i] = a[i] = element<T>(i);
  call_in_place(s, fortran, alpha, a.data());
  size_t wrong = 0;
  for (size_t p = 0; p < size; ++p) {
    const int i = static_cast<int>(p % size_t(s.ldb()));
    const size_t j = p / size_t(s.ldb());
    const bool in_b = i < s.mb() && j < size_t(s.nb());
    wrong += !same(a[p], in_b ? expected(s, alpha, before.data(), i, static_cast<int>(j)) : before[p]);
  }
  CHECK(wrong == 0);
}

template <class Body>
void each_shape(const std::vector<int> &sizes, Body body) {
  for (CBLAS_LAYOUT layout : {CblasColMajor, CblasRowMajor})
    for (CBLAS_TRANSPOSE trans : {CblasNoTrans, CblasTrans, CblasConjTrans, CblasConjNoTrans})
      for (int rows : sizes)
        for (int cols : sizes)
          for (int more : {0, 1, 2, 3}) body(Shape{layout, trans, rows, cols, more & 1 ? 3 : 0, more & 2 ? 5 : 0});
}

std::string text(const Shape &s) {
  return std::to_string(s.layout) + " " + std::to_string(s.trans) + " " + std::to_string(s.rows) + "x" +
         std::to_string(s.cols) + " lda " + std::to_string(s.lda()) + " ldb " + std::to_string(s.ldb());
}

std::vector<int> sizes() {
  if (fast()) return {0, 1, 3, 17, 35};
  return {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 67};
}

}  // namespace

TEMPLATE_TEST_CASE("omatcopy writes alpha*op(A) and nothing else", "[blas][matcopy]", float, double,
                   std::complex<float>, std::complex<double>) {
  int turn = 0;
  each_shape(sizes(), [&](const Shape &s) {
    INFO(text(s));
    ++turn;
    check_omat<TestType>(s, factor<TestType>(turn % 3), turn % 2 ? Edge::End : Edge::Begin, turn % 5 == 0);
    check_omat<TestType>(s, factor<TestType>((turn + 1) % 3), turn % 2 ? Edge::Begin : Edge::End, turn % 5 == 1);
  });
}

TEMPLATE_TEST_CASE("imatcopy does the same in place", "[blas][matcopy]", float, double, std::complex<float>,
                   std::complex<double>) {
  int turn = 0;
  each_shape(sizes(), [&](const Shape &s) {
    INFO(text(s));
    ++turn;
    check_imat<TestType>(s, factor<TestType>(turn % 3), turn % 2 ? Edge::End : Edge::Begin, turn % 5 == 0);
    check_imat<TestType>(s, factor<TestType>((turn + 1) % 3), turn % 2 ? Edge::Begin : Edge::End, turn % 5 == 1);
  });
}

#if !GK_TEST_SANITIZED
TEMPLATE_TEST_CASE("imatcopy without memory", "[blas][matcopy][robust]", float, std::complex<double>) {
  int turn = 0;
  each_shape({1, 2, 5, 12, 37}, [&](const Shape &s) {
    INFO(text(s));
    ++turn;
    const size_t size = std::max(s.a_size(), s.b_size());
    std::vector<TestType> a(size), b;
    for (size_t i = 0; i < size; ++i) a[i] = element<TestType>(i);
    b = a;
    call_in_place(s, false, factor<TestType>(turn % 3), a.data());
    inject_fail_allocations(0);
    call_in_place(s, false, factor<TestType>(turn % 3), b.data());
    inject_fail_allocations(~0ul);
    CHECK(std::memcmp(a.data(), b.data(), size * sizeof(TestType)) == 0);
  });
  CHECK(inject_failures() > 0);
}
#endif

TEMPLATE_TEST_CASE("Teams copy what one worker does", "[blas][matcopy]", float, std::complex<double>) {
  for (int rows : {3, 400, 1000})
    for (int cols : {5, 400, 900})
      for (CBLAS_TRANSPOSE trans : {CblasNoTrans, CblasTrans, CblasConjTrans}) {
        const Shape s{CblasColMajor, trans, rows, cols, 0, 0};
        INFO(text(s));
        check_omat<TestType>(s, factor<TestType>(2), Edge::End, false);
        check_imat<TestType>(s, factor<TestType>(2), Edge::End, false);
        check_imat<TestType>({CblasColMajor, trans, rows, cols, 4, 9}, factor<TestType>(2), Edge::End, false);
      }
}

TEMPLATE_TEST_CASE("alpha of zero reads nothing, of one copies exactly", "[blas][matcopy]", float, double,
                   std::complex<float>, std::complex<double>) {
  using T = TestType;
  const Part<T> nan = std::numeric_limits<Part<T>>::quiet_NaN(), inf = std::numeric_limits<Part<T>>::infinity();
  for (CBLAS_TRANSPOSE trans : {CblasNoTrans, CblasTrans}) {
    const Shape s{CblasColMajor, trans, 19, 23, 0, 0};
    ForbiddenPage page;
    std::vector<T> b(s.b_size(), T(nan));
    call(s, false, T(0), page.as<const T>(), b.data());
    CHECK(b == std::vector<T>(s.b_size(), T(0)));
    std::vector<T> a(s.a_size(), T(inf));
    call(s, false, T(1), a.data(), b.data());
    CHECK(std::memcmp(b.data(), a.data(), a.size() * sizeof(T)) == 0);  // no NaN from infinity times zero
    call_in_place(s, false, T(1), a.data());
    CHECK(std::memcmp(b.data(), a.data(), a.size() * sizeof(T)) == 0);
    a.assign(s.a_size(), T(nan));
    call_in_place(s, false, T(0), a.data());
    CHECK(a == std::vector<T>(s.a_size(), T(0)));
  }
}

TEMPLATE_TEST_CASE("OpenBLAS gives the same", "[blas][matcopy]", float, double, std::complex<float>,
                   std::complex<double>) {
  using T = TestType;
  void *peer = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
  if (peer == nullptr) {
    WARN("no OpenBLAS");
    return;
  }
  auto *omat = reinterpret_cast<decltype(Names<T>::omat)>(dlsym(peer, Names<T>::omat_name));
  auto *imat = reinterpret_cast<decltype(Names<T>::imat)>(dlsym(peer, Names<T>::imat_name));
  REQUIRE(omat != nullptr);
  REQUIRE(imat != nullptr);
  const T alpha = factor<T>(2);
  each_shape({1, 8, 13, 33}, [&](const Shape &s) {
    INFO(text(s));
    std::vector<T> a(s.a_size()), b(s.b_size(), T(5));
    for (size_t i = 0; i < a.size(); ++i) a[i] = element<T>(i);
    std::vector<T> c = b;
    call(s, false, alpha, a.data(), b.data());
    omat(s.layout, s.trans, s.rows, s.cols, scalar(alpha), parts(a.data()), s.lda(), parts(c.data()), s.ldb());
    CHECK(b == c);
    // OpenBLAS 0.3.21 works in a buffer of lda x ldb elements, whatever the matrix needs.
    if (s.lda() < std::max(s.rows, s.cols) || s.ldb() < std::max(s.rows, s.cols)) return;
    b.assign(std::max(s.a_size(), s.b_size()), T(5));
    std::copy(a.begin(), a.end(), b.begin());
    c = b;
    c.resize(size_t(s.lda() + s.ldb()) * size_t(s.rows + s.cols + 10));  // OpenBLAS copies whole columns, the last too
    call_in_place(s, false, alpha, b.data());
    imat(s.layout, s.trans, s.rows, s.cols, scalar(alpha), parts(c.data()), s.lda(), s.ldb());
    size_t wrong = 0;  // in op(A); it leaves something else between the columns
    for (int j = 0; j < s.nb(); ++j)
      for (int i = 0; i < s.mb(); ++i) wrong += b[size_t(i + j * s.ldb())] != c[size_t(i + j * s.ldb())];
    CHECK(wrong == 0);
  });
}

TEMPLATE_TEST_CASE("Illegal arguments of omatcopy and imatcopy", "[blas][matcopy]", float, double, std::complex<float>,
                   std::complex<double>) {
  using T = TestType;
  struct Bad {
    char order, trans;
    int rows, cols, lda, ldb, info_out, info_in;
  };
  const Bad list[] = {{'X', 'X', -1, -1, 0, 0, 1, 1}, {'C', 'X', -1, -1, 0, 0, 2, 2}, {'C', 'N', -1, -1, 0, 0, 3, 3},
                      {'C', 'N', 3, -1, 0, 0, 4, 4},  {'C', 'N', 3, 2, 2, 0, 7, 7},   {'R', 'N', 3, 2, 1, 0, 7, 7},
                      {'C', 'N', 3, 2, 3, 2, 9, 8},   {'C', 'T', 3, 2, 3, 1, 9, 8},   {'R', 'N', 3, 2, 2, 1, 9, 8},
                      {'R', 'T', 3, 2, 2, 2, 9, 8},   {'C', 'N', 0, 0, 0, 1, 7, 7},   {'C', 'C', 0, 0, 1, 0, 9, 8}};
  T a[6] = {T(1), T(2), T(3), T(4), T(5), T(6)}, b[6] = {};
  const T alpha = 2;
  for (const Bad &bad : list) {
    INFO(bad.order << " " << bad.trans << " " << bad.rows << " " << bad.cols << " " << bad.lda << " " << bad.ldb);
    reset_report();
    Names<T>::omat_f(&bad.order, &bad.trans, &bad.rows, &bad.cols, &alpha, a, &bad.lda, b, &bad.ldb);
    CHECK(reported.calls == 1);
    CHECK(reported.info == bad.info_out);
    CHECK(reported.name.substr(1) == "OMATCOPY");
    Names<T>::imat_f(&bad.order, &bad.trans, &bad.rows, &bad.cols, &alpha, a, &bad.lda, &bad.ldb);
    CHECK(reported.calls == 2);
    CHECK(reported.info == bad.info_in);
    CHECK(reported.name.substr(1) == "IMATCOPY");
    const auto layout = static_cast<CBLAS_LAYOUT>(bad.order == 'C'   ? CblasColMajor
                                                  : bad.order == 'R' ? CblasRowMajor
                                                                     : CBLAS_LAYOUT(103));
    const auto trans = bad.trans == 'N'   ? CblasNoTrans
                       : bad.trans == 'T' ? CblasTrans
                       : bad.trans == 'C' ? CblasConjTrans
                                          : CBLAS_TRANSPOSE(115);
    Names<T>::omat(layout, trans, bad.rows, bad.cols, scalar(alpha), parts(a), bad.lda, parts(b), bad.ldb);
    CHECK(reported.info == bad.info_out);
    CHECK(reported.name == Names<T>::omat_name);
    Names<T>::imat(layout, trans, bad.rows, bad.cols, scalar(alpha), parts(a), bad.lda, bad.ldb);
    CHECK(reported.info == bad.info_in);
    CHECK(reported.name == Names<T>::imat_name);
    CHECK(reported.calls == 4);
    for (int i = 0; i < 6; ++i) CHECK((a[i] == T(static_cast<Part<T>>(i + 1)) && b[i] == T(0)));
  }
}
