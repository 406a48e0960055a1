// Triangular matrices times, and divided into, right-hand sides in place.
//
// Everything is brought to one form: a lower triangle on the left. On the right it is the transposed problem, a
// transposed triangle has its strides exchanged, and an upper one is a lower one read from its end, with negative
// strides. The triangle is halved, with products between the halves, down to some blocks that the kernels take one
// after another.
#pragma once

#include "blas/level3/level3.h"

#include <string.h>

namespace gk::blas {

// The arguments of xTRMM and xTRSM.
template <class T>
struct TriangularArgs {
  Side side;
  Uplo uplo;
  Op op;
  Diag diag;
  Int m, n;
  T alpha;
  const T *a;
  Int lda;
  T *b;
  Int ldb;
};

template <class T>
Int illegal_argument(const TriangularArgs<T> &g) {
  if (g.side == Side::Invalid) return 1;
  if (g.uplo == Uplo::Invalid) return 2;
  if (g.op == Op::Invalid) return 3;
  if (g.diag == Diag::Invalid) return 4;
  if (g.m < 0) return 5;
  if (g.n < 0) return 6;
  if (!at_least(g.lda, g.side == Side::Left ? g.m : g.n)) return 9;
  if (!at_least(g.ldb, g.m)) return 11;
  return 0;
}

template <class T>
class Triangular {
 public:
  Triangular(const TriangularArgs<T> &g, bool solve)
      : kernels_(level3<T>()),
        solve_(solve),
        conj_(conjugates(g.op)),
        unit_(g.diag == Diag::Unit),
        alpha_(g.alpha),
        a_(g.a),
        b_(g.b),
        block_(g.side == Side::Left ? kernels_.order : kernels_.order / 2) {
    const bool left = g.side == Side::Left, turned = left == transposes(g.op);
    order_ = left ? g.m : g.n;
    rhs_ = left ? g.n : g.m;
    rsa_ = turned ? g.lda : 1;
    csa_ = turned ? 1 : g.lda;
    rsb_ = left ? 1 : g.ldb;
    csb_ = left ? g.ldb : 1;
    if ((g.uplo == Uplo::Lower) == turned) {  // upper
      a_ = diagonal(order_ - 1);
      b_ += (order_ - 1) * rsb_;
      rsa_ = -rsa_, csa_ = -csa_, rsb_ = -rsb_;
    }
  }

  // Few blocks are prepared on the stack, which this function has to itself: together with the block that block_alone
  // prepares, a thread of 64 KiB or so could not hold it.
  void run() {
    const int64_t blocks = (order_ + block_ - 1) / block_;
    block_bytes_ = (kernels_.triangle_bytes(order_ < block_ ? order_ : block_) + 63) / 64 * 64;
    const size_t bytes = static_cast<size_t>(blocks) * block_bytes_;
    if (bytes <= kOwnBytes) return run_on_stack();
    const Memory memory(bytes, nullptr, 0);
    run_with(memory.data());
  }

 private:
  // Right-hand sides are taken in equal slices of at most so many, an even number of them, so that two workers have
  // equal shares. How many threads there are must not matter: the bits of a product could depend on its extents.
  static constexpr int64_t kSlice = 256, kSliceStep = 16;
  static int64_t slice_of(int64_t rhs) {
    if (rhs <= kSlice) return rhs;
    const int64_t pairs = (rhs + 2 * kSlice - 1) / (2 * kSlice), width = (rhs + 2 * pairs - 1) / (2 * pairs);
    return (width + kSliceStep - 1) / kSliceStep * kSliceStep;
  }

  [[gnu::noinline]] void run_on_stack() {
    OwnMemory own;
    run_with(own.bytes);
  }

  // With room for all blocks, or without any.
  void run_with(void *memory) {
    packed_ = static_cast<unsigned char *>(memory);
    if (packed_ != nullptr) {
      for (int64_t i = 0; i < order_; i += block_) pack(i, packed_ + i / block_ * block_bytes_);
    }
    slice_ = slice_of(rhs_);
    const int64_t jobs = (rhs_ + slice_ - 1) / slice_;
    const auto mnk = static_cast<uint64_t>(order_) * static_cast<uint64_t>(order_) / 2 * static_cast<uint64_t>(rhs_);
    gemmkit_private_run(jobs > 1 ? gemmkit_private_workers(mnk, jobs) : 1, jobs, slice, this);
  }

  static void slice(void *context, int64_t job) {
    Triangular &t = *static_cast<Triangular *>(context);
    const int64_t first = job * t.slice_, count = t.rhs_ - first < t.slice_ ? t.rhs_ - first : t.slice_;
    T *b = t.b_ + first * t.csb_;
    if (t.solve_) {
      t.solve(0, t.order_, t.alpha_, b, count);
    } else {
      t.multiply(0, t.order_, b, count);
    }
  }

  // Halves of a large triangle make square products, which read B least often. Near the diagonal it is at hand anyway,
  // and each block takes all that is beside it in one product: halving would update it once for each of its sizes.
  static constexpr int64_t kNearBlocks = 8;
  int64_t half_of(int64_t rows) const { return ((rows + block_ - 1) / block_ / 2) * block_; }

  // Of alpha * B, rows first .. first+rows-1 of the solution, the rows before them being taken off already.
  void solve(int64_t first, int64_t rows, T alpha, T *b, int64_t rhs) const {
    if (rows > near_) {
      const int64_t half = half_of(rows);
      solve(first, half, alpha, b, rhs);
      update(first + half, rows - half, first, half, number(-1), alpha, b, rhs);
      return solve(first + half, rows - half, number(1), b, rhs);
    }
    for (int64_t i = 0; i < rows; i += block_) {
      const int64_t count = rows - i < block_ ? rows - i : block_;
      if (i > 0) update(first + i, count, first, i, number(-1), alpha, b, rhs);
      block(kernels_.solve, first + i, count, i > 0 ? number(1) : alpha, b, rhs);
    }
  }

  // From the last row upwards: what is above is still needed.
  void multiply(int64_t first, int64_t rows, T *b, int64_t rhs) const {
    if (rows > near_) {
      const int64_t half = half_of(rows);
      multiply(first + half, rows - half, b, rhs);
      update(first + half, rows - half, first, half, alpha_, number(1), b, rhs);
      return multiply(first, half, b, rhs);
    }
    for (int64_t i = (rows - 1) / block_ * block_; i >= 0; i -= block_) {
      const int64_t count = rows - i < block_ ? rows - i : block_;
      block(kernels_.multiply, first + i, count, alpha_, b, rhs);
      if (i > 0) update(first + i, count, first, i, alpha_, number(1), b, rhs);
    }
  }

  // B[row:, :] <- beta * B[row:, :] + alpha * A[row:, column:] * B[column:, :]. What is read backwards is turned round,
  // k included.
  void update(int64_t row, int64_t rows, int64_t column, int64_t columns, T alpha, T beta, T *b, int64_t rhs) const {
    const int64_t sign = rsb_ < 0 ? -1 : 1, last = rsb_ < 0;
    const T *a = a_ + (row + last * (rows - 1)) * rsa_ + (column + last * (columns - 1)) * csa_;
    T *c = b + (row + last * (rows - 1)) * rsb_;
    const T *x = b + (column + last * (columns - 1)) * rsb_;
    product<T>(rows, rhs, columns, alpha, {a, sign * rsa_, sign * csa_, conj_}, {x, sign * rsb_, csb_, false}, beta, c,
               sign * rsb_, csb_);
  }

  // Leading dimensions of 64 bits, which a single row may have, leave no room for a sum of strides.
  const T *diagonal(int64_t i) const { return a_ + i * rsa_ + i * csa_; }

  static T number(int x) { return from_real<T>(static_cast<RealOf<T>>(x)); }

  void pack(int64_t first, void *out) const {
    const int64_t left = order_ - first;
    const gk_pack_triangle_args args{
        .n = left < block_ ? left : block_,
        .a = diagonal(first),
        .rsa = bytes<T>(rsa_),
        .csa = bytes<T>(csa_),
        .flags = (solve_ ? GK_TRIANGLE_SOLVE : 0) | (unit_ ? GK_TRIANGLE_UNIT : 0) | (conj_ ? GK_TRIANGLE_CONJ : 0),
        .out = out};
    kernels_.pack_triangle(&args);
  }

  void block(void (*kernel)(const gk_triangular_args *), int64_t first, int64_t rows, T alpha, T *b,
             int64_t rhs) const {
    if (packed_ == nullptr) return block_alone(kernel, first, rows, alpha, b, rhs);
    run_block(kernel, packed_ + first / block_ * block_bytes_, first, rows, alpha, b, rhs);
  }
  [[gnu::noinline]] void block_alone(void (*kernel)(const gk_triangular_args *), int64_t first, int64_t rows, T alpha,
                                     T *b, int64_t rhs) const {
    alignas(64) unsigned char own[kTriangleOwnBytes];
    pack(first, own);
    run_block(kernel, own, first, rows, alpha, b, rhs);
  }
  void run_block(void (*kernel)(const gk_triangular_args *), const void *packed, int64_t first, int64_t rows, T alpha,
                 T *b, int64_t rhs) const {
    const gk_triangular_args args{rows, rhs, packed, b + first * rsb_, bytes<T>(rsb_), bytes<T>(csb_), &alpha};
    kernel(&args);
  }

  // The largest prepared block.
  static constexpr size_t kTriangleOwnBytes =
      (GK_TRIANGLE_ORDER * (GK_TRIANGLE_ORDER + GK_TRIANGLE_GROUP) / 2 + GK_TRIANGLE_ORDER) * sizeof(T) +
      GK_TRIANGLE_HEAD;

  const gk_level3 &kernels_;
  bool solve_, conj_, unit_;
  T alpha_;
  const T *a_;
  T *b_;
  // Rows of a block. On the right, where nothing has to be transposed for it, half the most runs faster.
  int64_t block_, near_ = kNearBlocks * block_;
  int64_t order_, rhs_, slice_ = 0, rsa_, csa_, rsb_, csb_;
  unsigned char *packed_ = nullptr;
  size_t block_bytes_ = 0;
};

// A triangle on the right that is transposed is read across its columns by every slice of right-hand sides. Where
// columns evict each other from the caches, all read a copy that has them elsewhere.
template <class T>
class SpreadTriangle {
 public:
  // Fewer elements stay in the nearest cache even so, and a single slice reads them hardly more often than a copy does.
  static bool pays(const TriangularArgs<T> &g) {
    return g.side == Side::Right && transposes(g.op) && g.n >= kLeast && g.m >= kLeast &&
           bytes<T>(g.lda) % kColliding == 0;
  }

  explicit SpreadTriangle(const TriangularArgs<T> &g)
      : args_(g), lda_((g.n + kLine - 1) / kLine * kLine + kLine), memory_(bytes<T>(lda_) * g.n, nullptr, 0) {
    if (memory_.data() == nullptr) return;
    const int64_t pieces = (g.n + kPiece - 1) / kPiece;
    const auto moved = static_cast<uint64_t>(bytes<T>(g.n)) * g.n;
    gemmkit_private_run(gemmkit_private_bandwidth_workers(moved, pieces), pieces, copy, this);
    args_.a = data();
    args_.lda = static_cast<Int>(lda_);
  }

  const TriangularArgs<T> &args() const { return args_; }

 private:
  static constexpr int64_t kLeast = 256, kColliding = 4096, kLine = 64 / sizeof(T), kPiece = 64;

  T *data() const { return static_cast<T *>(memory_.data()); }

  // The other triangle may be somebody else's.
  static void copy(void *context, int64_t piece) {
    const SpreadTriangle &s = *static_cast<SpreadTriangle *>(context);
    const int64_t n = s.args_.n, end = (piece + 1) * kPiece < n ? (piece + 1) * kPiece : n;
    for (int64_t j = piece * kPiece; j < end; ++j) {
      const int64_t first = s.args_.uplo == Uplo::Lower ? j : 0, count = s.args_.uplo == Uplo::Lower ? n - j : j + 1;
      memcpy(s.data() + j * s.lda_ + first, s.args_.a + j * int64_t{s.args_.lda} + first, bytes<T>(count));
    }
  }

  TriangularArgs<T> args_;
  int64_t lda_;
  Memory memory_;
};

template <class T>
[[gnu::noinline]] void triangular_spread(const TriangularArgs<T> &g, bool solve) {
  const SpreadTriangle<T> spread(g);
  Triangular<T>(spread.args(), solve).run();
}

// Runs legal arguments.
template <class T>
void triangular(const TriangularArgs<T> &g, bool solve) {
  if (g.m == 0 || g.n == 0) return;
  if (is(g.alpha, 0))
    return product<T>(g.m, g.n, 0, g.alpha, {g.a, 1, 1, false}, {g.a, 1, 1, false}, g.alpha, g.b, 1, g.ldb);
  if (SpreadTriangle<T>::pays(g)) return triangular_spread(g, solve);
  Triangular<T>(g, solve).run();
}

template <class T>
void c_triangular(const Names &name, int layout, int side, int uplo, int trans, int diag, Int m, Int n, T alpha,
                  const T *a, Int lda, T *b, Int ldb, bool solve) {
  const bool row_major = layout == CblasRowMajor;
  if (!legal_options(name, layout,
                     {side_option(side), uplo_option(uplo), trans_option<T>(trans, "Trans"), diag_option(diag)}))
    return;
  const Side s = side_of_enum(side);
  const Uplo u = uplo_of_enum(uplo);
  const TriangularArgs<T> g{row_major ? other(s) : s,
                            row_major ? other(u) : u,
                            op_of_enum<T>(trans),
                            diag_of_enum(diag),
                            row_major ? n : m,
                            row_major ? m : n,
                            alpha,
                            a,
                            lda,
                            b,
                            ldb};
  if (accepted(c_caller(name, layout), g)) triangular(g, solve);
}

}  // namespace gk::blas
