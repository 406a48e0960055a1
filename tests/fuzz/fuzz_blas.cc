// The BLAS library: gemm, gemv and level 3 of all types through both faces against their definitions, or with one
// argument that is wrong: then there is one report, and nothing is written.
#include "blas/level3.h"
#include "blas/recorder.h"
#include "fuzz/input.h"
#include "support/env.h"

using namespace gk::test;

namespace {

// Passes arguments on, but for the one it is to spoil.
class Spoiler {
 public:
  explicit Spoiler(Input &in) : at_(in.once_in(4) ? 1 + in.byte() % 10 : 0) {}
  char letter(char good) { return now() ? 'X' : good; }
  int extent(int good) { return now() ? -1 : good; }
  int increment(int good) { return now() ? 0 : good; }
  template <class T>
  int ld(Stored<T> &s, Face face) {
    return now() ? std::max(1, face == Face::Row ? s.cols() : s.rows()) - 1 : s.ld();
  }
  bool done() const { return count_ >= at_ && at_ > 0; }

 private:
  bool now() { return ++count_ == at_; }
  int at_, count_ = 0;
};

template <class T>
class Case {
 public:
  explicit Case(Input &in) : in_(in), spoil_(in) {
    face_ = kFaces[in.byte() % 3];
    side_ = in.one_of("LR"), uplo_ = in.one_of("UL"), ta_ = in.one_of("NTC"), tb_ = in.one_of("NTC");
    diag_ = in.one_of("NU");
    const int most = in.once_in(3) ? 150 : 40;
    m_ = in.extent(most), n_ = in.extent(most), k_ = in.extent(most);
    pad_ = in.byte() % 4;
    alpha_ = scalar(), beta_ = scalar();
  }
  void run() {
    switch (in_.byte() % 10) {
      case 0: return gemm_case();
      case 1: return gemv_case();
      case 2: return gemmt_case();
      case 3: return symm_case(false);
      case 4: return symm_case(true);
      case 5: return rank_case(false, in_.once_in(2));
      case 6: return rank_case(true, in_.once_in(2));
      case 7: return triangular_case(false);
      default: return triangular_case(true);
    }
  }

 private:
  using R = RealPart<T>;

  T scalar() {
    constexpr R kReal[] = {0, 1, R(-1.5), R(0.75)};
    if constexpr (kComplex<T>) {
      const R re = in_.one_of(kReal);
      return {re, in_.once_in(2) ? in_.one_of(kReal) : R(0)};
    } else {
      return in_.one_of(kReal);
    }
  }
  struct Filled : Stored<T> {
    Filled(Face face, int rows, int cols, int pad, unsigned seed) : Stored<T>(face, rows, cols, pad) {
      this->generate(seed);
    }
  };
  Filled matrix(int rows, int cols) { return Filled(face_, rows, cols, pad_, in_.byte()); }
  [[noreturn]] void fail(const std::string &what) {
    fuzz_failure(what_ + " of " + (kComplex<T> ? "complex " : "") + std::to_string(8 * sizeof(R)) + " bits, face " +
                 std::to_string(int(face_)) + ", " + side_ + uplo_ + ta_ + tb_ + diag_ + ", " + std::to_string(m_) +
                 "x" + std::to_string(n_) + "x" + std::to_string(k_) + ": " + what);
  }
  // Runs the call. With C unread, it begins as NaN. want(i, j, old) is the sum that element (i, j) has to be, of those
  // in the triangle (0: of all).
  template <class Call, class Want>
  void check(const char *what, Stored<T> &c, char triangle, int terms, Call call, Want want) {
    what_ = what;
    const auto outside = [&](int i, int j) { return triangle == 'U' ? i > j : triangle == 'L' ? i < j : false; };
    const Dense<T> old = whole(c);
    const auto before = c.copy();
    reset_report();
    call();
    if (spoil_.done()) {
      if (reported.calls != 1) fail(std::to_string(reported.calls) + " reports of a wrong argument");
      if (!c.same_as(before)) fail("written in spite of a wrong argument");
      return;
    }
    if (reported.calls != 0) fail("a report of argument " + std::to_string(reported.info));
    for (int j = 0; j < c.cols(); ++j)
      for (int i = 0; i < c.rows(); ++i) {
        const bool good = outside(i, j) ? Wide<T>(c(i, j)).re == old(i, j).re : want(i, j, old).near(c(i, j), terms);
        if (!good) fail("(" + std::to_string(i) + ", " + std::to_string(j) + ") is wrong");
      }
  }
  // alpha * left * right + beta * old
  auto product(const Dense<T> &left, const Dense<T> &right) {
    return [&left, &right, this](int i, int j, const Dense<T> &old) {
      Sum<T> sum;
      if (alpha_ != T(0)) sum.add_product(Wide<T>(alpha_), left, right, i, j);
      if (beta_ != T(0)) sum.add(Wide<T>(beta_) * old(i, j));
      return sum;
    };
  }
  void spoil_unread(Stored<T> &c) {
    for (int j = 0; j < c.cols() && beta_ == T(0); ++j)
      for (int i = 0; i < c.rows(); ++i) c(i, j) = nan_of<T>();
  }

  void gemm_case() {
    Filled a = ta_ == 'N' ? matrix(m_, k_) : matrix(k_, m_), b = tb_ == 'N' ? matrix(k_, n_) : matrix(n_, k_);
    Filled c = matrix(m_, n_);
    const Dense<T> left = op(whole(a), ta_), right = op(whole(b), tb_);
    spoil_unread(c);
    check(
        "gemm", c, 0, k_,
        [&] {
          gemm(face_, spoil_.letter(ta_), spoil_.letter(tb_), spoil_.extent(m_), spoil_.extent(n_), spoil_.extent(k_),
               alpha_, a.data(), spoil_.ld(a, face_), b.data(), spoil_.ld(b, face_), beta_, c.data(),
               spoil_.ld(c, face_));
        },
        product(left, right));
  }
  // Vectors are rows of matrices of one row, forwards or backwards.
  void gemv_case() {
    const int nx = ta_ == 'N' ? n_ : m_, ny = ta_ == 'N' ? m_ : n_;
    Filled a = matrix(m_, n_), x(Face::Column, 1, nx, pad_, in_.byte());
    Filled y(Face::Column, 1, ny, pad_, in_.byte());
    if (m_ != 0 && n_ != 0) spoil_unread(y);
    const bool x_back = in_.once_in(2), y_back = in_.once_in(2);
    const Dense<T> full = op(whole(a), ta_), vector = whole(x);
    check(
        "gemv", y, 0, nx,
        [&] {
          gemv(face_, spoil_.letter(ta_), spoil_.extent(m_), spoil_.extent(n_), alpha_, a.data(), spoil_.ld(a, face_),
               x.data(), spoil_.increment(x_back ? -x.ld() : x.ld()), beta_, y.data(),
               spoil_.increment(y_back ? -y.ld() : y.ld()));
        },
        [&](int, int j, const Dense<T> &old) {
          const int i = y_back ? ny - 1 - j : j;
          Sum<T> sum;
          for (int p = 0; p < nx && alpha_ != T(0); ++p)
            sum.add(Wide<T>(alpha_) * full(i, p) * vector(0, x_back ? nx - 1 - p : p)), sum.bound += 1;
          // As in the reference, whose quick returns are before beta: an empty product leaves y as it is.
          if (m_ == 0 || n_ == 0) return Sum<T>{old(0, j)};
          if (beta_ != T(0)) sum.add(Wide<T>(beta_) * old(0, j));
          return sum;
        });
  }
  void gemmt_case() {
    Filled a = ta_ == 'N' ? matrix(n_, k_) : matrix(k_, n_), b = tb_ == 'N' ? matrix(k_, n_) : matrix(n_, k_);
    Filled c = matrix(n_, n_);
    const Dense<T> left = op(whole(a), ta_), right = op(whole(b), tb_);
    check(
        "gemmt", c, uplo_, k_,
        [&] {
          gemmt(face_, in_.once_in(2), spoil_.letter(uplo_), spoil_.letter(ta_), spoil_.letter(tb_), spoil_.extent(n_),
                spoil_.extent(k_), alpha_, a.data(), spoil_.ld(a, face_), b.data(), spoil_.ld(b, face_), beta_,
                c.data(), spoil_.ld(c, face_));
        },
        product(left, right));
  }
  void symm_case(bool hermitian) {
    const int order = side_ == 'L' ? m_ : n_;
    Filled a = matrix(order, order), b = matrix(m_, n_), c = matrix(m_, n_);
    a.only(uplo_);
    spoil_unread(c);
    hermitian = hermitian && kComplex<T>;
    const Dense<T> full = symmetric(a, uplo_, hermitian), other = whole(b);
    check(
        "symm", c, 0, order,
        [&] {
          const auto call = [&](auto routine) {
            routine(face_, spoil_.letter(side_), spoil_.letter(uplo_), spoil_.extent(m_), spoil_.extent(n_), alpha_,
                    a.data(), spoil_.ld(a, face_), b.data(), spoil_.ld(b, face_), beta_, c.data(), spoil_.ld(c, face_));
          };
          if constexpr (kComplex<T>) {
            if (hermitian) return call([](auto... x) { hemm(x...); });
          }
          call([](auto... x) { symm(x...); });
        },
        side_ == 'L' ? product(full, other) : product(other, full));
  }
  // syrk, herk, syr2k, her2k
  void rank_case(bool hermitian, bool two) {
    hermitian = hermitian && kComplex<T>;
    const bool plain = ta_ == 'N';
    const char trans = plain ? 'N' : hermitian ? 'C' : kComplex<T> ? 'T' : ta_, turn = hermitian ? 'C' : 'T';
    Filled a = plain ? matrix(n_, k_) : matrix(k_, n_), b = plain ? matrix(n_, k_) : matrix(k_, n_);
    Filled c = matrix(n_, n_);
    if (hermitian) {  // what is real counts as such, see level3_test.cc
      for (int i = 0; i < n_; ++i) c(i, i) = T(std::real(c(i, i)));
      beta_ = T(std::real(beta_));
      if (!two) alpha_ = T(std::real(alpha_));
    }
    const auto tall = [&](Stored<T> &x) { return op(whole(x), plain ? 'N' : turn); };
    const auto wide = [&](Stored<T> &x) { return op(whole(x), plain ? turn : 'N'); };
    const Dense<T> left = tall(a), right = wide(two ? b : a), left2 = tall(b), right2 = wide(a);
    check(
        two ? "rank 2k" : "rank k", c, uplo_, 2 * k_,
        [&] {
          const char uplo = spoil_.letter(uplo_), how = spoil_.letter(trans);
          const int n = spoil_.extent(n_), k = spoil_.extent(k_), lda = spoil_.ld(a, face_), ldc = spoil_.ld(c, face_);
          const int ldb = two ? spoil_.ld(b, face_) : 0;
          if constexpr (kComplex<T>) {
            if (hermitian && two)
              return her2k(face_, uplo, how, n, k, alpha_, a.data(), lda, b.data(), ldb, beta_.real(), c.data(), ldc);
            if (hermitian)
              return herk(face_, uplo, how, n, k, alpha_.real(), a.data(), lda, beta_.real(), c.data(), ldc);
          }
          if (two) return syr2k(face_, uplo, how, n, k, alpha_, a.data(), lda, b.data(), ldb, beta_, c.data(), ldc);
          syrk(face_, uplo, how, n, k, alpha_, a.data(), lda, beta_, c.data(), ldc);
        },
        [&](int i, int j, const Dense<T> &old) {
          Sum<T> sum = product(left, right)(i, j, old);
          if (two && alpha_ != T(0))
            sum.add_product(hermitian ? Wide<T>(alpha_).conj() : Wide<T>(alpha_), left2, right2, i, j);
          return sum;
        });
  }
  // trmm by its definition; trsm by what its result gives when multiplied back.
  void triangular_case(bool solve) {
    const int order = side_ == 'L' ? m_ : n_;
    Filled a = matrix(order, order), b = matrix(m_, n_);
    a.only(uplo_);
    for (int i = 0; i < order; ++i) {  // solutions of moderate size
      for (int j = 0; j < order; ++j) a(i, j) *= R(2) / static_cast<R>(order);
      a(i, i) = diag_ == 'U' ? nan_of<T>() : a(i, i) + T(R(-1.5));
    }
    const Dense<T> full = op(triangular(a, uplo_, diag_ == 'U'), ta_);
    const auto result = [&](const Dense<T> &x, Wide<T> by, int i, int j) {
      Sum<T> sum;
      sum.add_product(by, side_ == 'L' ? full : x, side_ == 'L' ? x : full, i, j);
      return sum;
    };
    const auto call = [&] {
      const char side = spoil_.letter(side_), uplo = spoil_.letter(uplo_), ta = spoil_.letter(ta_);
      const char diag = spoil_.letter(diag_);
      const int m = spoil_.extent(m_), n = spoil_.extent(n_), lda = spoil_.ld(a, face_), ldb = spoil_.ld(b, face_);
      solve ? trsm(face_, side, uplo, ta, diag, m, n, alpha_, a.data(), lda, b.data(), ldb)
            : trmm(face_, side, uplo, ta, diag, m, n, alpha_, a.data(), lda, b.data(), ldb);
    };
    if (!solve || alpha_ == T(0))
      return check(solve ? "trsm" : "trmm", b, 0, order, call, [&](int i, int j, const Dense<T> &old) {
        return alpha_ == T(0) ? Sum<T>{} : result(old, Wide<T>(alpha_), i, j);
      });
    Dense<T> is(m_, n_);
    check(
        "trsm", b, 0, order, [&] { call(), is = whole(b); },
        [&](int i, int j, const Dense<T> &old) {
          Sum<T> sum = result(is, Wide<T>(T(1)), i, j), right;
          right.add(Wide<T>(alpha_) * old(i, j));
          sum.add(Wide<T>() - right.value);
          if (!sum.near(T(0), order)) fail("(" + std::to_string(i) + ", " + std::to_string(j) + ") does not solve");
          return Sum<T>{is(i, j)};
        });
  }

  Input &in_;
  Spoiler spoil_;
  Face face_;
  char side_, uplo_, ta_, tb_, diag_;
  int m_, n_, k_, pad_;
  T alpha_{}, beta_{};
  std::string what_;
};

template <class T>
void run(Input &in) {
  Case<T>(in).run();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Input in(data, size);
  KnobScope knobs;
  if (in.once_in(4)) knobs.set("GEMMKIT_PARALLEL_THRESHOLD", 0);
  gemmkit_set_num_threads(in.byte() % 4);
  switch (in.byte() % 4) {
    case 0: run<float>(in); break;
    case 1: run<double>(in); break;
    case 2: run<C32>(in); break;
    default: run<C64>(in); break;
  }
  gemmkit_set_num_threads(0);
  return 0;
}
