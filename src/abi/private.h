// What libgemmkit lends the BLAS libraries built with it: kernels, teams and packing memory, so that there is one
// engine per process. Exported under the version node GEMMKIT_PRIVATE; no promise to anyone else, any release may
// change it.
#pragma once

#include "abi/blas_table.h"
#include "abi/kernel_table.h"

#include <stddef.h>
#include <stdint.h>

// Packing memory of the calling thread, held for one call.
struct gk_private_memory {
  void *data;      // 64-byte aligned; null when memory is short, and then the caller does with less
  void *lease[2];  // the engine's own
};

// Lines of a matrix, to be copied where their elements are adjacent. Strides in bytes.
struct gk_private_lines {
  int64_t lines, length;
  const void *from;
  int64_t step, line_step;  // from element to element, from line to line
  void *to;
  int64_t to_step;  // from line to line
};

extern "C" {

// The kernels in force for a gk_elem (F32, F64, C32 or C64); null, with gemmkit_last_error set, when
// GEMMKIT_REQUIRE_ISA demands what this CPU lacks. Takes one atomic load once the first call has chosen.
[[gnu::visibility("default")]] const gk_blas_table *gemmkit_private_blas(int32_t elem);

// C <- alpha*A*B + beta*C on a gk_elem, as the unchecked entries compute it. Extents are not negative. Returns a
// gemmkit_status: GEMMKIT_OK, GEMMKIT_ERR_ISA, or GEMMKIT_ERR_TOO_LARGE for operands that no memory could hold. One
// struct instead of fifteen arguments: the smallest products notice.
[[gnu::visibility("default")]] int32_t gemmkit_private_gemm(int32_t elem, const gk_product *, bool alpha_is_zero,
                                                            bool beta_is_one);

// The same for f32, f64, c32 and c64, with the bits that an element has in a product of more rows and columns.
[[gnu::visibility("default")]] int32_t gemmkit_private_gemm_in_order(int32_t elem, const gk_product *,
                                                                     bool alpha_is_zero, bool beta_is_one);

// The same again, of a square C only the elements of a gk_part. The extents and alpha are not zero, rows of C adjacent.
[[gnu::visibility("default")]] int32_t gemmkit_private_gemm_part(int32_t elem, const gk_product *, bool beta_is_one,
                                                                 int32_t part);

// Workers that work of mnk multiply-adds in up to `jobs` pieces is worth, as for a product; at least 1.
[[gnu::visibility("default")]] int32_t gemmkit_private_workers(uint64_t mnk, int64_t jobs);
// The same for work bound by memory that touches so many bytes, as for a gemv.
[[gnu::visibility("default")]] int32_t gemmkit_private_bandwidth_workers(uint64_t bytes, int64_t jobs);

// Whether the caches would not keep so much.
[[gnu::visibility("default")]] int32_t gemmkit_private_is_far(uint64_t bytes);

// Runs body(context, job) for job = 0 .. jobs-1 on up to `workers` threads, each taking the next when it is done, and
// returns when all are. With one worker the calling thread runs them in order. Products called by a body run serially.
[[gnu::visibility("default")]] void gemmkit_private_run(int32_t workers, int64_t jobs,
                                                        void (*body)(void *context, int64_t job), void *context);

// Release what was acquired, on the same thread, the last first.
[[gnu::visibility("default")]] void gemmkit_private_acquire(size_t bytes, gk_private_memory *);
[[gnu::visibility("default")]] void gemmkit_private_release(gk_private_memory *);

// Copies elements of a gk_elem, by a team where that pays. Zero, and nothing copied, where gemmkit_private_blas is
// null.
[[gnu::visibility("default")]] int32_t gemmkit_private_pack(int32_t elem, const gk_private_lines *);
}
