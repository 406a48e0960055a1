// cblas_?gemm_batch and cblas_?gemm_batch_strided, with the signatures of oneMKL and OpenBLAS. They have no Fortran
// twin to solve their row-major problems, so an illegal argument is reported once, numbered in the caller's list.
#include "blas/memory.h"
#include "blas/report.h"

namespace {

using gk::blas::at_least;
using gk::blas::conjugates;
using gk::blas::From;
using gk::blas::Int;
using gk::blas::is;
using gk::blas::is_layout;
using gk::blas::Memory;
using gk::blas::Mistake;
using gk::blas::Native;
using gk::blas::Op;
using gk::blas::op_of_enum;
using gk::blas::Operand;
using gk::blas::report;
using gk::blas::report_in_group;
using gk::blas::transposes;

// One shape as the caller gives it, row-major ones too.
template <class T>
struct Shape {
  bool row_major;
  Op opa, opb;
  Int m, n, k;
  T alpha;
  Int lda, ldb;
  T beta;
  Int ldc;
};

// Whether the leading dimension of op(X)'s matrix runs from row to row of op(X).
bool has_rows(bool row_major, Op op) { return row_major != transposes(op); }

template <class T>
Operand<T> operand(bool row_major, Op op, const T *data, Int ld) {
  const bool rows = has_rows(row_major, op);
  return {data, rows ? ld : 1, rows ? 1 : ld, conjugates(op)};
}

// Positions in a caller's list that the two routines do not share.
struct Positions {
  Int lda, ldb, ldc;
};
constexpr Positions kGrouped = {9, 11, 14}, kStrided = {9, 12, 16};

template <class T>
Mistake find_mistake(const Shape<T> &s, Int transa, Int transb, const Positions &at) {
  if (s.opa == Op::Invalid) return {2, "TransA", transa};
  if (s.opb == Op::Invalid) return {3, "TransB", transb};
  if (s.m < 0) return {4, "M", s.m};
  if (s.n < 0) return {5, "N", s.n};
  if (s.k < 0) return {6, "K", s.k};
  if (!at_least(s.lda, has_rows(s.row_major, s.opa) ? s.k : s.m)) return {at.lda, "lda", s.lda};
  if (!at_least(s.ldb, has_rows(s.row_major, s.opb) ? s.n : s.k)) return {at.ldb, "ldb", s.ldb};
  if (!at_least(s.ldc, s.row_major ? s.n : s.m)) return {at.ldc, "ldc", s.ldc};
  return {0, "", 0};
}

// Whether nothing needs to be done: as the reference, before any pointer is looked at.
template <class T>
bool nothing_to_do(const Shape<T> &s) {
  return s.m == 0 || s.n == 0 || ((is(s.alpha, 0) || s.k == 0) && is(s.beta, 1));
}

template <class T>
void run_batched(const Shape<T> &s, int64_t batch, const T *a, int64_t a_step, const T *b, int64_t b_step, T *c,
                 int64_t c_step) {
  const gemmkit_status status = Native<T>::batched(batch, s.m, s.n, s.k, s.alpha, operand(s.row_major, s.opa, a, s.lda),
                                                   a_step, operand(s.row_major, s.opb, b, s.ldb), b_step, s.beta, c,
                                                   s.row_major ? s.ldc : 1, s.row_major ? 1 : s.ldc, c_step);
  if (status != GEMMKIT_OK) gk::blas::give_up();
}

template <class T>
void gemm_batch_strided(const char *name, int layout, int transa, int transb, Int m, Int n, Int k, T alpha, const T *a,
                        Int lda, Int stridea, const T *b, Int ldb, Int strideb, T beta, T *c, Int ldc, Int stridec,
                        Int batch) {
  if (!is_layout(layout)) return report(name, {1, "layout", layout});
  const Shape<T> s = {
      layout == CblasRowMajor, op_of_enum<T>(transa), op_of_enum<T>(transb), m, n, k, alpha, lda, ldb, beta, ldc};
  Mistake mistake = find_mistake(s, transa, transb, kStrided);
  if (mistake.position == 0 && batch > 1 && stridec == 0 && m > 0 && n > 0) mistake = {17, "stridec", stridec};
  if (mistake.position == 0 && batch < 0) mistake = {18, "batch_size", batch};
  if (mistake.position != 0) return report(name, mistake);
  if (batch != 0 && !nothing_to_do(s)) run_batched(s, batch, a, stridea, b, strideb, c, stridec);
}

// The distance in elements between neighbours of a list that is evenly spaced.
template <class T>
bool evenly_spaced(T *const *list, Int count, int64_t *step) {
  const intptr_t bytes = reinterpret_cast<intptr_t>(list[1]) - reinterpret_cast<intptr_t>(list[0]);
  for (Int i = 2; i < count; ++i) {
    if (reinterpret_cast<intptr_t>(list[i]) - reinterpret_cast<intptr_t>(list[i - 1]) != bytes) return false;
  }
  *step = bytes / static_cast<intptr_t>(sizeof(T));
  return bytes % static_cast<intptr_t>(sizeof(T)) == 0;
}

// Collects products for the grouped entry, which schedules them together. When memory is short they go in small lots.
template <class T>
class Collector {
 public:
  explicit Collector(int64_t expected)
      : memory_(static_cast<size_t>(expected) * sizeof(Problem), small_, sizeof small_, From::Heap) {}

  void add(const Shape<T> &s, const T *a, const T *b, T *c) {
    if (count_ == capacity_) flush();
    list_[count_++] = Native<T>::problem(s.m, s.n, s.k, s.alpha, operand(s.row_major, s.opa, a, s.lda),
                                         operand(s.row_major, s.opb, b, s.ldb), s.beta, c, s.row_major ? s.ldc : 1,
                                         s.row_major ? 1 : s.ldc);
  }
  void flush() {
    if (Native<T>::grouped(count_, list_, nullptr) != GEMMKIT_OK) gk::blas::give_up();
    count_ = 0;
  }

 private:
  using Problem = typename Native<T>::Problem;
  static constexpr int64_t kSmall = 32;
  Problem small_[kSmall];
  const Memory memory_;
  Problem *const list_ = static_cast<Problem *>(memory_.data());
  const int64_t capacity_ = static_cast<int64_t>(memory_.bytes() / sizeof(Problem));
  int64_t count_ = 0;
};

// The arrays of a grouped call.
template <class T>
struct Groups {
  int layout;
  const CBLAS_TRANSPOSE *transa, *transb;
  const Int *m, *n, *k;
  const T *alpha;
  const Int *lda, *ldb;
  const T *beta;
  const Int *ldc;
  Int count;
  const Int *size;

  Shape<T> shape(Int g) const {
    return {layout == CblasRowMajor,
            op_of_enum<T>(transa[g]),
            op_of_enum<T>(transb[g]),
            m[g],
            n[g],
            k[g],
            alpha[g],
            lda[g],
            ldb[g],
            beta[g],
            ldc[g]};
  }
};

// Also counts the products.
template <class T>
bool check_groups(const char *name, const Groups<T> &groups, int64_t *total) {
  *total = 0;
  if (groups.layout != CblasRowMajor && groups.layout != CblasColMajor) {
    report(name, {1, "layout", groups.layout});
    return false;
  }
  if (groups.count < 0) {
    report(name, {15, "group_count", groups.count});
    return false;
  }
  for (Int g = 0; g < groups.count; ++g) {
    Mistake mistake = {0, "", 0};
    if (groups.size[g] < 0) {
      mistake = {16, "group_size", groups.size[g]};
    } else if (groups.size[g] > 0) {
      mistake = find_mistake(groups.shape(g), groups.transa[g], groups.transb[g], kGrouped);
    }
    if (mistake.position != 0) {
      report_in_group(name, mistake, g);
      return false;
    }
    *total += groups.size[g];
  }
  return true;
}

template <class T>
void gemm_batch(const char *name, const Groups<T> &groups, const T **a, const T **b, T **c) {
  int64_t total;
  if (!check_groups(name, groups, &total)) return;
  Collector<T> collector(total);
  for (Int g = 0; g < groups.count; a += groups.size[g], b += groups.size[g], c += groups.size[g], ++g) {
    if (groups.size[g] == 0) continue;
    const Shape<T> shape = groups.shape(g);
    if (nothing_to_do(shape)) continue;
    const Int size = groups.size[g];
    int64_t a_step, b_step, c_step;
    // Pointers into one block, as most programs have them, make a strided batch, which costs less per product.
    if (size > 1 && evenly_spaced(a, size, &a_step) && evenly_spaced(b, size, &b_step) &&
        evenly_spaced(c, size, &c_step)) {
      run_batched(shape, size, a[0], a_step, b[0], b_step, c[0], c_step);
      continue;
    }
    for (Int i = 0; i < size; ++i) collector.add(shape, a[i], b[i], c[i]);
  }
  collector.flush();
}

}  // namespace

GK_CBLAS(void, sgemm_batch)
(CBLAS_LAYOUT layout, const CBLAS_TRANSPOSE *transa, const CBLAS_TRANSPOSE *transb, const Int *m, const Int *n,
 const Int *k, const float *alpha, const float **a, const Int *lda, const float **b, const Int *ldb, const float *beta,
 float **c, const Int *ldc, Int group_count, const Int *group_size) {
  gemm_batch<float>("cblas_sgemm_batch",
                    {layout, transa, transb, m, n, k, alpha, lda, ldb, beta, ldc, group_count, group_size}, a, b, c);
}

GK_CBLAS(void, dgemm_batch)
(CBLAS_LAYOUT layout, const CBLAS_TRANSPOSE *transa, const CBLAS_TRANSPOSE *transb, const Int *m, const Int *n,
 const Int *k, const double *alpha, const double **a, const Int *lda, const double **b, const Int *ldb,
 const double *beta, double **c, const Int *ldc, Int group_count, const Int *group_size) {
  gemm_batch<double>("cblas_dgemm_batch",
                     {layout, transa, transb, m, n, k, alpha, lda, ldb, beta, ldc, group_count, group_size}, a, b, c);
}

GK_CBLAS(void, cgemm_batch)
(CBLAS_LAYOUT layout, const CBLAS_TRANSPOSE *transa, const CBLAS_TRANSPOSE *transb, const Int *m, const Int *n,
 const Int *k, const void *alpha, const void **a, const Int *lda, const void **b, const Int *ldb, const void *beta,
 void **c, const Int *ldc, Int group_count, const Int *group_size) {
  gemm_batch<gemmkit_c32>("cblas_cgemm_batch",
                          {layout, transa, transb, m, n, k, static_cast<const gemmkit_c32 *>(alpha), lda, ldb,
                           static_cast<const gemmkit_c32 *>(beta), ldc, group_count, group_size},
                          reinterpret_cast<const gemmkit_c32 **>(a), reinterpret_cast<const gemmkit_c32 **>(b),
                          reinterpret_cast<gemmkit_c32 **>(c));
}

GK_CBLAS(void, zgemm_batch)
(CBLAS_LAYOUT layout, const CBLAS_TRANSPOSE *transa, const CBLAS_TRANSPOSE *transb, const Int *m, const Int *n,
 const Int *k, const void *alpha, const void **a, const Int *lda, const void **b, const Int *ldb, const void *beta,
 void **c, const Int *ldc, Int group_count, const Int *group_size) {
  gemm_batch<gemmkit_c64>("cblas_zgemm_batch",
                          {layout, transa, transb, m, n, k, static_cast<const gemmkit_c64 *>(alpha), lda, ldb,
                           static_cast<const gemmkit_c64 *>(beta), ldc, group_count, group_size},
                          reinterpret_cast<const gemmkit_c64 **>(a), reinterpret_cast<const gemmkit_c64 **>(b),
                          reinterpret_cast<gemmkit_c64 **>(c));
}

GK_CBLAS(void, sgemm_batch_strided)
(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE transa, CBLAS_TRANSPOSE transb, Int m, Int n, Int k, float alpha, const float *a,
 Int lda, Int stridea, const float *b, Int ldb, Int strideb, float beta, float *c, Int ldc, Int stridec,
 Int batch_size) {
  gemm_batch_strided("cblas_sgemm_batch_strided", layout, transa, transb, m, n, k, alpha, a, lda, stridea, b, ldb,
                     strideb, beta, c, ldc, stridec, batch_size);
}

GK_CBLAS(void, dgemm_batch_strided)
(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE transa, CBLAS_TRANSPOSE transb, Int m, Int n, Int k, double alpha,
 const double *a, Int lda, Int stridea, const double *b, Int ldb, Int strideb, double beta, double *c, Int ldc,
 Int stridec, Int batch_size) {
  gemm_batch_strided("cblas_dgemm_batch_strided", layout, transa, transb, m, n, k, alpha, a, lda, stridea, b, ldb,
                     strideb, beta, c, ldc, stridec, batch_size);
}

GK_CBLAS(void, cgemm_batch_strided)
(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE transa, CBLAS_TRANSPOSE transb, Int m, Int n, Int k, const void *alpha,
 const void *a, Int lda, Int stridea, const void *b, Int ldb, Int strideb, const void *beta, void *c, Int ldc,
 Int stridec, Int batch_size) {
  gemm_batch_strided("cblas_cgemm_batch_strided", layout, transa, transb, m, n, k,
                     *static_cast<const gemmkit_c32 *>(alpha), static_cast<const gemmkit_c32 *>(a), lda, stridea,
                     static_cast<const gemmkit_c32 *>(b), ldb, strideb, *static_cast<const gemmkit_c32 *>(beta),
                     static_cast<gemmkit_c32 *>(c), ldc, stridec, batch_size);
}

GK_CBLAS(void, zgemm_batch_strided)
(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE transa, CBLAS_TRANSPOSE transb, Int m, Int n, Int k, const void *alpha,
 const void *a, Int lda, Int stridea, const void *b, Int ldb, Int strideb, const void *beta, void *c, Int ldc,
 Int stridec, Int batch_size) {
  gemm_batch_strided("cblas_zgemm_batch_strided", layout, transa, transb, m, n, k,
                     *static_cast<const gemmkit_c64 *>(alpha), static_cast<const gemmkit_c64 *>(a), lda, stridea,
                     static_cast<const gemmkit_c64 *>(b), ldb, strideb, *static_cast<const gemmkit_c64 *>(beta),
                     static_cast<gemmkit_c64 *>(c), ldc, stridec, batch_size);
}
