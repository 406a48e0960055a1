// x <- op(A)*x and x <- op(A)^-1*x for a triangular A: trmv tbmv tpmv trsv tbsv tpsv.
#include "blas/level2/level2.h"

namespace gk::blas {
namespace {

enum class Task : int8_t { Multiply, Solve };

template <class T>
struct Triangular {
  Task task;
  Storage storage;
  Uplo uplo;
  Op op;
  Diag diag;
  Int n, k;
  const T *a;
  Int lda;
  T *x;
  Int incx;
};

template <class T>
Int illegal_argument(const Triangular<T> &g) {
  const Int shift = g.storage == Storage::Band ? 1 : g.storage == Storage::Packed ? -1 : 0;
  Check check;
  check.illegal(1, g.uplo == Uplo::Invalid).illegal(2, g.op == Op::Invalid).illegal(3, g.diag == Diag::Invalid);
  check.illegal(4, g.n < 0);
  if (g.storage == Storage::Band) check.illegal(5, g.k < 0).ld(7, g.lda, static_cast<uint64_t>(g.k) + 1);
  if (g.storage == Storage::Full) check.ld(6, g.lda, g.n);
  return check.illegal(8 + shift, g.incx == 0).info();
}

// Rows [from, to) of A*x by one worker, as the whole product makes them: the diagonal block first, then the columns
// that follow it in that order.
void some_rows(const gk_level2 &k, const gk_level2_args &s, int64_t n, int64_t from, int64_t to) {
  const bool upper = s.below == 0;
  gk_level2_args block = s;
  block.top = block.first = from;
  block.bottom = block.last = to;
  k.multiply(&block);
  gk_level2_args rest = block;
  rest.above = rest.below = kEverything;
  rest.first = upper ? to : 0;
  rest.last = upper ? n : from;
  rest.flags |= upper ? 0 : GK_LEVEL2_DESCENDING;
  k.columns(&rest);
}

// A team cannot work in place. False if it is none, or there is no memory for a copy of x.
template <class T>
bool multiplied_by_team(const gk_level2 &k, const gk_level2_args &in_place, bool trans, const T *x, int64_t n) {
  constexpr int64_t kMost = 32, kLeast = 64;
  const Pieces pieces(n, kMost, kLeast);
  const int32_t workers =
      gemmkit_private_bandwidth_workers(static_cast<uint64_t>(n) * (n + 1) / 2 * sizeof(T), pieces.count);
  if (workers == 1) return false;
  alignas(64) char near[kNearBytes];
  const Memory room(static_cast<size_t>(n) * sizeof(T), near, sizeof near);
  T *copy = room.array<T>(n);
  if (copy == nullptr) return false;
  memcpy(copy, x, static_cast<size_t>(n) * sizeof(T));
  gk_level2_args s = in_place;
  s.x = copy;
  run(workers, pieces.count, [&](int64_t job) {
    const int64_t from = job * pieces.width, to = pieces.end(job, n);
    if (!trans) return some_rows(k, s, n, from, to);
    gk_level2_args part = s;
    part.first = from;
    part.last = to;
    k.multiply_transposed(&part);
  });
  return true;
}

template <class T>
void triangular(const Triangular<T> &g, Caller caller) {
  if (!accepted(caller, g)) return;
  if (g.n == 0) return;
  const gk_level2 &k = level2<T>();
  const Vector<T> x(g.x, g.n, g.incx);
  gk_level2_args s = triangle(g.storage, g.uplo, g.n, g.k, g.a, g.lda);
  s.flags = (conjugates(g.op) ? GK_LEVEL2_CONJ : 0) | (g.diag == Diag::Unit ? GK_LEVEL2_UNIT : 0);
  s.x = s.y = x.data();
  s.incx = s.incy = x.stride();
  const bool trans = transposes(g.op);
  if (g.task == Task::Solve) {
    trans ? k.solve_transposed(&s) : k.solve(&s);
  } else if (g.storage == Storage::Band || !x.adjacent() || !multiplied_by_team(k, s, trans, x.data(), g.n)) {
    trans ? k.multiply_transposed(&s) : k.multiply(&s);
  }
  x.put_back();
}

template <class T>
void c_triangular(const Names &names, int layout, int uplo, int trans, int diag, Triangular<T> g) {
  g.uplo = uplo_of_enum(uplo);
  g.op = op_of_enum<T>(trans);
  g.diag = diag_of_enum(diag);
  if (!legal_options(names, layout, {uplo_option(uplo), trans_option<T>(trans), diag_option(diag)})) return;
  if (layout == CblasRowMajor) {
    g.uplo = other(g.uplo);
    g.op = transposed(g.op);
  }
  triangular(g, c_caller(names, layout));
}

}  // namespace
}  // namespace gk::blas

using namespace gk::blas;

#define GK_TRIANGULAR(T, task, full, FULL, band, BAND, packed, PACKED)                                                 \
  GK_FORTRAN(void, full)                                                                                               \
  (const char *uplo, const char *trans, const char *diag, const Int *n, const T *a, const Int *lda, T *x,              \
   const Int *incx) {                                                                                                  \
    triangular<T>(                                                                                                     \
        {task, Storage::Full, uplo_of_char(*uplo), op_of_char(*trans), diag_of_char(*diag), *n, 0, a, *lda, x, *incx}, \
        fortran_caller(FULL));                                                                                         \
  }                                                                                                                    \
  GK_FORTRAN(void, band)                                                                                               \
  (const char *uplo, const char *trans, const char *diag, const Int *n, const Int *k, const T *a, const Int *lda,      \
   T *x, const Int *incx) {                                                                                            \
    triangular<T>({task, Storage::Band, uplo_of_char(*uplo), op_of_char(*trans), diag_of_char(*diag), *n, *k, a, *lda, \
                   x, *incx},                                                                                          \
                  fortran_caller(BAND));                                                                               \
  }                                                                                                                    \
  GK_FORTRAN(void, packed)                                                                                             \
  (const char *uplo, const char *trans, const char *diag, const Int *n, const T *ap, T *x, const Int *incx) {          \
    triangular<T>(                                                                                                     \
        {task, Storage::Packed, uplo_of_char(*uplo), op_of_char(*trans), diag_of_char(*diag), *n, 0, ap, 1, x, *incx}, \
        fortran_caller(PACKED));                                                                                       \
  }                                                                                                                    \
  GK_CBLAS(void, full)                                                                                                 \
  (CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_DIAG diag, Int n, CTypes<T>::Input a, Int lda,   \
   CTypes<T>::Output x, Int incx) {                                                                                    \
    c_triangular<T>({"cblas_" #full, FULL}, value_of(layout), value_of(uplo), value_of(trans), value_of(diag),         \
                    {task, Storage::Full, Uplo::Invalid, Op::Invalid, Diag::Invalid, n, 0, input_of<T>(a), lda,        \
                     output_of<T>(x), incx});                                                                          \
  }                                                                                                                    \
  GK_CBLAS(void, band)                                                                                                 \
  (CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_DIAG diag, Int n, Int k, CTypes<T>::Input a,     \
   Int lda, CTypes<T>::Output x, Int incx) {                                                                           \
    c_triangular<T>({"cblas_" #band, BAND}, value_of(layout), value_of(uplo), value_of(trans), value_of(diag),         \
                    {task, Storage::Band, Uplo::Invalid, Op::Invalid, Diag::Invalid, n, k, input_of<T>(a), lda,        \
                     output_of<T>(x), incx});                                                                          \
  }                                                                                                                    \
  GK_CBLAS(void, packed)                                                                                               \
  (CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_DIAG diag, Int n, CTypes<T>::Input ap,           \
   CTypes<T>::Output x, Int incx) {                                                                                    \
    c_triangular<T>({"cblas_" #packed, PACKED}, value_of(layout), value_of(uplo), value_of(trans), value_of(diag),     \
                    {task, Storage::Packed, Uplo::Invalid, Op::Invalid, Diag::Invalid, n, 0, input_of<T>(ap), 1,       \
                     output_of<T>(x), incx});                                                                          \
  }

GK_TRIANGULAR(float, Task::Multiply, strmv, "STRMV ", stbmv, "STBMV ", stpmv, "STPMV ")
GK_TRIANGULAR(double, Task::Multiply, dtrmv, "DTRMV ", dtbmv, "DTBMV ", dtpmv, "DTPMV ")
GK_TRIANGULAR(gemmkit_c32, Task::Multiply, ctrmv, "CTRMV ", ctbmv, "CTBMV ", ctpmv, "CTPMV ")
GK_TRIANGULAR(gemmkit_c64, Task::Multiply, ztrmv, "ZTRMV ", ztbmv, "ZTBMV ", ztpmv, "ZTPMV ")
GK_TRIANGULAR(float, Task::Solve, strsv, "STRSV ", stbsv, "STBSV ", stpsv, "STPSV ")
GK_TRIANGULAR(double, Task::Solve, dtrsv, "DTRSV ", dtbsv, "DTBSV ", dtpsv, "DTPSV ")
GK_TRIANGULAR(gemmkit_c32, Task::Solve, ctrsv, "CTRSV ", ctbsv, "CTBSV ", ctpsv, "CTPSV ")
GK_TRIANGULAR(gemmkit_c64, Task::Solve, ztrsv, "ZTRSV ", ztbsv, "ZTBSV ", ztpsv, "ZTPSV ")
#undef GK_TRIANGULAR
