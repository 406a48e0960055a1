// Argument lists of the BLAS: the reference's checks and their numbers, and the way down to the native API.
#pragma once

#include "blas/names.h"
#include "blas/native.h"

#include <stddef.h>
#include <stdint.h>

#include <type_traits>

namespace gk::blas {

// op(X); its low bit transposes, the next one conjugates. Of a real matrix the conjugate is the matrix itself.
enum class Op : int8_t { NoTrans = 0, Trans = 1, ConjNoTrans = 2, ConjTrans = 3, Invalid = 4 };
inline bool transposes(Op op) { return static_cast<int>(op) & 1; }
inline bool conjugates(Op op) { return static_cast<int>(op) & 2; }

// A row-major matrix is the transpose of the column-major one on the same memory.
inline Op transposed(Op op) { return static_cast<Op>(static_cast<int>(op) ^ static_cast<int>(Op::Trans)); }

inline Op op_of_char(char c) {
  switch (c) {
    case 'N':
    case 'n': return Op::NoTrans;
    case 'T':
    case 't': return Op::Trans;
    case 'C':
    case 'c': return Op::ConjTrans;
    default: return Op::Invalid;
  }
}

// Whether a leading dimension holds so many rows. It has to be 1 even for none. Unsigned, because a band of two extents
// may have more rows than the widest integer counts; a negative extent has been found before.
inline bool at_least(Int ld, uint64_t rows) { return ld >= 1 && static_cast<uint64_t>(ld) >= rows; }

// Sums and products of extents that may be 64 bits wide, and are not negative: none wraps to pass for small.
inline int64_t sum_of(int64_t a, int64_t b) {
  int64_t sum;
  return __builtin_add_overflow(a, b, &sum) ? INT64_MAX : sum;
}
inline int64_t product_of(int64_t a, int64_t b) {
  int64_t product;
  return __builtin_mul_overflow(a, b, &product) ? INT64_MAX : product;
}

// The arguments of xGEMM, column-major; C and the scalars may be wider than A and B.
template <class T, class In = T>
struct GemmArgs {
  Op opa, opb;
  Int m, n, k;
  T alpha;
  const In *a;
  Int lda;
  const In *b;
  Int ldb;
  T beta;
  T *c;
  Int ldc;
};

// The position in xGEMM's argument list of the first illegal one, in the reference's order; 0 if all are legal.
template <class T, class In>
Int illegal_argument(const GemmArgs<T, In> &g) {
  if (g.opa == Op::Invalid) return 1;
  if (g.opb == Op::Invalid) return 2;
  if (g.m < 0) return 3;
  if (g.n < 0) return 4;
  if (g.k < 0) return 5;
  if (!at_least(g.lda, transposes(g.opa) ? g.k : g.m)) return 8;
  if (!at_least(g.ldb, transposes(g.opb) ? g.n : g.k)) return 10;
  if (!at_least(g.ldc, g.m)) return 13;
  return 0;
}

// Ends the process with the native entry's message: the BLAS has no way to return a failure, and a wrong result must
// not pass for a right one.
[[noreturn, gnu::cold]] void give_up();

// The kernels in force for levels 1 to 3.
template <class T>
const gk_blas_table &blas_table() {
  const gk_blas_table *table = gemmkit_private_blas(kElemOf<T>);
  if (table == nullptr) give_up();
  return *table;
}

// Products of up to eight rows or columns, and other small ones, are summed as larger ones are while they are shallow:
// LAPACK applies transformations to more or fewer columns, as the caller wants them or not, and its users expect the
// same numbers in both cases. (A deep one is bound by reading its operands, and has kernels for that.)
constexpr Int kShallow = 64;  // fixes bits, hence no knob
template <class T, class In>
bool wants_order(const GemmArgs<T, In> &g) {
  if (!std::is_same_v<T, In> || g.k > kShallow || g.k <= 1) return false;
  if (g.m <= gk_few_lines || g.n <= gk_few_lines) return true;
  // The kernels for few rows and columns: dot products where both operands lie along k, others where C is smaller.
  if (g.m >= g.k || g.n >= g.k) return false;
  return transposes(g.opa) && !transposes(g.opb) ? g.m + g.n <= g.k : g.m * g.n <= g.k;
}

// Runs legal arguments. Of the native entry's failures only GEMMKIT_ERR_ISA is left, the user's own demand for an
// ISA this machine lacks: extents and leading dimensions are checked, there is no exec and no epilogue, short
// memory is no failure, and 32-bit sizes overflow 63 bits of address only for operands that no memory could hold.
//
// Inlined: the smallest products would notice that their arguments pass through memory.
template <class T, class In>
[[gnu::always_inline]] inline void gemm(const GemmArgs<T, In> &g) {
  if (g.m == 0 || g.n == 0) return;
  if ((is(g.alpha, 0) || g.k == 0) && is(g.beta, 1)) return;
  const bool ta = transposes(g.opa), tb = transposes(g.opb);
  const Operand<In> a{g.a, ta ? g.lda : 1, ta ? 1 : g.lda, conjugates(g.opa)};
  const Operand<In> b{g.b, tb ? g.ldb : 1, tb ? 1 : g.ldb, conjugates(g.opb)};
  const T alpha = g.alpha, beta = g.beta;  // else all of g would have to lie in memory, where these are passed
  const gemmkit_status status = wants_order(g)
                                    ? Native<T, In>::gemm_in_order(g.m, g.n, g.k, alpha, a, b, beta, g.c, 1, g.ldc)
                                    : Native<T, In>::gemm(g.m, g.n, g.k, alpha, a, b, beta, g.c, 1, g.ldc);
  if (status != GEMMKIT_OK) give_up();
}

}  // namespace gk::blas

// The error handlers and the state they share with their callers; see xerbla.cc. All of it may be replaced by
// the program's own definitions, so every use goes through the dynamic symbol table.
extern "C" {
// name: the routine's, in upper case, padded with blanks to 6 characters or more; not terminated.
[[gnu::visibility("default")]] void GK_FORTRAN_NAME(xerbla)(const char *name, const gk::blas::Int *info,
                                                            size_t name_len);
[[gnu::visibility("default")]] void GK_CBLAS_NAME(xerbla)(gk::blas::Int info, const char *routine, const char *format,
                                                          ...);
[[gnu::visibility("default")]] extern int RowMajorStrg;
[[gnu::visibility("default")]] extern int CBLAS_CallFromC;
}
