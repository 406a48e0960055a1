// Reading a caller's requantisation.
#pragma once

#include "api/epilogue.h"

namespace gk {

// A requantisation into Out; given may be null, which is an error.
template <class Out>
struct Requant {
  const gemmkit_requant *given;
};

// The part that does not depend on Out. GEMMKIT_ERR_ARGUMENT.
gemmkit_status read_requant(const gemmkit_requant *caller, int64_t m, int64_t n, int32_t low, gemmkit_requant *given,
                            gk_epilogue *lowered);

template <class Out>
class Epilogue<Requant<Out>> {
 public:
  gemmkit_status read(const Requant<Out> *caller, int64_t m, int64_t n, int64_t /*batch*/ = 1) {
    constexpr int32_t kLow = static_cast<Out>(-1) < 0 ? -128 : 0;
    return read_requant(caller->given, m, n, kLow, &given_, &lowered_);
  }

  // C shares no memory with scales and bias. GEMMKIT_ERR_ALIAS.
  gemmkit_status check_overlaps(const MatrixView &c) const {
    const auto line = [](const auto *x, int64_t len, const char *name) -> MatrixView {
      return {x, sizeof *x, len, len, 1, 1, 1, name};
    };
    gemmkit_status status = check_overlap(c, line(given_.scale, given_.scale_len, "scale"));
    if (status == GEMMKIT_OK && lowered_.bias_kind != GEMMKIT_BIAS_NONE) {
      status = check_overlap(c, line(given_.bias, given_.bias_len, "bias"));
    }
    return status;
  }

  const gk_epilogue *in_force() const { return &lowered_; }

 private:
  gemmkit_requant given_{};
  gk_epilogue lowered_{};
};

}  // namespace gk
