// Every public way to multiply two dense matrices behind one call: the native entries, checked and unchecked, and the
// BLAS library's Fortran and C faces, loaded from the path in GEMMKIT_TEST_BLAS.
#pragma once

#include "gemmkit.h"
#include "support/call.h"

#include <dlfcn.h>

#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <stdexcept>
#include <string>

namespace gk::test {

enum class Entry { Unchecked, Checked, Fortran, Cblas };
inline constexpr Entry kEntries[] = {Entry::Unchecked, Entry::Checked, Entry::Fortran, Entry::Cblas};
inline const char *entry_name(Entry entry) {
  constexpr const char *kNames[] = {"unchecked", "checked", "Fortran", "CBLAS"};
  return kNames[static_cast<int>(entry)];
}

// C <- alpha*op(A)*op(B) + beta*C with BLAS's leading dimensions.
template <class T>
struct Call {
  bool row_major = false;
  char opa = 'N', opb = 'N';
  int64_t m = 1, n = 1, k = 1;
  T alpha = 1;
  const T *a = nullptr;
  int64_t lda = 1;
  const T *b = nullptr;
  int64_t ldb = 1;
  T beta = 0;
  T *c = nullptr;
  int64_t ldc = 1;
  int32_t threads = 1;
};

// The strides of an operand whose op is applied.
inline Strides op_strides(bool row_major, char op, int64_t ld) {
  return row_major == (op == 'N') ? Strides{ld, 1} : Strides{1, ld};
}

inline void *blas_symbol(const char *name) {
  static void *library = [] {
    const char *path = std::getenv("GEMMKIT_TEST_BLAS");
    return path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : nullptr;
  }();
  if (!library) throw std::runtime_error("GEMMKIT_TEST_BLAS must name libgemmkit_blas.so");
  void *symbol = dlsym(library, name);
  if (!symbol) throw std::runtime_error(std::string("the BLAS library lacks ") + name);
  return symbol;
}

template <class T>
using FortranGemm = void (*)(const char *, const char *, const int *, const int *, const int *, const T *, const T *,
                             const int *, const T *, const int *, const T *, T *, const int *, size_t, size_t);
template <class T>
using CblasGemm = void (*)(int, int, int, int, int, int, T, const T *, int, const T *, int, T, T *, int);

template <class T>
FortranGemm<T> fortran_gemm() {
  static const auto function = reinterpret_cast<FortranGemm<T>>(blas_symbol(sizeof(T) == 4 ? "sgemm_" : "dgemm_"));
  return function;
}
template <class T>
CblasGemm<T> cblas_gemm() {
  static const auto function =
      reinterpret_cast<CblasGemm<T>>(blas_symbol(sizeof(T) == 4 ? "cblas_sgemm" : "cblas_dgemm"));
  return function;
}

// A view that ends with its last element, as the checked entries demand.
template <class View, class T>
View view_of(T *data, int64_t rows, int64_t cols, Strides s) {
  const int64_t length = rows > 0 && cols > 0 ? (rows - 1) * s.rs + (cols - 1) * s.cs + 1 : 0;
  return View{data, length, rows, cols, s.rs, s.cs};
}
inline gemmkit_status gemm_checked(const Call<float> &x, Strides sa, Strides sb, Strides sc, const gemmkit_exec *exec) {
  const auto a = view_of<gemmkit_cview_f32>(x.a, x.m, x.k, sa), b = view_of<gemmkit_cview_f32>(x.b, x.k, x.n, sb);
  const auto c = view_of<gemmkit_view_f32>(x.c, x.m, x.n, sc);
  return gemmkit_gemm_f32(x.alpha, &a, &b, x.beta, &c, nullptr, exec);
}
inline gemmkit_status gemm_checked(const Call<double> &x, Strides sa, Strides sb, Strides sc,
                                   const gemmkit_exec *exec) {
  const auto a = view_of<gemmkit_cview_f64>(x.a, x.m, x.k, sa), b = view_of<gemmkit_cview_f64>(x.b, x.k, x.n, sb);
  const auto c = view_of<gemmkit_view_f64>(x.c, x.m, x.n, sc);
  return gemmkit_gemm_f64(x.alpha, &a, &b, x.beta, &c, nullptr, exec);
}

template <class T>
void call_fortran(const Call<T> &x) {
  // Row-major C is column-major C^T = op(B)^T op(A)^T, and the operands are transposed already.
  const int m = int(x.row_major ? x.n : x.m), n = int(x.row_major ? x.m : x.n), k = int(x.k);
  const int lda = int(x.lda), ldb = int(x.ldb), ldc = int(x.ldc);
  if (x.row_major)
    fortran_gemm<T>()(&x.opb, &x.opa, &m, &n, &k, &x.alpha, x.b, &ldb, x.a, &lda, &x.beta, x.c, &ldc, 1, 1);
  else
    fortran_gemm<T>()(&x.opa, &x.opb, &m, &n, &k, &x.alpha, x.a, &lda, x.b, &ldb, &x.beta, x.c, &ldc, 1, 1);
}

// BLAS faces always report GEMMKIT_OK; the width of their teams is the process's default.
template <class T>
gemmkit_status multiply(Entry entry, const Call<T> &x) {
  const Strides sa = op_strides(x.row_major, x.opa, x.lda), sb = op_strides(x.row_major, x.opb, x.ldb);
  const Strides sc = op_strides(x.row_major, 'N', x.ldc);
  const gemmkit_exec exec = with_threads(x.threads);
  switch (entry) {
    case Entry::Unchecked: return gemm_raw(x.m, x.n, x.k, x.alpha, x.a, sa, x.b, sb, x.beta, x.c, sc, &exec);
    case Entry::Checked: return gemm_checked(x, sa, sb, sc, &exec);
    default: break;
  }
  gemmkit_set_num_threads(x.threads);
  if (entry == Entry::Fortran) {
    call_fortran(x);
  } else {
    const auto op = [](char letter) { return letter == 'N' ? 111 : letter == 'T' ? 112 : 113; };
    cblas_gemm<T>()(x.row_major ? 101 : 102, op(x.opa), op(x.opb), int(x.m), int(x.n), int(x.k), x.alpha, x.a,
                    int(x.lda), x.b, int(x.ldb), x.beta, x.c, int(x.ldc));
  }
  gemmkit_set_num_threads(0);
  return GEMMKIT_OK;
}

// A dense column-major call on three buffers, the form most cases use.
template <class T>
Call<T> dense(int64_t m, int64_t n, int64_t k, const T *a, const T *b, T *c, int32_t threads = 1) {
  Call<T> x;
  x.m = m;
  x.n = n;
  x.k = k;
  x.a = a;
  x.lda = m > 0 ? m : 1;
  x.b = b;
  x.ldb = k > 0 ? k : 1;
  x.c = c;
  x.ldc = m > 0 ? m : 1;
  x.threads = threads;
  return x;
}

}  // namespace gk::test
