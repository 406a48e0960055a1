// The product of every element type against the oracle: shapes, strides, scalars, threads, routes and epilogues.
#include "fuzz/draw.h"

using namespace gk::test;

namespace {

std::string requantised(const FamilyProblem &p, const Requantising &r) {
  const gemmkit_exec exec = with_threads(p.threads);
  return requant_mistake(p, r, [&](const Item<I8Family> &x, const gemmkit_requant &q, Matrix<int8_t> &c) {
    const auto run = [&](auto entry, auto *out) {
      return entry(x.m, x.n, x.k, x.a, x.sa.rs, x.sa.cs, x.b, x.sb.rs, x.sb.cs, &q, out, c.rs(), c.cs(), &exec);
    };
    return r.to_unsigned ? run(gemmkit_gemm_i8_requant_u8_unchecked, reinterpret_cast<uint8_t *>(c.data()))
                         : run(gemmkit_gemm_i8_requant_unchecked, c.data());
  });
}

template <class F>
void multiply(Bytes &in) {
  KnobScope knobs;
  draw_knobs(in, knobs);
  FamilyProblem p = draw_problem(in, knobs);
  std::string wrong, how;
  if (!in.once_in(2)) {
    draw_extremes(in, p);
    wrong = family_mistake<F>(p);
  } else if constexpr (std::is_same_v<F, I8Family>) {
    const Requantising r = draw_requantising(in);
    wrong = requantised(p, r), how = describe(r);
  } else {
    const Fusing f = draw_fusing(in);
    p.integers = p.integers && !f.smooth();
    wrong = fused_mistake<F>(p, f), how = describe(f);
  }
  if (!wrong.empty()) fuzz_failure(std::string(F::kName) + " " + describe(p) + how + ": " + wrong);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Bytes in(data, size);
  with_family(in.byte(), [&]<class F>() { multiply<F>(in); });
  return 0;
}
