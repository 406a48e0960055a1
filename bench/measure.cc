// Interleaved sampling: drifts of the machine hit everybody alike.
#include "measure.h"
#include "xerbla.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <thread>

namespace gk::bench {
namespace {

void settle(double seconds) {
  if (seconds > 0) std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

double time_calls(Contestant &contestant, const Call &call, int64_t reps, bool cpu_clock) {
  const double start = cpu_clock ? thread_seconds() : now_seconds();
  contestant.run(call, reps);
  return (cpu_clock ? thread_seconds() : now_seconds()) - start;
}

// The first call (which may generate code, allocate, start threads) is checked; later ones size the sample.
int64_t prepare(Contestant &contestant, const Call &call, Operands &operands, const MeasureOptions &options,
                Outcome &outcome) {
  operands.reset_c();
  contestant.before(call);
  take_reported_mistake();
  contestant.run(call, 1);
  // A call that was turned away costs nothing and would look like a record.
  if (const std::string mistake = take_reported_mistake(); !mistake.empty()) throw std::runtime_error(mistake);
  if (options.check && contestant.kind != Kind::kEmpty && contestant.leaves_product(call.shape))
    outcome.wrong = operands.check();
  if (options.pin == Pin::kBind) pin_new_threads(options.cpus);
  int64_t reps = 1;
  // Doubling until a quarter of the sample is long enough to extrapolate from, the clock's own cost included.
  for (;;) {
    const double elapsed = time_calls(contestant, call, reps, options.cpu_clock);
    if (elapsed >= options.sample_seconds / 4) {
      reps = std::max<int64_t>(1, int64_t(std::ceil(double(reps) * options.sample_seconds / elapsed)));
      break;
    }
    reps *= 2;
  }
  contestant.after();
  return reps;
}

void sample(Contestant &contestant, const Call &call, const MeasureOptions &options, Outcome &outcome, double &cpu,
            double &wall) {
  contestant.before(call);
  settle(options.settle_seconds);
  // Warm up: the previous contestant's packing buffers are in the caches, its workers may still be awake.
  contestant.run(call, std::max<int64_t>(1, outcome.reps / 8));
  const double cpu_start = process_seconds();
  const double elapsed = time_calls(contestant, call, outcome.reps, options.cpu_clock);
  cpu += process_seconds() - cpu_start;
  wall += elapsed;
  contestant.after();
  outcome.seconds.values.push_back(elapsed / double(outcome.reps));
}

}  // namespace

double Samples::best() const { return values.empty() ? 0 : *std::max_element(values.begin(), values.end()); }

double Samples::median() const {
  if (values.empty()) return 0;
  std::vector<double> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  const size_t middle = sorted.size() / 2;
  return sorted.size() % 2 ? sorted[middle] : 0.5 * (sorted[middle - 1] + sorted[middle]);
}

double Outcome::fastest() const {
  return seconds.values.empty() ? 0 : *std::min_element(seconds.values.begin(), seconds.values.end());
}

Result measure(const Shape &shape, const std::vector<Entry> &entries, PeakIsa isa, const MeasureOptions &options) {
  Operands operands(shape, options.huge_pages);
  Result result;
  result.shape = shape;
  std::vector<Call> calls;
  for (const Entry &entry : entries) {
    calls.push_back({shape, operands.a(), operands.b(), operands.c(), entry.threads});
    Outcome outcome;
    outcome.entry = entry;
    outcome.refused = entry.contestant->refuse(calls.back());
    if (entry.contestant->max_threads && entry.threads > entry.contestant->max_threads)
      outcome.refused = "cannot use " + std::to_string(entry.threads) + " threads";
    if (shape.batch != 1 && !entry.contestant->batches) outcome.refused = "single products only";
    if (shape.with != With::kNothing && !entry.contestant->fuses) outcome.refused = "plain products only";
    if (outcome.refused.empty()) {
      try {
        outcome.reps = prepare(*entry.contestant, calls.back(), operands, options, outcome);
        result.peak[entry.threads];
      } catch (const std::exception &error) {
        outcome.refused = "failed: " + std::string(error.what());
        entry.contestant->after();
      }
    }
    result.outcomes.push_back(outcome);
  }
  std::vector<double> cpu(entries.size()), wall(entries.size());
  for (int round = 0; round < options.rounds; ++round) {
    for (auto &[threads, samples] : result.peak) {
      const std::vector<int> cpus(options.cpus.begin(), options.cpus.begin() + threads);
      samples.values.push_back(sample_peak(shape.elem, isa, cpus, options.peak_seconds, options.cpu_clock));
    }
    for (size_t i = 0; i < entries.size(); ++i) {
      Outcome &outcome = result.outcomes[i];
      if (!outcome.refused.empty()) continue;
      sample(*entries[i].contestant, calls[i], options, outcome, cpu[i], wall[i]);
    }
  }
  for (size_t i = 0; i < entries.size(); ++i)
    if (wall[i] > 0) result.outcomes[i].cpu_over_wall = cpu[i] / wall[i];
  return result;
}

}  // namespace gk::bench
