// A second family that exists only in the tests, with what the first lacks: a C too narrow for sums between slices of
// k, an A that is always packed, to a multiple of depth. 16-bit integers whose sums are divided by eight, rounding
// down, when they are stored: rounding twice, or a slice too early, shows in the result.
#pragma once

#include "driver/foreign_kernel.h"

#include <cstring>

namespace gk::test {

template <int Mr, int Nr, int Quantum, int Depth>
struct ForeignNarrowKernel {
  using Elem = int16_t;
  using Sum = int32_t;
  static constexpr int kShift = 3;

  static Elem stored(Sum x) { return static_cast<Elem>(x >> kShift); }
  static Elem *at(const void *base, int64_t bytes) {
    return reinterpret_cast<Elem *>(static_cast<char *>(const_cast<void *>(base)) + bytes);
  }

  static void pack_lhs(const gk_pack_lhs_args *p) {
    ++foreign_counters.packed_lhs;
    expect_contract(p->m >= 1 && p->k >= 1 && reinterpret_cast<uintptr_t>(p->out) % 64 == 0);
    auto *packed = static_cast<Elem *>(p->out);
    const int64_t depth = round_up(p->k, Depth);
    for (int64_t i = 0; i < round_up(p->m, Quantum); ++i)
      for (int64_t d = 0; d < depth; ++d)
        packed[packed_index<Quantum>(i, d, depth)] =
            i < p->m && d < p->k ? static_cast<Elem>(-*at(p->a, i * p->rsa + d * p->csa)) : Elem(0);
  }

  static void run_strip(const gk_strip_args *s) {
    ++foreign_counters.strips[s->lhs];
    foreign_counters.multiply_adds += s->m * s->n * s->k;
    expect_contract(s->m >= 1 && s->k >= 1 && s->n >= 1 && s->n <= Nr && s->lhs == GK_LHS_PACKED);
    expect_contract(reinterpret_cast<uintptr_t>(s->a_packed) % 64 == 0);
    const bool waits = s->acc_in != 0 || s->acc_out != 0;
    // Between slices there is a place for the sums; when one slice is all there is none.
    expect_contract(waits == (s->acc != nullptr) && (!waits || s->cs_acc % 64 == 0));
    expect_contract(!waits || s->cs_acc >= round_up(s->m, Quantum) * int64_t(sizeof(Sum)));
    const auto *packed = static_cast<const Elem *>(s->a_packed);
    const Sum alpha = *static_cast<const Sum *>(s->alpha), beta = *static_cast<const Sum *>(s->beta);
    for (int32_t j = 0; j < s->n; ++j) {
      auto *acc = reinterpret_cast<Sum *>(static_cast<char *>(s->acc) + (waits ? j * s->cs_acc : 0));
      for (int64_t i = 0; i < s->m; ++i) {
        Sum sum = s->acc_in ? acc[i] : 0;
        for (int64_t p = 0; p < s->k; ++p)
          sum -= packed[packed_index<Quantum>(i, p, round_up(s->k, Depth))] * *at(s->b, p * s->rsb + j * s->csb);
        if (s->acc_out) {
          acc[i] = sum;
          continue;
        }
        Elem *c = at(s->c, i * s->rsc + j * s->csc);
        *c = stored(beta == 0 ? alpha * sum : alpha * sum + beta * *c);
      }
      // Whole vectors may be written.
      for (int64_t i = s->m; s->acc_out && i < round_up(s->m, Quantum); ++i) acc[i] = -777;
    }
  }

  static void scale_c(const gk_scale_args *s) {
    const Sum beta = *static_cast<const Sum *>(s->beta);
    for (int64_t j = 0; j < s->n; ++j)
      for (int64_t i = 0; i < s->m; ++i) {
        Elem *c = at(s->c, i * s->rsc + j * s->csc);
        *c = beta == 0 ? Elem(0) : stored(beta * *c);
      }
  }

  static const gk_kernel_table *table() {
    static const gk_kernel_table kTable = [] {
      gk_kernel_table t = *ForeignKernel<Mr, Nr, Quantum>::table();
      t.name = "foreign narrow i16";
      t.out_size = sizeof(Elem);
      t.acc_size = sizeof(Sum);
      t.depth_multiple = Depth;
      t.packs_lhs = 1;
      t.run_strip = run_strip;
      t.pack_lhs = pack_lhs;
      t.scale_c = scale_c;
      return t;
    }();
    return &kTable;
  }
};

// C(i, j) of a product of the common generator with seeds 0, 5 and 2.
template <class Kernel>
int16_t foreign_narrow_element(int64_t i, int64_t j, const Matrix<int16_t> &a, const Matrix<int16_t> &b, int32_t alpha,
                               int32_t beta) {
  int32_t sum = 0;
  for (int64_t p = 0; p < a.cols(); ++p) sum += int32_t(a(i, p)) * b(p, j);
  return Kernel::stored(alpha * sum + beta * g(i, j, 2));
}

}  // namespace gk::test
