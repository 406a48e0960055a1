// The seam between the engine (src/, compiled once for the baseline CPU) and the kernels
// (kernels/<isa>/, compiled once per instruction set). POD only, no inline code: nothing here may
// be instantiated on both sides. All strides are in bytes, all extents in elements.
#pragma once

#include "abi/elem.h"
#include "abi/epilogue.h"
#include "abi/isa.h"

#include <stdint.h>

struct gk_blas_table;  // blas_table.h, which most kernels have nothing to do with

// A strided matrix operand; strides of any sign.
struct gk_input {
  const void *data;
  int64_t rs, cs;
};
struct gk_output {
  void *data;
  int64_t rs, cs;
};

// Operands that enter a product conjugated.
enum gk_conj : int32_t { GK_CONJ_A = 1, GK_CONJ_B = 2 };

// C[0:m, 0:n] <- alpha * A[0:m, 0:k] * B[0:k, 0:n] + beta * C[0:m, 0:n].
struct gk_product {
  int64_t m, n, k;
  gk_input a, b;
  gk_output c;
  const void *alpha, *beta;  // one scalar each, of the accumulator type; *beta == 0 means C is not read
  int32_t conj;              // gk_conj; read by complex kernels only
};

// How run_strip gets at its left operand.
enum gk_lhs : int32_t {
  GK_LHS_IN_PLACE = 0,       // rows adjacent in memory (row stride = element size), columns csa bytes apart
  GK_LHS_IN_PLACE_PACK = 1,  // in place, and stored to a_packed on the way for the strips that follow
  GK_LHS_PACKED = 2,         // a_packed, as pack_lhs or an earlier GK_LHS_IN_PLACE_PACK wrote it
};

// One column strip: C[0:m, 0:n] <- alpha * A[0:m, 0:k] * B[0:k, 0:n] + beta * C[0:m, 0:n].
struct gk_strip_args {
  int64_t m;      // rows of the block, any m >= 1
  int64_t k;      // depth of the slice, >= 1
  int32_t n;      // columns, 1 <= n <= nr
  int32_t lhs;    // gk_lhs
  const void *a;  // A(0, 0); unused when packed
  int64_t csa;
  // 64-byte aligned, round_up(m, row_quantum) * round_up(k, depth_multiple) packed elements; unused in place
  void *a_packed;
  const void *b;  // B(0, 0), any strides
  int64_t rsb, csb;
  const void *b_next;  // B(0, 0) of the strip that follows, same strides; a prefetch hint, may be null
  void *c;             // C(0, 0), any strides; fastest when rsc is the element size
  int64_t rsc, csc;
  const void *alpha, *beta;  // accumulator type; *beta == 0 means C is not read
  int32_t prefetch_c;        // nonzero: C is expected to come from beyond L2, fetch it during the depth loop
  int32_t conj;              // gk_conj
  // Only where acc_size is not 0, null when one slice is all: where the sums wait for the next slice, since C could not
  // hold them. Row i of column j is i accumulators beyond acc + j * cs_acc; 64-byte aligned columns, whose rows up to a
  // multiple of row_quantum may be written.
  void *acc;
  int64_t cs_acc;
  int32_t acc_in;   // nonzero: acc holds the sums of the slices before, to which this one's are added
  int32_t acc_out;  // nonzero: the sums go to acc, not to C; alpha and beta wait for the last slice
};

// Which elements of C a product is asked for: all, or those on the diagonal and below or above it. The others are
// neither read nor written.
enum gk_part : int32_t {
  GK_ALL = 0,
  GK_LOWER = 1,
  GK_UPPER = 2,
  GK_REAL_DIAGONAL = 4,  // besides: the diagonal has no imaginary part in the end, and beta has none
};

// A strip through which the diagonal passes. Rows of C are adjacent.
struct gk_diagonal_strip_args {
  gk_strip_args strip;  // acc is not used
  int32_t part;         // GK_LOWER or GK_UPPER, perhaps with GK_REAL_DIAGONAL
  int64_t below;        // how many rows C(0, 0) lies below the diagonal; negative above it
};

// `count` products of equal shape and strides, each as run_small takes it, whose operands lie a_step, b_step and c_step
// bytes apart.
struct gk_batch_args {
  gk_product first;
  int64_t count;  // >= 1
  int64_t a_step, b_step, c_step;
  int64_t chunk;  // products, >= 1, that one tile may pass over before the next does: they should fit L1 together
};

// A product of small depth and any size, straight from its operands; a.rs is the element size or m is 1.
struct gk_shallow_args {
  gk_product product;
  int32_t stream_c;  // nonzero: C is larger than the caches, whole lines of it may be written past them; changes no bit
};

// Copies A[0:m, 0:k] into the layout run_strip reads under GK_LHS_PACKED, rows beyond m zero-filled up to
// row_quantum, and depth steps beyond k up to depth_multiple so that they add nothing. Layout: the kernel's own; row
// panels, in order, take their rows' share of the memory.
struct gk_pack_lhs_args {
  int64_t m, k;
  const void *a;
  int64_t rsa, csa;
  void *out;
};

// Copies B[0:k, 0:n] so that each column is adjacent in memory: B(p, j) goes to out + p elements + j*csb_out bytes.
// Nothing between the columns is written.
struct gk_pack_rhs_args {
  int64_t k, n;
  const void *b;
  int64_t rsb, csb;
  void *out;
  int64_t csb_out;  // a multiple of the element size, at least k elements
};

// C[0:m, 0:n] <- beta * C. *beta == 0 stores zeros without reading; *beta == 1 is not called.
struct gk_scale_args {
  int64_t m, n;
  void *c;
  int64_t rsc, csc;
  const void *beta;
};

// The epilogue on C[0:m, 0:n], which is complete and no wider than one call should pass over.
struct gk_finish_args {
  int64_t m, n;
  void *c;
  int64_t rsc, csc;
  int64_t row, col;  // where C(0, 0) is in the whole of C
  int32_t turned;    // nonzero: the whole is the caller's C transposed
  const gk_epilogue *epilogue;
  const void *residual;  // what belongs to C(0, 0), with the strides of the rectangle's rows and columns; may be null
  int64_t rsr, csr;
};

// C[0:m, 0:n] <- epilogue(alpha * sums + beta * C), rounded once: for a C narrower than its sums.
struct gk_store_args {
  const void *sums;  // accumulators, rows adjacent, as acc of run_strip; null: no product, C <- epilogue(beta * C)
  int64_t cs_sums;
  const void *alpha, *beta;
  gk_finish_args to;
};

// y[0:m] <- alpha * A[0:m, 0:k] * x[0:k] + beta * y. *beta == 0: y is not read.
//
// The sum of a row is built in an order that depends on k alone, so the way rows are divided among calls changes no
// bit. gemv_columns: run_strip's chain. gemv_rows: k is cut into slices (of 16384 bytes of elements) whose sums are
// added in order; in a slice, vector v of row_quantum elements goes to chain v % 2, lane by lane, the two chains are
// added and then their lanes, by halves. Then alpha and beta, as in run_strip.
struct gk_gemv_args {
  int64_t m, k;  // >= 1
  const void *a;
  int64_t rsa, csa;  // any; gemv_columns is meant for rows, gemv_rows for columns one element apart
  const void *x;
  int64_t incx;  // any
  void *y;
  int64_t incy;              // any nonzero (if m > 1)
  const void *alpha, *beta;  // accumulator type
  int32_t shallow;           // gemv_columns: nonzero when k is too small for reading A in long columns to pay
  int32_t conj;              // gk_conj: of A, and of x as B
  int32_t far;               // nonzero: A comes from beyond the caches, fetch what is read next; changes no bit
};

// C[0:m, 0:n] <- alpha * A[0:m, 0:k] * B[0:k, 0:n] + beta * C by dot products along k, for few rows and columns: each
// row of A and each column of B has its elements adjacent.
//
// The sum of an element is built in an order that depends on k and `elements` alone: vectors of row_quantum elements go
// in turn to 4, 2 or 1 chains, the most with which all elements need at most 16 registers (12 where the microtile has
// fewer than 24), lane by lane; the chains are added by neighbours, then the lanes by halves. Then alpha and beta, as
// in run_strip.
inline constexpr int64_t gk_dots_block = 16;  // of rows and columns of C, for which A and B are read together
inline constexpr int64_t gk_few_lines = 8;    // up to so many rows or columns of C may be summed so beside many
inline constexpr int64_t gk_few_rows = 6;     // the most that few_rows has registers for
struct gk_dots_args {
  int64_t m, n, k;   // >= 1
  int64_t elements;  // of the product that this call computes a part of: at least m * n
  const void *a;
  int64_t rsa;
  const void *b;
  int64_t csb;
  void *c;
  int64_t rsc, csc;
  const void *alpha, *beta;  // accumulator type; *beta == 0: C is not read
};

// C[0:m, 0:n] <- alpha * A[0:m, 0:k] * B[0:k, 0:n] + beta * C for at most row_quantum / 2 rows and nr columns, or
// row_quantum rows and one column: what leaves run_strip with idle lanes, or waiting for its only chain. Rows of A are
// adjacent, and so are elements of a column of B.
//
// The sum of an element has 4 chains: element p of the depth goes to chain p % 4, in order. They are added by halves.
// Then alpha and beta, as in run_strip.
struct gk_thin_args {
  int64_t m, n, k;  // >= 1
  const void *a;
  int64_t csa;
  const void *b;
  int64_t csb;
  void *c;
  int64_t rsc, csc;
  const void *alpha, *beta;  // accumulator type; *beta == 0: C is not read
};

// One per (element type, ISA). Every element of C gets the same sequence of operations whatever the
// panel split, n, lhs mode or position: k steps of one multiply-add chain in order, then alpha, then beta. Only
// gemv_rows, dots and thin add up as said above.
struct gk_kernel_table {
  int32_t elem;            // gk_elem
  int32_t isa;             // gk_isa
  uint64_t cpu_features;   // gk_cpu_feature bits it needs
  uint64_t cpu_wants;      // bits without which another kernel is the better choice, unless this one is asked for
  const char *name;        // "avx512f f32 48x8"
  int32_t elem_size;       // bytes of an element of A and B
  int32_t out_size;        // of C
  int32_t packed_size;     // of a packed A
  int32_t acc_size;        // of an accumulator where C is too narrow to hold sums between slices of k, else 0
  int32_t depth_multiple;  // packed A is padded to it
  int32_t packs_lhs;       // nonzero: run_strip takes A packed only
  int32_t mr;              // rows of the largest microtile
  int32_t nr;              // columns of the largest microtile
  int32_t row_quantum;     // rows of one vector; packed A is padded to it
  const void *one;         // 1 in the accumulator type
  void (*run_strip)(const gk_strip_args *);
  // Offered where `blas` is.
  void (*run_diagonal_strip)(const gk_diagonal_strip_args *);
  // A product with m, n, k >= 1 that fits the nearest caches, straight from its operands; a.rs is the element size or m
  // is 1. Where packs_lhs is set, the packed A also fits 32 KiB of stack, less 8 if acc_size is set. May be null: such
  // products then go through run_strip.
  void (*run_small)(const gk_product *);
  // Done with its stores to memory when it returns, also with those past the caches. May be null: run_strip then.
  void (*run_shallow)(const gk_shallow_args *);
  void (*run_batch)(const gk_batch_args *);  // may be null: products then run one by one
  void (*pack_lhs)(const gk_pack_lhs_args *);
  void (*pack_rhs)(const gk_pack_rhs_args *);
  void (*scale_c)(const gk_scale_args *);
  // finish where C holds its sums, store where acc_size is not 0: run_strip then ends every slice with acc_out. One of
  // them may be null.
  void (*finish)(const gk_finish_args *);
  void (*store)(const gk_store_args *);
  void (*gemv_columns)(const gk_gemv_args *);
  // May be null, gemv_rows only together with gemv_columns: such products then go the way of all others.
  void (*gemv_rows)(const gk_gemv_args *);
  void (*dots)(const gk_dots_args *);
  void (*thin)(const gk_thin_args *);
  // 2 <= m <= min(gk_few_rows, row_quantum / 2), n >= row_quantum, k >= 4, A with adjacent rows and B with adjacent
  // elements in its columns. May be null: such products then go through run_strip.
  void (*few_rows)(const gk_product *);
  const gk_blas_table *blas;  // levels 1 to 3 of the BLAS; null where it does not have this type
  // Where all products end with store: the kernels that compute the accumulators alone, with the same bits whatever
  // the route. Else null.
  const gk_kernel_table *sums;
};
