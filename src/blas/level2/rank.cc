// Updates of a matrix by vectors. A <- A + alpha*x*y^T: ger geru gerc. Of one triangle of a symmetric or hermitian A,
// A <- A + alpha*x*x^T: syr spr her hpr, and A <- A + alpha*x*y^T + alpha*y*x^T: syr2 spr2 her2 hpr2.
#include "blas/level2/level2.h"

namespace gk::blas {
namespace {

template <class T>
struct Ger {
  Int m, n;
  T alpha;
  const T *x;
  Int incx;
  const T *y;
  Int incy;
  T *a;
  Int lda;
};

template <class T>
Int illegal_argument(const Ger<T> &g) {
  return Check()
      .illegal(1, g.m < 0)
      .illegal(2, g.n < 0)
      .illegal(5, g.incx == 0)
      .illegal(7, g.incy == 0)
      .ld(9, g.lda, g.m)
      .info();
}

// flags: which of the vectors is conjugated (GK_LEVEL2_CONJ x, GK_LEVEL2_CONJ_COLS y).
template <class T>
void ger(const Ger<T> &g, int32_t flags, Caller caller) {
  if (!accepted(caller, g)) return;
  if (g.m == 0 || g.n == 0 || is(g.alpha, 0)) return;
  const Vector<T> x(g.x, g.m, g.incx);
  gk_level2_args s{};
  s.a = g.a;
  s.step = bytes<T>(g.lda);
  s.above = s.below = kEverything;
  s.bottom = g.m;
  s.last = g.n;
  s.flags = flags;
  s.alpha = &g.alpha;
  s.x = x.data();
  s.incx = x.stride();
  s.xc = g.incy < 0 ? g.y - (int64_t{g.n} - 1) * g.incy : g.y;
  s.incxc = bytes<T>(g.incy);
  update<T>(s, static_cast<uint64_t>(g.m) * static_cast<uint64_t>(g.n) * sizeof(T));
}

template <class T>
void c_ger(const Names &names, int layout, Ger<T> g, bool conj) {
  if (!legal_layout(names, layout)) return;
  if (layout == CblasColMajor) return ger(g, conj ? GK_LEVEL2_CONJ_COLS : 0, c_caller(names, layout));
  ger<T>({g.n, g.m, g.alpha, g.y, g.incy, g.x, g.incx, g.a, g.lda}, conj ? GK_LEVEL2_CONJ : 0, c_caller(names, layout));
}

template <class T>
struct Rank {
  bool two;
  Storage storage;
  Uplo uplo;
  Int n;
  T alpha;
  const T *x;
  Int incx;
  const T *y;
  Int incy;
  T *a;
  Int lda;
};

template <class T>
Int illegal_argument(const Rank<T> &g) {
  Check check;
  check.illegal(1, g.uplo == Uplo::Invalid).illegal(2, g.n < 0).illegal(5, g.incx == 0);
  if (g.two) check.illegal(7, g.incy == 0);
  if (g.storage == Storage::Full) check.ld(g.two ? 9 : 7, g.lda, g.n);
  return check.info();
}

// The second vector, which may not be there.
template <class T>
Vector<T> second(const Rank<T> &g) {
  return g.two ? Vector<T>(g.y, g.n, g.incy) : Vector<T>(g.x, g.n, 1);
}

// Of a row-major hermitian problem the conjugate is stored, so that the vectors of the rows are conjugated instead of
// those of the columns.
template <class T>
void rank(const Rank<T> &g, bool hermitian, Caller caller) {
  if (!accepted(caller, g)) return;
  if (g.n == 0 || is(g.alpha, 0)) return;
  const Vector<T> x(g.x, g.n, g.incx), y = second(g);
  const T conj_alpha = hermitian ? conj(g.alpha) : g.alpha;
  gk_level2_args s = triangle<T>(g.storage, g.uplo, g.n, 0, g.a, g.lda);
  if (hermitian) s.flags = GK_LEVEL2_HERMITIAN | (caller.row_major ? GK_LEVEL2_CONJ : GK_LEVEL2_CONJ_COLS);
  s.x = s.xc = x.data();
  s.incx = s.incxc = x.stride();
  s.alpha = &g.alpha;
  if (g.two) {
    // Row vectors x, y and their factors alpha * y, conj(alpha) * x.
    s.y = y.data();
    s.incy = y.stride();
    s.yc = x.data();
    s.incyc = x.stride();
    s.xc = y.data();
    s.incxc = y.stride();
    s.alpha_y = &conj_alpha;
  }
  const uint64_t bytes = static_cast<uint64_t>(g.n) * (static_cast<uint64_t>(g.n) + 1) / 2 * sizeof(T);
  update<T>(s, bytes);
}

template <class T>
void c_rank(const Names &names, int layout, int uplo, Rank<T> g, bool hermitian) {
  g.uplo = uplo_of_enum(uplo);
  if (!legal_options(names, layout, {uplo_option(uplo)})) return;
  if (layout == CblasRowMajor) {
    g.uplo = other(g.uplo);
    // The conjugates of y and x in place of x and y: (alpha*x*y^H)^T = alpha*conj(y)*x^T.
    if (hermitian && g.two) g = {true, g.storage, g.uplo, g.n, g.alpha, g.y, g.incy, g.x, g.incx, g.a, g.lda};
  }
  rank(g, hermitian, c_caller(names, layout));
}

}  // namespace
}  // namespace gk::blas

using namespace gk::blas;

#define GK_GER(T, conj, name, NAME)                                                                                \
  GK_FORTRAN(void, name)                                                                                           \
  (const Int *m, const Int *n, const T *alpha, const T *x, const Int *incx, const T *y, const Int *incy, T *a,     \
   const Int *lda) {                                                                                               \
    ger<T>({*m, *n, *alpha, x, *incx, y, *incy, a, *lda}, conj ? GK_LEVEL2_CONJ_COLS : 0, fortran_caller(NAME));   \
  }                                                                                                                \
  GK_CBLAS(void, name)                                                                                             \
  (CBLAS_LAYOUT layout, Int m, Int n, CTypes<T>::Scalar alpha, CTypes<T>::Input x, Int incx, CTypes<T>::Input y,   \
   Int incy, CTypes<T>::Output a, Int lda) {                                                                       \
    c_ger<T>({"cblas_" #name, NAME}, value_of(layout),                                                             \
             {m, n, scalar_of<T>(alpha), input_of<T>(x), incx, input_of<T>(y), incy, output_of<T>(a), lda}, conj); \
  }

GK_GER(float, false, sger, "SGER  ")
GK_GER(double, false, dger, "DGER  ")
GK_GER(gemmkit_c32, false, cgeru, "CGERU ")
GK_GER(gemmkit_c64, false, zgeru, "ZGERU ")
GK_GER(gemmkit_c32, true, cgerc, "CGERC ")
GK_GER(gemmkit_c64, true, zgerc, "ZGERC ")
#undef GK_GER

// xHER and xHPR have a real alpha.
#define GK_RANK_1(T, Alpha, hermitian, full, FULL, packed, PACKED)                                                 \
  GK_FORTRAN(void, full)                                                                                           \
  (const char *uplo, const Int *n, const Alpha *alpha, const T *x, const Int *incx, T *a, const Int *lda) {        \
    rank<T>({false, Storage::Full, uplo_of_char(*uplo), *n, from_real<T>(*alpha), x, *incx, nullptr, 1, a, *lda},  \
            hermitian, fortran_caller(FULL));                                                                      \
  }                                                                                                                \
  GK_FORTRAN(void, packed)                                                                                         \
  (const char *uplo, const Int *n, const Alpha *alpha, const T *x, const Int *incx, T *ap) {                       \
    rank<T>({false, Storage::Packed, uplo_of_char(*uplo), *n, from_real<T>(*alpha), x, *incx, nullptr, 1, ap, 1},  \
            hermitian, fortran_caller(PACKED));                                                                    \
  }                                                                                                                \
  GK_CBLAS(void, full)                                                                                             \
  (CBLAS_LAYOUT layout, CBLAS_UPLO uplo, Int n, Alpha alpha, CTypes<T>::Input x, Int incx, CTypes<T>::Output a,    \
   Int lda) {                                                                                                      \
    c_rank<T>({"cblas_" #full, FULL}, value_of(layout), value_of(uplo),                                            \
              {false, Storage::Full, Uplo::Invalid, n, from_real<T>(alpha), input_of<T>(x), incx, nullptr, 1,      \
               output_of<T>(a), lda},                                                                              \
              hermitian);                                                                                          \
  }                                                                                                                \
  GK_CBLAS(void, packed)                                                                                           \
  (CBLAS_LAYOUT layout, CBLAS_UPLO uplo, Int n, Alpha alpha, CTypes<T>::Input x, Int incx, CTypes<T>::Output ap) { \
    c_rank<T>({"cblas_" #packed, PACKED}, value_of(layout), value_of(uplo),                                        \
              {false, Storage::Packed, Uplo::Invalid, n, from_real<T>(alpha), input_of<T>(x), incx, nullptr, 1,    \
               output_of<T>(ap), 1},                                                                               \
              hermitian);                                                                                          \
  }

GK_RANK_1(float, float, false, ssyr, "SSYR  ", sspr, "SSPR  ")
GK_RANK_1(double, double, false, dsyr, "DSYR  ", dspr, "DSPR  ")
GK_RANK_1(gemmkit_c32, float, true, cher, "CHER  ", chpr, "CHPR  ")
GK_RANK_1(gemmkit_c64, double, true, zher, "ZHER  ", zhpr, "ZHPR  ")
#undef GK_RANK_1

#define GK_RANK_2(T, hermitian, full, FULL, packed, PACKED)                                                            \
  GK_FORTRAN(void, full)                                                                                               \
  (const char *uplo, const Int *n, const T *alpha, const T *x, const Int *incx, const T *y, const Int *incy, T *a,     \
   const Int *lda) {                                                                                                   \
    rank<T>({true, Storage::Full, uplo_of_char(*uplo), *n, *alpha, x, *incx, y, *incy, a, *lda}, hermitian,            \
            fortran_caller(FULL));                                                                                     \
  }                                                                                                                    \
  GK_FORTRAN(void, packed)                                                                                             \
  (const char *uplo, const Int *n, const T *alpha, const T *x, const Int *incx, const T *y, const Int *incy, T *ap) {  \
    rank<T>({true, Storage::Packed, uplo_of_char(*uplo), *n, *alpha, x, *incx, y, *incy, ap, 1}, hermitian,            \
            fortran_caller(PACKED));                                                                                   \
  }                                                                                                                    \
  GK_CBLAS(void, full)                                                                                                 \
  (CBLAS_LAYOUT layout, CBLAS_UPLO uplo, Int n, CTypes<T>::Scalar alpha, CTypes<T>::Input x, Int incx,                 \
   CTypes<T>::Input y, Int incy, CTypes<T>::Output a, Int lda) {                                                       \
    c_rank<T>({"cblas_" #full, FULL}, value_of(layout), value_of(uplo),                                                \
              {true, Storage::Full, Uplo::Invalid, n, scalar_of<T>(alpha), input_of<T>(x), incx, input_of<T>(y), incy, \
               output_of<T>(a), lda},                                                                                  \
              hermitian);                                                                                              \
  }                                                                                                                    \
  GK_CBLAS(void, packed)                                                                                               \
  (CBLAS_LAYOUT layout, CBLAS_UPLO uplo, Int n, CTypes<T>::Scalar alpha, CTypes<T>::Input x, Int incx,                 \
   CTypes<T>::Input y, Int incy, CTypes<T>::Output ap) {                                                               \
    c_rank<T>({"cblas_" #packed, PACKED}, value_of(layout), value_of(uplo),                                            \
              {true, Storage::Packed, Uplo::Invalid, n, scalar_of<T>(alpha), input_of<T>(x), incx, input_of<T>(y),     \
               incy, output_of<T>(ap), 1},                                                                             \
              hermitian);                                                                                              \
  }

GK_RANK_2(float, false, ssyr2, "SSYR2 ", sspr2, "SSPR2 ")
GK_RANK_2(double, false, dsyr2, "DSYR2 ", dspr2, "DSPR2 ")
GK_RANK_2(gemmkit_c32, true, cher2, "CHER2 ", chpr2, "CHPR2 ")
GK_RANK_2(gemmkit_c64, true, zher2, "ZHER2 ", zhpr2, "ZHPR2 ")
#undef GK_RANK_2
