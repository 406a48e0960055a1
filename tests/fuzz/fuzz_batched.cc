// Batches and groups of every element type: the bits of a loop of single products, and nothing written in between.
#include "families/batch.h"
#include "fuzz/draw.h"

using namespace gk::test;

namespace {

// Entries of a batch, or of a group that may be of several shapes.
template <class F>
FamilyBatch<F> draw_batch(Input &in, int64_t entries) {
  constexpr double kScalars[] = {1, 0, -1, 0.5};
  const int most = in.once_in(4) ? 70 : 20;
  const int64_t m = in.extent(most), n = in.extent(most), k = in.extent(most);
  constexpr int64_t kGaps[] = {0, 3, -1, 64};
  FamilyBatch<F> x(entries, m, n, k, in.one_of(kGaps));
  x.first.alpha = F::scalar(in.one_of(kScalars), in.one_of(kScalars));
  x.first.beta = F::scalar(in.one_of(kScalars), in.one_of(kScalars));
  x.first.conj = in.byte() % 4;
  if (x.first.sc.rs == 1) {  // else the entries are interleaved
    if (in.once_in(2)) x.first.sa = {std::max<int64_t>(k, 1), 1};
    if (in.once_in(2)) x.first.sb = {std::max<int64_t>(n, 1), 1};
    if (in.once_in(2)) x.first.sc = {std::max<int64_t>(n, 1), 1};
  }
  if (in.once_in(3)) x.a_step = 0;
  if (in.once_in(3)) x.b_step = 0;
  x.fill();
  return x;
}

void expect(bool good, const char *what, const char *family) {
  if (!good) fuzz_failure(std::string(family) + ": " + what + ", last error \"" + gemmkit_last_error() + "\"");
}

template <class F>
void strided(Input &in, const gemmkit_exec &exec) {
  FamilyBatch<F> x = draw_batch<F>(in, in.byte() % 9);
  const auto want = x.looped();
  const auto first = x.count > 0 ? x.entry(0, x.c) : x.first;
  const bool checked = in.once_in(2);
  const gemmkit_status status = checked ? F::batched(first, x.count, x.a_step, x.b_step, x.c_step, &exec)
                                        : F::batched_unchecked(first, x.count, x.a_step, x.b_step, x.c_step, &exec);
  expect(status == GEMMKIT_OK, "a batch was refused", F::kName);
  expect(same_bits(x.c, want), "a batch differs from the loop", F::kName);
}

template <class F>
void grouped(Input &in, const gemmkit_exec &exec) {
  std::vector<FamilyBatch<F>> parts;
  for (int count = in.byte() % 6; count >= 0; --count) parts.push_back(draw_batch<F>(in, 1 + in.byte() % 3));
  std::vector<Item<F>> items;
  std::vector<std::vector<typename F::Out>> want;
  for (auto &x : parts) {
    want.push_back(x.looped());
    for (int64_t e = 0; e < x.count; ++e) items.push_back(x.entry(e, x.c));
  }
  const gemmkit_status status = in.once_in(2) ? F::grouped(items, &exec) : F::grouped_unchecked(items, &exec);
  expect(status == GEMMKIT_OK, "a group was refused", F::kName);
  for (size_t i = 0; i < parts.size(); ++i)
    expect(same_bits(parts[i].c, want[i]), "a group differs from the loop", F::kName);
}

template <class F>
void multiply(Input &in) {
  KnobScope knobs;
  draw_knobs(in, knobs);
  const gemmkit_exec exec = with_threads(draw_threads(in, knobs));
  if constexpr (F::kGroups) {
    if (in.once_in(3)) return grouped<F>(in, exec);
  }
  strided<F>(in, exec);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Input in(data, size);
  with_family(in.byte(), [&]<class F>() { multiply<F>(in); });
  return 0;
}
