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

// Whether C lies as its packed factor wants it, or has one row or column and lies either way.
inline bool leans(Strides s, bool to_columns, const FamilyProblem &p) {
  const int64_t rs = std::abs(s.rs), cs = std::abs(s.cs);
  return p.m <= 1 || p.n <= 1 || (to_columns ? cs >= rs : rs >= cs);
}

// Packs one operand, forgets it, and multiplies; or hands what is packed to the other side's entry. Returns what is
// wrong with that, or "".
template <class F>
std::string packed_mistake(const FamilyProblem &p, bool packs_b, bool misuse) {
  FamilyOperands<F> x(p), start = x;
  Item<F> item = x.item(p);
  const gemmkit_exec exec = with_threads(p.threads);
  Handle handle;
  gemmkit_status status = packs_b ? pack_b<F>(item, &exec, handle) : pack_a<F>(item, &exec, handle);
  if (status != GEMMKIT_OK) return failure(status);
  if (gemmkit_packed_rows(handle.get()) != (packs_b ? p.k : p.m)) return "wrong rows";
  if (gemmkit_packed_cols(handle.get()) != (packs_b ? p.n : p.k)) return "wrong columns";
  if (misuse) {
    const auto before = x.c;
    status = packs_b ? by_packed_a<F>(item, handle.get(), &exec) : by_packed_b<F>(item, handle.get(), &exec);
    return status == GEMMKIT_ERR_ARGUMENT && before.same_bits(x.c) ? "" : "the other side was taken";
  }
  (packs_b ? x.b : x.a).fill([](int64_t, int64_t) { return typename F::In{}; });
  poison_unread<F>(p, x.c);
  const auto before = x.c;
  status = packs_b ? by_packed_b<F>(item, handle.get(), &exec) : by_packed_a<F>(item, handle.get(), &exec);
  if (!leans(item.sc, packs_b, p))
    return status == GEMMKIT_ERR_LAYOUT && before.same_bits(x.c) ? "" : "C leans the other way";
  return status == GEMMKIT_OK ? wrong_element<F>(p, start, x.c) : failure(status);
}

}  // namespace gk::test
