// The entries of 8-bit integers.
#include "api/batched.h"
#include "api/gemm.h"
#include "api/grouped.h"
#include "api/packed.h"

extern "C" {

gemmkit_status gemmkit_gemm_i8(int32_t alpha, const gemmkit_cview_i8 *a, const gemmkit_cview_i8 *b, int32_t beta,
                               const gemmkit_view_i32 *c, const gemmkit_exec *exec) {
  return gk::gemm_checked<gk::I8>(alpha, a, b, beta, c, 0, gk::kNoEpilogue, exec);
}

gemmkit_status gemmkit_gemm_i8_unchecked(int64_t m, int64_t n, int64_t k, int32_t alpha, const int8_t *a, int64_t rsa,
                                         int64_t csa, const int8_t *b, int64_t rsb, int64_t csb, int32_t beta,
                                         int32_t *c, int64_t rsc, int64_t csc, const gemmkit_exec *exec) {
  return gk::gemm_unchecked<gk::I8>(m, n, k, alpha, {a, rsa, csa}, {b, rsb, csb}, beta, {c, rsc, csc}, 0,
                                    gk::kNoEpilogue, exec);
}

gemmkit_status gemmkit_gemm_batched_i8(int64_t batch, int32_t alpha, const gemmkit_cview_i8 *a, int64_t a_batch,
                                       const gemmkit_cview_i8 *b, int64_t b_batch, int32_t beta,
                                       const gemmkit_view_i32 *c, int64_t c_batch, const gemmkit_exec *exec) {
  return gk::batched_checked<gk::I8>(batch, alpha, a, b, beta, c, {a_batch, b_batch, c_batch}, 0, gk::kNoEpilogue,
                                     exec);
}

gemmkit_status gemmkit_gemm_batched_i8_unchecked(int64_t batch, int64_t m, int64_t n, int64_t k, int32_t alpha,
                                                 const int8_t *a, int64_t rsa, int64_t csa, int64_t a_batch,
                                                 const int8_t *b, int64_t rsb, int64_t csb, int64_t b_batch,
                                                 int32_t beta, int32_t *c, int64_t rsc, int64_t csc, int64_t c_batch,
                                                 const gemmkit_exec *exec) {
  return gk::batched_unchecked<gk::I8>(batch, m, n, k, alpha, {a, rsa, csa}, {b, rsb, csb}, beta, {c, rsc, csc},
                                       {a_batch, b_batch, c_batch}, 0, gk::kNoEpilogue, exec);
}

gemmkit_status gemmkit_gemm_grouped_i8(int64_t count, const gemmkit_problem_i8 *problems, const gemmkit_exec *exec) {
  return gk::grouped_checked<gk::I8>(count, problems, exec);
}

gemmkit_status gemmkit_gemm_grouped_i8_unchecked(int64_t count, const gemmkit_raw_problem_i8 *problems,
                                                 const gemmkit_exec *exec) {
  return gk::grouped_unchecked<gk::I8>(count, problems, exec);
}

gemmkit_status gemmkit_prepack_rhs_i8(const gemmkit_cview_i8 *b, const gemmkit_exec *exec, gemmkit_packed **out) {
  return gk::prepack_checked<gk::I8>(false, b, exec, out);
}

gemmkit_status gemmkit_prepack_lhs_i8(const gemmkit_cview_i8 *a, const gemmkit_exec *exec, gemmkit_packed **out) {
  return gk::prepack_checked<gk::I8>(true, a, exec, out);
}

gemmkit_status gemmkit_prepack_rhs_i8_unchecked(int64_t rows, int64_t cols, const int8_t *b, int64_t rs, int64_t cs,
                                                const gemmkit_exec *exec, gemmkit_packed **out) {
  return gk::prepack_unchecked<gk::I8>(false, rows, cols, {b, rs, cs}, exec, out);
}

gemmkit_status gemmkit_prepack_lhs_i8_unchecked(int64_t rows, int64_t cols, const int8_t *a, int64_t rs, int64_t cs,
                                                const gemmkit_exec *exec, gemmkit_packed **out) {
  return gk::prepack_unchecked<gk::I8>(true, rows, cols, {a, rs, cs}, exec, out);
}

gemmkit_status gemmkit_gemm_packed_b_i8(int32_t alpha, const gemmkit_cview_i8 *a, const gemmkit_packed *b, int32_t beta,
                                        const gemmkit_view_i32 *c, const gemmkit_exec *exec) {
  return gk::packed_b_checked<gk::I8>(alpha, a, b, beta, c, 0, gk::kNoEpilogue, exec);
}

gemmkit_status gemmkit_gemm_packed_a_i8(int32_t alpha, const gemmkit_packed *a, const gemmkit_cview_i8 *b, int32_t beta,
                                        const gemmkit_view_i32 *c, const gemmkit_exec *exec) {
  return gk::packed_a_checked<gk::I8>(alpha, a, b, beta, c, 0, gk::kNoEpilogue, exec);
}

gemmkit_status gemmkit_gemm_packed_b_i8_unchecked(int64_t m, int32_t alpha, const int8_t *a, int64_t rsa, int64_t csa,
                                                  const gemmkit_packed *b, int32_t beta, int32_t *c, int64_t rsc,
                                                  int64_t csc, const gemmkit_exec *exec) {
  return gk::packed_b_unchecked<gk::I8>(m, alpha, {a, rsa, csa}, b, beta, {c, rsc, csc}, 0, gk::kNoEpilogue, exec);
}

gemmkit_status gemmkit_gemm_packed_a_i8_unchecked(int64_t n, int32_t alpha, const gemmkit_packed *a, const int8_t *b,
                                                  int64_t rsb, int64_t csb, int32_t beta, int32_t *c, int64_t rsc,
                                                  int64_t csc, const gemmkit_exec *exec) {
  return gk::packed_a_unchecked<gk::I8>(n, alpha, a, {b, rsb, csb}, beta, {c, rsc, csc}, 0, gk::kNoEpilogue, exec);
}

}  // extern "C"
