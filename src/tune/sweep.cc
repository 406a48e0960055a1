#include "tune/sweep.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>

namespace gk::tune {
namespace {

constexpr double kBatchSeconds = 0.05, kLeastBatchSeconds = 0.5e-3;
// A warm-up is this part of a batch; calls longer than kColdSeconds have none, they are their own.
constexpr int64_t kWarmUpPart = 8;
constexpr double kColdSeconds = 0.01;
// Of a knob's share of the time, for measuring a winner and the default again.
double confirm_part(size_t values) { return 2.2 / (2.2 + double(values)); }
// A value so many times slower than the default is not measured any further.
constexpr double kHopeless = 8;

// What a shape costs, in batches: large ones take longer than a batch for a single call.
double weight_of(const Tuned &t, const Probe &p) {
  const double per_batch = (t.bandwidth ? 10 : 100) * kBatchSeconds;
  const double beside = t.read == Read::kPerCall ? 1 : 2;  // new memory or threads for each sample
  return beside * std::max(1.0, work_of(t, p) / per_batch);
}

double weight_of(const Tuned &t, const std::vector<Probe> &probes) {
  double sum = 0;
  for (const Probe &p : probes) sum += weight_of(t, p);
  return sum;
}

double weight_of(const Sweep::Job &job) {
  if (!job.tuned.inert.empty()) return 0;
  return weight_of(job.tuned, job.tuned.probes) * double(values_of(job.tuned, job.default_value, job.shipped).size());
}

std::string in_seconds(double seconds) {
  char text[32];
  snprintf(text, sizeof text, seconds < 10 ? "%.1f s" : "%.0f s", seconds);
  return text;
}

int64_t warm_up_for(int64_t calls, double seconds) {
  if (seconds > kColdSeconds && calls == 1) return 0;
  return std::max<int64_t>(1, calls / kWarmUpPart);
}

// close() even when time runs out.
class Opened {
 public:
  Opened(Meter &meter, const Tuned &t, const Probe &p) : meter_(meter) { meter_.open(t, p); }
  ~Opened() { meter_.close(); }
  Opened(const Opened &) = delete;
  Opened &operator=(const Opened &) = delete;

 private:
  Meter &meter_;
};

void score_all(std::vector<Candidate> *candidates) {
  for (Candidate &c : *candidates) c.score = score_of(c.by_shape);
}

size_t winner_among(const std::vector<Candidate> &candidates, bool automatic) {
  std::vector<Score> scores;
  scores.reserve(candidates.size());
  for (const Candidate &c : candidates) scores.push_back(c.score);
  return winner_of(scores, automatic);
}

}  // namespace

std::vector<uint64_t> values_of(const Tuned &t, uint64_t default_value, uint64_t shipped) {
  std::vector<uint64_t> values = {default_value};
  const auto add = [&values](uint64_t value) {
    if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
  };
  add(shipped);
  for (const uint64_t value : t.candidates) add(value);
  return values;
}

// So much of the sweep is done.
void Sweep::tell(double weight) {
  weight_done_ = weight;
  if (weight_total_ > 0) watcher_.proceeds(std::min(1.0, weight_done_ / weight_total_));
}

// One sample, if there is time for it.
double Sweep::time(uint64_t value, int64_t warm_up, int64_t calls, double expected) {
  if (watcher_.interrupted()) throw Interrupted();
  if (budget_.limited() && meter_.now() + expected * slowdown() > deadline_) throw OutOfTime();
  const double begin = meter_.now();
  const double seconds = std::max(meter_.time(value, warm_up, calls), 1e-9);
  if (watcher_.interrupted()) throw Interrupted();
  // What was long ago counts for less.
  constexpr double kMemory = 4;
  const double fade = passed_ > kMemory ? 0.5 : 1;
  passed_ = fade * passed_ + meter_.now() - begin;
  measured_ = fade * measured_ + seconds * (1 + double(warm_up) / double(calls));
  return seconds;
}

double Sweep::slowdown() const { return passed_ > 0.01 ? std::clamp(passed_ / measured_, 1.0, 100.0) : 1; }

// Makes the batches of one round fit the time left for it, down to the shortest that are worth timing.
void Sweep::shorten(double left, const std::vector<double> &per_call, std::vector<int64_t> *calls) const {
  double expected = 0;
  for (size_t i = 0; i < calls->size(); ++i) expected += per_call[i] * double((*calls)[i]) * slowdown();
  if (expected <= left) return;
  const double part = std::max(0.1, left / expected);
  for (size_t i = 0; i < calls->size(); ++i) {
    const auto least = int64_t(std::ceil(kLeastBatchSeconds / per_call[i]));
    (*calls)[i] = std::min((*calls)[i], std::max(least, int64_t(part * double((*calls)[i]))));
  }
}

// Calls that make a batch with value i, of which one takes about `call` seconds; 0 when they take hopelessly longer
// than with the default. *measured: seconds per call.
int64_t Sweep::calls_for(const std::vector<Candidate> &candidates, size_t i, double call, double batch,
                         double *measured) {
  int64_t calls = i == 0 ? 1 : std::max<int64_t>(1, int64_t(batch / call / 16));
  for (;;) {
    double seconds = time(candidates[i].value, warm_up_for(calls, call), calls, call * double(calls));
    // A second look: the first one may have paid for threads or memory.
    const bool hopeless = i != 0 && seconds > kHopeless * call * double(calls);
    if (hopeless) seconds = time(candidates[i].value, 0, calls, seconds);
    *measured = seconds / double(calls);
    if (hopeless && *measured > kHopeless * call) return 0;
    if (seconds >= batch / 4) return std::max<int64_t>(1, int64_t(std::ceil(batch / *measured)));
    calls = std::max(2 * calls, std::min(16 * calls, int64_t(batch / 2 / *measured)));
  }
}

// Whether there was time for this shape. The values take turns, so that what the machine does meanwhile hits all alike.
bool Sweep::measure(const Tuned &t, const Probe &p, double share, std::vector<Candidate> *candidates) {
  const double begin = meter_.now();
  const Opened opened(meter_, t, p);
  const size_t n = candidates->size();
  const int repeats = budget_.repeats();
  // The first call pays for what all later ones find: threads, memory, pages.
  time((*candidates)[0].value, 0, 1, 0);
  double call = time((*candidates)[0].value, 0, 1, 0);
  for (int more = 0; more < 2 && call < share / 50; ++more)
    call = std::min(call, time((*candidates)[0].value, 0, 1, call));
  const double left = (share - (meter_.now() - begin)) / slowdown();
  const double rounds = double(repeats) * (1 + 1.0 / kWarmUpPart) + 1;
  const double single = call * double(n) * (double(repeats) * (call > kColdSeconds ? 1 : 2) + 1);
  // What costs next to nothing is measured, even if some other program has just used up the time.
  if (budget_.limited() && single > std::max(left, double(n) * rounds * kLeastBatchSeconds)) {
    asked_for_ += single * slowdown() + (meter_.now() - begin);
    return false;
  }
  double batch = kBatchSeconds;
  if (budget_.limited()) batch = std::clamp(left / (double(n) * rounds), kLeastBatchSeconds, kBatchSeconds);
  std::vector<int64_t> calls(n);
  std::vector<double> per_call(n, call);
  std::vector<std::vector<double>> samples(n);
  const double work = work_of(t, p);
  for (size_t i = 0; i < n; ++i) {
    calls[i] = calls_for(*candidates, i, per_call[0], batch, &per_call[i]);
    if (calls[i] == 0) samples[i].push_back(work / per_call[i]);
  }
  for (int round = 0; round < repeats; ++round) {
    if (budget_.limited()) shorten((begin + share - meter_.now()) / (repeats - round), per_call, &calls);
    for (size_t i = 0; i < n; ++i) {
      if (calls[i] == 0) continue;
      const double expected = per_call[i] * double(calls[i]);
      const double seconds = time((*candidates)[i].value, warm_up_for(calls[i], per_call[i]), calls[i], expected);
      samples[i].push_back(work * double(calls[i]) / seconds);
    }
  }
  for (size_t i = 0; i < n; ++i) {
    Rate rate = rate_of(samples[i]);
    if (calls[i] == 0) rate.spread = 1;  // of a single sample nothing is known
    (*candidates)[i].by_shape.push_back(rate);
  }
  return true;
}

// Appends a rate per shape to each candidate; shapes share the time by what they cost, and inherit what is not used.
void Sweep::measure_all(const Tuned &t, const std::vector<Probe> &probes, double share,
                        std::vector<Candidate> *candidates, std::vector<size_t> *measured) {
  const double end = meter_.now() + share;
  double weight_left = weight_of(t, probes);
  for (size_t i = 0; i < probes.size(); ++i) {
    const double weight = weight_of(t, probes[i]);
    const double part = (end - meter_.now()) * weight / weight_left;
    if (measure(t, probes[i], part, candidates)) measured->push_back(i);
    weight_left -= weight;
    if (!confirming_) tell(weight_done_ + weight * double(candidates->size()));
  }
  score_all(candidates);
}

// A winner has to win again, against the default alone.
void Sweep::confirm(Outcome *outcome, const std::vector<size_t> &measured, double share) {
  std::vector<Candidate> pair(2);
  pair[0].value = outcome->default_value;
  pair[1].value = outcome->value();
  std::vector<Probe> probes;
  probes.reserve(measured.size());
  for (const size_t i : measured) probes.push_back(outcome->tuned.probes[i]);
  std::vector<size_t> again;
  confirming_ = true;
  try {
    measure_all(outcome->tuned, probes, share, &pair, &again);
  } catch (const OutOfTime &) {
    again.clear();
  }
  confirming_ = false;
  const std::string which = value_text(outcome->value());
  if (again.size() != probes.size()) {
    outcome->remark = "no time to confirm " + which;
    outcome->winner = 0;
  } else if (winner_among(pair, outcome->default_value == 0) == 0) {
    outcome->remark = "did not confirm " + which;
    outcome->winner = 0;
  } else {
    outcome->speed_up = std::min(outcome->speed_up, pair[1].score.rate / pair[0].score.rate);
  }
}

Outcome Sweep::sweep(const Job &job, double share) {
  Outcome outcome;
  outcome.tuned = job.tuned;
  outcome.default_value = job.default_value;
  for (const uint64_t value : values_of(job.tuned, job.default_value, job.shipped)) {
    outcome.candidates.emplace_back();
    outcome.candidates.back().value = value;
  }
  asked_for_ = 0;
  const double begin = meter_.now(), sweep_part = 1 - confirm_part(outcome.candidates.size());
  std::vector<size_t> measured;
  measure_all(job.tuned, job.tuned.probes, share * sweep_part, &outcome.candidates, &measured);
  // Of a few of its shapes, all on one side of where its effect turns, nothing follows.
  if (measured.size() * 2 < job.tuned.probes.size()) {
    const double needed = std::max(meter_.now() - begin + asked_for_ / sweep_part, 1.2 * share);
    outcome.skipped =
        "time budget exhausted: its share is " + in_seconds(share) + ", it needs about " + in_seconds(needed);
    outcome.candidates.clear();
    return outcome;
  }
  for (size_t i = 0; i < job.tuned.probes.size(); ++i)
    if (std::find(measured.begin(), measured.end(), i) == measured.end())
      outcome.left_out.push_back(job.tuned.probes[i].name());
  outcome.winner = winner_among(outcome.candidates, job.default_value == 0);
  outcome.speed_up = outcome.candidates[outcome.winner].score.rate / outcome.candidates[0].score.rate;
  if (outcome.moved()) confirm(&outcome, measured, share - (meter_.now() - begin));
  if (!outcome.moved()) outcome.speed_up = 1;
  return outcome;
}

std::vector<Outcome> Sweep::run(const std::vector<Job> &jobs) {
  std::vector<Outcome> outcomes;
  deadline_ = meter_.now() + budget_.seconds;
  passed_ = measured_ = 0;
  weight_done_ = weight_total_ = 0;
  for (const Job &job : jobs) weight_total_ += weight_of(job);
  double weight_left = weight_total_;
  bool out_of_time = false;
  for (const Job &job : jobs) {
    const double weight = weight_of(job);
    Outcome outcome;
    outcome.tuned = job.tuned;
    outcome.default_value = job.default_value;
    outcome.skipped = job.tuned.inert;
    if (outcome.skipped.empty() && out_of_time) outcome.skipped = "time budget exhausted";
    if (outcome.skipped.empty()) {
      watcher_.begins(job.tuned);
      const double left = budget_.limited() ? deadline_ - meter_.now() : HUGE_VAL;
      try {
        outcome = sweep(job, budget_.limited() ? left * weight / weight_left : HUGE_VAL);
      } catch (const OutOfTime &) {
        outcome.skipped = "time budget exhausted";
        out_of_time = true;
      } catch (const std::exception &error) {  // no memory for its operands, say: the others may do
        outcome.skipped = std::string("failed: ") + error.what();
      }
    }
    weight_left -= weight;
    tell(weight_total_ - weight_left);
    watcher_.ends(outcome);
    outcomes.push_back(std::move(outcome));
  }
  return outcomes;
}

}  // namespace gk::tune
