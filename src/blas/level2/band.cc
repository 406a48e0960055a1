// y <- alpha*op(A)*x + beta*y, A being a band of kl diagonals below and ku above the main one: gbmv.
#include "blas/level2/level2.h"

namespace gk::blas {
namespace {

template <class T>
struct Gbmv {
  Op op;
  Int m, n, kl, ku;
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
Int illegal_argument(const Gbmv<T> &g) {
  return Check()
      .illegal(1, g.op == Op::Invalid)
      .illegal(2, g.m < 0)
      .illegal(3, g.n < 0)
      .illegal(4, g.kl < 0)
      .illegal(5, g.ku < 0)
      .ld(8, g.lda, static_cast<uint64_t>(g.kl) + static_cast<uint64_t>(g.ku) + 1)
      .illegal(10, g.incx == 0)
      .illegal(13, g.incy == 0)
      .info();
}

template <class T>
void gbmv(const Gbmv<T> &g, Caller caller) {
  if (!accepted(caller, g)) return;
  if (g.m == 0 || g.n == 0 || (is(g.alpha, 0) && is(g.beta, 1))) return;
  const gk_level2 &k = level2<T>();
  const bool trans = transposes(g.op);
  const Vector<T> y(g.y, trans ? g.n : g.m, g.incy);
  scale(k, trans ? g.n : g.m, g.beta, y.data(), y.stride());
  if (!is(g.alpha, 0)) {
    const Vector<T> x(g.x, trans ? g.m : g.n, g.incx);
    gk_level2_args s{};
    // Element (i, j) is in row i - j + ku of the stored columns.
    s.a = const_cast<T *>(g.a + g.ku);
    s.step = bytes<T>(int64_t{g.lda} - 1);
    s.above = g.ku;
    s.below = g.kl;
    s.bottom = g.m;
    // Columns beyond hold no row of A.
    s.last = sum_of(g.m, g.ku) < g.n ? sum_of(g.m, g.ku) : g.n;
    s.flags = conjugates(g.op) ? GK_LEVEL2_CONJ : 0;
    s.x = x.data();
    s.incx = x.stride();
    s.y = y.data();
    s.incy = y.stride();
    s.alpha = &g.alpha;
    trans ? k.rows(&s) : k.columns(&s);
  }
  y.put_back();
}

template <class T>
void c_gbmv(const Names &names, int layout, int trans, Gbmv<T> g) {
  g.op = op_of_enum<T>(trans);
  if (!legal_options(names, layout, {trans_option<T>(trans)})) return;
  if (layout == CblasRowMajor)
    g = {transposed(g.op), g.n, g.m, g.ku, g.kl, g.alpha, g.a, g.lda, g.x, g.incx, g.beta, g.y, g.incy};
  gbmv(g, c_caller(names, layout));
}

}  // namespace
}  // namespace gk::blas

using namespace gk::blas;

#define GK_GBMV(T, name, NAME)                                                                                         \
  GK_FORTRAN(void, name)                                                                                               \
  (const char *trans, const Int *m, const Int *n, const Int *kl, const Int *ku, const T *alpha, const T *a,            \
   const Int *lda, const T *x, const Int *incx, const T *beta, T *y, const Int *incy) {                                \
    gbmv<T>({op_of_char(*trans), *m, *n, *kl, *ku, *alpha, a, *lda, x, *incx, *beta, y, *incy}, fortran_caller(NAME)); \
  }                                                                                                                    \
  GK_CBLAS(void, name)                                                                                                 \
  (CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans, Int m, Int n, Int kl, Int ku, CTypes<T>::Scalar alpha,                  \
   CTypes<T>::Input a, Int lda, CTypes<T>::Input x, Int incx, CTypes<T>::Scalar beta, CTypes<T>::Output y, Int incy) { \
    c_gbmv<T>({"cblas_" #name, NAME}, value_of(layout), value_of(trans),                                               \
              {Op::Invalid, m, n, kl, ku, scalar_of<T>(alpha), input_of<T>(a), lda, input_of<T>(x), incx,              \
               scalar_of<T>(beta), output_of<T>(y), incy});                                                            \
  }

GK_GBMV(float, sgbmv, "SGBMV ")
GK_GBMV(double, dgbmv, "DGBMV ")
GK_GBMV(gemmkit_c32, cgbmv, "CGBMV ")
GK_GBMV(gemmkit_c64, zgbmv, "ZGBMV ")
#undef GK_GBMV
