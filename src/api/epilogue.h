// Reading a caller's epilogue.
#pragma once

#include "abi/epilogue.h"
#include "api/validate.h"
#include "gemmkit.h"

#include <stdint.h>
#include <string.h>

namespace gk {

// What the integer entries, which have none, pass as theirs.
struct NoEpilogue {
  uint32_t struct_size;
};
inline constexpr const NoEpilogue *kNoEpilogue = nullptr;

// The parts that do not depend on the element type. GEMMKIT_ERR_ARGUMENT.
gemmkit_status check_struct_size(const char *name, uint32_t given, size_t known);

// Reads a caller's struct of so many bytes, perhaps fewer than ours: fields that it lacks, or holds a part of only,
// keep their defaults, and memory past its end is not ours to read. Of the fields those are named that could be cut.
template <class S, class... Fields>
void read_prefix(S *to, const S *from, uint32_t size, Fields S::*...fields) {
  if (size == sizeof(S)) {
    *to = *from;
    return;
  }
  memcpy(static_cast<void *>(to), from, size);
  const auto drop_if_cut = [to, size](auto &field) {
    const auto at = static_cast<size_t>(reinterpret_cast<const char *>(&field) - reinterpret_cast<const char *>(to));
    if (at < size && size < at + sizeof field) field = {};
  };
  (drop_if_cut(to->*fields), ...);
}

gemmkit_status check_bias(int32_t kind, const void *bias, int64_t length, int64_t m, int64_t n);
gemmkit_status check_activation(int32_t activation);
gemmkit_status check_map(bool is_offered, int32_t bias_kind, int32_t activation, bool has_residual);
// Fills in the residual of an m x n C, or of a batch of them; strides and step still count elements of so many bytes.
// GEMMKIT_ERR_TOO_LARGE.
gemmkit_status lower_residual(const void *residual, int64_t rs, int64_t cs, int64_t step, int64_t elem_size, int64_t m,
                              int64_t n, int64_t batch, gk_epilogue *);

// A caller's epilogue as the engine takes it. Lives as long as the call: the engine keeps pointers into it.
template <class E>
class Epilogue {
 public:
  // Reads and checks it against an m x n C; null is fine.
  gemmkit_status read(const E *caller, int64_t m, int64_t n, int64_t batch = 1) {
    if (caller == nullptr) return GEMMKIT_OK;
    gemmkit_status status = check_struct_size("epilogue", caller->struct_size, sizeof(E));
    if (status != GEMMKIT_OK) return status;
    if constexpr (requires { given_.activation; }) {
      read_prefix(&given_, caller, caller->struct_size, &E::bias_kind, &E::bias, &E::bias_len, &E::activation,
                  &E::slope, &E::map, &E::user, &E::lo, &E::hi, &E::residual, &E::residual_len, &E::residual_rs,
                  &E::residual_cs, &E::residual_batch);
    } else if constexpr (requires { given_.bias; }) {
      read_prefix(&given_, caller, caller->struct_size, &E::bias_kind, &E::bias, &E::bias_len);
    }
    if constexpr (requires { given_.bias; }) {
      status = check_bias(given_.bias_kind, given_.bias, given_.bias_len, m, n);
      lowered_.bias_kind = given_.bias_kind;
      lowered_.bias = given_.bias;
    }
    if constexpr (requires { given_.activation; }) {
      if (status == GEMMKIT_OK) status = check_activation(given_.activation);
      lowered_.activation = given_.activation;
      params_[0] = given_.activation == GEMMKIT_ACT_CLIP ? given_.lo : given_.slope;
      params_[1] = given_.hi;
      lowered_.params = params_;
      if (status == GEMMKIT_OK && given_.map != nullptr) {
        // Only the map of f32 and f64 takes and gives elements of C.
        constexpr bool kOffered = sizeof *given_.bias == sizeof given_.slope;
        status = check_map(kOffered, given_.bias_kind, given_.activation, given_.residual != nullptr);
        lowered_.map = reinterpret_cast<void (*)()>(given_.map);
        lowered_.user = given_.user;
      }
      if (status == GEMMKIT_OK && given_.residual != nullptr) {
        status = lower_residual(given_.residual, given_.residual_rs, given_.residual_cs, given_.residual_batch,
                                sizeof *given_.residual, m, n, batch, &lowered_);
      }
    }
    if (status == GEMMKIT_OK) in_force_ = &lowered_;
    return status;
  }

  // C shares no memory with bias and residual, GEMMKIT_ERR_ALIAS, which is as long as its strides say,
  // GEMMKIT_ERR_BOUNDS.
  gemmkit_status check_overlaps(const MatrixView &c) const {
    if constexpr (requires { given_.residual; }) {
      if (in_force_ != nullptr && given_.residual != nullptr) {
        MatrixView residual{given_.residual, sizeof *given_.residual, given_.residual_len, c.rows,
                            c.cols,          given_.residual_rs,      given_.residual_cs,  "residual"};
        residual.batch = c.batch;
        residual.bs = c.batch > 1 ? given_.residual_batch : 0;
        gemmkit_status status = check_bounds(residual, true);
        if (status == GEMMKIT_OK) status = check_overlap(c, residual);
        if (status != GEMMKIT_OK) return status;
      }
    }
    if constexpr (requires { given_.bias; }) {
      if (in_force_ != nullptr && given_.bias_kind != GEMMKIT_BIAS_NONE) {
        return check_overlap(c, {given_.bias, sizeof *given_.bias, given_.bias_len, given_.bias_len, 1, 1, 1, "bias"});
      }
    }
    return GEMMKIT_OK;
  }

  const gk_epilogue *in_force() const { return in_force_; }

 private:
  template <class Given>
  static auto scalar_of(const Given &given) {
    if constexpr (requires { given.slope; }) {
      return given.slope;
    } else {
      return 0;
    }
  }

  E given_{};
  decltype(scalar_of(E{})) params_[2] = {};  // of the activation
  gk_epilogue lowered_{};
  const gk_epilogue *in_force_ = nullptr;
};

}  // namespace gk
