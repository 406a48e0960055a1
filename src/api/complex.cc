// The entries of complex numbers.
#include "api/batched.h"
#include "api/gemm.h"
#include "api/grouped.h"
#include "api/packed.h"

extern "C" {

gemmkit_status gemmkit_gemm_c32(const gemmkit_c32 *alpha, const gemmkit_cview_c32 *a, int conj_a,
                                const gemmkit_cview_c32 *b, int conj_b, const gemmkit_c32 *beta,
                                const gemmkit_view_c32 *c, const gemmkit_epilogue_c32 *epilogue,
                                const gemmkit_exec *exec) {
  return gk::gemm_checked<gk::C32>(alpha, a, b, beta, c, gk::conj_of(conj_a, conj_b), epilogue, exec);
}

gemmkit_status gemmkit_gemm_c32_unchecked(int64_t m, int64_t n, int64_t k, const gemmkit_c32 *alpha,
                                          const gemmkit_c32 *a, int64_t rsa, int64_t csa, int conj_a,
                                          const gemmkit_c32 *b, int64_t rsb, int64_t csb, int conj_b,
                                          const gemmkit_c32 *beta, gemmkit_c32 *c, int64_t rsc, int64_t csc,
                                          const gemmkit_epilogue_c32 *epilogue, const gemmkit_exec *exec) {
  return gk::gemm_unchecked<gk::C32>(m, n, k, alpha, {a, rsa, csa}, {b, rsb, csb}, beta, {c, rsc, csc},
                                     gk::conj_of(conj_a, conj_b), epilogue, exec);
}

gemmkit_status gemmkit_gemm_batched_c32(int64_t batch, const gemmkit_c32 *alpha, const gemmkit_cview_c32 *a, int conj_a,
                                        int64_t a_batch, const gemmkit_cview_c32 *b, int conj_b, int64_t b_batch,
                                        const gemmkit_c32 *beta, const gemmkit_view_c32 *c, int64_t c_batch,
                                        const gemmkit_epilogue_c32 *epilogue, const gemmkit_exec *exec) {
  return gk::batched_checked<gk::C32>(batch, alpha, a, b, beta, c, {a_batch, b_batch, c_batch},
                                      gk::conj_of(conj_a, conj_b), epilogue, exec);
}

gemmkit_status gemmkit_gemm_batched_c32_unchecked(int64_t batch, int64_t m, int64_t n, int64_t k,
                                                  const gemmkit_c32 *alpha, const gemmkit_c32 *a, int64_t rsa,
                                                  int64_t csa, int conj_a, int64_t a_batch, const gemmkit_c32 *b,
                                                  int64_t rsb, int64_t csb, int conj_b, int64_t b_batch,
                                                  const gemmkit_c32 *beta, gemmkit_c32 *c, int64_t rsc, int64_t csc,
                                                  int64_t c_batch, const gemmkit_epilogue_c32 *epilogue,
                                                  const gemmkit_exec *exec) {
  return gk::batched_unchecked<gk::C32>(batch, m, n, k, alpha, {a, rsa, csa}, {b, rsb, csb}, beta, {c, rsc, csc},
                                        {a_batch, b_batch, c_batch}, gk::conj_of(conj_a, conj_b), epilogue, exec);
}

gemmkit_status gemmkit_gemm_grouped_c32(int64_t count, const gemmkit_problem_c32 *problems, const gemmkit_exec *exec) {
  return gk::grouped_checked<gk::C32>(count, problems, exec);
}

gemmkit_status gemmkit_gemm_grouped_c32_unchecked(int64_t count, const gemmkit_raw_problem_c32 *problems,
                                                  const gemmkit_exec *exec) {
  return gk::grouped_unchecked<gk::C32>(count, problems, exec);
}

gemmkit_status gemmkit_gemm_c64(const gemmkit_c64 *alpha, const gemmkit_cview_c64 *a, int conj_a,
                                const gemmkit_cview_c64 *b, int conj_b, const gemmkit_c64 *beta,
                                const gemmkit_view_c64 *c, const gemmkit_epilogue_c64 *epilogue,
                                const gemmkit_exec *exec) {
  return gk::gemm_checked<gk::C64>(alpha, a, b, beta, c, gk::conj_of(conj_a, conj_b), epilogue, exec);
}

gemmkit_status gemmkit_gemm_c64_unchecked(int64_t m, int64_t n, int64_t k, const gemmkit_c64 *alpha,
                                          const gemmkit_c64 *a, int64_t rsa, int64_t csa, int conj_a,
                                          const gemmkit_c64 *b, int64_t rsb, int64_t csb, int conj_b,
                                          const gemmkit_c64 *beta, gemmkit_c64 *c, int64_t rsc, int64_t csc,
                                          const gemmkit_epilogue_c64 *epilogue, const gemmkit_exec *exec) {
  return gk::gemm_unchecked<gk::C64>(m, n, k, alpha, {a, rsa, csa}, {b, rsb, csb}, beta, {c, rsc, csc},
                                     gk::conj_of(conj_a, conj_b), epilogue, exec);
}

gemmkit_status gemmkit_gemm_batched_c64(int64_t batch, const gemmkit_c64 *alpha, const gemmkit_cview_c64 *a, int conj_a,
                                        int64_t a_batch, const gemmkit_cview_c64 *b, int conj_b, int64_t b_batch,
                                        const gemmkit_c64 *beta, const gemmkit_view_c64 *c, int64_t c_batch,
                                        const gemmkit_epilogue_c64 *epilogue, const gemmkit_exec *exec) {
  return gk::batched_checked<gk::C64>(batch, alpha, a, b, beta, c, {a_batch, b_batch, c_batch},
                                      gk::conj_of(conj_a, conj_b), epilogue, exec);
}

gemmkit_status gemmkit_gemm_batched_c64_unchecked(int64_t batch, int64_t m, int64_t n, int64_t k,
                                                  const gemmkit_c64 *alpha, const gemmkit_c64 *a, int64_t rsa,
                                                  int64_t csa, int conj_a, int64_t a_batch, const gemmkit_c64 *b,
                                                  int64_t rsb, int64_t csb, int conj_b, int64_t b_batch,
                                                  const gemmkit_c64 *beta, gemmkit_c64 *c, int64_t rsc, int64_t csc,
                                                  int64_t c_batch, const gemmkit_epilogue_c64 *epilogue,
                                                  const gemmkit_exec *exec) {
  return gk::batched_unchecked<gk::C64>(batch, m, n, k, alpha, {a, rsa, csa}, {b, rsb, csb}, beta, {c, rsc, csc},
                                        {a_batch, b_batch, c_batch}, gk::conj_of(conj_a, conj_b), epilogue, exec);
}

gemmkit_status gemmkit_gemm_grouped_c64(int64_t count, const gemmkit_problem_c64 *problems, const gemmkit_exec *exec) {
  return gk::grouped_checked<gk::C64>(count, problems, exec);
}

gemmkit_status gemmkit_gemm_grouped_c64_unchecked(int64_t count, const gemmkit_raw_problem_c64 *problems,
                                                  const gemmkit_exec *exec) {
  return gk::grouped_unchecked<gk::C64>(count, problems, exec);
}

gemmkit_status gemmkit_prepack_rhs_c32(const gemmkit_cview_c32 *b, const gemmkit_exec *exec, gemmkit_packed **out) {
  return gk::prepack_checked<gk::C32>(false, b, exec, out);
}

gemmkit_status gemmkit_prepack_lhs_c32(const gemmkit_cview_c32 *a, const gemmkit_exec *exec, gemmkit_packed **out) {
  return gk::prepack_checked<gk::C32>(true, a, exec, out);
}

gemmkit_status gemmkit_prepack_rhs_c32_unchecked(int64_t rows, int64_t cols, const gemmkit_c32 *b, int64_t rs,
                                                 int64_t cs, const gemmkit_exec *exec, gemmkit_packed **out) {
  return gk::prepack_unchecked<gk::C32>(false, rows, cols, {b, rs, cs}, exec, out);
}

gemmkit_status gemmkit_prepack_lhs_c32_unchecked(int64_t rows, int64_t cols, const gemmkit_c32 *a, int64_t rs,
                                                 int64_t cs, const gemmkit_exec *exec, gemmkit_packed **out) {
  return gk::prepack_unchecked<gk::C32>(true, rows, cols, {a, rs, cs}, exec, out);
}

gemmkit_status gemmkit_prepack_rhs_c64(const gemmkit_cview_c64 *b, const gemmkit_exec *exec, gemmkit_packed **out) {
  return gk::prepack_checked<gk::C64>(false, b, exec, out);
}

gemmkit_status gemmkit_prepack_lhs_c64(const gemmkit_cview_c64 *a, const gemmkit_exec *exec, gemmkit_packed **out) {
  return gk::prepack_checked<gk::C64>(true, a, exec, out);
}

gemmkit_status gemmkit_prepack_rhs_c64_unchecked(int64_t rows, int64_t cols, const gemmkit_c64 *b, int64_t rs,
                                                 int64_t cs, const gemmkit_exec *exec, gemmkit_packed **out) {
  return gk::prepack_unchecked<gk::C64>(false, rows, cols, {b, rs, cs}, exec, out);
}

gemmkit_status gemmkit_prepack_lhs_c64_unchecked(int64_t rows, int64_t cols, const gemmkit_c64 *a, int64_t rs,
                                                 int64_t cs, const gemmkit_exec *exec, gemmkit_packed **out) {
  return gk::prepack_unchecked<gk::C64>(true, rows, cols, {a, rs, cs}, exec, out);
}

gemmkit_status gemmkit_gemm_packed_b_c32(const gemmkit_c32 *alpha, const gemmkit_cview_c32 *a, int conj_a,
                                         const gemmkit_packed *b, int conj_b, const gemmkit_c32 *beta,
                                         const gemmkit_view_c32 *c, const gemmkit_epilogue_c32 *epilogue,
                                         const gemmkit_exec *exec) {
  return gk::packed_b_checked<gk::C32>(alpha, a, b, beta, c, gk::conj_of(conj_a, conj_b), epilogue, exec);
}

gemmkit_status gemmkit_gemm_packed_a_c32(const gemmkit_c32 *alpha, const gemmkit_packed *a, int conj_a,
                                         const gemmkit_cview_c32 *b, int conj_b, const gemmkit_c32 *beta,
                                         const gemmkit_view_c32 *c, const gemmkit_epilogue_c32 *epilogue,
                                         const gemmkit_exec *exec) {
  return gk::packed_a_checked<gk::C32>(alpha, a, b, beta, c, gk::conj_of(conj_a, conj_b), epilogue, exec);
}

gemmkit_status gemmkit_gemm_packed_b_c64(const gemmkit_c64 *alpha, const gemmkit_cview_c64 *a, int conj_a,
                                         const gemmkit_packed *b, int conj_b, const gemmkit_c64 *beta,
                                         const gemmkit_view_c64 *c, const gemmkit_epilogue_c64 *epilogue,
                                         const gemmkit_exec *exec) {
  return gk::packed_b_checked<gk::C64>(alpha, a, b, beta, c, gk::conj_of(conj_a, conj_b), epilogue, exec);
}

gemmkit_status gemmkit_gemm_packed_a_c64(const gemmkit_c64 *alpha, const gemmkit_packed *a, int conj_a,
                                         const gemmkit_cview_c64 *b, int conj_b, const gemmkit_c64 *beta,
                                         const gemmkit_view_c64 *c, const gemmkit_epilogue_c64 *epilogue,
                                         const gemmkit_exec *exec) {
  return gk::packed_a_checked<gk::C64>(alpha, a, b, beta, c, gk::conj_of(conj_a, conj_b), epilogue, exec);
}

gemmkit_status gemmkit_gemm_packed_b_c32_unchecked(int64_t m, const gemmkit_c32 *alpha, const gemmkit_c32 *a,
                                                   int64_t rsa, int64_t csa, int conj_a, const gemmkit_packed *b,
                                                   int conj_b, const gemmkit_c32 *beta, gemmkit_c32 *c, int64_t rsc,
                                                   int64_t csc, const gemmkit_epilogue_c32 *epilogue,
                                                   const gemmkit_exec *exec) {
  return gk::packed_b_unchecked<gk::C32>(m, alpha, {a, rsa, csa}, b, beta, {c, rsc, csc}, gk::conj_of(conj_a, conj_b),
                                         epilogue, exec);
}

gemmkit_status gemmkit_gemm_packed_a_c32_unchecked(int64_t n, const gemmkit_c32 *alpha, const gemmkit_packed *a,
                                                   int conj_a, const gemmkit_c32 *b, int64_t rsb, int64_t csb,
                                                   int conj_b, const gemmkit_c32 *beta, gemmkit_c32 *c, int64_t rsc,
                                                   int64_t csc, const gemmkit_epilogue_c32 *epilogue,
                                                   const gemmkit_exec *exec) {
  return gk::packed_a_unchecked<gk::C32>(n, alpha, a, {b, rsb, csb}, beta, {c, rsc, csc}, gk::conj_of(conj_a, conj_b),
                                         epilogue, exec);
}

gemmkit_status gemmkit_gemm_packed_b_c64_unchecked(int64_t m, const gemmkit_c64 *alpha, const gemmkit_c64 *a,
                                                   int64_t rsa, int64_t csa, int conj_a, const gemmkit_packed *b,
                                                   int conj_b, const gemmkit_c64 *beta, gemmkit_c64 *c, int64_t rsc,
                                                   int64_t csc, const gemmkit_epilogue_c64 *epilogue,
                                                   const gemmkit_exec *exec) {
  return gk::packed_b_unchecked<gk::C64>(m, alpha, {a, rsa, csa}, b, beta, {c, rsc, csc}, gk::conj_of(conj_a, conj_b),
                                         epilogue, exec);
}

gemmkit_status gemmkit_gemm_packed_a_c64_unchecked(int64_t n, const gemmkit_c64 *alpha, const gemmkit_packed *a,
                                                   int conj_a, const gemmkit_c64 *b, int64_t rsb, int64_t csb,
                                                   int conj_b, const gemmkit_c64 *beta, gemmkit_c64 *c, int64_t rsc,
                                                   int64_t csc, const gemmkit_epilogue_c64 *epilogue,
                                                   const gemmkit_exec *exec) {
  return gk::packed_a_unchecked<gk::C64>(n, alpha, a, {b, rsb, csb}, beta, {c, rsc, csc}, gk::conj_of(conj_a, conj_b),
                                         epilogue, exec);
}

}  // extern "C"
