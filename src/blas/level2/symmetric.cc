// y <- alpha*A*x + beta*y, of which one triangle of a symmetric or hermitian A is stored: symv sbmv spmv hemv hbmv
// hpmv.
#include "blas/level2/level2.h"

namespace gk::blas {
namespace {

template <class T>
struct Symmetric {
  Storage storage;
  Uplo uplo;
  Int n, k;
  T alpha;
  const T *a;
  Int lda;
  const T *x;
  Int incx;
  T beta;
  T *y;
  Int incy;
};

template <class T>
Int illegal_argument(const Symmetric<T> &s) {
  const Int shift = s.storage == Storage::Band ? 1 : s.storage == Storage::Packed ? -1 : 0;
  Check check;
  check.illegal(1, s.uplo == Uplo::Invalid).illegal(2, s.n < 0);
  if (s.storage == Storage::Band) check.illegal(3, s.k < 0).ld(6, s.lda, static_cast<uint64_t>(s.k) + 1);
  if (s.storage == Storage::Full) check.ld(5, s.lda, s.n);
  return check.illegal(7 + shift, s.incx == 0).illegal(10 + shift, s.incy == 0).info();
}

// A large triangle is cut by columns into pieces whose sums are kept apart and added in order, by any number of
// workers. Small ones are one piece: it need not be added.
constexpr int64_t kPieces = 16, kPieceWidth = 128;

template <class T>
struct Cut {
  const gk_level2 &k;
  const gk_level2_args &s;
  const Pieces &pieces;
  T *y;
  int64_t n;

  // Rows that columns of the piece reach.
  int64_t top(int64_t piece) const { return s.below == 0 ? 0 : piece * pieces.width; }
  int64_t bottom(int64_t piece) const { return s.below == 0 ? pieces.end(piece, n) : n; }

  void sums(int64_t piece, T *room) const {
    const T zero{};
    gk_level2_args part = s;
    part.first = piece * pieces.width;
    part.last = pieces.end(piece, n);
    part.y = room;
    part.incy = sizeof(T);
    k.scale(bottom(piece) - top(piece), &zero, room + top(piece), sizeof(T));
    k.symmetric(&part);
  }
  void add(int64_t piece, const T *room) const { k.add(bottom(piece) - top(piece), room + top(piece), y + top(piece)); }
};

template <class T>
void in_pieces(const gk_level2 &k, const gk_level2_args &s, const Pieces &pieces, T *y, int64_t n) {
  const Cut<T> cut{k, s, pieces, y, n};
  const int32_t workers =
      gemmkit_private_bandwidth_workers(static_cast<uint64_t>(n) * (n + 1) / 2 * sizeof(T), pieces.count);
  const size_t vector = static_cast<size_t>(n) * sizeof(T);
  if (workers > 1) {
    const Memory room(vector * static_cast<size_t>(pieces.count), nullptr, 0);
    if (T *all = room.array<T>(n * pieces.count)) {
      // The largest pieces first.
      run(workers, pieces.count, [&](int64_t job) {
        const int64_t piece = s.below == 0 ? pieces.count - 1 - job : job;
        cut.sums(piece, all + piece * n);
      });
      for (int64_t piece = 0; piece < pieces.count; ++piece) cut.add(piece, all + piece * n);
      return;
    }
  }
  alignas(64) char near[kNearBytes];
  const Memory room(vector, near, sizeof near);
  T *one = room.array<T>(n);
  if (one == nullptr) return k.symmetric(&s);  // rounds otherwise
  for (int64_t piece = 0; piece < pieces.count; ++piece) {
    cut.sums(piece, one);
    cut.add(piece, one);
  }
}

// flags: GK_LEVEL2_HERMITIAN or 0. Of a row-major matrix the conjugate of the other triangle is stored.
template <class T>
void symmetric(const Symmetric<T> &g, int32_t flags, Caller caller) {
  if (!accepted(caller, g)) return;
  if (g.n == 0 || (is(g.alpha, 0) && is(g.beta, 1))) return;
  const gk_level2 &k = level2<T>();
  const Vector<T> y(g.y, g.n, g.incy);
  scale(k, g.n, g.beta, y.data(), y.stride());
  if (!is(g.alpha, 0)) {
    const Vector<T> x(g.x, g.n, g.incx);
    gk_level2_args s = triangle(g.storage, g.uplo, g.n, g.k, g.a, g.lda);
    s.flags = flags | (flags != 0 && caller.row_major ? GK_LEVEL2_CONJ : 0);
    s.x = x.data();
    s.incx = x.stride();
    s.y = y.data();
    s.incy = y.stride();
    s.alpha = &g.alpha;
    const Pieces pieces(g.n, kPieces, kPieceWidth);
    if (g.storage == Storage::Band || pieces.count <= 4 || !y.adjacent()) {
      k.symmetric(&s);
    } else {
      in_pieces(k, s, pieces, y.data(), g.n);
    }
  }
  y.put_back();
}

template <class T>
void c_symmetric(const Names &names, int layout, int uplo, Symmetric<T> g, int32_t flags) {
  g.uplo = uplo_of_enum(uplo);
  if (!legal_options(names, layout, {uplo_option(uplo)})) return;
  if (layout == CblasRowMajor) g.uplo = other(g.uplo);
  symmetric(g, flags, c_caller(names, layout));
}

}  // namespace
}  // namespace gk::blas

using namespace gk::blas;

#define GK_SYMMETRIC(T, kind, full, FULL, band, BAND, packed, PACKED)                                              \
  GK_FORTRAN(void, full)                                                                                           \
  (const char *uplo, const Int *n, const T *alpha, const T *a, const Int *lda, const T *x, const Int *incx,        \
   const T *beta, T *y, const Int *incy) {                                                                         \
    symmetric<T>({Storage::Full, uplo_of_char(*uplo), *n, 0, *alpha, a, *lda, x, *incx, *beta, y, *incy}, kind,    \
                 fortran_caller(FULL));                                                                            \
  }                                                                                                                \
  GK_FORTRAN(void, band)                                                                                           \
  (const char *uplo, const Int *n, const Int *k, const T *alpha, const T *a, const Int *lda, const T *x,           \
   const Int *incx, const T *beta, T *y, const Int *incy) {                                                        \
    symmetric<T>({Storage::Band, uplo_of_char(*uplo), *n, *k, *alpha, a, *lda, x, *incx, *beta, y, *incy}, kind,   \
                 fortran_caller(BAND));                                                                            \
  }                                                                                                                \
  GK_FORTRAN(void, packed)                                                                                         \
  (const char *uplo, const Int *n, const T *alpha, const T *ap, const T *x, const Int *incx, const T *beta, T *y,  \
   const Int *incy) {                                                                                              \
    symmetric<T>({Storage::Packed, uplo_of_char(*uplo), *n, 0, *alpha, ap, 1, x, *incx, *beta, y, *incy}, kind,    \
                 fortran_caller(PACKED));                                                                          \
  }                                                                                                                \
  GK_CBLAS(void, full)                                                                                             \
  (CBLAS_LAYOUT layout, CBLAS_UPLO uplo, Int n, CTypes<T>::Scalar alpha, CTypes<T>::Input a, Int lda,              \
   CTypes<T>::Input x, Int incx, CTypes<T>::Scalar beta, CTypes<T>::Output y, Int incy) {                          \
    c_symmetric<T>({"cblas_" #full, FULL}, value_of(layout), value_of(uplo),                                       \
                   {Storage::Full, Uplo::Invalid, n, 0, scalar_of<T>(alpha), input_of<T>(a), lda, input_of<T>(x),  \
                    incx, scalar_of<T>(beta), output_of<T>(y), incy},                                              \
                   kind);                                                                                          \
  }                                                                                                                \
  GK_CBLAS(void, band)                                                                                             \
  (CBLAS_LAYOUT layout, CBLAS_UPLO uplo, Int n, Int k, CTypes<T>::Scalar alpha, CTypes<T>::Input a, Int lda,       \
   CTypes<T>::Input x, Int incx, CTypes<T>::Scalar beta, CTypes<T>::Output y, Int incy) {                          \
    c_symmetric<T>({"cblas_" #band, BAND}, value_of(layout), value_of(uplo),                                       \
                   {Storage::Band, Uplo::Invalid, n, k, scalar_of<T>(alpha), input_of<T>(a), lda, input_of<T>(x),  \
                    incx, scalar_of<T>(beta), output_of<T>(y), incy},                                              \
                   kind);                                                                                          \
  }                                                                                                                \
  GK_CBLAS(void, packed)                                                                                           \
  (CBLAS_LAYOUT layout, CBLAS_UPLO uplo, Int n, CTypes<T>::Scalar alpha, CTypes<T>::Input ap, CTypes<T>::Input x,  \
   Int incx, CTypes<T>::Scalar beta, CTypes<T>::Output y, Int incy) {                                              \
    c_symmetric<T>({"cblas_" #packed, PACKED}, value_of(layout), value_of(uplo),                                   \
                   {Storage::Packed, Uplo::Invalid, n, 0, scalar_of<T>(alpha), input_of<T>(ap), 1, input_of<T>(x), \
                    incx, scalar_of<T>(beta), output_of<T>(y), incy},                                              \
                   kind);                                                                                          \
  }

GK_SYMMETRIC(float, 0, ssymv, "SSYMV ", ssbmv, "SSBMV ", sspmv, "SSPMV ")
GK_SYMMETRIC(double, 0, dsymv, "DSYMV ", dsbmv, "DSBMV ", dspmv, "DSPMV ")
GK_SYMMETRIC(gemmkit_c32, GK_LEVEL2_HERMITIAN, chemv, "CHEMV ", chbmv, "CHBMV ", chpmv, "CHPMV ")
GK_SYMMETRIC(gemmkit_c64, GK_LEVEL2_HERMITIAN, zhemv, "ZHEMV ", zhbmv, "ZHBMV ", zhpmv, "ZHPMV ")
#undef GK_SYMMETRIC
