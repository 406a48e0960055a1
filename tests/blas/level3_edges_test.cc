// Level 3 of the BLAS: argument numbers, quick returns, numbers at the edge of the range, and teams.
#include "blas/level3.h"
#include "blas/recorder.h"
#include "gemmkit.h"
#include "support/env.h"
#include "support/matrix.h"

#include <catch2/catch.hpp>

#include <functional>
#include <string>

using namespace gk::test;

namespace {

using Call = std::function<void(double *)>;

// `info` in the Fortran list; `position` in the list of the column-major C routine is one more.
void expect_info(const char *name, int info, const Call &call) {
  ForbiddenPage page;
  reset_report();
  call(page.as<double>());
  CAPTURE(name, info);
  CHECK(reported.calls == 1);
  CHECK(reported.info == info);
  CHECK(reported.name == name);
  CHECK(reported.name_len == std::strlen(name));
}
// An option of a C entry.
void expect_option(const char *name, int position, bool row_major, const Call &call) {
  ForbiddenPage page;
  reset_report();
  call(page.as<double>());
  CAPTURE(name, position);
  CHECK(reported.calls == 1);
  CHECK(reported.info == position);
  CHECK(reported.name == name);
  CHECK(reported.from_c);
  CHECK(reported.row_major == row_major);
  CHECK(CBLAS_CallFromC == 0);
}

constexpr Face kF = Face::Fortran, kC = Face::Column, kR = Face::Row;
const Face kNoFace = static_cast<Face>(100);

template <class T>
std::vector<T> bytes_of(Stored<T> &s) {
  return s.copy();
}

// Random operands, the call, and what came out.
template <class T, class F>
std::vector<T> result_of(int rows, int cols, F call) {
  Stored<T> c(Face::Column, rows, cols, 1);
  c.generate(77);
  call(c);
  return c.copy();
}

}  // namespace

TEST_CASE("H14: argument numbers of level 3", "[blas]") {
  const auto symm_info = [](int info, Face f, char s, char u, int m, int n, int lda, int ldb, int ldc) {
    expect_info("DSYMM ", info, [&](double *p) { symm(f, s, u, m, n, 1, p, lda, p, ldb, 0, p, ldc); });
  };
  symm_info(1, kF, 'X', 'X', -1, -1, 0, 0, 0);
  symm_info(2, kF, 'L', 'X', -1, -1, 0, 0, 0);
  symm_info(3, kF, 'L', 'U', -1, -1, 0, 0, 0);
  symm_info(4, kF, 'L', 'U', 3, -1, 0, 0, 0);
  symm_info(7, kF, 'L', 'U', 3, 2, 2, 0, 0);
  symm_info(7, kF, 'R', 'U', 3, 2, 1, 0, 0);
  symm_info(9, kF, 'R', 'U', 3, 2, 2, 2, 0);
  symm_info(12, kF, 'R', 'U', 3, 2, 2, 3, 2);
  symm_info(7, kC, 'L', 'U', 3, 2, 2, 0, 0);
  CHECK(!reported.row_major);
  // Of the transposed problem: N before M.
  symm_info(3, kR, 'L', 'U', 3, -1, 0, 0, 0);
  CHECK(reported.row_major);
  symm_info(4, kR, 'L', 'U', -1, 3, 0, 0, 0);
  symm_info(7, kR, 'L', 'U', 3, 2, 2, 2, 2);
  symm_info(9, kR, 'L', 'U', 3, 2, 3, 1, 1);

  const auto syrk_info = [](int info, Face f, char u, char t, int n, int k, int lda, int ldc) {
    expect_info("DSYRK ", info, [&](double *p) { syrk(f, u, t, n, k, 1, p, lda, 0, p, ldc); });
  };
  syrk_info(1, kF, 'X', 'X', -1, -1, 0, 0);
  syrk_info(2, kF, 'U', 'X', -1, -1, 0, 0);
  syrk_info(3, kF, 'U', 'N', -1, -1, 0, 0);
  syrk_info(4, kF, 'U', 'N', 3, -1, 0, 0);
  syrk_info(7, kF, 'U', 'N', 3, 2, 2, 0);
  syrk_info(7, kF, 'U', 'C', 3, 4, 3, 0);
  syrk_info(10, kF, 'U', 'T', 3, 2, 2, 2);
  syrk_info(7, kR, 'U', 'N', 3, 4, 3, 3);

  const auto syr2k_info = [](int info, Face f, char u, char t, int n, int k, int lda, int ldb, int ldc) {
    expect_info("DSYR2K", info, [&](double *p) { syr2k(f, u, t, n, k, 1, p, lda, p, ldb, 0, p, ldc); });
  };
  syr2k_info(7, kF, 'U', 'N', 3, 2, 2, 0, 0);
  syr2k_info(9, kF, 'U', 'N', 3, 2, 3, 2, 0);
  syr2k_info(12, kF, 'U', 'N', 3, 2, 3, 3, 2);

  const auto tr_info = [](int info, Face f, char s, char u, char t, char d, int m, int n, int lda, int ldb) {
    expect_info("DTRMM ", info, [&](double *p) { trmm(f, s, u, t, d, m, n, 1, p, lda, p, ldb); });
    expect_info("DTRSM ", info, [&](double *p) { trsm(f, s, u, t, d, m, n, 1, p, lda, p, ldb); });
  };
  tr_info(1, kF, 'X', 'X', 'X', 'X', -1, -1, 0, 0);
  tr_info(2, kF, 'L', 'X', 'X', 'X', -1, -1, 0, 0);
  tr_info(3, kF, 'L', 'U', 'X', 'X', -1, -1, 0, 0);
  tr_info(4, kF, 'L', 'U', 'C', 'X', -1, -1, 0, 0);
  tr_info(5, kF, 'L', 'U', 'C', 'U', -1, -1, 0, 0);
  tr_info(6, kF, 'L', 'U', 'C', 'U', 3, -1, 0, 0);
  tr_info(9, kF, 'L', 'U', 'C', 'U', 3, 2, 2, 0);
  tr_info(9, kF, 'R', 'U', 'C', 'U', 3, 2, 1, 0);
  tr_info(11, kF, 'R', 'U', 'C', 'U', 3, 2, 2, 2);
  tr_info(5, kR, 'L', 'U', 'C', 'U', 3, -1, 0, 0);
  tr_info(6, kR, 'L', 'U', 'C', 'U', -1, 3, 0, 0);

  for (bool r : {false, true}) {
    const auto info = [&](int i, Face f, char u, char ta, char tb, int n, int k, int lda, int ldb, int ldc) {
      expect_info(r ? "DGEMMTR" : "DGEMMT", i,
                  [&](double *p) { gemmt(f, r, u, ta, tb, n, k, 1, p, lda, p, ldb, 0, p, ldc); });
    };
    info(1, kF, 'X', 'X', 'X', -1, -1, 0, 0, 0);
    info(2, kF, 'U', 'X', 'X', -1, -1, 0, 0, 0);
    info(3, kF, 'U', 'N', 'X', -1, -1, 0, 0, 0);
    info(4, kF, 'U', 'N', 'T', -1, -1, 0, 0, 0);
    info(5, kF, 'U', 'N', 'T', 3, -1, 0, 0, 0);
    info(8, kF, 'U', 'N', 'T', 3, 2, 2, 0, 0);
    info(10, kF, 'U', 'N', 'T', 3, 2, 3, 2, 0);
    info(13, kF, 'U', 'N', 'T', 3, 2, 3, 3, 2);
    info(10, kR, 'U', 'N', 'N', 3, 2, 1, 3, 3);  // the caller's lda
    info(8, kR, 'U', 'N', 'N', 3, 2, 1, 2, 3);   // his ldb comes first
  }
}

TEST_CASE("H14: options of the C names of level 3", "[blas]") {
  for (Face f : {kC, kR}) {
    const bool row = f == kR;
    const auto tr = [&](Face layout, char s, char u, char t, char d) {
      return [=](double *p) { trsm(layout, s, u, t, d, -1, -1, 1, p, 0, p, 0); };
    };
    expect_option("cblas_dtrsm", 1, false, tr(kNoFace, 'X', 'X', 'X', 'X'));
    expect_option("cblas_dtrsm", 2, row, tr(f, 'X', 'X', 'X', 'X'));
    expect_option("cblas_dtrsm", 3, row, tr(f, 'L', 'X', 'X', 'X'));
    expect_option("cblas_dtrsm", 4, row, tr(f, 'L', 'U', 'X', 'X'));
    expect_option("cblas_dtrsm", 5, row, tr(f, 'L', 'U', 'T', 'X'));
    expect_option("cblas_dsymm", 2, row, [&](double *p) { symm(f, 'X', 'X', -1, -1, 1, p, 0, p, 0, 0, p, 0); });
    expect_option("cblas_dsymm", 3, row, [&](double *p) { symm(f, 'R', 'X', -1, -1, 1, p, 0, p, 0, 0, p, 0); });
    expect_option("cblas_dsyrk", 2, row, [&](double *p) { syrk(f, 'X', 'X', -1, -1, 1, p, 0, 0, p, 0); });
    expect_option("cblas_dsyrk", 3, row, [&](double *p) { syrk(f, 'L', 'X', -1, -1, 1, p, 0, 0, p, 0); });
    expect_option("cblas_dsyr2k", 3, row, [&](double *p) { syr2k(f, 'L', 'X', -1, -1, 1, p, 0, p, 0, 0, p, 0); });
    expect_option("cblas_dgemmtr", 4, row,
                  [&](double *p) { gemmt(f, true, 'L', 'N', 'X', -1, -1, 1, p, 0, p, 0, 0, p, 0); });
  }
  // Transpositions that a complex routine lacks: the Fortran routine's to find in column-major order.
  C32 *none = nullptr;
  reset_report();
  syrk(kC, 'U', 'C', 3, 2, C32(1), none, 3, C32(0), none, 3);
  CHECK(reported.info == 2);
  CHECK(reported.name == "CSYRK ");
  syrk(kR, 'U', 'C', 3, 2, C32(1), none, 3, C32(0), none, 3);
  CHECK(reported.info == 3);
  CHECK(reported.name == "cblas_csyrk");
  herk(kC, 'U', 'T', 3, 2, 1, none, 3, 0, none, 3);
  CHECK(reported.info == 2);
  CHECK(reported.name == "CHERK ");
  her2k(kF, 'U', 'T', 3, 2, C32(1), none, 3, none, 3, 0, none, 3);
  CHECK(reported.info == 2);
  CHECK(reported.name == "CHER2K");
}

TEMPLATE_TEST_CASE("H02: level 3 with nothing to read", "[blas]", float, double, C32, C64) {
  using T = TestType;
  ForbiddenPage page;
  T *nowhere = page.as<T>();
  reset_report();
  for (Face f : kFaces) {
    // Nothing at all.
    symm(f, 'L', 'U', 0, 3, T(1), nowhere, 5, nowhere, 5, T(0), nowhere, 5);
    symm(f, 'L', 'U', 3, 3, T(0), nowhere, 5, nowhere, 5, T(1), nowhere, 5);
    syrk(f, 'L', 'N', 0, 3, T(1), nowhere, 5, T(0), nowhere, 5);
    syrk(f, 'L', 'N', 3, 0, T(1), nowhere, 5, T(1), nowhere, 5);
    syr2k(f, 'L', 'N', 3, 3, T(0), nowhere, 5, nowhere, 5, T(1), nowhere, 5);
    gemmt(f, true, 'L', 'N', 'T', 3, 3, T(0), nowhere, 5, nowhere, 5, T(1), nowhere, 5);
    trmm(f, 'L', 'U', 'N', 'N', 0, 3, T(1), nowhere, 5, nowhere, 5);
    trsm(f, 'R', 'U', 'N', 'N', 3, 0, T(1), nowhere, 5, nowhere, 5);
    // Neither A nor B.
    for (T beta : {T(0), T(2)}) {
      Stored<T> c(f, 37, 37, 2), old(f, 37, 37, 2);
      c.generate(1), old.generate(1);
      symm(f, 'L', 'U', 37, 37, T(0), nowhere, 37, nowhere, 37, beta, c.data(), c.ld());
      for (int j = 0; j < 37; ++j)
        for (int i = 0; i < 37; ++i) REQUIRE(c(i, j) == beta * old(i, j));
      c.generate(1);
      syrk(f, 'L', 'N', 37, 0, T(1), nowhere, 37, beta, c.data(), c.ld());
      for (int j = 0; j < 37; ++j)
        for (int i = 0; i < 37; ++i) REQUIRE(c(i, j) == (i >= j ? beta : T(1)) * old(i, j));
    }
    Stored<T> b(f, 5, 4, 2);
    trmm(f, 'L', 'U', 'N', 'N', 5, 4, T(0), nowhere, 37, b.data(), b.ld());
    for (int j = 0; j < 4; ++j)
      for (int i = 0; i < 5; ++i) REQUIRE(b(i, j) == T(0));
  }
  CHECK(reported.calls == 0);
}

TEMPLATE_TEST_CASE("a row without a part in an infinite one stays finite", "[blas]", float, double, C32, C64) {
  using T = TestType;
  const int n = 11;
  for (char uplo : kUplos)
    for (char diag : {'N', 'U'}) {
      Stored<T> a(kF, n, n, 0), b(kF, n, n, 0);
      a.generate(1), b.generate(2);
      for (int i = 0; i < n; ++i) a(i, i) = T(1);
      const int at = 5;
      for (int j = 0; j < n; ++j) b(at, j) = T(std::numeric_limits<RealPart<T>>::infinity());
      trmm(kF, 'L', uplo, 'N', diag, n, n, T(1), a.data(), n, b.data(), n);
      for (int i = 0; i < n; ++i) {
        const bool apart = uplo == 'U' ? i > at : i < at;
        CHECK(std::isfinite(std::abs(b(i, 3))) == apart);
      }
    }
}

TEMPLATE_TEST_CASE("systems with a diagonal at the edge of the range", "[blas]", float, double, C32, C64) {
  using T = TestType;
  using R = RealPart<T>;
  const int digits = std::numeric_limits<R>::max_exponent;  // 128 or 1024
  for (int exponent : {digits - 1, digits - 2, -digits + 2, -digits - 3, -digits - 15})
    for (char side : {'L', 'R'}) {
      const R size = std::ldexp(R(1), exponent);
      for (T d : {T(size), kComplex<T> ? T(size) * T(-1) : T(-size)}) {
        Stored<T> a(kF, 3, 3, 0), b(kF, 3, 3, 0);
        for (int j = 0; j < 3; ++j)
          for (int i = 0; i < 3; ++i) a(i, j) = i == j ? d : T(0), b(i, j) = d * R(i + 1);
        trsm(kF, side, 'L', 'N', 'N', 3, 3, T(1), a.data(), 3, b.data(), 3);
        CAPTURE(exponent, side, d);
        for (int j = 0; j < 3; ++j)
          for (int i = 0; i < 3; ++i) {
            if (exponent == digits - 1 && i > 0) continue;  // infinite right-hand sides
            CHECK(std::abs(b(i, j) - T(R(i + 1))) <= 8 * std::numeric_limits<R>::epsilon() * R(i + 1));
          }
      }
    }
}

TEMPLATE_TEST_CASE("level 3 has the same bits whatever the team", "[blas]", float, double, C32, C64) {
  using T = TestType;
  // What a team pays for, or in fast runs three blocks and teams that nothing pays for.
  const int n = scaled(517, 197), k = scaled(150, 70);
  KnobScope knobs;
  if (fast()) {
    knobs.set("GEMMKIT_PARALLEL_THRESHOLD", 0);
    knobs.set("GEMMKIT_PAR_MNK_PER_WORKER", 1);
  }
  Stored<T> a(kF, n, n, 3), b(kF, n, n, 1);
  a.generate(1), b.generate(2);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) a(i, j) *= RealPart<T>(1) / 256;
  for (int i = 0; i < n; ++i) a(i, i) = T(2);
  const std::function<void(Stored<T> &)> calls[] = {
      [&](Stored<T> &c) { symm(kF, 'L', 'U', n, n, T(1), a.data(), a.ld(), b.data(), b.ld(), T(2), c.data(), c.ld()); },
      [&](Stored<T> &c) { syrk(kF, 'L', 'N', n, k, T(1), b.data(), b.ld(), T(2), c.data(), c.ld()); },
      [&](Stored<T> &c) { syrk(kF, 'U', 'T', n, k, T(1), b.data(), b.ld(), T(0), c.data(), c.ld()); },
      [&](Stored<T> &c) {
        syr2k(kF, 'L', 'N', n, k, T(1), a.data(), a.ld(), b.data(), b.ld(), T(2), c.data(), c.ld());
      },
      [&](Stored<T> &c) { trmm(kF, 'L', 'U', 'N', 'N', n, n, T(1), a.data(), a.ld(), c.data(), c.ld()); },
      [&](Stored<T> &c) { trmm(kF, 'R', 'L', 'T', 'U', n, n, T(1), a.data(), a.ld(), c.data(), c.ld()); },
      [&](Stored<T> &c) { trsm(kF, 'L', 'L', 'N', 'N', n, n, T(1), a.data(), a.ld(), c.data(), c.ld()); },
      [&](Stored<T> &c) { trsm(kF, 'R', 'U', 'T', 'N', n, n, T(1), a.data(), a.ld(), c.data(), c.ld()); },
  };
  for (const auto &call : calls) {
    CAPTURE(&call - calls);
    gemmkit_set_num_threads(1);
    const auto alone = result_of<T>(n, n, call);
    for (int threads : {2, 3}) {
      gemmkit_set_num_threads(threads);
      const auto team = result_of<T>(n, n, call);
      CHECK(std::memcmp(team.data(), alone.data(), alone.size() * sizeof(T)) == 0);
    }
  }
  gemmkit_set_num_threads(0);
}

// 'R' of level3.h: CblasConjNoTrans.
TEMPLATE_TEST_CASE("triangles may be conjugated without being transposed", "[blas]", C32, C64) {
  const Face face = GENERATE(kC, kR);
  const char side = GENERATE('L', 'R'), uplo = GENERATE('L', 'U');
  constexpr int kN = 70;
  Stored<TestType> a(face, kN, kN, 1);
  a.generate(3);
  for (int i = 0; i < kN; ++i) a(i, i) = TestType(kN);
  Stored<TestType> conjugated(face, kN, kN, 1);
  for (int i = 0; i < kN; ++i)
    for (int j = 0; j < kN; ++j) conjugated(i, j) = conjugate(a(i, j));
  const auto with = [&](auto routine, char trans, Stored<TestType> &triangle) {
    return result_of<TestType>(kN, kN, [&](Stored<TestType> &b) {
      routine(face, side, uplo, trans, 'N', kN, kN, TestType(1), triangle.data(), triangle.ld(), b.data(), b.ld());
    });
  };
  const auto multiply = [](auto... arguments) { trmm(arguments...); };
  const auto solve = [](auto... arguments) { trsm(arguments...); };
  const auto same = [](const std::vector<TestType> &x, const std::vector<TestType> &y) {
    return std::memcmp(x.data(), y.data(), x.size() * sizeof(TestType)) == 0;
  };
  CHECK(same(with(multiply, 'R', a), with(multiply, 'N', conjugated)));
  CHECK(same(with(solve, 'R', a), with(solve, 'N', conjugated)));
}

// The reference multiplies C by the real beta; times a complex number an infinity is NaN.
TEMPLATE_TEST_CASE("a real beta leaves infinities of Hermitian updates infinite", "[blas]", C32, C64) {
  using R = typename TestType::value_type;
  constexpr R kInfinite = std::numeric_limits<R>::infinity();
  const int n = GENERATE(3, 40, 100), k = 5;
  const bool two = GENERATE(false, true), lower = GENERATE(false, true);
  const int row = lower ? n - 1 : 0, column = lower ? 0 : n - 1;
  std::vector<TestType> a(static_cast<size_t>(n) * k, TestType(1, 1)), c(static_cast<size_t>(n) * n, TestType(3, 4));
  c[static_cast<size_t>(column) * n + row] = TestType(-kInfinite, 2);
  const auto uplo = lower ? CblasLower : CblasUpper;
  const TestType one(1, 0);
  if constexpr (std::is_same_v<R, float>) {
    two ? cblas_cher2k(CblasColMajor, uplo, CblasNoTrans, n, k, &one, a.data(), n, a.data(), n, R(0.5), c.data(), n)
        : cblas_cherk(CblasColMajor, uplo, CblasNoTrans, n, k, R(1), a.data(), n, R(0.5), c.data(), n);
  } else {
    two ? cblas_zher2k(CblasColMajor, uplo, CblasNoTrans, n, k, &one, a.data(), n, a.data(), n, R(0.5), c.data(), n)
        : cblas_zherk(CblasColMajor, uplo, CblasNoTrans, n, k, R(1), a.data(), n, R(0.5), c.data(), n);
  }
  CAPTURE(n, two, lower);
  const R sum = two ? R(4 * k) : R(2 * k);
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) {
      const TestType x = c[static_cast<size_t>(j) * n + i];
      if (i == row && j == column) {
        CHECK(x == TestType(-kInfinite, 1));
      } else if (lower ? i < j : i > j) {
        CHECK(x == TestType(3, 4));
      } else {
        CHECK(x == TestType(R(1.5) + sum, i == j ? 0 : 2));
      }
    }
  }
}

TEST_CASE("options of the Fortran names may be small letters", "[blas]") {
  reset_report();
  Stored<double> a(kF, 6, 6, 1);
  a.generate(5);
  for (const char *options : {"LUNN", "RUTU", "LLCN", "RLNU"}) {
    CAPTURE(options);
    const auto result = [&](bool small, bool solve) {
      const auto letter = [&](int i) { return static_cast<char>(small ? options[i] + ('a' - 'A') : options[i]); };
      return result_of<double>(6, 6, [&](Stored<double> &c) {
        solve ? trsm(kF, letter(0), letter(1), letter(2), letter(3), 6, 6, 2, a.data(), a.ld(), c.data(), c.ld())
              : symm(kF, letter(0), letter(1), 6, 6, 2, a.data(), a.ld(), a.data(), a.ld(), 1, c.data(), c.ld());
      });
    };
    for (const bool solve : {false, true}) {
      const std::vector<double> x = result(true, solve), y = result(false, solve);  // with the padding's NaN
      CHECK(std::memcmp(x.data(), y.data(), x.size() * sizeof(double)) == 0);
    }
  }
  CHECK(reported.calls == 0);
}
