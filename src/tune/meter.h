// What the sweep measures with: the library, or in tests a made-up machine with a clock of its own.
#pragma once

#include "bench/operands.h"
#include "gemmkit.h"
#include "tune/table.h"

#include <cstdint>
#include <memory>

namespace gk::tune {

class Meter {
 public:
  virtual ~Meter() = default;
  virtual double now() = 0;  // seconds
  // Prepares the operands of a shape, the same every time; all knobs are at their defaults before and after.
  virtual void open(const Tuned &, const Probe &) = 0;
  virtual void close() = 0;
  // Seconds that so many calls take with the knob at this value, after warm_up others. Less than what passes where
  // others want the processor too: see LibraryMeter.
  virtual double time(uint64_t value, int64_t warm_up, int64_t calls) = 0;
};

// What one thread computes is timed by the processor time of that thread, which others hardly change.
class LibraryMeter : public Meter {
 public:
  explicit LibraryMeter(const Host &host) : workers_(host.workers) {}
  ~LibraryMeter() override;
  double now() override;
  void open(const Tuned &, const Probe &) override;
  void close() override;
  double time(uint64_t value, int64_t warm_up, int64_t calls) override;

 private:
  double timed_calls(int64_t warm_up, int64_t calls);

  int workers_;
  const char *knob_ = nullptr;
  Read read_ = Read::kPerCall;
  Probe probe_;
  uint64_t default_ = 0;
  std::unique_ptr<bench::Operands> operands_;
  gemmkit_workspace *workspace_ = nullptr;
};

// A knob's value in force; throws std::runtime_error if the library does not know it.
uint64_t knob_value(const char *name);

}  // namespace gk::tune
