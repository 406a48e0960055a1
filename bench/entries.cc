// Scalars and strides of a shape, type by type.
#include "entries.h"

#include <type_traits>

namespace gk::bench {
namespace {

// Only complex entries have flags, and all but those of integers an epilogue.
template <class F, class B, class In, class Out, class Scalar>
gemmkit_status repeat(const EntryPair &entry, Scalar alpha, Scalar beta, const Call &call, const gemmkit_exec *exec,
                      int64_t reps) {
  const Shape &s = call.shape;
  // A leading dimension is the column stride of a column-major operand; a transposition or the other layout
  // swaps the two.
  const bool a_rows = s.trans_a != s.row_major, b_rows = s.trans_b != s.row_major;
  const int64_t rsa = a_rows ? s.lda() : 1, csa = a_rows ? 1 : s.lda();
  const int64_t rsb = b_rows ? s.ldb() : 1, csb = b_rows ? 1 : s.ldb();
  const int64_t rsc = s.row_major ? s.ldc() : 1, csc = s.row_major ? 1 : s.ldc();
  gemmkit_status status = GEMMKIT_OK;
  const auto *a = static_cast<const In *>(call.a), *b = static_cast<const In *>(call.b);
  auto *c = static_cast<Out *>(call.c);
  F *gemm = reinterpret_cast<F *>(entry.gemm);
  B *batched = reinterpret_cast<B *>(entry.batched);
  constexpr bool kFlags = std::is_pointer_v<Scalar>, kEpilogue = !std::is_same_v<In, int8_t>;
  const auto one = [&] {
    if constexpr (kFlags) {
      return gemm(s.m, s.n, s.k, alpha, a, rsa, csa, 0, b, rsb, csb, 0, beta, c, rsc, csc, nullptr, exec);
    } else if constexpr (kEpilogue) {
      return gemm(s.m, s.n, s.k, alpha, a, rsa, csa, b, rsb, csb, beta, c, rsc, csc, nullptr, exec);
    } else {
      return gemm(s.m, s.n, s.k, alpha, a, rsa, csa, b, rsb, csb, beta, c, rsc, csc, exec);
    }
  };
  const int64_t sa = s.step_a(), sb = s.step_b(), sc = s.step_c();
  const auto all = [&] {
    if constexpr (kFlags) {
      return batched(s.batch, s.m, s.n, s.k, alpha, a, rsa, csa, 0, sa, b, rsb, csb, 0, sb, beta, c, rsc, csc, sc,
                     nullptr, exec);
    } else if constexpr (kEpilogue) {
      return batched(s.batch, s.m, s.n, s.k, alpha, a, rsa, csa, sa, b, rsb, csb, sb, beta, c, rsc, csc, sc, nullptr,
                     exec);
    } else {
      return batched(s.batch, s.m, s.n, s.k, alpha, a, rsa, csa, sa, b, rsb, csb, sb, beta, c, rsc, csc, sc, exec);
    }
  };
  for (int64_t i = 0; i < reps; ++i) status |= s.batch == 1 ? one() : all();
  return status;
}

}  // namespace

gemmkit_status call_entry(const EntryPair &entry, const Call &call, const gemmkit_exec *exec, int64_t reps) {
  const double beta = call.shape.beta;
  const gemmkit_c32 one_c = {1, 0}, beta_c = {float(beta), 0};
  const gemmkit_c64 one_z = {1, 0}, beta_z = {beta, 0};
  switch (call.shape.elem) {
    case Elem::kF32:
      return repeat<decltype(gemmkit_gemm_f32_unchecked), decltype(gemmkit_gemm_batched_f32_unchecked), float, float>(
          entry, 1.0f, float(beta), call, exec, reps);
    case Elem::kF64:
      return repeat<decltype(gemmkit_gemm_f64_unchecked), decltype(gemmkit_gemm_batched_f64_unchecked), double, double>(
          entry, 1.0, beta, call, exec, reps);
    case Elem::kF16:  // to C both are 16 bits
    case Elem::kBf16:
      return repeat<decltype(gemmkit_gemm_bf16_unchecked), decltype(gemmkit_gemm_batched_bf16_unchecked), gemmkit_bf16,
                    gemmkit_bf16>(entry, 1.0f, float(beta), call, exec, reps);
    case Elem::kBf16F32:
      return repeat<decltype(gemmkit_gemm_bf16_f32_unchecked), decltype(gemmkit_gemm_batched_bf16_f32_unchecked),
                    gemmkit_bf16, float>(entry, 1.0f, float(beta), call, exec, reps);
    case Elem::kI8:
      return repeat<decltype(gemmkit_gemm_i8_unchecked), decltype(gemmkit_gemm_batched_i8_unchecked), int8_t, int32_t>(
          entry, 1, int32_t(beta), call, exec, reps);
    case Elem::kC32:
      return repeat<decltype(gemmkit_gemm_c32_unchecked), decltype(gemmkit_gemm_batched_c32_unchecked), gemmkit_c32,
                    gemmkit_c32>(entry, &one_c, &beta_c, call, exec, reps);
    case Elem::kC64:
      return repeat<decltype(gemmkit_gemm_c64_unchecked), decltype(gemmkit_gemm_batched_c64_unchecked), gemmkit_c64,
                    gemmkit_c64>(entry, &one_z, &beta_z, call, exec, reps);
  }
  return GEMMKIT_ERR_UNSUPPORTED;
}

}  // namespace gk::bench
