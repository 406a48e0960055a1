// Packed operands of 8-bit integers: plain and requantised products, exact by every route.
#include "families/packed.h"
#include "fuzz/draw.h"

using namespace gk::test;

namespace {

using F = I8Family;

// By the checked entries, the only ones there are.
std::string requantised(const FamilyProblem &p, bool packs_b, const Requantising &r) {
  const gemmkit_exec exec = with_threads(p.threads);
  return requant_mistake(p, r, [&](const Item<F> &x, const gemmkit_requant &q, Matrix<int8_t> &c) {
    Handle handle;
    const gemmkit_status status = packs_b ? pack_b<F>(x, &exec, handle) : pack_a<F>(x, &exec, handle);
    if (status != GEMMKIT_OK) return status;
    const int64_t length = reach(x.m, x.n, {c.rs(), c.cs()});
    const gemmkit_view_i8 s{c.data(), length, x.m, x.n, c.rs(), c.cs()};
    const gemmkit_view_u8 u{reinterpret_cast<uint8_t *>(c.data()), length, x.m, x.n, c.rs(), c.cs()};
    const gemmkit_cview_i8 a = F::view_a(x), b = F::view_b(x);
    if (packs_b)
      return r.to_unsigned ? gemmkit_gemm_packed_b_i8_requant_u8(&a, handle.get(), &q, &u, &exec)
                           : gemmkit_gemm_packed_b_i8_requant(&a, handle.get(), &q, &s, &exec);
    return r.to_unsigned ? gemmkit_gemm_packed_a_i8_requant_u8(handle.get(), &b, &q, &u, &exec)
                         : gemmkit_gemm_packed_a_i8_requant(handle.get(), &b, &q, &s, &exec);
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Input in(data, size);
  KnobScope knobs;
  draw_knobs(in, knobs);
  FamilyProblem p = draw_problem(in, knobs);
  const bool packs_b = in.once_in(2), requantises = in.once_in(2);
  // A packed operand wants a C that leans its way: one of the first two layouts, or a padded one.
  p.c_layout = p.c_layout % 2 * 2 + (packs_b ? 0 : 1);
  std::string wrong, how;
  if (requantises) {
    for (int *layout : {&p.a_layout, &p.b_layout}) *layout %= 4;  // no strides below zero
    const Requantising r = draw_requantising(in);
    wrong = requantised(p, packs_b, r), how = describe(r);
  } else {
    wrong = packed_mistake<F>(p, packs_b, false);
  }
  if (!wrong.empty()) fuzz_failure("i8 " + describe(p) + (packs_b ? ", B packed" : ", A packed") + how + ": " + wrong);
  return 0;
}
