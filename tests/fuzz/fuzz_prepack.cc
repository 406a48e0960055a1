// Operands packed once, of every element type but int8: the product is the oracle's whatever the layout was that they
// were packed from, the handle is a copy, and what does not belong together is refused with C as it was.
#include "families/packed.h"
#include "fuzz/draw.h"

using namespace gk::test;

namespace {

bool leans(Strides s, bool to_columns, const FamilyProblem &p) {
  const int64_t rs = std::abs(s.rs), cs = std::abs(s.cs);
  return p.m <= 1 || p.n <= 1 || (to_columns ? cs >= rs : rs >= cs);
}

template <class F>
std::string packed_mistake(const FamilyProblem &p, bool packs_b, int misuse) {
  FamilyOperands<F> x(p), start = x;
  Item<F> item = x.item(p);
  const gemmkit_exec exec = with_threads(p.threads);
  Handle handle;
  gemmkit_status status = packs_b ? pack_b<F>(item, &exec, handle) : pack_a<F>(item, &exec, handle);
  if (status != GEMMKIT_OK) return failure(status);
  if (gemmkit_packed_rows(handle.get()) != (packs_b ? p.k : p.m)) return "wrong rows";
  if (gemmkit_packed_cols(handle.get()) != (packs_b ? p.n : p.k)) return "wrong columns";
  if (misuse == 1) {  // the other side's entry
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

template <class F>
void multiply(Bytes &in) {
  KnobScope knobs;
  draw_knobs(in, knobs);
  FamilyProblem p = draw_problem(in, knobs);
  draw_extremes(in, p);
  const bool packs_b = in.once_in(2);
  const std::string wrong = packed_mistake<F>(p, packs_b, in.byte() % 8);
  if (!wrong.empty())
    fuzz_failure(std::string(F::kName) + " " + describe(p) + (packs_b ? ", B packed: " : ", A packed: ") + wrong);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Bytes in(data, size);
  with_family(in.byte(), [&]<class F>() {
    if constexpr (!std::is_same_v<F, I8Family>) multiply<F>(in);
  });
  return 0;
}
