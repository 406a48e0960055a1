// The entries of f16 and bf16, into their own type and into f32.
#include "api/batched.h"
#include "api/gemm.h"
#include "api/grouped.h"
#include "api/packed.h"

extern "C" {

gemmkit_status gemmkit_gemm_f16(float alpha, const gemmkit_cview_f16 *a, const gemmkit_cview_f16 *b, float beta,
                                const gemmkit_view_f16 *c, const gemmkit_epilogue_f16 *epilogue,
                                const gemmkit_exec *exec) {
  return gk::gemm_checked<gk::F16>(alpha, a, b, beta, c, 0, epilogue, exec);
}

gemmkit_status gemmkit_gemm_f16_unchecked(int64_t m, int64_t n, int64_t k, float alpha, const gemmkit_f16 *a,
                                          int64_t rsa, int64_t csa, const gemmkit_f16 *b, int64_t rsb, int64_t csb,
                                          float beta, gemmkit_f16 *c, int64_t rsc, int64_t csc,
                                          const gemmkit_epilogue_f16 *epilogue, const gemmkit_exec *exec) {
  return gk::gemm_unchecked<gk::F16>(m, n, k, alpha, {a, rsa, csa}, {b, rsb, csb}, beta, {c, rsc, csc}, 0, epilogue,
                                     exec);
}

gemmkit_status gemmkit_gemm_batched_f16(int64_t batch, float alpha, const gemmkit_cview_f16 *a, int64_t a_batch,
                                        const gemmkit_cview_f16 *b, int64_t b_batch, float beta,
                                        const gemmkit_view_f16 *c, int64_t c_batch,
                                        const gemmkit_epilogue_f16 *epilogue, const gemmkit_exec *exec) {
  return gk::batched_checked<gk::F16>(batch, alpha, a, b, beta, c, {a_batch, b_batch, c_batch}, 0, epilogue, exec);
}

gemmkit_status gemmkit_gemm_batched_f16_unchecked(int64_t batch, int64_t m, int64_t n, int64_t k, float alpha,
                                                  const gemmkit_f16 *a, int64_t rsa, int64_t csa, int64_t a_batch,
                                                  const gemmkit_f16 *b, int64_t rsb, int64_t csb, int64_t b_batch,
                                                  float beta, gemmkit_f16 *c, int64_t rsc, int64_t csc, int64_t c_batch,
                                                  const gemmkit_epilogue_f16 *epilogue, const gemmkit_exec *exec) {
  return gk::batched_unchecked<gk::F16>(batch, m, n, k, alpha, {a, rsa, csa}, {b, rsb, csb}, beta, {c, rsc, csc},
                                        {a_batch, b_batch, c_batch}, 0, epilogue, exec);
}

gemmkit_status gemmkit_gemm_grouped_f16(int64_t count, const gemmkit_problem_f16 *problems, const gemmkit_exec *exec) {
  return gk::grouped_checked<gk::F16>(count, problems, exec);
}

gemmkit_status gemmkit_gemm_grouped_f16_unchecked(int64_t count, const gemmkit_raw_problem_f16 *problems,
                                                  const gemmkit_exec *exec) {
  return gk::grouped_unchecked<gk::F16>(count, problems, exec);
}

gemmkit_status gemmkit_gemm_bf16(float alpha, const gemmkit_cview_bf16 *a, const gemmkit_cview_bf16 *b, float beta,
                                 const gemmkit_view_bf16 *c, const gemmkit_epilogue_bf16 *epilogue,
                                 const gemmkit_exec *exec) {
  return gk::gemm_checked<gk::BF16>(alpha, a, b, beta, c, 0, epilogue, exec);
}

gemmkit_status gemmkit_gemm_bf16_unchecked(int64_t m, int64_t n, int64_t k, float alpha, const gemmkit_bf16 *a,
                                           int64_t rsa, int64_t csa, const gemmkit_bf16 *b, int64_t rsb, int64_t csb,
                                           float beta, gemmkit_bf16 *c, int64_t rsc, int64_t csc,
                                           const gemmkit_epilogue_bf16 *epilogue, const gemmkit_exec *exec) {
  return gk::gemm_unchecked<gk::BF16>(m, n, k, alpha, {a, rsa, csa}, {b, rsb, csb}, beta, {c, rsc, csc}, 0, epilogue,
                                      exec);
}

gemmkit_status gemmkit_gemm_batched_bf16(int64_t batch, float alpha, const gemmkit_cview_bf16 *a, int64_t a_batch,
                                         const gemmkit_cview_bf16 *b, int64_t b_batch, float beta,
                                         const gemmkit_view_bf16 *c, int64_t c_batch,
                                         const gemmkit_epilogue_bf16 *epilogue, const gemmkit_exec *exec) {
  return gk::batched_checked<gk::BF16>(batch, alpha, a, b, beta, c, {a_batch, b_batch, c_batch}, 0, epilogue, exec);
}

gemmkit_status gemmkit_gemm_batched_bf16_unchecked(int64_t batch, int64_t m, int64_t n, int64_t k, float alpha,
                                                   const gemmkit_bf16 *a, int64_t rsa, int64_t csa, int64_t a_batch,
                                                   const gemmkit_bf16 *b, int64_t rsb, int64_t csb, int64_t b_batch,
                                                   float beta, gemmkit_bf16 *c, int64_t rsc, int64_t csc,
                                                   int64_t c_batch, const gemmkit_epilogue_bf16 *epilogue,
                                                   const gemmkit_exec *exec) {
  return gk::batched_unchecked<gk::BF16>(batch, m, n, k, alpha, {a, rsa, csa}, {b, rsb, csb}, beta, {c, rsc, csc},
                                         {a_batch, b_batch, c_batch}, 0, epilogue, exec);
}

gemmkit_status gemmkit_gemm_grouped_bf16(int64_t count, const gemmkit_problem_bf16 *problems,
                                         const gemmkit_exec *exec) {
  return gk::grouped_checked<gk::BF16>(count, problems, exec);
}

gemmkit_status gemmkit_gemm_grouped_bf16_unchecked(int64_t count, const gemmkit_raw_problem_bf16 *problems,
                                                   const gemmkit_exec *exec) {
  return gk::grouped_unchecked<gk::BF16>(count, problems, exec);
}

gemmkit_status gemmkit_gemm_f16_f32(float alpha, const gemmkit_cview_f16 *a, const gemmkit_cview_f16 *b, float beta,
                                    const gemmkit_view_f32 *c, const gemmkit_epilogue_f32 *epilogue,
                                    const gemmkit_exec *exec) {
  return gk::gemm_checked<gk::F16F32>(alpha, a, b, beta, c, 0, epilogue, exec);
}

gemmkit_status gemmkit_gemm_f16_f32_unchecked(int64_t m, int64_t n, int64_t k, float alpha, const gemmkit_f16 *a,
                                              int64_t rsa, int64_t csa, const gemmkit_f16 *b, int64_t rsb, int64_t csb,
                                              float beta, float *c, int64_t rsc, int64_t csc,
                                              const gemmkit_epilogue_f32 *epilogue, const gemmkit_exec *exec) {
  return gk::gemm_unchecked<gk::F16F32>(m, n, k, alpha, {a, rsa, csa}, {b, rsb, csb}, beta, {c, rsc, csc}, 0, epilogue,
                                        exec);
}

gemmkit_status gemmkit_gemm_batched_f16_f32(int64_t batch, float alpha, const gemmkit_cview_f16 *a, int64_t a_batch,
                                            const gemmkit_cview_f16 *b, int64_t b_batch, float beta,
                                            const gemmkit_view_f32 *c, int64_t c_batch,
                                            const gemmkit_epilogue_f32 *epilogue, const gemmkit_exec *exec) {
  return gk::batched_checked<gk::F16F32>(batch, alpha, a, b, beta, c, {a_batch, b_batch, c_batch}, 0, epilogue, exec);
}

gemmkit_status gemmkit_gemm_batched_f16_f32_unchecked(int64_t batch, int64_t m, int64_t n, int64_t k, float alpha,
                                                      const gemmkit_f16 *a, int64_t rsa, int64_t csa, int64_t a_batch,
                                                      const gemmkit_f16 *b, int64_t rsb, int64_t csb, int64_t b_batch,
                                                      float beta, float *c, int64_t rsc, int64_t csc, int64_t c_batch,
                                                      const gemmkit_epilogue_f32 *epilogue, const gemmkit_exec *exec) {
  return gk::batched_unchecked<gk::F16F32>(batch, m, n, k, alpha, {a, rsa, csa}, {b, rsb, csb}, beta, {c, rsc, csc},
                                           {a_batch, b_batch, c_batch}, 0, epilogue, exec);
}

gemmkit_status gemmkit_gemm_bf16_f32(float alpha, const gemmkit_cview_bf16 *a, const gemmkit_cview_bf16 *b, float beta,
                                     const gemmkit_view_f32 *c, const gemmkit_epilogue_f32 *epilogue,
                                     const gemmkit_exec *exec) {
  return gk::gemm_checked<gk::BF16F32>(alpha, a, b, beta, c, 0, epilogue, exec);
}

gemmkit_status gemmkit_gemm_bf16_f32_unchecked(int64_t m, int64_t n, int64_t k, float alpha, const gemmkit_bf16 *a,
                                               int64_t rsa, int64_t csa, const gemmkit_bf16 *b, int64_t rsb,
                                               int64_t csb, float beta, float *c, int64_t rsc, int64_t csc,
                                               const gemmkit_epilogue_f32 *epilogue, const gemmkit_exec *exec) {
  return gk::gemm_unchecked<gk::BF16F32>(m, n, k, alpha, {a, rsa, csa}, {b, rsb, csb}, beta, {c, rsc, csc}, 0, epilogue,
                                         exec);
}

gemmkit_status gemmkit_gemm_batched_bf16_f32(int64_t batch, float alpha, const gemmkit_cview_bf16 *a, int64_t a_batch,
                                             const gemmkit_cview_bf16 *b, int64_t b_batch, float beta,
                                             const gemmkit_view_f32 *c, int64_t c_batch,
                                             const gemmkit_epilogue_f32 *epilogue, const gemmkit_exec *exec) {
  return gk::batched_checked<gk::BF16F32>(batch, alpha, a, b, beta, c, {a_batch, b_batch, c_batch}, 0, epilogue, exec);
}

gemmkit_status gemmkit_gemm_batched_bf16_f32_unchecked(int64_t batch, int64_t m, int64_t n, int64_t k, float alpha,
                                                       const gemmkit_bf16 *a, int64_t rsa, int64_t csa, int64_t a_batch,
                                                       const gemmkit_bf16 *b, int64_t rsb, int64_t csb, int64_t b_batch,
                                                       float beta, float *c, int64_t rsc, int64_t csc, int64_t c_batch,
                                                       const gemmkit_epilogue_f32 *epilogue, const gemmkit_exec *exec) {
  return gk::batched_unchecked<gk::BF16F32>(batch, m, n, k, alpha, {a, rsa, csa}, {b, rsb, csb}, beta, {c, rsc, csc},
                                            {a_batch, b_batch, c_batch}, 0, epilogue, exec);
}

gemmkit_status gemmkit_prepack_rhs_f16(const gemmkit_cview_f16 *b, const gemmkit_exec *exec, gemmkit_packed **out) {
  return gk::prepack_checked<gk::F16>(false, b, exec, out);
}

gemmkit_status gemmkit_prepack_lhs_f16(const gemmkit_cview_f16 *a, const gemmkit_exec *exec, gemmkit_packed **out) {
  return gk::prepack_checked<gk::F16>(true, a, exec, out);
}

gemmkit_status gemmkit_prepack_rhs_f16_unchecked(int64_t rows, int64_t cols, const gemmkit_f16 *b, int64_t rs,
                                                 int64_t cs, const gemmkit_exec *exec, gemmkit_packed **out) {
  return gk::prepack_unchecked<gk::F16>(false, rows, cols, {b, rs, cs}, exec, out);
}

gemmkit_status gemmkit_prepack_lhs_f16_unchecked(int64_t rows, int64_t cols, const gemmkit_f16 *a, int64_t rs,
                                                 int64_t cs, const gemmkit_exec *exec, gemmkit_packed **out) {
  return gk::prepack_unchecked<gk::F16>(true, rows, cols, {a, rs, cs}, exec, out);
}

gemmkit_status gemmkit_prepack_rhs_bf16(const gemmkit_cview_bf16 *b, const gemmkit_exec *exec, gemmkit_packed **out) {
  return gk::prepack_checked<gk::BF16>(false, b, exec, out);
}

gemmkit_status gemmkit_prepack_lhs_bf16(const gemmkit_cview_bf16 *a, const gemmkit_exec *exec, gemmkit_packed **out) {
  return gk::prepack_checked<gk::BF16>(true, a, exec, out);
}

gemmkit_status gemmkit_prepack_rhs_bf16_unchecked(int64_t rows, int64_t cols, const gemmkit_bf16 *b, int64_t rs,
                                                  int64_t cs, const gemmkit_exec *exec, gemmkit_packed **out) {
  return gk::prepack_unchecked<gk::BF16>(false, rows, cols, {b, rs, cs}, exec, out);
}

gemmkit_status gemmkit_prepack_lhs_bf16_unchecked(int64_t rows, int64_t cols, const gemmkit_bf16 *a, int64_t rs,
                                                  int64_t cs, const gemmkit_exec *exec, gemmkit_packed **out) {
  return gk::prepack_unchecked<gk::BF16>(true, rows, cols, {a, rs, cs}, exec, out);
}

gemmkit_status gemmkit_gemm_packed_b_f16(float alpha, const gemmkit_cview_f16 *a, const gemmkit_packed *b, float beta,
                                         const gemmkit_view_f16 *c, const gemmkit_epilogue_f16 *epilogue,
                                         const gemmkit_exec *exec) {
  return gk::packed_b_checked<gk::F16>(alpha, a, b, beta, c, 0, epilogue, exec);
}

gemmkit_status gemmkit_gemm_packed_a_f16(float alpha, const gemmkit_packed *a, const gemmkit_cview_f16 *b, float beta,
                                         const gemmkit_view_f16 *c, const gemmkit_epilogue_f16 *epilogue,
                                         const gemmkit_exec *exec) {
  return gk::packed_a_checked<gk::F16>(alpha, a, b, beta, c, 0, epilogue, exec);
}

gemmkit_status gemmkit_gemm_packed_b_bf16(float alpha, const gemmkit_cview_bf16 *a, const gemmkit_packed *b, float beta,
                                          const gemmkit_view_bf16 *c, const gemmkit_epilogue_bf16 *epilogue,
                                          const gemmkit_exec *exec) {
  return gk::packed_b_checked<gk::BF16>(alpha, a, b, beta, c, 0, epilogue, exec);
}

gemmkit_status gemmkit_gemm_packed_a_bf16(float alpha, const gemmkit_packed *a, const gemmkit_cview_bf16 *b, float beta,
                                          const gemmkit_view_bf16 *c, const gemmkit_epilogue_bf16 *epilogue,
                                          const gemmkit_exec *exec) {
  return gk::packed_a_checked<gk::BF16>(alpha, a, b, beta, c, 0, epilogue, exec);
}

gemmkit_status gemmkit_gemm_packed_b_f16_f32(float alpha, const gemmkit_cview_f16 *a, const gemmkit_packed *b,
                                             float beta, const gemmkit_view_f32 *c,
                                             const gemmkit_epilogue_f32 *epilogue, const gemmkit_exec *exec) {
  return gk::packed_b_checked<gk::F16F32>(alpha, a, b, beta, c, 0, epilogue, exec);
}

gemmkit_status gemmkit_gemm_packed_a_f16_f32(float alpha, const gemmkit_packed *a, const gemmkit_cview_f16 *b,
                                             float beta, const gemmkit_view_f32 *c,
                                             const gemmkit_epilogue_f32 *epilogue, const gemmkit_exec *exec) {
  return gk::packed_a_checked<gk::F16F32>(alpha, a, b, beta, c, 0, epilogue, exec);
}

gemmkit_status gemmkit_gemm_packed_b_bf16_f32(float alpha, const gemmkit_cview_bf16 *a, const gemmkit_packed *b,
                                              float beta, const gemmkit_view_f32 *c,
                                              const gemmkit_epilogue_f32 *epilogue, const gemmkit_exec *exec) {
  return gk::packed_b_checked<gk::BF16F32>(alpha, a, b, beta, c, 0, epilogue, exec);
}

gemmkit_status gemmkit_gemm_packed_a_bf16_f32(float alpha, const gemmkit_packed *a, const gemmkit_cview_bf16 *b,
                                              float beta, const gemmkit_view_f32 *c,
                                              const gemmkit_epilogue_f32 *epilogue, const gemmkit_exec *exec) {
  return gk::packed_a_checked<gk::BF16F32>(alpha, a, b, beta, c, 0, epilogue, exec);
}

gemmkit_status gemmkit_gemm_packed_b_f16_unchecked(int64_t m, float alpha, const gemmkit_f16 *a, int64_t rsa,
                                                   int64_t csa, const gemmkit_packed *b, float beta, gemmkit_f16 *c,
                                                   int64_t rsc, int64_t csc, const gemmkit_epilogue_f16 *epilogue,
                                                   const gemmkit_exec *exec) {
  return gk::packed_b_unchecked<gk::F16>(m, alpha, {a, rsa, csa}, b, beta, {c, rsc, csc}, 0, epilogue, exec);
}

gemmkit_status gemmkit_gemm_packed_a_f16_unchecked(int64_t n, float alpha, const gemmkit_packed *a,
                                                   const gemmkit_f16 *b, int64_t rsb, int64_t csb, float beta,
                                                   gemmkit_f16 *c, int64_t rsc, int64_t csc,
                                                   const gemmkit_epilogue_f16 *epilogue, const gemmkit_exec *exec) {
  return gk::packed_a_unchecked<gk::F16>(n, alpha, a, {b, rsb, csb}, beta, {c, rsc, csc}, 0, epilogue, exec);
}

gemmkit_status gemmkit_gemm_packed_b_bf16_unchecked(int64_t m, float alpha, const gemmkit_bf16 *a, int64_t rsa,
                                                    int64_t csa, const gemmkit_packed *b, float beta, gemmkit_bf16 *c,
                                                    int64_t rsc, int64_t csc, const gemmkit_epilogue_bf16 *epilogue,
                                                    const gemmkit_exec *exec) {
  return gk::packed_b_unchecked<gk::BF16>(m, alpha, {a, rsa, csa}, b, beta, {c, rsc, csc}, 0, epilogue, exec);
}

gemmkit_status gemmkit_gemm_packed_a_bf16_unchecked(int64_t n, float alpha, const gemmkit_packed *a,
                                                    const gemmkit_bf16 *b, int64_t rsb, int64_t csb, float beta,
                                                    gemmkit_bf16 *c, int64_t rsc, int64_t csc,
                                                    const gemmkit_epilogue_bf16 *epilogue, const gemmkit_exec *exec) {
  return gk::packed_a_unchecked<gk::BF16>(n, alpha, a, {b, rsb, csb}, beta, {c, rsc, csc}, 0, epilogue, exec);
}

gemmkit_status gemmkit_gemm_packed_b_f16_f32_unchecked(int64_t m, float alpha, const gemmkit_f16 *a, int64_t rsa,
                                                       int64_t csa, const gemmkit_packed *b, float beta, float *c,
                                                       int64_t rsc, int64_t csc, const gemmkit_epilogue_f32 *epilogue,
                                                       const gemmkit_exec *exec) {
  return gk::packed_b_unchecked<gk::F16F32>(m, alpha, {a, rsa, csa}, b, beta, {c, rsc, csc}, 0, epilogue, exec);
}

gemmkit_status gemmkit_gemm_packed_a_f16_f32_unchecked(int64_t n, float alpha, const gemmkit_packed *a,
                                                       const gemmkit_f16 *b, int64_t rsb, int64_t csb, float beta,
                                                       float *c, int64_t rsc, int64_t csc,
                                                       const gemmkit_epilogue_f32 *epilogue, const gemmkit_exec *exec) {
  return gk::packed_a_unchecked<gk::F16F32>(n, alpha, a, {b, rsb, csb}, beta, {c, rsc, csc}, 0, epilogue, exec);
}

gemmkit_status gemmkit_gemm_packed_b_bf16_f32_unchecked(int64_t m, float alpha, const gemmkit_bf16 *a, int64_t rsa,
                                                        int64_t csa, const gemmkit_packed *b, float beta, float *c,
                                                        int64_t rsc, int64_t csc, const gemmkit_epilogue_f32 *epilogue,
                                                        const gemmkit_exec *exec) {
  return gk::packed_b_unchecked<gk::BF16F32>(m, alpha, {a, rsa, csa}, b, beta, {c, rsc, csc}, 0, epilogue, exec);
}

gemmkit_status gemmkit_gemm_packed_a_bf16_f32_unchecked(int64_t n, float alpha, const gemmkit_packed *a,
                                                        const gemmkit_bf16 *b, int64_t rsb, int64_t csb, float beta,
                                                        float *c, int64_t rsc, int64_t csc,
                                                        const gemmkit_epilogue_f32 *epilogue,
                                                        const gemmkit_exec *exec) {
  return gk::packed_a_unchecked<gk::BF16F32>(n, alpha, a, {b, rsb, csb}, beta, {c, rsc, csc}, 0, epilogue, exec);
}

}  // extern "C"
