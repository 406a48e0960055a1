// The entries of f32 and f64.
#include "api/batched.h"
#include "api/gemm.h"
#include "api/grouped.h"
#include "api/packed.h"

extern "C" {

gemmkit_status gemmkit_gemm_f32(float alpha, const gemmkit_cview_f32 *a, const gemmkit_cview_f32 *b, float beta,
                                const gemmkit_view_f32 *c, const gemmkit_epilogue_f32 *epilogue,
                                const gemmkit_exec *exec) {
  return gk::gemm_checked<gk::F32>(alpha, a, b, beta, c, 0, epilogue, exec);
}

gemmkit_status gemmkit_gemm_f32_unchecked(int64_t m, int64_t n, int64_t k, float alpha, const float *a, int64_t rsa,
                                          int64_t csa, const float *b, int64_t rsb, int64_t csb, float beta, float *c,
                                          int64_t rsc, int64_t csc, const gemmkit_epilogue_f32 *epilogue,
                                          const gemmkit_exec *exec) {
  return gk::gemm_unchecked<gk::F32>(m, n, k, alpha, {a, rsa, csa}, {b, rsb, csb}, beta, {c, rsc, csc}, 0, epilogue,
                                     exec);
}

gemmkit_status gemmkit_gemm_batched_f32(int64_t batch, float alpha, const gemmkit_cview_f32 *a, int64_t a_batch,
                                        const gemmkit_cview_f32 *b, int64_t b_batch, float beta,
                                        const gemmkit_view_f32 *c, int64_t c_batch,
                                        const gemmkit_epilogue_f32 *epilogue, const gemmkit_exec *exec) {
  return gk::batched_checked<gk::F32>(batch, alpha, a, b, beta, c, {a_batch, b_batch, c_batch}, 0, epilogue, exec);
}

gemmkit_status gemmkit_gemm_batched_f32_unchecked(int64_t batch, int64_t m, int64_t n, int64_t k, float alpha,
                                                  const float *a, int64_t rsa, int64_t csa, int64_t a_batch,
                                                  const float *b, int64_t rsb, int64_t csb, int64_t b_batch, float beta,
                                                  float *c, int64_t rsc, int64_t csc, int64_t c_batch,
                                                  const gemmkit_epilogue_f32 *epilogue, const gemmkit_exec *exec) {
  return gk::batched_unchecked<gk::F32>(batch, m, n, k, alpha, {a, rsa, csa}, {b, rsb, csb}, beta, {c, rsc, csc},
                                        {a_batch, b_batch, c_batch}, 0, epilogue, exec);
}

gemmkit_status gemmkit_gemm_grouped_f32(int64_t count, const gemmkit_problem_f32 *problems, const gemmkit_exec *exec) {
  return gk::grouped_checked<gk::F32>(count, problems, exec);
}

gemmkit_status gemmkit_gemm_grouped_f32_unchecked(int64_t count, const gemmkit_raw_problem_f32 *problems,
                                                  const gemmkit_exec *exec) {
  return gk::grouped_unchecked<gk::F32>(count, problems, exec);
}

gemmkit_status gemmkit_gemm_f64(double alpha, const gemmkit_cview_f64 *a, const gemmkit_cview_f64 *b, double beta,
                                const gemmkit_view_f64 *c, const gemmkit_epilogue_f64 *epilogue,
                                const gemmkit_exec *exec) {
  return gk::gemm_checked<gk::F64>(alpha, a, b, beta, c, 0, epilogue, exec);
}

gemmkit_status gemmkit_gemm_f64_unchecked(int64_t m, int64_t n, int64_t k, double alpha, const double *a, int64_t rsa,
                                          int64_t csa, const double *b, int64_t rsb, int64_t csb, double beta,
                                          double *c, int64_t rsc, int64_t csc, const gemmkit_epilogue_f64 *epilogue,
                                          const gemmkit_exec *exec) {
  return gk::gemm_unchecked<gk::F64>(m, n, k, alpha, {a, rsa, csa}, {b, rsb, csb}, beta, {c, rsc, csc}, 0, epilogue,
                                     exec);
}

gemmkit_status gemmkit_gemm_batched_f64(int64_t batch, double alpha, const gemmkit_cview_f64 *a, int64_t a_batch,
                                        const gemmkit_cview_f64 *b, int64_t b_batch, double beta,
                                        const gemmkit_view_f64 *c, int64_t c_batch,
                                        const gemmkit_epilogue_f64 *epilogue, const gemmkit_exec *exec) {
  return gk::batched_checked<gk::F64>(batch, alpha, a, b, beta, c, {a_batch, b_batch, c_batch}, 0, epilogue, exec);
}

gemmkit_status gemmkit_gemm_batched_f64_unchecked(int64_t batch, int64_t m, int64_t n, int64_t k, double alpha,
                                                  const double *a, int64_t rsa, int64_t csa, int64_t a_batch,
                                                  const double *b, int64_t rsb, int64_t csb, int64_t b_batch,
                                                  double beta, double *c, int64_t rsc, int64_t csc, int64_t c_batch,
                                                  const gemmkit_epilogue_f64 *epilogue, const gemmkit_exec *exec) {
  return gk::batched_unchecked<gk::F64>(batch, m, n, k, alpha, {a, rsa, csa}, {b, rsb, csb}, beta, {c, rsc, csc},
                                        {a_batch, b_batch, c_batch}, 0, epilogue, exec);
}

gemmkit_status gemmkit_gemm_grouped_f64(int64_t count, const gemmkit_problem_f64 *problems, const gemmkit_exec *exec) {
  return gk::grouped_checked<gk::F64>(count, problems, exec);
}

gemmkit_status gemmkit_gemm_grouped_f64_unchecked(int64_t count, const gemmkit_raw_problem_f64 *problems,
                                                  const gemmkit_exec *exec) {
  return gk::grouped_unchecked<gk::F64>(count, problems, exec);
}

gemmkit_status gemmkit_prepack_rhs_f32(const gemmkit_cview_f32 *b, const gemmkit_exec *exec, gemmkit_packed **out) {
  return gk::prepack_checked<gk::F32>(false, b, exec, out);
}

gemmkit_status gemmkit_prepack_lhs_f32(const gemmkit_cview_f32 *a, const gemmkit_exec *exec, gemmkit_packed **out) {
  return gk::prepack_checked<gk::F32>(true, a, exec, out);
}

gemmkit_status gemmkit_prepack_rhs_f32_unchecked(int64_t rows, int64_t cols, const float *b, int64_t rs, int64_t cs,
                                                 const gemmkit_exec *exec, gemmkit_packed **out) {
  return gk::prepack_unchecked<gk::F32>(false, rows, cols, {b, rs, cs}, exec, out);
}

gemmkit_status gemmkit_prepack_lhs_f32_unchecked(int64_t rows, int64_t cols, const float *a, int64_t rs, int64_t cs,
                                                 const gemmkit_exec *exec, gemmkit_packed **out) {
  return gk::prepack_unchecked<gk::F32>(true, rows, cols, {a, rs, cs}, exec, out);
}

gemmkit_status gemmkit_prepack_rhs_f64(const gemmkit_cview_f64 *b, const gemmkit_exec *exec, gemmkit_packed **out) {
  return gk::prepack_checked<gk::F64>(false, b, exec, out);
}

gemmkit_status gemmkit_prepack_lhs_f64(const gemmkit_cview_f64 *a, const gemmkit_exec *exec, gemmkit_packed **out) {
  return gk::prepack_checked<gk::F64>(true, a, exec, out);
}

gemmkit_status gemmkit_prepack_rhs_f64_unchecked(int64_t rows, int64_t cols, const double *b, int64_t rs, int64_t cs,
                                                 const gemmkit_exec *exec, gemmkit_packed **out) {
  return gk::prepack_unchecked<gk::F64>(false, rows, cols, {b, rs, cs}, exec, out);
}

gemmkit_status gemmkit_prepack_lhs_f64_unchecked(int64_t rows, int64_t cols, const double *a, int64_t rs, int64_t cs,
                                                 const gemmkit_exec *exec, gemmkit_packed **out) {
  return gk::prepack_unchecked<gk::F64>(true, rows, cols, {a, rs, cs}, exec, out);
}

gemmkit_status gemmkit_gemm_packed_b_f32(float alpha, const gemmkit_cview_f32 *a, const gemmkit_packed *b, float beta,
                                         const gemmkit_view_f32 *c, const gemmkit_epilogue_f32 *epilogue,
                                         const gemmkit_exec *exec) {
  return gk::packed_b_checked<gk::F32>(alpha, a, b, beta, c, 0, epilogue, exec);
}

gemmkit_status gemmkit_gemm_packed_a_f32(float alpha, const gemmkit_packed *a, const gemmkit_cview_f32 *b, float beta,
                                         const gemmkit_view_f32 *c, const gemmkit_epilogue_f32 *epilogue,
                                         const gemmkit_exec *exec) {
  return gk::packed_a_checked<gk::F32>(alpha, a, b, beta, c, 0, epilogue, exec);
}

gemmkit_status gemmkit_gemm_packed_b_f64(double alpha, const gemmkit_cview_f64 *a, const gemmkit_packed *b, double beta,
                                         const gemmkit_view_f64 *c, const gemmkit_epilogue_f64 *epilogue,
                                         const gemmkit_exec *exec) {
  return gk::packed_b_checked<gk::F64>(alpha, a, b, beta, c, 0, epilogue, exec);
}

gemmkit_status gemmkit_gemm_packed_a_f64(double alpha, const gemmkit_packed *a, const gemmkit_cview_f64 *b, double beta,
                                         const gemmkit_view_f64 *c, const gemmkit_epilogue_f64 *epilogue,
                                         const gemmkit_exec *exec) {
  return gk::packed_a_checked<gk::F64>(alpha, a, b, beta, c, 0, epilogue, exec);
}

gemmkit_status gemmkit_gemm_packed_b_f32_unchecked(int64_t m, float alpha, const float *a, int64_t rsa, int64_t csa,
                                                   const gemmkit_packed *b, float beta, float *c, int64_t rsc,
                                                   int64_t csc, const gemmkit_epilogue_f32 *epilogue,
                                                   const gemmkit_exec *exec) {
  return gk::packed_b_unchecked<gk::F32>(m, alpha, {a, rsa, csa}, b, beta, {c, rsc, csc}, 0, epilogue, exec);
}

gemmkit_status gemmkit_gemm_packed_a_f32_unchecked(int64_t n, float alpha, const gemmkit_packed *a, const float *b,
                                                   int64_t rsb, int64_t csb, float beta, float *c, int64_t rsc,
                                                   int64_t csc, const gemmkit_epilogue_f32 *epilogue,
                                                   const gemmkit_exec *exec) {
  return gk::packed_a_unchecked<gk::F32>(n, alpha, a, {b, rsb, csb}, beta, {c, rsc, csc}, 0, epilogue, exec);
}

gemmkit_status gemmkit_gemm_packed_b_f64_unchecked(int64_t m, double alpha, const double *a, int64_t rsa, int64_t csa,
                                                   const gemmkit_packed *b, double beta, double *c, int64_t rsc,
                                                   int64_t csc, const gemmkit_epilogue_f64 *epilogue,
                                                   const gemmkit_exec *exec) {
  return gk::packed_b_unchecked<gk::F64>(m, alpha, {a, rsa, csa}, b, beta, {c, rsc, csc}, 0, epilogue, exec);
}

gemmkit_status gemmkit_gemm_packed_a_f64_unchecked(int64_t n, double alpha, const gemmkit_packed *a, const double *b,
                                                   int64_t rsb, int64_t csb, double beta, double *c, int64_t rsc,
                                                   int64_t csc, const gemmkit_epilogue_f64 *epilogue,
                                                   const gemmkit_exec *exec) {
  return gk::packed_a_unchecked<gk::F64>(n, alpha, a, {b, rsb, csb}, beta, {c, rsc, csc}, 0, epilogue, exec);
}

}  // extern "C"
