// A naive element family that exists only in the tests: 16-bit integers multiplied into 32-bit ones, with tiles and
// packed layouts of its own. That the unmodified driver runs it shows that the driver knows kernels by their table
// only.
#pragma once

#include "abi/kernel_table.h"
#include "base/checked.h"

#include <atomic>
#include <cstdint>

namespace gk::test {

// What the driver did, and whether it ever broke the contract of the table.
struct ForeignCounters {
  std::atomic<int64_t> strips[3];  // by gk_lhs
  std::atomic<int64_t> packed_lhs, packed_rhs, scaled, multiply_adds, violations;
  void reset() {
    for (auto &count : strips) count = 0;
    packed_lhs = packed_rhs = scaled = multiply_adds = violations = 0;
  }
};
inline ForeignCounters foreign_counters;

inline void expect_contract(bool held) {
  if (!held) ++foreign_counters.violations;
}

// Element (row, depth) of a packed A: panels of Quantum rows, rows in reverse order, values negated, so that nobody
// can mistake packed for plain memory.
template <int Quantum>
int64_t packed_index(int64_t row, int64_t depth, int64_t k) {
  return (row / Quantum * k + depth) * Quantum + (Quantum - 1 - row % Quantum);
}

template <int Mr, int Nr, int Quantum>
struct ForeignKernel {
  using In = int16_t;
  using Out = int32_t;

  static const In &at(const void *base, int64_t bytes) {
    return *reinterpret_cast<const In *>(static_cast<const char *>(base) + bytes);
  }

  static void store_packed(void *out, int64_t m, int64_t k, const void *a, int64_t rsa, int64_t csa) {
    auto *packed = static_cast<In *>(out);
    for (int64_t i = 0; i < round_up(m, Quantum); ++i)
      for (int64_t p = 0; p < k; ++p)
        packed[packed_index<Quantum>(i, p, k)] = i < m ? static_cast<In>(-at(a, i * rsa + p * csa)) : In(0);
  }

  static void run_strip(const gk_strip_args *s) {
    ++foreign_counters.strips[s->lhs];
    foreign_counters.multiply_adds += s->m * s->n * s->k;
    expect_contract(s->m >= 1 && s->k >= 1 && s->n >= 1 && s->n <= Nr);
    expect_contract(s->lhs == GK_LHS_IN_PLACE || reinterpret_cast<uintptr_t>(s->a_packed) % 64 == 0);
    const auto *packed = static_cast<const In *>(s->a_packed);
    const Out alpha = *static_cast<const Out *>(s->alpha), beta = *static_cast<const Out *>(s->beta);
    for (int32_t j = 0; j < s->n; ++j)
      for (int64_t i = 0; i < s->m; ++i) {
        Out sum = 0;
        for (int64_t p = 0; p < s->k; ++p) {
          // In place the rows are adjacent by contract; a packed element must be what packing wrote.
          const Out a = s->lhs == GK_LHS_PACKED ? -packed[packed_index<Quantum>(i, p, s->k)]
                                                : at(s->a, i * int64_t(sizeof(In)) + p * s->csa);
          sum += a * at(s->b, p * s->rsb + j * s->csb);
        }
        auto *c = reinterpret_cast<Out *>(static_cast<char *>(s->c) + i * s->rsc + j * s->csc);
        *c = beta == 0 ? alpha * sum : alpha * sum + beta * *c;
      }
    // After the last read of A: the panel must not be needed by this very strip.
    if (s->lhs == GK_LHS_IN_PLACE_PACK) store_packed(s->a_packed, s->m, s->k, s->a, sizeof(In), s->csa);
  }

  static void pack_lhs(const gk_pack_lhs_args *p) {
    ++foreign_counters.packed_lhs;
    expect_contract(p->m >= 1 && p->k >= 1 && reinterpret_cast<uintptr_t>(p->out) % 64 == 0);
    store_packed(p->out, p->m, p->k, p->a, p->rsa, p->csa);
  }

  static void pack_rhs(const gk_pack_rhs_args *p) {
    ++foreign_counters.packed_rhs;
    expect_contract(p->k >= 1 && p->n >= 1 && p->csb_out >= p->k * int64_t(sizeof(In)) && p->csb_out % sizeof(In) == 0);
    for (int64_t j = 0; j < p->n; ++j) {
      auto *column = reinterpret_cast<In *>(static_cast<char *>(p->out) + j * p->csb_out);
      for (int64_t d = 0; d < p->k; ++d) column[d] = at(p->b, d * p->rsb + j * p->csb);
    }
  }

  static void scale_c(const gk_scale_args *s) {
    ++foreign_counters.scaled;
    const Out beta = *static_cast<const Out *>(s->beta);
    expect_contract(beta != 1);
    for (int64_t j = 0; j < s->n; ++j)
      for (int64_t i = 0; i < s->m; ++i) {
        auto *c = reinterpret_cast<Out *>(static_cast<char *>(s->c) + i * s->rsc + j * s->csc);
        *c = beta == 0 ? 0 : beta * *c;
      }
  }

  static const gk_kernel_table *table() {
    static constexpr Out kOne = 1;
    static const gk_kernel_table kTable = [] {
      gk_kernel_table t{};
      t.elem = 99;
      t.isa = GK_ISA_SCALAR;
      t.name = "foreign i16";
      t.elem_size = t.packed_size = sizeof(In);
      t.out_size = sizeof(Out);
      t.depth_multiple = 1;
      t.mr = Mr;
      t.nr = Nr;
      t.row_quantum = Quantum;
      t.one = &kOne;
      t.run_strip = run_strip;
      t.pack_lhs = pack_lhs;
      t.pack_rhs = pack_rhs;
      t.scale_c = scale_c;
      return t;
    }();
    return &kTable;
  }
};

}  // namespace gk::test
