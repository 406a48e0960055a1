// Packed operands of all families under one name, by the unchecked entries.
#pragma once

#include "families/real.h"

namespace gk::test {

// in: what packs its operands. Integers have no epilogue, complex numbers have flags.
template <class F>
struct Packing;
#define GK_TEST_PACKING(Family, in, name)                                      \
  template <>                                                                  \
  struct Packing<Family> {                                                     \
    static constexpr auto rhs = gemmkit_prepack_rhs_##in##_unchecked;          \
    static constexpr auto lhs = gemmkit_prepack_lhs_##in##_unchecked;          \
    static constexpr auto packed_b = gemmkit_gemm_packed_b_##name##_unchecked; \
    static constexpr auto packed_a = gemmkit_gemm_packed_a_##name##_unchecked; \
    static constexpr auto checked_rhs = gemmkit_prepack_rhs_##in;              \
    static constexpr auto checked_lhs = gemmkit_prepack_lhs_##in;              \
    static constexpr auto checked_b = gemmkit_gemm_packed_b_##name;            \
    static constexpr auto checked_a = gemmkit_gemm_packed_a_##name;            \
  };
GK_TEST_PACKING(F32Family, f32, f32)
GK_TEST_PACKING(F64Family, f64, f64)
GK_TEST_PACKING(F16Family, f16, f16)
GK_TEST_PACKING(Bf16Family, bf16, bf16)
GK_TEST_PACKING(F16F32Family, f16, f16_f32)
GK_TEST_PACKING(Bf16F32Family, bf16, bf16_f32)
GK_TEST_PACKING(I8Family, i8, i8)
GK_TEST_PACKING(C32Family, c32, c32)
GK_TEST_PACKING(C64Family, c64, c64)
#undef GK_TEST_PACKING

// Frees what it holds.
class Handle {
 public:
  Handle() = default;
  Handle(const Handle &) = delete;
  Handle &operator=(const Handle &) = delete;
  ~Handle() { gemmkit_packed_free(packed_); }
  gemmkit_packed **out() { return &packed_; }
  const gemmkit_packed *get() const { return packed_; }

 private:
  gemmkit_packed *packed_ = nullptr;
};

template <class F>
gemmkit_status pack_b(const Item<F> &x, const gemmkit_exec *exec, Handle &to) {
  return Packing<F>::rhs(x.k, x.n, exposed(x.b), x.sb.rs, x.sb.cs, exec, to.out());
}
template <class F>
gemmkit_status pack_a(const Item<F> &x, const gemmkit_exec *exec, Handle &to) {
  return Packing<F>::lhs(x.m, x.k, exposed(x.a), x.sa.rs, x.sa.cs, exec, to.out());
}
template <class F>
gemmkit_status by_packed_b(const Item<F> &x, const gemmkit_packed *b, const gemmkit_exec *exec) {
  if constexpr (!std::is_arithmetic_v<typename F::Scalar>) {
    return Packing<F>::packed_b(x.m, exposed(&x.alpha), exposed(x.a), x.sa.rs, x.sa.cs, x.conj & 1, b, x.conj >> 1,
                                exposed(&x.beta), exposed(x.c), x.sc.rs, x.sc.cs, nullptr, exec);
  } else {
    return without_epilogue(Packing<F>::packed_b, exec, x.m, x.alpha, x.a, x.sa.rs, x.sa.cs, b, x.beta, x.c, x.sc.rs,
                            x.sc.cs);
  }
}
template <class F>
gemmkit_status by_packed_a(const Item<F> &x, const gemmkit_packed *a, const gemmkit_exec *exec) {
  if constexpr (!std::is_arithmetic_v<typename F::Scalar>) {
    return Packing<F>::packed_a(x.n, exposed(&x.alpha), a, x.conj & 1, exposed(x.b), x.sb.rs, x.sb.cs, x.conj >> 1,
                                exposed(&x.beta), exposed(x.c), x.sc.rs, x.sc.cs, nullptr, exec);
  } else {
    return without_epilogue(Packing<F>::packed_a, exec, x.n, x.alpha, a, x.b, x.sb.rs, x.sb.cs, x.beta, x.c, x.sc.rs,
                            x.sc.cs);
  }
}

}  // namespace gk::test
