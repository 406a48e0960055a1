// The rule that picks winners, and the sweep on a made-up machine with a clock of its own.
#include "tune/sweep.h"

#include "tune/report.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <map>
#include <new>
#include <random>
#include <string>

using namespace gk::tune;

namespace {

// Speeds by value and shape, noise, and time that passes only when something is measured.
class FakeMeter : public Meter {
 public:
  double clock = 1000, call_seconds = 1e-3, noise = 0;
  std::map<uint64_t, double> speed;  // relative; 1 if absent
  double once_lucky_speed = 0;       // of value 7 while it is swept, not while it is confirmed
  int samples = 0, opened = 0, most_opened = 0;
  std::vector<uint64_t> order;

  double now() override { return clock; }
  void open(const Tuned &, const Probe &probe) override {
    flops_ = probe.shape.flops();
    most_opened = std::max(most_opened, ++opened);
    clock += 0.01;
    values_seen_.clear();
  }
  void close() override { --opened; }
  double time(uint64_t value, int64_t warm_up, int64_t calls) override {
    ++samples;
    order.push_back(value);
    values_seen_[value] = true;
    double relative = speed.count(value) ? speed[value] : 1;
    if (value == 7 && once_lucky_speed != 0) relative = values_seen_.size() > 2 ? once_lucky_speed : 1;
    const double factor = 1 + noise * std::uniform_real_distribution<double>(-1, 1)(random_);
    const double call = call_seconds * (flops_ / 2e6) / relative * factor;
    clock += call * double(warm_up + calls);
    return call * double(calls);
  }

 private:
  double flops_ = 0;
  std::map<uint64_t, bool> values_seen_;
  std::mt19937_64 random_{5};
};

Tuned a_knob(std::vector<uint64_t> candidates, const std::string &shapes = "f32 100 = = NN col") {
  Tuned t{};
  t.knob = "GEMMKIT_KC";
  t.candidates = std::move(candidates);
  std::vector<gk::bench::Shape> list;
  gk::bench::parse_shape_line(shapes, list);
  for (const auto &shape : list) t.probes.push_back({shape, Team::kOne});
  return t;
}

Outcome sweep_one(FakeMeter &meter, const Tuned &t, uint64_t by_default, double budget = 0) {
  Watcher watcher;
  return Sweep(meter, watcher, Budget{budget}).run({{t, by_default, by_default}}).front();
}

Score score(double rate, double spread) { return {rate, spread}; }

}  // namespace

TEST_CASE("a rate is the median, its spread without the extremes of five or more", "[tune]") {
  CHECK(rate_of({3, 1, 2}).median == 2);
  CHECK(rate_of({3, 1, 2}).spread == Approx(1));
  CHECK(rate_of({100, 101, 50, 99, 300}).median == 100);
  CHECK(rate_of({100, 101, 50, 99, 300}).spread == Approx(0.02));
  CHECK(rate_of({4, 2}).median == 3);
  CHECK(rate_of({}).median == 0);
}

TEST_CASE("a score is the geometric mean and the worst spread", "[tune]") {
  const Score s = score_of({{100, 0.01}, {400, 0.07}});
  CHECK(s.rate == Approx(200));
  CHECK(s.spread == 0.07);
  CHECK(score_of({}).rate == 0);
  CHECK(score_of({{100, 0}, {0, 0}}).rate == 0);
}

TEST_CASE("a value wins by more than the larger spread of the two", "[tune]") {
  CHECK(winner_of({score(100, 0), score(100, 0)}, false) == 0);
  CHECK(winner_of({score(100, 0), score(101.9, 0)}, false) == 0);
  CHECK(winner_of({score(100, 0), score(102.1, 0)}, false) == 1);
  CHECK(winner_of({score(100, 0.1), score(109, 0)}, false) == 0);
  CHECK(winner_of({score(100, 0), score(109, 0.1)}, false) == 0);
  CHECK(winner_of({score(100, 0.1), score(111, 0.1)}, false) == 1);
  // Against the best so far, not the default; ties keep the earlier.
  CHECK(winner_of({score(100, 0.01), score(110, 0.01), score(111, 0.01)}, false) == 1);
  CHECK(winner_of({score(100, 0.01), score(110, 0.01), score(115, 0.01)}, false) == 2);
  CHECK(winner_of({}, false) == 0);
}

TEST_CASE("an automatic default is left for 5 % more, and only it is favoured", "[tune]") {
  CHECK(winner_of({score(100, 0.03), score(107.9, 0.03)}, true) == 0);
  CHECK(winner_of({score(100, 0.03), score(108.1, 0.03)}, true) == 1);
  CHECK(winner_of({score(100, 0.03), score(110, 0.03), score(114, 0.03)}, true) == 2);
}

TEST_CASE("noise moves no knob, a real gain does", "[tune]") {
  int moved = 0;
  for (int round = 0; round < 20; ++round) {
    FakeMeter meter;
    meter.noise = 0.05;
    meter.time(round, 0, round);  // another stretch of the noise
    if (sweep_one(meter, a_knob({1, 2, 3, 4, 5, 6}, "f32 60,80,100 = = NN col"), 0).moved()) ++moved;
  }
  CHECK(moved == 0);
  FakeMeter meter;
  meter.noise = 0.03;
  meter.speed[4] = 1.3;
  const Outcome outcome = sweep_one(meter, a_knob({1, 2, 3, 4, 5, 6}, "f32 60,80,100 = = NN col"), 0);
  CHECK(outcome.value() == 4);
  CHECK(outcome.speed_up == Approx(1.3).epsilon(0.05));
}

TEST_CASE("the default comes first, the values take turns, everything is put away", "[tune]") {
  FakeMeter meter;
  const Outcome outcome = sweep_one(meter, a_knob({5, 9}), 7);
  CHECK(meter.order.front() == 7);
  CHECK(outcome.candidates.size() == 3);
  CHECK(outcome.candidates[0].value == 7);
  // The last rounds: default and candidates, one after another.
  const size_t end = meter.order.size();
  for (size_t i = 3; i <= 3 * 7; i += 3) {
    CHECK(meter.order[end - i] == 7);
    CHECK(meter.order[end - i + 1] == 5);
    CHECK(meter.order[end - i + 2] == 9);
  }
  CHECK(meter.opened == 0);
  CHECK(meter.most_opened == 1);
}

TEST_CASE("a winner has to win twice", "[tune]") {
  FakeMeter meter;
  meter.once_lucky_speed = 1.4;
  const Outcome outcome = sweep_one(meter, a_knob({5, 7, 9}), 3);
  CHECK_FALSE(outcome.moved());
  CHECK(outcome.remark.find("7") != std::string::npos);
  CHECK(outcome.speed_up == 1);
}

TEST_CASE("hopeless values are not measured to the end", "[tune]") {
  FakeMeter meter;
  meter.speed[9] = 0.001;
  const double begin = meter.clock;
  CHECK_FALSE(sweep_one(meter, a_knob({9}), 3).moved());
  CHECK(meter.clock - begin < 10);  // seven samples of it would take 7
}

TEST_CASE("the shipped default is tried also when another takes its place", "[tune]") {
  CHECK(values_of(a_knob({5, 9}), 3, 3) == std::vector<uint64_t>{3, 5, 9});
  CHECK(values_of(a_knob({5, 9, 3}), 16, 3) == std::vector<uint64_t>{16, 3, 5, 9});
  FakeMeter meter;
  meter.speed[16] = 0.5;
  Watcher watcher;
  const Outcome outcome = Sweep(meter, watcher, {}).run({{a_knob({5, 9}), 16, 0}}).front();
  CHECK(outcome.value() == 0);
  CHECK(outcome.speed_up == Approx(2).epsilon(0.01));
}

TEST_CASE("a budget is kept, and all knobs get their share of it", "[tune]") {
  for (const double budget : {2.0, 10.0, 60.0, 240.0}) {
    FakeMeter meter;
    Watcher watcher;
    std::vector<Sweep::Job> jobs;
    for (int i = 0; i < 20; ++i) jobs.push_back({a_knob({1, 2, 3, 4, 5}, "f32 60,80,100,120 = = NN col"), 0, 0});
    const double begin = meter.clock;
    const auto outcomes = Sweep(meter, watcher, Budget{budget}).run(jobs);
    CHECK(meter.clock - begin <= budget);
    int swept = 0;
    for (const Outcome &o : outcomes) swept += o.skipped.empty();
    INFO(budget << " s: " << swept << " of 20");
    if (budget >= 60) {
      CHECK(swept == 20);
      CHECK(meter.clock - begin > budget / 4);
    } else {
      CHECK(swept > 0);
    }
  }
}

TEST_CASE("a machine that turns slow does not break the budget", "[tune]") {
  struct Tiring : FakeMeter {
    double time(uint64_t value, int64_t warm_up, int64_t calls) override {
      const double seconds = FakeMeter::time(value, warm_up, calls);
      if (clock > 1002) call_seconds = 0.05;
      return seconds;
    }
  } meter;
  Watcher watcher;
  std::vector<Sweep::Job> jobs;
  for (int i = 0; i < 5; ++i) jobs.push_back({a_knob({1, 2, 3, 4, 5}, "f32 60,80,100,120 = = NN col"), 0, 0});
  const auto outcomes = Sweep(meter, watcher, Budget{10}).run(jobs);
  CHECK(meter.clock - 1000 < 10 + 3);  // the sample that ran, of calls that took 1 ms when it was sized
  CHECK(outcomes.back().skipped.find("time budget exhausted") == 0);
}

TEST_CASE("what does not fit a share is skipped, with what it would need", "[tune]") {
  FakeMeter meter;
  meter.call_seconds = 2;
  const Outcome outcome = sweep_one(meter, a_knob({1, 2}), 0, 10);
  CHECK(outcome.skipped.find("time budget exhausted") != std::string::npos);
  CHECK(outcome.skipped.find("needs about") != std::string::npos);
  // One shape of three is left out: the others decide, and it is named.
  FakeMeter other;
  const Outcome some = sweep_one(other, a_knob({1, 2}, "f32 60,80,900 = = NN col"), 0, 10);
  CHECK(some.skipped.empty());
  CHECK(some.left_out == std::vector<std::string>{"f32 900x900x900 NN col"});
}

TEST_CASE("fewer repeats for less time", "[tune]") {
  CHECK(Budget{}.repeats() == 7);
  CHECK(Budget{120}.repeats() == 7);
  CHECK(Budget{90}.repeats() == 7);
  CHECK(Budget{89}.repeats() == 5);
  CHECK(Budget{30}.repeats() == 5);
  CHECK(Budget{29}.repeats() == 3);
}

TEST_CASE("an interruption ends the sweep after the sample that runs, and puts everything away", "[tune]") {
  struct Impatient : Watcher {
    int left = 5;
    bool interrupted() override { return --left < 0; }
  } watcher;
  FakeMeter meter;
  CHECK_THROWS_AS(Sweep(meter, watcher, {}).run({{a_knob({1, 2}), 0, 0}}), Interrupted);
  CHECK(meter.samples <= 5);
  CHECK(meter.opened == 0);
}

TEST_CASE("a knob that cannot be measured is skipped, the others are not", "[tune]") {
  struct Poor : FakeMeter {
    void open(const Tuned &t, const Probe &p) override {
      if (p.shape.m == 900) throw std::bad_alloc();
      FakeMeter::open(t, p);
    }
  } meter;
  Watcher watcher;
  const auto outcomes = Sweep(meter, watcher, {}).run({{a_knob({1}, "f32 900 = = NN col"), 0, 0}, {a_knob({1}), 0, 0}});
  CHECK(outcomes[0].skipped.find("failed: ") == 0);
  CHECK(outcomes[1].skipped.empty());
}

TEST_CASE("inert knobs cost nothing", "[tune]") {
  FakeMeter meter;
  Tuned t = a_knob({1, 2});
  t.inert = "no reason";
  CHECK(sweep_one(meter, t, 0).skipped == "no reason");
  CHECK(meter.samples == 0);
}

TEST_CASE("a profile has a line per knob swept, plain integers, and names the others", "[tune]") {
  FakeMeter meter;
  meter.speed[UINT64_MAX] = 1.5;
  Findings f;
  f.host.isa = "fma";
  f.host.pin = "fma";
  f.outcomes.push_back(sweep_one(meter, a_knob({1, UINT64_MAX}), 5));
  f.outcomes.push_back(sweep_one(meter, a_knob({1}), 6));
  Tuned inert = a_knob({1});
  inert.inert = "no reason";
  f.outcomes.push_back(sweep_one(meter, inert, 5));
  f.not_swept.emplace_back("GEMMKIT_NESTED", "a permission");
  f.version = "9.8.7", f.time = "2026-07-19 14:12:03 UTC";
  const std::string text = profile_text(f);
  INFO(text);
  CHECK(text.find("export GEMMKIT_KC=18446744073709551615  # tuned (1.50x)\n") != std::string::npos);
  CHECK(text.find("export GEMMKIT_KC=6  # default (1.00x)\n") != std::string::npos);
  CHECK(text.find("#   GEMMKIT_KC: no reason\n") != std::string::npos);
  CHECK(text.find("#   GEMMKIT_NESTED: a permission\n") != std::string::npos);
  CHECK(text.find("2026-07-19 14:12:03 UTC by gemmkit-tune 9.8.7") != std::string::npos);
  CHECK(text.find("GEMMKIT_REQUIRE_ISA=fma") != std::string::npos);
  const std::string report = terminal_report(f, false);
  CHECK(report.find("2 knobs swept, 1 moved, 2 not swept") != std::string::npos);
  CHECK(report.find("-> never") != std::string::npos);
  CHECK(report.find("keeps default") != std::string::npos);
}
