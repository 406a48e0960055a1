// Level 2 but gemv: the numbers of illegal arguments, by every entry. The handlers are recorder.cc's.
#include "blas/level2.h"
#include "blas/recorder.h"

#include <catch2/catch.hpp>

using namespace gk::test;
using namespace gk::test::level2;

namespace {

// The report of the call before: one, with the number that its Fortran routine has, or a C entry's own for options.
void expect(int layout, int info, const char *ending) {
  CAPTURE(layout, info, ending);
  CHECK(reported.calls == 1);
  CHECK(reported.info == info);
  CHECK(reported.from_c == (layout != kFortran));
  CHECK(reported.row_major == (layout == kRow));
  CHECK(reported.name.find(ending) != std::string::npos);
  reset_report();
}

}  // namespace

TEMPLATE_TEST_CASE("level 2: Fortran numbers of illegal arguments", "[blas]", float, double, C32, C64) {
  using T = TestType;
  ForbiddenPage page;
  T *p = page.as<T>();
  reset_report();
  for (int layout : {kFortran, kCol, kRow}) {
    for (Storage s : {Full, Band, Packed}) {
      const char *name = s == Full ? "MV" : s == Band ? "BMV" : "PMV";
      const int shift = s == Band ? 1 : s == Packed ? -1 : 0;
      const auto bad = [&](int n, int k, int lda, int incx, int incy) {
        mv(layout, s, 'U', n, k, T(1), p, lda, p, incx, T(1), p, incy);
      };
      bad(-1, -1, 0, 0, 0), expect(layout, 2, name);
      if (s == Band) bad(3, -1, 0, 0, 0), expect(layout, 3, name);
      if (s == Band) bad(3, 2, 2, 0, 0), expect(layout, 6, name);
      if (s == Full) bad(3, 0, 2, 0, 0), expect(layout, 5, name);
      bad(3, 2, 3, 0, 0), expect(layout, 7 + shift, name);
      bad(3, 2, 3, 1, 0), expect(layout, 10 + shift, name);
      for (bool solve : {false, true}) {
        const char *tr_name = s == Full ? "TR" : s == Band ? "TB" : "TP";
        const auto bad_tr = [&](int n, int k, int lda, int incx) {
          tr(layout, solve, s, 'U', 'C', 'U', n, k, p, lda, p, incx);
        };
        bad_tr(-1, -1, 0, 0), expect(layout, 4, tr_name);
        if (s == Band) bad_tr(3, -1, 0, 0), expect(layout, 5, tr_name);
        if (s == Band) bad_tr(3, 2, 2, 0), expect(layout, 7, tr_name);
        if (s == Full) bad_tr(3, 0, 2, 0), expect(layout, 6, tr_name);
        bad_tr(3, 2, 3, 0), expect(layout, 8 + shift, tr_name);
      }
      if (s == Band) continue;
      const char *one = s == Full ? "R " : "PR ", *two = s == Full ? "R2" : "PR2";
      rank(layout, s, 'L', -1, Part<T>(1), p, 0, p, 0), expect(layout, 2, one);
      rank(layout, s, 'L', 3, Part<T>(1), p, 0, p, 0), expect(layout, 5, one);
      if (s == Full) rank(layout, s, 'L', 3, Part<T>(1), p, 1, p, 2), expect(layout, 7, one);
      // Of a row-major hermitian matrix x and y change places.
      const bool turned = layout == kRow && kComplex<T>;
      rank(layout, s, 'L', -1, T(1), p, 0, p, 0, p, 0), expect(layout, 2, two);
      rank(layout, s, 'L', 3, T(1), p, 0, p, 1, p, 0), expect(layout, turned ? 7 : 5, two);
      rank(layout, s, 'L', 3, T(1), p, 1, p, 0, p, 0), expect(layout, turned ? 5 : 7, two);
      if (s == Full) rank(layout, s, 'L', 3, T(1), p, 1, p, 1, p, 2), expect(layout, 9, two);
    }
    const bool turned = layout == kRow;
    const auto bad = [&](int m, int n, int kl, int ku, int lda, int incx, int incy) {
      gbmv(layout, 'T', m, n, kl, ku, T(1), p, lda, p, incx, T(1), p, incy);
    };
    bad(-1, 3, -1, -1, 0, 0, 0), expect(layout, turned ? 3 : 2, "GBMV");
    bad(3, -1, -1, -1, 0, 0, 0), expect(layout, turned ? 2 : 3, "GBMV");
    bad(3, 3, -1, 1, 0, 0, 0), expect(layout, turned ? 5 : 4, "GBMV");
    bad(3, 3, 1, -1, 0, 0, 0), expect(layout, turned ? 4 : 5, "GBMV");
    bad(3, 3, 1, 1, 2, 0, 0), expect(layout, 8, "GBMV");
    bad(3, 3, 1, 1, 3, 0, 0), expect(layout, 10, "GBMV");
    bad(3, 3, 1, 1, 3, 1, 0), expect(layout, 13, "GBMV");
    for (bool conj : {false, true}) {
      ger(layout, conj, -1, 3, T(1), p, 0, p, 0, p, 0), expect(layout, turned ? 2 : 1, "GER");
      ger(layout, conj, 3, -1, T(1), p, 0, p, 0, p, 0), expect(layout, turned ? 1 : 2, "GER");
      ger(layout, conj, 3, 3, T(1), p, 0, p, 1, p, 0), expect(layout, turned ? 7 : 5, "GER");
      ger(layout, conj, 3, 3, T(1), p, 1, p, 0, p, 0), expect(layout, turned ? 5 : 7, "GER");
      ger(layout, conj, 3, 3, T(1), p, 1, p, 1, p, 2), expect(layout, 9, "GER");
    }
  }
}

TEMPLATE_TEST_CASE("level 2: illegal options", "[blas]", float, double, C32, C64) {
  using T = TestType;
  ForbiddenPage page;
  T *p = page.as<T>();
  reset_report();
  for (int layout : {kFortran, kCol, kRow}) {
    const int c = layout == kFortran ? 0 : 1;  // the layout is the first argument
    for (Storage s : {Full, Band, Packed}) {
      mv(layout, s, '/', -1, 0, T(1), p, 0, p, 0, T(1), p, 0), expect(layout, 1 + c, c != 0 ? "mv" : "MV");
      for (bool solve : {false, true}) {
        const char *name = solve ? (c != 0 ? "sv" : "SV") : c != 0 ? "mv" : "MV";
        tr(layout, solve, s, '/', '/', '/', -1, 0, p, 0, p, 0), expect(layout, 1 + c, name);
        tr(layout, solve, s, 'U', '/', '/', -1, 0, p, 0, p, 0), expect(layout, 2 + c, name);
        tr(layout, solve, s, 'L', 'N', '/', -1, 0, p, 0, p, 0), expect(layout, 3 + c, name);
      }
      if (s == Band) continue;
      rank(layout, s, '/', -1, Part<T>(1), p, 0, p, 0), expect(layout, 1 + c, c != 0 ? "r" : "R");
      rank(layout, s, '/', -1, T(1), p, 0, p, 0, p, 0), expect(layout, 1 + c, c != 0 ? "r2" : "R2");
    }
    gbmv(layout, '/', -1, 0, 0, 0, T(1), p, 0, p, 0, T(1), p, 0), expect(layout, 1 + c, c != 0 ? "gbmv" : "GBMV");
  }
  const int nonsense = 100;
  mv(nonsense, Full, '/', -1, 0, T(1), p, 0, p, 0, T(1), p, 0), expect(nonsense, 1, "mv");
  tr(nonsense, true, Band, '/', '/', '/', -1, 0, p, 0, p, 0), expect(nonsense, 1, "tbsv");
  rank(nonsense, Packed, '/', -1, T(1), p, 0, p, 0, p, 0), expect(nonsense, 1, "pr2");
  ger(nonsense, false, -1, -1, T(1), p, 0, p, 0, p, 0), expect(nonsense, 1, "ger");
  gbmv(nonsense, '/', -1, 0, 0, 0, T(1), p, 0, p, 0, T(1), p, 0), expect(nonsense, 1, "gbmv");
}
