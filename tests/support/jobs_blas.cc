// Compiled twice: as it is, and by jobs_blas64.cc for the library with 64-bit integers.
#include "gemmkit_cblas.h"
#include "support/jobs.h"
#include "support/matrix.h"

#include <complex>
#include <memory>

namespace gk::test {
namespace {

using Int = CBLAS_INT;
using Complex = std::complex<double>;

constexpr Int kLong = 100'000;  // vectors that a team shares
constexpr Int kVector = 301;    // and those of matrices
constexpr Int kOrder = 170, kDepth = 90;
constexpr auto kCol = CblasColMajor;
constexpr auto kRow = CblasRowMajor;
constexpr auto kNo = CblasNoTrans;
constexpr auto kTrans = CblasTrans;

template <class T>
T small_integer(int64_t i, int64_t seed);
template <>
double small_integer(int64_t i, int64_t seed) {
  return g(i, i / 101, seed);
}
template <>
Complex small_integer(int64_t i, int64_t seed) {
  return {double(g(i, i / 101, seed)), double(g(i, i / 97, seed + 3))};
}

template <class T>
std::vector<T> integers(Int count, int64_t seed) {
  std::vector<T> values;
  for (Int i = 0; i < count; ++i) values.push_back(small_integer<T>(i, seed));
  return values;
}

// The diagonal is 1 and only one half of the unknowns depends on the other, so that solutions stay small integers.
template <class T>
std::vector<T> triangular(Int n, int64_t seed) {
  std::vector<T> values = integers<T>(n * n, seed);
  for (Int j = 0; j < n; ++j)
    for (Int i = 0; i < n; ++i)
      if ((i < n / 2) == (j < n / 2)) values[size_t(i + j * n)] = i == j ? T(1) : T(0);
  return values;
}

// Operands shared by the jobs of one element type.
template <class T>
struct Operands {
  std::vector<T> a = integers<T>(kVector * kVector, 0), b = integers<T>(kVector * kVector, 5);
  std::vector<T> tri = triangular<T>(kVector, 2), x = integers<T>(2 * kLong, 1);
};

class List {
 public:
  template <class T, class Call>
  void add(const char *name, std::vector<T> start, Call call) {
    std::string full = sizeof(Int) == 8 ? std::string(name) + " (64)" : name;
    jobs_.push_back({full, bytes_of(start), [call](void *out, int32_t) {
                       call(static_cast<T *>(out));
                       return gemmkit_status(GEMMKIT_OK);
                     }});
  }
  std::vector<Job> take() { return std::move(jobs_); }

 private:
  std::vector<Job> jobs_;
};

void level1(List &list, std::shared_ptr<const Operands<double>> d, std::shared_ptr<const Operands<Complex>> z) {
  const auto result = std::vector<double>(2, -1.0);
  list.add("ddot", result, [d](double *out) { *out = cblas_ddot(kLong, d->x.data(), 1, d->x.data() + 3, 1); });
  list.add("ddot, strided", result, [d](double *out) { *out = cblas_ddot(kLong, d->x.data(), 2, d->x.data(), -1); });
  list.add("dnrm2", result, [d](double *out) { *out = cblas_dnrm2(kLong, d->x.data(), 1); });
  list.add("dasum", result, [d](double *out) { *out = cblas_dasum(kLong, d->x.data(), 1); });
  list.add("idamax", result, [d](double *out) { *out = double(cblas_idamax(kLong, d->x.data(), 1)); });
  list.add("zdotc", result, [z](double *out) { cblas_zdotc_sub(kLong, z->x.data(), 1, z->x.data() + 1, 1, out); });
  list.add("daxpy", d->x, [d](double *out) { cblas_daxpy(kLong, 3, d->x.data() + 7, 1, out, 1); });
  list.add("dscal", d->x, [](double *out) { cblas_dscal(kLong, -2, out, 2); });
  list.add("drot", d->x, [](double *out) { cblas_drot(kLong, out, 1, out + kLong, 1, 0.5, -0.25); });
  list.add("zswap", z->x, [](Complex *out) { cblas_zswap(kLong, out, 1, out + kLong, 1); });
}

void level2(List &list, std::shared_ptr<const Operands<double>> d, std::shared_ptr<const Operands<Complex>> z) {
  const Int n = kVector, inc = -2;
  const std::vector<double> y(d->x.begin(), d->x.begin() + 2 * n);
  const std::vector<Complex> zy(z->x.begin(), z->x.begin() + 2 * n);
  list.add("dgemv", y,
           [=](double *out) { cblas_dgemv(kCol, kNo, n, n, 2, d->a.data(), n, d->x.data(), 1, 3, out, inc); });
  list.add("dgemv transposed", y,
           [=](double *out) { cblas_dgemv(kCol, kTrans, n, n, 2, d->a.data(), n, d->x.data(), inc, 3, out, 1); });
  list.add("dgbmv", y, [=](double *out) {
    cblas_dgbmv(kCol, kTrans, n, n, 20, 30, 2, d->a.data(), 60, d->x.data(), inc, 3, out, inc);
  });
  list.add("dsymv", y,
           [=](double *out) { cblas_dsymv(kRow, CblasLower, n, 2, d->a.data(), n, d->x.data(), inc, 3, out, 1); });
  list.add("dspmv", y,
           [=](double *out) { cblas_dspmv(kCol, CblasUpper, n, 2, d->a.data(), d->x.data(), 1, 3, out, inc); });
  list.add("dtrmv", y,
           [=](double *out) { cblas_dtrmv(kCol, CblasUpper, kNo, CblasNonUnit, n, d->tri.data(), n, out, inc); });
  list.add("dtrsv", y,
           [=](double *out) { cblas_dtrsv(kRow, CblasUpper, kTrans, CblasNonUnit, n, d->tri.data(), n, out, inc); });
  list.add("dger", d->a, [=](double *out) { cblas_dger(kCol, n, n, 2, d->x.data(), inc, d->x.data(), 1, out, n); });
  list.add("dsyr2", d->a,
           [=](double *out) { cblas_dsyr2(kCol, CblasLower, n, 2, d->x.data(), 1, d->x.data(), inc, out, n); });
  const Complex two(2, -1);
  list.add("zhemv", zy, [=](Complex *out) {
    cblas_zhemv(kCol, CblasUpper, n, &two, z->a.data(), n, z->x.data(), 1, &two, out, inc);
  });
  list.add("ztrsv", zy, [=](Complex *out) {
    cblas_ztrsv(kCol, CblasLower, CblasConjTrans, CblasUnit, n, z->tri.data(), n, out, inc);
  });
}

void level3(List &list, std::shared_ptr<const Operands<double>> d, std::shared_ptr<const Operands<Complex>> z) {
  const Int n = kOrder, k = kDepth;
  const std::vector<double> c(d->b.begin(), d->b.begin() + n * n);
  const std::vector<Complex> zc(z->b.begin(), z->b.begin() + n * n);
  const auto tri = std::make_shared<const std::vector<double>>(triangular<double>(n, 1));
  const auto ztri = std::make_shared<const std::vector<Complex>>(triangular<Complex>(n, 1));
  const Complex two(2, -1), one = 1;
  list.add("dgemm", c, [=](double *out) {
    cblas_dgemm(kRow, kTrans, kNo, n, n, k, 2, d->a.data(), n, d->b.data(), n, -1, out, n);
  });
  list.add("dsymm", c, [=](double *out) {
    cblas_dsymm(kCol, CblasRight, CblasUpper, n, n, 2, d->a.data(), n, d->b.data(), n, -1, out, n);
  });
  list.add("dsyrk", c,
           [=](double *out) { cblas_dsyrk(kCol, CblasLower, kTrans, n, k, 2, d->a.data(), k, -1, out, n); });
  list.add("dsyr2k", c, [=](double *out) {
    cblas_dsyr2k(kCol, CblasUpper, kNo, n, k, 2, d->a.data(), n, d->b.data(), n, -1, out, n);
  });
  list.add("dgemmt", c, [=](double *out) {
    cblas_dgemmt(kRow, CblasLower, kNo, kTrans, n, k, 2, d->a.data(), k, d->b.data(), k, -1, out, n);
  });
  list.add("dtrmm", c, [=](double *out) {
    cblas_dtrmm(kCol, CblasLeft, CblasLower, kTrans, CblasNonUnit, n, n, 2, tri->data(), n, out, n);
  });
  list.add("dtrsm", c, [=](double *out) {
    cblas_dtrsm(kCol, CblasRight, CblasUpper, kNo, CblasUnit, n, n, 2, tri->data(), n, out, n);
  });
  list.add("zhemm", zc, [=](Complex *out) {
    cblas_zhemm(kCol, CblasLeft, CblasLower, n, n, &two, z->a.data(), n, z->b.data(), n, &two, out, n);
  });
  list.add("zherk", zc, [=](Complex *out) { cblas_zherk(kCol, CblasUpper, kNo, n, k, 2, z->a.data(), n, -1, out, n); });
  list.add("zher2k", zc, [=](Complex *out) {
    cblas_zher2k(kRow, CblasLower, kNo, n, k, &two, z->a.data(), k, z->b.data(), k, 3, out, n);
  });
  list.add("ztrsm", zc, [=](Complex *out) {
    cblas_ztrsm(kRow, CblasLeft, CblasUpper, CblasConjTrans, CblasNonUnit, n, n, &one, ztri->data(), n, out, n);
  });
  list.add("zgemm3m", zc, [=](Complex *out) {
    cblas_zgemm3m(kCol, CblasConjTrans, kNo, n, n, k, &two, z->a.data(), k, z->b.data(), k, &one, out, n);
  });
}

void batches(List &list, std::shared_ptr<const Operands<double>> d) {
  constexpr Int kCount = 1200, n = 4;  // more than a batch keeps on the stack
  list.add("dgemm_batch", std::vector<double>(size_t(kCount * n * n + kCount), 1.0), [=](double *out) {
    std::vector<const double *> a, b;
    std::vector<double *> c;
    for (Int i = 0; i < kCount; ++i) {
      a.push_back(d->a.data() + i * 3), b.push_back(d->b.data() + i);
      c.push_back(out + i * n * n + i / 7);  // not evenly spaced
    }
    const Int counts[] = {kCount - 1, 1}, extents[] = {n, n};
    const CBLAS_TRANSPOSE ops[] = {kNo, kTrans};
    const double factors[] = {2, 1};
    cblas_dgemm_batch(kCol, ops, ops, extents, extents, extents, factors, a.data(), extents, b.data(), extents, factors,
                      c.data(), extents, 2, counts);
  });
  list.add("dgemm_batch_strided", std::vector<double>(size_t(kCount * n * n), 1.0), [=](double *out) {
    cblas_dgemm_batch_strided(kCol, kNo, kTrans, n, n, n, 2, d->a.data(), n, 3, d->b.data(), n, 5, -1, out, n, n * n,
                              kCount);
  });
}

void copies(List &list, std::shared_ptr<const Operands<double>> d) {
  const Int rows = 120, cols = 300;
  list.add("domatcopy", d->b,
           [=](double *out) { cblas_domatcopy(kCol, kTrans, rows, cols, 2, d->a.data(), rows, out, cols); });
  list.add("dimatcopy", d->b, [=](double *out) { cblas_dimatcopy(kCol, kTrans, rows, cols, 2, out, rows, cols); });
}

void packed_and_narrow(List &list, std::shared_ptr<const Operands<double>> d) {
  const Int n = kOrder, k = kDepth;
  const std::vector<double> c(d->b.begin(), d->b.begin() + n * n);
  list.add("dgemm_compute", c, [=](double *out) {
    constexpr Int kFew = 16;
    std::vector<unsigned char> memory(cblas_dgemm_pack_get_size(CblasAMatrix, n, n, kFew));
    auto *packed = reinterpret_cast<double *>(memory.data());
    cblas_dgemm_pack(kCol, CblasAMatrix, kTrans, n, n, kFew, 2, d->a.data(), kFew, packed);
    cblas_dgemm_compute(kCol, CblasPacked, kNo, n, n, kFew, packed, kFew, d->b.data(), kFew, -1, out, n);
  });
  std::vector<uint8_t> bytes;
  for (int i = 0; i < n * k; ++i) bytes.push_back(uint8_t(i * 37 + i / 91));
  list.add("gemm_s8u8s32", std::vector<int32_t>(size_t(n * n), 7), [=](int32_t *out) {
    const int32_t offset = 3;
    cblas_gemm_s8u8s32(kRow, kTrans, kNo, CblasFixOffset, n, n, k, 2, bytes.data(), n, 7, bytes.data(), n, -5, 1, out,
                       n, &offset);
  });
}

}  // namespace

#if defined(GEMMKIT_ILP64)
std::vector<Job> blas64_jobs() {
#else
std::vector<Job> blas_jobs() {
#endif
  const auto d = std::make_shared<const Operands<double>>();
  const auto z = std::make_shared<const Operands<Complex>>();
  List list;
  level1(list, d, z);
  level2(list, d, z);
  level3(list, d, z);
  batches(list, d);
  copies(list, d);
  packed_and_narrow(list, d);
  return list.take();
}

}  // namespace gk::test
