// Products of which one triangle is wanted: C's triangle <- alpha*A*B + beta*C, or the sum of two such products. The
// engine computes them as it does any product, and leaves out what is not asked for.
#pragma once

#include "blas/level3/level3.h"

namespace gk::blas {

// A is n x k and B is k x n as operands, C column-major.
template <class T>
class TriangleUpdate {
 public:
  Uplo uplo;
  int64_t n, k;
  T alpha;
  Operand<T> a, b;
  T beta;
  T *c;
  int64_t ldc;
  bool hermitian = false;  // beta is real, and the diagonal becomes so
  bool twice = false;      // second_alpha * second_a * second_b is added
  T second_alpha{};
  Operand<T> second_a{}, second_b{};

  // C's triangle <- beta * C
  void scale() const { add(nullptr, beta); }

  void run() const {
    if (n <= kSmall) return small();
    const T one = from_real<T>(1);
    // A product multiplies what it adds to by a complex number: infinities would become NaN.
    const bool scales = kComplex<T> && hermitian && !is(beta, 0) && !is(beta, 1);
    if (scales) scale();
    part(alpha, a, b, scales ? one : beta);
    if (twice) part(second_alpha, second_a, second_b, one);
  }

 private:
  // As many rows are computed in full, aside: what 4 KiB hold.
  static constexpr int64_t kSmall = sizeof(T) == 4 ? 32 : sizeof(T) == 8 ? 22 : 16;

  void part(T factor, const Operand<T> &x, const Operand<T> &y, T old) const {
    const int32_t asked = (uplo == Uplo::Lower ? GK_LOWER : GK_UPPER) | (hermitian ? GK_REAL_DIAGONAL : 0);
    if (Native<T>::gemm_part(asked, n, k, factor, x, y, old, c, ldc) != GEMMKIT_OK) give_up();
  }

  [[gnu::noinline]] void small() const {
    alignas(64) T sums[kSmall * kSmall];
    product<T>(n, n, k, alpha, a, b, T{}, sums, 1, n);
    if (twice) product<T>(n, n, k, second_alpha, second_a, second_b, from_real<T>(1), sums, 1, n);
    add(sums, beta);
  }
  // C's triangle <- old * C + sums
  void add(const T *sums, T old) const {
    const gk_add_triangle_args args{.n = n,
                                    .lower = uplo == Uplo::Lower,
                                    .hermitian = hermitian,
                                    .c = c,
                                    .csc = bytes<T>(ldc),
                                    .t = sums,
                                    .cst = n * static_cast<int64_t>(sizeof(T)),
                                    .beta = &old};
    level3<T>().add_triangle(&args);
  }
};

// Trans of the routines that make such a triangle of A and its own transpose. The transposition of a real matrix may be
// given as conjugating; of complex ones only the routine's own is legal.
template <class T, bool kHermitian>
Op legal_op(Op op) {
  if (!kComplex<T>) return op == Op::ConjTrans ? Op::Trans : op;
  if (op == Op::NoTrans || op == (kHermitian ? Op::ConjTrans : Op::Trans)) return op;
  return Op::Invalid;
}

// The same as a C entry has it, for the problem that is solved: the transposed one if row-major.
struct TransOption {
  Op op;
  Option option;
};
template <class T, bool kHermitian>
TransOption trans_of_enum(bool row_major, int trans) {
  Op op = op_of_enum<T>(trans);
  bool known = op != Op::Invalid && op != Op::ConjNoTrans;
  if (row_major) {
    // As in the reference, the Hermitian routines take either transposition here, and the symmetric ones of complex
    // matrices only their own.
    if (kComplex<T> && !kHermitian && op == Op::ConjTrans) known = false;
    op = op != Op::NoTrans ? Op::NoTrans : kHermitian ? Op::ConjTrans : Op::Trans;
  }
  return {legal_op<T, kHermitian>(op), {known, "Trans", trans}};
}

}  // namespace gk::blas
