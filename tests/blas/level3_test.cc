// Level 3 of the BLAS against its definition: every routine, type, option and face, sizes across all block borders,
// padded leading dimensions, NaN wherever nothing may be read and forbidden pages behind all operands.
#include "blas/level3.h"
#include "blas/recorder.h"
#include "support/env.h"

#include <catch2/catch.hpp>

#include <tuple>

using namespace gk::test;

namespace {

template <class T>
const T kOther = T(RealPart<T>(-1.5));
template <class R>
const std::complex<R> kOther<std::complex<R>> = {R(0.75), R(-1.25)};

// Sizes: all small ones in turn, and some beyond the kernels' blocks.
std::vector<int> sizes() {
  std::vector<int> all;
  for (int n = 0; n <= 33; n += fast() ? 8 : 1) all.push_back(n);
  for (int n : {63, 64, 65, 97, 130}) all.push_back(n);
  if (!fast()) all.push_back(193);
  return all;
}
// The other extent, which goes its own way.
int partner(int n, int salt) { return n > 100 ? 20 + salt * 7 % 60 : (n * 7 + salt * 5) % 41; }

// Combinations are visited in turn: each size has some of them, all of them have some sizes.
class Turn {
 public:
  explicit Turn(int period) : period_(fast() ? 2 * period : period) {}
  bool next() { return count_++ % period_ == 0; }

 private:
  int period_, count_ = 0;
};

template <class T>
T beta_of(int which) {
  return which == 0 ? T(0) : which == 1 ? T(1) : kOther<T>;
}

// An assertion for each element would take most of the time.
template <class T>
void require(bool good, int i, int j, const char *what, T got) {
  if (good) return;
  CAPTURE(i, j, what, got);
  FAIL("wrong");
}

// C as it should be in its triangle, and untouched elsewhere.
template <class T, class Expected>
void check_triangle(Stored<T> &c, Stored<T> &old, char uplo, int terms, Expected expected) {
  for (int j = 0; j < c.cols(); ++j)
    for (int i = 0; i < c.rows(); ++i) {
      if (uplo == 'U' ? i > j : i < j) {
        require(std::memcmp(&c(i, j), &old(i, j), sizeof(T)) == 0, i, j, "untouched", c(i, j));
      } else {
        require(expected(i, j).near(c(i, j), terms), i, j, "value", c(i, j));
      }
    }
}

template <class T>
void poison(Stored<T> &c, int beta) {
  if (beta != 0) return;
  for (int j = 0; j < c.cols(); ++j)
    for (int i = 0; i < c.rows(); ++i) c(i, j) = nan_of<T>();
}

// One symmetric or Hermitian rank-k or rank-2k update.
template <class T, bool kHermitian, bool kTwo>
void check_update(Face face, char uplo, char trans, int n, int k, int which) {
  using R = RealPart<T>;
  CAPTURE(int(face), uplo, trans, n, k, which, kHermitian, kTwo);
  const bool plain = trans == 'N';
  Stored<T> a(face, plain ? n : k, plain ? k : n, 3), b(face, plain ? n : k, plain ? k : n, 1), c(face, n, n, 2),
      old(face, n, n, 2);
  a.generate(1), b.generate(2), c.generate(3).only(uplo), old.generate(3).only(uplo);
  poison(c, which), poison(old, which);
  const auto a_before = a.copy(), b_before = b.copy();
  const T alpha = kHermitian && !kTwo ? T(R(0.5)) : kOther<T>;
  const T beta = kHermitian ? T(which == 2 ? R(-1.5) : R(which)) : beta_of<T>(which);
  if constexpr (kHermitian) {
    // What is not referenced: the diagonal's imaginary parts.
    for (int i = 0; i < n && which != 1; ++i) c(i, i) = T(c(i, i).real(), nan_of<R>());
    if (kTwo) {
      her2k(face, uplo, trans, n, k, alpha, a.data(), a.ld(), b.data(), b.ld(), beta.real(), c.data(), c.ld());
    } else {
      herk(face, uplo, trans, n, k, alpha.real(), a.data(), a.ld(), beta.real(), c.data(), c.ld());
    }
  } else if (kTwo) {
    syr2k(face, uplo, trans, n, k, alpha, a.data(), a.ld(), b.data(), b.ld(), beta, c.data(), c.ld());
  } else {
    syrk(face, uplo, trans, n, k, alpha, a.data(), a.ld(), beta, c.data(), c.ld());
  }
  const char turn = kHermitian ? 'C' : 'T';
  const auto tall = [&](Stored<T> &x) { return op(whole(x), plain ? 'N' : turn); };
  const auto wide = [&](Stored<T> &x) { return op(whole(x), plain ? turn : 'N'); };
  const Dense<T> left = tall(a), right = wide(kTwo ? b : a), left2 = tall(b), right2 = wide(a);
  check_triangle(c, old, uplo, 2 * k, [&](int i, int j) {
    Sum<T> sum;
    sum.add_product(Wide<T>(alpha), left, right, i, j);
    if (kTwo) sum.add_product(kHermitian ? Wide<T>(alpha).conj() : Wide<T>(alpha), left2, right2, i, j);
    if (which != 0) {
      Wide<T> was(old(i, j));
      const bool nothing = k == 0 && which == 1;
      if (kHermitian && i == j && !nothing) was.im = 0;
      sum.add(Wide<T>(beta) * was);
    }
    return sum;
  });
  if constexpr (kHermitian) {
    for (int i = 0; i < n && !(k == 0 && which == 1); ++i) require(c(i, i).imag() == 0, i, i, "real", c(i, i));
  }
  REQUIRE(a.same_as(a_before));
  REQUIRE(b.same_as(b_before));
}

template <class T, bool kHermitian, bool kTwo>
void sweep_updates() {
  Turn turn(5);
  int salt = 0;
  for (int n : sizes())
    for (Face face : kFaces)
      for (char uplo : kUplos)
        for (char trans : {'N', 'T', 'C'})
          for (int which : {0, 1, 2}) {
            if (kComplex<T> && trans == (kHermitian ? 'T' : 'C')) continue;
            if (turn.next()) check_update<T, kHermitian, kTwo>(face, uplo, trans, n, partner(n, ++salt), which);
          }
  for (Face face : kFaces) check_update<T, kHermitian, kTwo>(face, 'L', 'N', 70, fast() ? 40 : 300, 2);
}

template <class T>
void check_gemmt(Face face, char uplo, char ta, char tb, int n, int k, int which) {
  CAPTURE(int(face), uplo, ta, tb, n, k, which);
  Stored<T> a(face, ta == 'N' ? n : k, ta == 'N' ? k : n, 3), b(face, tb == 'N' ? k : n, tb == 'N' ? n : k, 1),
      c(face, n, n, 2), old(face, n, n, 2);
  a.generate(4), b.generate(5), c.generate(6).only(uplo), old.generate(6).only(uplo);
  poison(c, which), poison(old, which);
  gemmt(face, (n + k) % 2 == 0, uplo, ta, tb, n, k, kOther<T>, a.data(), a.ld(), b.data(), b.ld(), beta_of<T>(which),
        c.data(), c.ld());
  const Dense<T> left = op(whole(a), ta), right = op(whole(b), tb);
  check_triangle(c, old, uplo, k, [&](int i, int j) {
    Sum<T> sum;
    sum.add_product(Wide<T>(kOther<T>), left, right, i, j);
    if (which != 0) sum.add(Wide<T>(beta_of<T>(which)) * Wide<T>(old(i, j)));
    return sum;
  });
}

template <class T>
void check_symm(Face face, bool hermitian, char side, char uplo, int m, int n, int which) {
  CAPTURE(int(face), hermitian, side, uplo, m, n, which);
  const int order = side == 'L' ? m : n;
  Stored<T> a(face, order, order, 3), b(face, m, n, 1), c(face, m, n, 2), old(face, m, n, 2);
  a.generate(7).only(uplo), b.generate(8), c.generate(9), old.generate(9);
  poison(c, which), poison(old, which);
  const T alpha = kOther<T>, beta = beta_of<T>(which);
  if constexpr (kComplex<T>) {
    for (int i = 0; i < order && hermitian; ++i) a(i, i) = T(a(i, i).real(), nan_of<RealPart<T>>());
    if (hermitian) {
      hemm(face, side, uplo, m, n, alpha, a.data(), a.ld(), b.data(), b.ld(), beta, c.data(), c.ld());
    }
  }
  if (!hermitian) symm(face, side, uplo, m, n, alpha, a.data(), a.ld(), b.data(), b.ld(), beta, c.data(), c.ld());
  const Dense<T> full = symmetric(a, uplo, hermitian), other = whole(b);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) {
      Sum<T> sum;
      sum.add_product(Wide<T>(alpha), side == 'L' ? full : other, side == 'L' ? other : full, i, j);
      if (which != 0) sum.add(Wide<T>(beta) * Wide<T>(old(i, j)));
      require(sum.near(c(i, j), order), i, j, "value", c(i, j));
    }
}

// trmm by its definition; trsm by what its result gives when multiplied back.
template <class T>
void check_triangular(Face face, bool solve, char side, char uplo, char trans, char diag, int m, int n, int which,
                      int pad = 3) {
  CAPTURE(int(face), solve, side, uplo, trans, diag, m, n, which, pad);
  const int order = side == 'L' ? m : n;
  Stored<T> a(face, order, order, pad), b(face, m, n, 2), old(face, m, n, 2);
  a.generate(10).only(uplo), b.generate(11), old.generate(11);
  // Solutions of moderate size.
  for (int i = 0; i < order; ++i) {
    for (int j = 0; j < order; ++j) a(i, j) *= RealPart<T>(2) / static_cast<RealPart<T>>(order);
    a(i, i) = diag == 'U' ? nan_of<T>() : a(i, i) + kOther<T>;
  }
  const auto a_before = a.copy();
  const T alpha = beta_of<T>(which);
  if (solve) {
    trsm(face, side, uplo, trans, diag, m, n, alpha, a.data(), a.ld(), b.data(), b.ld());
  } else {
    trmm(face, side, uplo, trans, diag, m, n, alpha, a.data(), a.ld(), b.data(), b.ld());
  }
  const Dense<T> full = op(triangular(a, uplo, diag == 'U'), trans), was = whole(old), is = whole(b);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) {
      if (which == 0) {
        require(b(i, j) == T(0), i, j, "zero", b(i, j));
        continue;
      }
      const Dense<T> &x = solve ? is : was;
      Sum<T> sum;
      sum.add_product(solve ? Wide<T>(T(1)) : Wide<T>(alpha), side == 'L' ? full : x, side == 'L' ? x : full, i, j);
      if (!solve) {
        require(sum.near(b(i, j), order), i, j, "value", b(i, j));
      } else {
        sum.add(Wide<T>(T(0)) - Wide<T>(alpha) * was(i, j));
        require(sum.near(T(0), order), i, j, "residual", b(i, j));
      }
    }
  REQUIRE(a.same_as(a_before));
}

template <class T>
void sweep_triangular(bool solve) {
  Turn turn(kComplex<T> ? 13 : 11);
  int salt = 0;
  for (int n : sizes())
    for (Face face : kFaces)
      for (char side : {'L', 'R'})
        for (char uplo : kUplos)
          for (char trans : {'N', 'T', 'C'})
            for (char diag : {'N', 'U'})
              for (int which : {1, 2}) {
                if (!turn.next()) continue;
                const int other = partner(n, ++salt), m = side == 'L' ? n : other;
                check_triangular<T>(face, solve, side, uplo, trans, diag, m, m == n ? other : n, which);
              }
}

// On the right and transposed, with columns 4 KiB apart: those triangles are copied.
template <class T>
void sweep_colliding(bool solve) {
  const int n = 260, ld = 4096 * ((n * static_cast<int>(sizeof(T)) + 4095) / 4096) / static_cast<int>(sizeof(T));
  for (char uplo : kUplos)
    check_triangular<T>(Face::Fortran, solve, 'R', uplo, uplo == 'U' ? 'C' : 'T', uplo == 'U' ? 'U' : 'N', 257, n, 1,
                        ld - n);
}

}  // namespace

TEMPLATE_TEST_CASE("symmetric updates of rank k and 2k", "[blas]", float, double, C32, C64) {
  reset_report();
  sweep_updates<TestType, false, false>();
  sweep_updates<TestType, false, true>();
  CHECK(reported.calls == 0);
}

TEMPLATE_TEST_CASE("Hermitian updates of rank k and 2k", "[blas]", C32, C64) {
  reset_report();
  sweep_updates<TestType, true, false>();
  sweep_updates<TestType, true, true>();
  CHECK(reported.calls == 0);
}

// Blocks that the diagonal misses, touches and crosses, in slices, one worker's and a team's.
TEMPLATE_TEST_CASE("updates of rank k in many blocks", "[blas]", float, double, C32, C64) {
  constexpr uint64_t kNever = UINT64_MAX;
  reset_report();
  KnobScope knobs;
  knobs.set("GEMMKIT_DIRECT_BYTES", 0);
  knobs.set("GEMMKIT_KC", 24);
  knobs.set("GEMMKIT_MC", 32);
  knobs.set("GEMMKIT_PARALLEL_THRESHOLD", 0);
  knobs.set("GEMMKIT_PAR_MNK_PER_WORKER", 1);
  Turn turn(5);
  for (int n : {17, 40, 97, 130, 200}) {
    if (fast() && n > 97) break;  // three blocks of rows, eight of columns
    for (int threads : {1, 3})
      for (uint64_t nc : {13, 1000})
        for (uint64_t pack : {uint64_t{0}, kNever})
          for (char uplo : kUplos)
            for (char trans : {'N', 'T'})
              for (int which : {0, 1, 2}) {
                if (!turn.next()) continue;
                knobs.set("GEMMKIT_NC", nc);
                knobs.set("GEMMKIT_LHS_PACK_THRESHOLD", pack);
                knobs.set("GEMMKIT_LHS_PACK_STRIDE", pack == 0 ? sizeof(float) : kNever);
                knobs.set("GEMMKIT_RHS_PACK_THRESHOLD", pack);
                gemmkit_set_num_threads(threads);
                CAPTURE(threads, nc, pack);
                check_update<TestType, false, true>(Face::Fortran, uplo, trans, n, 53, which);
                const char other = kComplex<TestType> && trans == 'T' ? 'C' : trans;
                check_update<TestType, kComplex<TestType>, false>(Face::Fortran, uplo, other, n, 53, which);
              }
  }
  gemmkit_set_num_threads(0);
  CHECK(reported.calls == 0);
}

TEMPLATE_TEST_CASE("one triangle of a product", "[blas]", float, double, C32, C64) {
  using T = TestType;
  reset_report();
  Turn turn(7);
  int salt = 0;
  for (int n : sizes())
    for (Face face : kFaces)
      for (char uplo : kUplos)
        for (char ta : {'N', 'T', 'C'})
          for (char tb : {'N', 'T', 'C'}) {
            if (!turn.next()) continue;
            ++salt;
            check_gemmt<T>(face, uplo, ta, tb, n, partner(n, salt), salt % 3);
          }
  CHECK(reported.calls == 0);
}

TEMPLATE_TEST_CASE("symmetric and Hermitian matrices as factors", "[blas]", float, double, C32, C64) {
  using T = TestType;
  reset_report();
  Turn turn(3);
  int salt = 0;
  for (int n : sizes())
    for (Face face : kFaces)
      for (char side : {'L', 'R'})
        for (char uplo : kUplos)
          for (bool hermitian : {false, true}) {
            if (hermitian && !kComplex<T>) continue;
            if (!turn.next()) continue;
            const int other = partner(n, ++salt);
            check_symm<T>(face, hermitian, side, uplo, side == 'L' ? n : other, side == 'L' ? other : n, salt % 3);
          }
  for (char side : {'L', 'R'})
    check_symm<T>(Face::Fortran, kComplex<T>, side, 'U', side == 'L' ? 540 : 9, side == 'L' ? 9 : 540, 2);
  CHECK(reported.calls == 0);
}

TEMPLATE_TEST_CASE("triangular matrices as factors", "[blas]", float, double, C32, C64) {
  reset_report();
  sweep_triangular<TestType>(false);
  sweep_colliding<TestType>(false);
  for (Face face : kFaces) check_triangular<TestType>(face, false, 'L', 'L', 'N', 'N', 5, 7, 0);
  CHECK(reported.calls == 0);
}

TEMPLATE_TEST_CASE("triangular systems", "[blas]", float, double, C32, C64) {
  reset_report();
  sweep_triangular<TestType>(true);
  sweep_colliding<TestType>(true);
  for (Face face : kFaces) check_triangular<TestType>(face, true, 'R', 'U', 'C', 'U', 5, 7, 0);
  CHECK(reported.calls == 0);
}
