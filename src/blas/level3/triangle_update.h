// Products of which one triangle is wanted: C's triangle <- alpha*A*B + beta*C, and two such at once.
//
// Off the diagonal the triangle is tiled by squares whose side doubles, each size being one batch of products; the
// blocks on the diagonal are computed in full into memory of our own, and their triangles are added to C.
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
  // If not GK_MIRROR_NONE the result is X + X^T or X + X^H, X being the product; then second = second_a * second_b is
  // that transpose.
  gk_mirror mirror = GK_MIRROR_NONE;
  T second_alpha{};
  Operand<T> second_a{}, second_b{};

  // C's triangle <- beta * C
  void scale() const { add(0, n, nullptr, 0); }

  void run() const {
    if constexpr (kComplex<T>) {
      // A product multiplies what it adds to by a complex number: infinities would become NaN.
      if (hermitian && !is(beta, 0) && !is(beta, 1)) {
        scale();
        TriangleUpdate added = *this;
        added.beta = from_real<T>(1);
        return added.run();
      }
    }
    diagonal();
    const int64_t block = block_size();
    for (int64_t side = block; side < n; side *= 2) {
      squares(side, alpha, a, b, beta);
      if (mirror != GK_MIRROR_NONE) squares(side, second_alpha, second_a, second_b, from_real<T>(1));
    }
  }

 private:
  static constexpr int64_t kBlock = 16;
  int64_t block_size() const { return n < kBlock ? n : kBlock; }

  static Operand<T> row_of(const Operand<T> &x, int64_t i) { return {x.data + i * x.rs, x.rs, x.cs, x.conj}; }
  static Operand<T> column_of(const Operand<T> &x, int64_t j) { return {x.data + j * x.cs, x.rs, x.cs, x.conj}; }

  void add(int64_t first, int64_t rows, T *sums, int64_t ld_sums) const {
    const int64_t size = sizeof(T);
    const gk_add_triangle_args args{.n = rows,
                                    .lower = uplo == Uplo::Lower,
                                    .mirror = mirror,
                                    .hermitian = hermitian,
                                    .c = c + first + first * ldc,
                                    .csc = bytes<T>(ldc),
                                    .t = sums,
                                    .cst = ld_sums * size,
                                    .beta = &beta};
    level3<T>().add_triangle(&args);
  }

  // Of the rows and columns that are a multiple of `side`, each odd one has a square with the even one before it. The
  // last may be cut off by the end of C.
  void squares(int64_t side, T factor, const Operand<T> &x, const Operand<T> &y, T old) const {
    const bool lower = uplo == Uplo::Lower;
    const int64_t whole = n / (2 * side), rest = n - (2 * whole + 1) * side;
    const auto row = [&](int64_t t) { return (2 * t + (lower ? 1 : 0)) * side; };
    const auto column = [&](int64_t t) { return (2 * t + (lower ? 0 : 1)) * side; };
    if (whole == 1) {
      product<T>(side, side, k, factor, row_of(x, row(0)), column_of(y, column(0)), old, c + row(0) + column(0) * ldc,
                 1, ldc);
    } else if (whole > 1 &&
               Native<T>::batched(whole, side, side, k, factor, row_of(x, row(0)), 2 * side * x.rs,
                                  column_of(y, column(0)), 2 * side * y.cs, old, c + row(0) + column(0) * ldc, 1, ldc,
                                  2 * side * (ldc + 1)) != GEMMKIT_OK) {
      give_up();
    }
    if (rest <= 0) return;
    product<T>(lower ? rest : side, lower ? side : rest, k, factor, row_of(x, row(whole)), column_of(y, column(whole)),
               old, c + row(whole) + column(whole) * ldc, 1, ldc);
  }

  void diagonal() const {
    const int64_t block = block_size(), area = block * block, blocks = n / block;
    OwnMemory own;
    const Memory memory(static_cast<size_t>(blocks * area) * sizeof(T), own.bytes, sizeof own.bytes);
    T *sums = static_cast<T *>(memory.data());
    const int64_t room = static_cast<int64_t>(memory.bytes() / sizeof(T)) / area;
    const T zero{};
    for (int64_t i = 0; i < blocks; i += room) {
      const int64_t count = blocks - i < room ? blocks - i : room;
      const Operand<T> x = row_of(a, i * block), y = column_of(b, i * block);
      if (count == 1) {
        product<T>(block, block, k, alpha, x, y, zero, sums, 1, block);
      } else if (Native<T>::batched(count, block, block, k, alpha, x, block * a.rs, y, block * b.cs, zero, sums, 1,
                                    block, area) != GEMMKIT_OK) {
        give_up();
      }
      for (int64_t j = 0; j < count; ++j) add((i + j) * block, block, sums + j * area, block);
    }
    const int64_t done = blocks * block, rest = n - done;
    if (rest == 0) return;
    product<T>(rest, rest, k, alpha, row_of(a, done), column_of(b, done), zero, sums, 1, rest);
    add(done, rest, sums, rest);
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
