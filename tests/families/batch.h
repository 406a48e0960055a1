// A batch of one family in buffers of its own, and the loop of single products whose bits it must have.
#pragma once

#include "families/family.h"

namespace gk::test {

template <class F>
struct FamilyBatch {
  int64_t count;
  Item<F> first;
  int64_t a_step, b_step, c_step;
  std::vector<typename F::In> a, b;
  std::vector<typename F::Out> c;

  // Entries lie one behind the other, `gap` elements apart, and interleaved if `gap` is negative.
  FamilyBatch(int64_t entries, int64_t m, int64_t n, int64_t k, int64_t gap) : count(entries) {
    first.m = m, first.n = n, first.k = k;
    const int64_t step = gap < 0 ? std::max<int64_t>(entries, 1) : 1;
    first.sa = {step, m * step}, first.sb = {step, k * step}, first.sc = {step, m * step};
    a_step = gap < 0 ? 1 : m * k + gap, b_step = gap < 0 ? 1 : k * n + gap, c_step = gap < 0 ? 1 : m * n + gap;
  }
  void fill() {
    const auto length = [this](int64_t one, int64_t step) {
      return one == 0 || count == 0 ? 0 : static_cast<size_t>((count - 1) * step + one);
    };
    a.resize(length(reach(first.m, first.k, first.sa), a_step));
    b.resize(length(reach(first.k, first.n, first.sb), b_step));
    c.resize(length(reach(first.m, first.n, first.sc), c_step));
    for (size_t i = 0; i < a.size(); ++i) a[i] = F::any(static_cast<int64_t>(i), 1, 0);
    for (size_t i = 0; i < b.size(); ++i) b[i] = F::any(static_cast<int64_t>(i), 2, 0);
    for (size_t i = 0; i < c.size(); ++i) c[i] = F::any_out(static_cast<int64_t>(i), 3, 0);
  }
  Item<F> entry(int64_t e, std::vector<typename F::Out> &out) const {
    Item<F> x = first;
    x.a = a.data() + (a.empty() ? 0 : e * a_step), x.b = b.data() + (b.empty() ? 0 : e * b_step);
    x.c = out.data() + (out.empty() ? 0 : e * c_step);
    return x;
  }
  std::vector<typename F::Out> looped() const {
    std::vector<typename F::Out> out = c;
    const gemmkit_exec exec = with_threads(1);
    for (int64_t e = 0; e < count; ++e)
      if (F::unchecked(entry(e, out), &exec) != GEMMKIT_OK) give_up(gemmkit_last_error());
    return out;
  }
};

template <class T>
bool same_bits(const std::vector<T> &x, const std::vector<T> &y) {
  return x.size() == y.size() && (x.empty() || std::memcmp(x.data(), y.data(), x.size() * sizeof(T)) == 0);
}

}  // namespace gk::test
