// Products of every element type: plain, packed, batched, with epilogues, requantised.
#include "soak_jobs.h"

#include "families/batch.h"
#include "families/fused.h"
#include "families/packed.h"
#include "families/requant.h"

#include <memory>

namespace gk::soak {
namespace {

using namespace gk::test;

// Mostly small, sometimes large enough for blocks and teams.
int64_t extent(Random &random) {
  const int kind = below(random, 20);
  return 1 + below(random, kind < 12 ? 24 : kind < 19 ? 100 : 400);
}

FamilyProblem any_problem(Random &random) {
  FamilyProblem p;
  p.integers = false;
  p.m = extent(random), p.n = extent(random), p.k = extent(random);
  const int vector = below(random, 8);
  if (vector == 0) p.m = 1;
  if (vector == 1) p.n = 1;
  constexpr double kScalars[] = {1, 0, -1, 0.5};
  p.alpha = kScalars[below(random, 4)], p.beta = kScalars[below(random, 4)];
  p.a_layout = below(random, kInputLayouts), p.b_layout = below(random, kInputLayouts);
  p.c_layout = below(random, kOutputLayouts);
  p.misalign = below(random, 9), p.conj = below(random, 4), p.seed = below(random, 1000);
  p.checked = below(random, 2);
  return p;
}

// How a product is called; shared by all threads, so that it may not keep anything of a call.
template <class F>
using Call = std::function<gemmkit_status(const Item<F> &, const gemmkit_exec *)>;

// `check`: what is wrong with the first C, given the operands as they were.
template <class F>
Job product_job(std::string name, const FamilyProblem &p, Call<F> call,
                std::function<std::string(FamilyOperands<F> &, const Matrix<typename F::Out> &)> check) {
  struct State {
    FamilyOperands<F> start;
    Matrix<typename F::Out> want;
  };
  const auto state = std::make_shared<State>(State{FamilyOperands<F>(p), Matrix<typename F::Out>(0, 0, Strides{1, 1})});
  const auto run = [p, call, state](Matrix<typename F::Out> &c, int threads) {
    FamilyOperands<F> &shared = state->start;
    Item<F> item = shared.item(p);
    item.c = c.data();
    const gemmkit_exec exec = with_threads(threads);
    return call(item, &exec);
  };
  name = std::string(F::kName) + " " + name + " " + describe(p);
  return {name,
          [state, run, check] {
            state->want = state->start.c;
            const gemmkit_status status = run(state->want, 1);
            return status == GEMMKIT_OK ? check(state->start, state->want) : failure(status);
          },
          [state, run](int threads) -> std::string {
            auto c = state->start.c;
            const gemmkit_status status = run(c, threads);
            if (status != GEMMKIT_OK) return failure(status);
            if (!c.padding_intact()) return "wrote outside C";
            return c.same_bits(state->want) ? "" : "other bits";
          }};
}

template <class F>
auto oracle(const FamilyProblem &p) {
  return [p](FamilyOperands<F> &start, const Matrix<typename F::Out> &c) { return wrong_element<F>(p, start, c); };
}

template <class F>
Job plain_job(Random &random) {
  const FamilyProblem p = any_problem(random);
  return product_job<F>(
      "gemm", p, [](const Item<F> &x, const gemmkit_exec *exec) { return F::unchecked(x, exec); }, oracle<F>(p));
}

template <class F>
Job packed_job(Random &random) {
  FamilyProblem p = any_problem(random);
  const bool packs_b = below(random, 2);
  p.c_layout = packs_b ? 2 : 3;
  FamilyOperands<F> x(p);
  const auto handle = std::make_shared<Handle>();
  const Item<F> item = x.item(p);
  const gemmkit_exec exec = with_threads(2);
  if ((packs_b ? pack_b<F>(item, &exec, *handle) : pack_a<F>(item, &exec, *handle)) != GEMMKIT_OK)
    give_up(gemmkit_last_error());
  return product_job<F>(
      packs_b ? "packed B" : "packed A", p,
      [handle, packs_b](const Item<F> &i, const gemmkit_exec *e) {
        return packs_b ? by_packed_b<F>(i, handle->get(), e) : by_packed_a<F>(i, handle->get(), e);
      },
      oracle<F>(p));
}

template <class F>
Job batch_job(Random &random) {
  const int64_t edge = extent(random) % 40 + 1;
  auto x = std::make_shared<FamilyBatch<F>>(1 + below(random, 30), edge, extent(random) % 40 + 1,
                                            extent(random) % 40 + 1, below(random, 3) - 1);
  x->first.alpha = F::scalar(0.5, 0), x->first.beta = F::scalar(below(random, 2), 0);
  x->first.conj = below(random, 4);
  x->fill();
  const auto want = std::make_shared<std::vector<typename F::Out>>();
  return {std::string(F::kName) + " batch of " + std::to_string(x->count),
          [x, want] {
            *want = x->looped();
            return std::string();
          },
          [x, want](int threads) -> std::string {
            auto c = x->c;
            const gemmkit_exec exec = with_threads(threads);
            const gemmkit_status status =
                F::batched_unchecked(x->entry(0, c), x->count, x->a_step, x->b_step, x->c_step, &exec);
            if (status != GEMMKIT_OK) return failure(status);
            return same_bits(c, *want) ? "" : "other bits than the loop";
          }};
}

template <class F>
Job fused_job(Random &random) {
  FamilyProblem p = any_problem(random);
  Fusing f;
  f.bias_kind = below(random, 3), f.activation = below(random, 9), f.residual = below(random, 2);
  const auto extra = std::make_shared<FusedOperands<F>>(p, f);
  return product_job<F>(
      "fused" + describe(f), p,
      [extra, f](const Item<F> &x, const gemmkit_exec *exec) {
        const Epilogue<F> e = extra->epilogue(f);
        return run_fused<F>(x, &e, exec);
      },
      [p, f](FamilyOperands<F> &, const Matrix<typename F::Out> &) { return fused_mistake<F>(p, f); });
}

Job requant_job(Random &random) {
  FamilyProblem p = any_problem(random);
  Requantising r;
  r.scale_kind = below(random, 3), r.bias_kind = below(random, 3), r.zero_point = below(random, 100);
  r.to_unsigned = below(random, 2);
  // Exact whoever computes it: every run is against the definition.
  const auto again = [p, r](int threads) { return unchecked_requant_mistake(p, r, with_threads(threads)); };
  return {"requantised " + describe(p) + describe(r), [again] { return again(1); }, again};
}

template <class F>
Job family_job(Random &random) {
  switch (below(random, 5)) {
    case 0: return packed_job<F>(random);
    case 1: return batch_job<F>(random);
    case 2:
      if constexpr (std::is_same_v<F, I8Family>) {
        return requant_job(random);
      } else {
        return fused_job<F>(random);
      }
    default: return plain_job<F>(random);
  }
}

}  // namespace

Job any_product_job(uint64_t random_seed) {
  Random random(random_seed);
  Job job;
  with_family(below(random, 9), [&]<class F>() { job = family_job<F>(random); });
  return job;
}

}  // namespace gk::soak
