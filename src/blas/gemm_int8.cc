// cblas_gemm_s8s8s32 and cblas_gemm_s8u8s32, with oneMKL's signature, on the native product of signed 8-bit integers.
//
// That product wraps modulo 2^32, and so do all sums here: it may be cut, reordered and corrected at will without
// changing a bit. An unsigned element is a signed one plus 128, so unsigned operands are copied with their top bits
// flipped and their offsets grow by 128; an offset of one operand times the other operand is a row's or column's sum.
#include "blas/memory.h"
#include "blas/report.h"

namespace {

using gk::blas::at_least;
using gk::blas::From;
using gk::blas::Int;
using gk::blas::is_layout;
using gk::blas::Memory;
using gk::blas::Op;
using gk::blas::op_of_enum;
using gk::blas::transposes;
using gk::blas::value_of;

uint32_t wrapped(int64_t x) { return static_cast<uint32_t>(x); }
int64_t smaller(int64_t x, int64_t y) { return x < y ? x : y; }

// op(A) or op(B), and what is to be added to each of its elements.
struct Bytes {
  const uint8_t *data;
  int64_t rs, cs;
  bool is_unsigned;
  int64_t offset;

  Bytes from(int64_t row, int64_t col) const { return {data + row * rs + col * cs, rs, cs, is_unsigned, offset}; }
};

struct Sums {
  int32_t *data;
  int64_t rs, cs;

  int32_t *at(int64_t row, int64_t col) const { return data + row * rs + col * cs; }
  Sums from(int64_t row, int64_t col) const { return {at(row, col), rs, cs}; }
};

// Rows and columns of a piece that is copied where there is no memory for the whole. Two of them lie on the stack.
constexpr int64_t kPieceSide = 64;

// The signed form of an unsigned operand in `out`, along its adjacent elements.
Bytes copy_signed(const Bytes &x, int64_t rows, int64_t cols, uint8_t *out) {
  const bool by_rows = x.cs == 1;
  const int64_t outer = by_rows ? rows : cols, inner = by_rows ? cols : rows;
  const int64_t outer_step = by_rows ? x.rs : x.cs, inner_step = by_rows ? x.cs : x.rs;
  for (int64_t i = 0; i < outer; ++i) {
    const uint8_t *from = x.data + i * outer_step;
    uint8_t *to = out + i * inner;
    for (int64_t j = 0; j < inner; ++j) to[j] = from[j * inner_step] ^ 0x80;
  }
  return {out, by_rows ? inner : 1, by_rows ? 1 : inner, false, x.offset + 128};
}

// f(first row, first column, rows, columns, piece) for pieces that cover a matrix, all of them signed.
template <class F>
void for_signed_pieces(const Bytes &x, int64_t rows, int64_t cols, F f) {
  if (!x.is_unsigned) return f(0, 0, rows, cols, x);
  const int64_t bytes = gk::blas::product_of(rows, cols);
  uint8_t near[kPieceSide * kPieceSide];
  const Memory buffer(static_cast<size_t>(bytes), near, sizeof near, From::Heap);
  auto *out = static_cast<uint8_t *>(buffer.data());
  const bool whole = static_cast<size_t>(bytes) <= buffer.bytes();
  const int64_t row_step = whole ? rows : kPieceSide, col_step = whole ? cols : kPieceSide;
  for (int64_t j = 0; j < cols; j += col_step) {
    for (int64_t i = 0; i < rows; i += row_step) {
      const int64_t m = smaller(row_step, rows - i), n = smaller(col_step, cols - j);
      f(i, j, m, n, copy_signed(x.from(i, j), m, n, out));
    }
  }
}

// The native product of signed operands.
void multiply(int64_t m, int64_t n, int64_t k, int32_t alpha, const Bytes &a, const Bytes &b, int32_t beta,
              const Sums &c) {
  const auto bytes = [](const Bytes &x) { return reinterpret_cast<const int8_t *>(x.data); };
  const gemmkit_status status = gemmkit_gemm_i8_unchecked(m, n, k, alpha, bytes(a), a.rs, a.cs, bytes(b), b.rs, b.cs,
                                                          beta, c.data, c.rs, c.cs, nullptr);
  if (status != GEMMKIT_OK) gk::blas::give_up();
}

// C += alpha * (what the offsets of two signed operands add to their product).
void add_offsets(int64_t m, int64_t n, int64_t k, int32_t alpha, const Bytes &a, const Bytes &b, const Sums &c) {
  if (a.offset == 0 && b.offset == 0) return;
  constexpr int64_t kSide = 512;
  static const uint8_t one = 1;
  const Bytes ones{&one, 0, 0, false, 0};
  int32_t row_sums[kSide] = {}, column_sums[kSide] = {};
  const uint32_t constant = wrapped(alpha) * wrapped(k) * wrapped(a.offset) * wrapped(b.offset);
  const auto factor = [alpha](const Bytes &x) { return static_cast<int32_t>(wrapped(alpha) * wrapped(x.offset)); };
  for (int64_t j0 = 0; j0 < n; j0 += kSide) {
    const int64_t cols = smaller(kSide, n - j0);
    if (a.offset != 0) multiply(1, cols, k, factor(a), ones, b.from(0, j0), 0, {column_sums, cols, 1});
    for (int64_t i0 = 0; i0 < m; i0 += kSide) {
      const int64_t rows = smaller(kSide, m - i0);
      if (b.offset != 0) multiply(rows, 1, k, factor(b), a.from(i0, 0), ones, 0, {row_sums, 1, rows});
      for (int64_t j = 0; j < cols; ++j) {
        const uint32_t of_column = constant + wrapped(column_sums[j]);
        for (int64_t i = 0; i < rows; ++i) {
          int32_t *x = c.at(i0 + i, j0 + j);
          *x = static_cast<int32_t>(wrapped(*x) + of_column + wrapped(row_sums[i]));
        }
      }
    }
  }
}

// C <- alpha*(A + offset)*(B + offset) + beta*C, modulo 2^32.
void multiply_exactly(int64_t m, int64_t n, int64_t k, int32_t alpha, const Bytes &a, const Bytes &b, int32_t beta,
                      const Sums &c) {
  if (k == 0 || alpha == 0) return multiply(m, n, 0, 0, a, b, beta, c);
  if (a.is_unsigned || b.is_unsigned) {
    // Pieces add up in C; beta comes first.
    if (beta != 1) multiply(m, n, 0, 0, a, b, beta, c);
    for_signed_pieces(a, m, k, [&](int64_t i, int64_t p, int64_t rows, int64_t depth, const Bytes &a_piece) {
      for_signed_pieces(b.from(p, 0), depth, n,
                        [&](int64_t q, int64_t j, int64_t part, int64_t cols, const Bytes &b_piece) {
                          multiply_exactly(rows, cols, part, alpha, a_piece.from(0, q), b_piece, 1, c.from(i, j));
                        });
    });
    return;
  }
  multiply(m, n, k, alpha, a, b, beta, c);
  add_offsets(m, n, k, alpha, a, b, c);
}

// What is added to C in the end: oc[i * rs + j * cs].
struct Addend {
  const int32_t *oc;
  int64_t rs, cs;
  int32_t at(int64_t i, int64_t j) const { return oc[i * rs + j * cs]; }
};

int32_t rounded(double x) {
  constexpr double kLow = INT32_MIN, kHigh = INT32_MAX, kShift = 0x1.8p52;
  if (!(x > kLow)) return INT32_MIN;
  if (x > kHigh) return INT32_MAX;
  return static_cast<int32_t>((x + kShift) - kShift);  // to nearest even, at this magnitude
}

// Whether a scalar is a whole number that a 32-bit integer holds.
bool is_whole(float x) {
  constexpr float kBeyond = 2147483648.0f;
  return x > -kBeyond && x < kBeyond && static_cast<float>(static_cast<int32_t>(x)) == x;
}

// With fractional scalars: the exact sums tile by tile, then alpha and beta in double.
void multiply_scaled(int64_t m, int64_t n, int64_t k, float alpha, const Bytes &a, const Bytes &b, float beta,
                     const Sums &c, const Addend &add) {
  constexpr int64_t kSide = 48;
  int32_t tile[kSide * kSide];
  const int64_t depth = alpha == 0 ? 0 : k;
  for (int64_t j0 = 0; j0 < n; j0 += kSide) {
    for (int64_t i0 = 0; i0 < m; i0 += kSide) {
      const int64_t rows = smaller(kSide, m - i0), cols = smaller(kSide, n - j0);
      multiply_exactly(rows, cols, depth, 1, a.from(i0, 0), b.from(0, j0), 0, {tile, 1, rows});
      for (int64_t j = 0; j < cols; ++j) {
        for (int64_t i = 0; i < rows; ++i) {
          int32_t *x = c.at(i0 + i, j0 + j);
          const double kept = beta == 0 ? 0 : static_cast<double>(beta) * *x;
          *x = rounded(static_cast<double>(alpha) * tile[i + j * rows] + kept + add.at(i0 + i, j0 + j));
        }
      }
    }
  }
}

void add_to(const Sums &c, int64_t m, int64_t n, const Addend &add) {
  if (add.rs == 0 && add.cs == 0 && add.oc[0] == 0) return;
  for (int64_t j = 0; j < n; ++j) {
    for (int64_t i = 0; i < m; ++i) {
      int32_t *x = c.at(i, j);
      *x = static_cast<int32_t>(wrapped(*x) + wrapped(add.at(i, j)));
    }
  }
}

// A call's arguments, the matrices as the caller's layout has them.
struct Call {
  const char *name;
  int layout, transa, transb, offsetc;
  Int m, n, k;
  float alpha;
  const void *a;
  Int lda;
  int8_t ao;
  const void *b;
  Int ldb;
  int8_t bo;
  float beta;
  int32_t *c;
  Int ldc;
  const int32_t *oc;
};

// Whether the leading dimension runs from row to row of op(X).
bool has_rows(const Call &x, int trans) { return (x.layout == CblasRowMajor) != transposes(op_of_enum<float>(trans)); }

// Reports the first illegal argument, if there is one, with its position in the caller's list.
bool is_legal(const Call &x) {
  const auto report = [&x](Int position, const char *what, Int value) {
    gk::blas::report(x.name, {position, what, value});
    return false;
  };
  if (!is_layout(x.layout)) return report(1, "layout", x.layout);
  if (op_of_enum<float>(x.transa) == Op::Invalid) return report(2, "TransA", x.transa);
  if (op_of_enum<float>(x.transb) == Op::Invalid) return report(3, "TransB", x.transb);
  if (x.offsetc < CblasRowOffset || x.offsetc > CblasFixOffset) return report(4, "offsetc", x.offsetc);
  if (x.m < 0) return report(5, "M", x.m);
  if (x.n < 0) return report(6, "N", x.n);
  if (x.k < 0) return report(7, "K", x.k);
  if (!at_least(x.lda, has_rows(x, x.transa) ? x.k : x.m)) return report(10, "lda", x.lda);
  if (!at_least(x.ldb, has_rows(x, x.transb) ? x.n : x.k)) return report(13, "ldb", x.ldb);
  if (!at_least(x.ldc, x.layout == CblasRowMajor ? x.n : x.m)) return report(17, "ldc", x.ldc);
  return true;
}

void gemm_int8(const Call &x, bool a_is_unsigned, bool b_is_unsigned) {
  if (!is_legal(x) || x.m == 0 || x.n == 0) return;
  const auto bytes = [&x](const void *data, int trans, Int ld, bool is_unsigned, int8_t offset) {
    const bool rows = has_rows(x, trans);
    return Bytes{static_cast<const uint8_t *>(data), rows ? ld : 1, rows ? 1 : ld, is_unsigned, offset};
  };
  const Bytes a = bytes(x.a, x.transa, x.lda, a_is_unsigned, x.ao);
  const Bytes b = bytes(x.b, x.transb, x.ldb, b_is_unsigned, x.bo);
  const bool row_major = x.layout == CblasRowMajor;
  const Sums c{x.c, row_major ? x.ldc : 1, row_major ? 1 : x.ldc};
  const Addend add{x.oc, x.offsetc == CblasColOffset, x.offsetc == CblasRowOffset};
  if (!is_whole(x.alpha) || !is_whole(x.beta)) {
    return multiply_scaled(x.m, x.n, x.k, x.alpha, a, b, x.beta, c, add);
  }
  multiply_exactly(x.m, x.n, x.k, static_cast<int32_t>(x.alpha), a, b, static_cast<int32_t>(x.beta), c);
  add_to(c, x.m, x.n, add);
}

}  // namespace

GK_CBLAS(void, gemm_s8s8s32)
(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE transa, CBLAS_TRANSPOSE transb, CBLAS_OFFSET offsetc, Int m, Int n, Int k,
 float alpha, const void *a, Int lda, int8_t ao, const void *b, Int ldb, int8_t bo, float beta, int32_t *c, Int ldc,
 const int32_t *oc) {
  gemm_int8({"cblas_gemm_s8s8s32", value_of(layout), value_of(transa), value_of(transb), value_of(offsetc), m, n, k,
             alpha, a, lda, ao, b, ldb, bo, beta, c, ldc, oc},
            false, false);
}

// Row-major, the unsigned operand is A: the column-major product on the same memory has its operands exchanged.
GK_CBLAS(void, gemm_s8u8s32)
(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE transa, CBLAS_TRANSPOSE transb, CBLAS_OFFSET offsetc, Int m, Int n, Int k,
 float alpha, const void *a, Int lda, int8_t ao, const void *b, Int ldb, int8_t bo, float beta, int32_t *c, Int ldc,
 const int32_t *oc) {
  const bool row_major = value_of(layout) == CblasRowMajor;
  gemm_int8({"cblas_gemm_s8u8s32", value_of(layout), value_of(transa), value_of(transb), value_of(offsetc), m, n, k,
             alpha, a, lda, ao, b, ldb, bo, beta, c, ldc, oc},
            row_major, !row_major);
}
