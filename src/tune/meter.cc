// Calls of the library, timed.
#include "tune/meter.h"

#include "bench/entries.h"
#include "bench/machine.h"

#include <stdexcept>
#include <string>

namespace gk::tune {
namespace {

template <class F, class B>
bench::EntryPair pair(F *gemm, B *batched) {
  return {reinterpret_cast<void (*)()>(gemm), reinterpret_cast<void (*)()>(batched)};
}

bench::EntryPair entry_of(bench::Elem elem) {
  switch (elem) {
    case bench::Elem::kF32: return pair(gemmkit_gemm_f32_unchecked, gemmkit_gemm_batched_f32_unchecked);
    case bench::Elem::kF64: return pair(gemmkit_gemm_f64_unchecked, gemmkit_gemm_batched_f64_unchecked);
    case bench::Elem::kF16: return pair(gemmkit_gemm_f16_unchecked, gemmkit_gemm_batched_f16_unchecked);
    case bench::Elem::kBf16: return pair(gemmkit_gemm_bf16_unchecked, gemmkit_gemm_batched_bf16_unchecked);
    case bench::Elem::kBf16F32: return pair(gemmkit_gemm_bf16_f32_unchecked, gemmkit_gemm_batched_bf16_f32_unchecked);
    case bench::Elem::kI8: return pair(gemmkit_gemm_i8_unchecked, gemmkit_gemm_batched_i8_unchecked);
    case bench::Elem::kC32: return pair(gemmkit_gemm_c32_unchecked, gemmkit_gemm_batched_c32_unchecked);
    case bench::Elem::kC64: return pair(gemmkit_gemm_c64_unchecked, gemmkit_gemm_batched_c64_unchecked);
  }
  return {};
}

void set_knob(const char *name, uint64_t value) {
  if (gemmkit_knob_set(name, value) != GEMMKIT_OK) throw std::runtime_error(gemmkit_last_error());
}

}  // namespace

uint64_t knob_value(const char *name) {
  uint64_t value = 0;
  if (gemmkit_knob_get(name, &value) != GEMMKIT_OK) throw std::runtime_error(gemmkit_last_error());
  return value;
}

LibraryMeter::~LibraryMeter() { gemmkit_workspace_destroy(workspace_); }

double LibraryMeter::now() { return bench::now_seconds(); }

void LibraryMeter::open(const Tuned &tuned, const Probe &probe) {
  knob_ = tuned.knob;
  read_ = tuned.read;
  probe_ = probe;
  default_ = knob_value(tuned.knob);
  operands_ = std::make_unique<bench::Operands>(probe.shape, false);
}

void LibraryMeter::close() {
  if (knob_ != nullptr) set_knob(knob_, default_);
  knob_ = nullptr;
  operands_.reset();
  gemmkit_workspace_destroy(workspace_);
  workspace_ = nullptr;
}

double LibraryMeter::timed_calls(int64_t warm_up, int64_t calls) {
  const int threads = probe_.team == Team::kOne ? 1 : probe_.team == Team::kAll ? workers_ : 0;
  const bench::Call call{probe_.shape, operands_->a(), operands_->b(), operands_->c(), threads};
  const gemmkit_exec exec = {sizeof exec, threads, workspace_};
  const bench::EntryPair entry = entry_of(probe_.shape.elem);
  gemmkit_status status = bench::call_entry(entry, call, &exec, warm_up);
  double (*const clock)() = probe_.team == Team::kOne || workers_ == 1 ? bench::thread_seconds : bench::now_seconds;
  const double start = clock();
  status |= bench::call_entry(entry, call, &exec, calls);
  const double seconds = clock() - start;
  if (status != GEMMKIT_OK) throw std::runtime_error(probe_.name() + ": " + gemmkit_last_error());
  return seconds;
}

double LibraryMeter::time(uint64_t value, int64_t warm_up, int64_t calls) {
  if (read_ == Read::kPerProcess) {
    return std::stod(in_child([&] {
      set_knob(knob_, value);
      return std::to_string(timed_calls(warm_up + 1, calls));
    }));
  }
  set_knob(knob_, value);
  if (read_ == Read::kPerWorkspace) {
    // The memory that was allocated under another value has to go.
    gemmkit_workspace_destroy(workspace_);
    workspace_ = nullptr;
    if (gemmkit_workspace_create(0, &workspace_) != GEMMKIT_OK) throw std::runtime_error(gemmkit_last_error());
    ++warm_up;
  }
  return timed_calls(warm_up, calls);
}

}  // namespace gk::tune
