// The entries of all element families under one name: raw and checked products, batches and groups.
#pragma once

#include "gemmkit.h"
#include "support/env.h"
#include "support/matrix.h"

#include <complex>
#include <type_traits>
#include <vector>

namespace gk::test {

// One product; `conj` has bit 0 for A and bit 1 for B. Operands are typed as the tests hold them.
template <class F>
struct Item {
  using In = typename F::In;
  using Out = typename F::Out;
  using Scalar = typename F::Scalar;
  int64_t m = 1, n = 1, k = 1;
  Scalar alpha{1};
  const In *a = nullptr;
  Strides sa{1, 1};
  const In *b = nullptr;
  Strides sb{1, 1};
  Scalar beta{0};
  Out *c = nullptr;
  Strides sc{1, 1};
  int conj = 0;
};

// a + b * c; what is too large for a number is the largest, as absurd views are as long as can be said.
inline int64_t plus_product(int64_t a, int64_t b, int64_t c) {
  int64_t product, sum;
  return __builtin_mul_overflow(b, c, &product) || __builtin_add_overflow(a, product, &sum) ? INT64_MAX : sum;
}

// Elements from (0, 0) to past the last one, as a view's len counts them. Strides are not negative.
inline int64_t reach(int64_t rows, int64_t cols, Strides s) {
  return rows == 0 || cols == 0 ? 0 : plus_product(plus_product(1, rows - 1, s.rs), cols - 1, s.cs);
}

// The element type of an entry's arguments for one of the tests': complex numbers differ in name only.
template <class T>
struct PublicElem {
  using type = T;
};
template <>
struct PublicElem<std::complex<float>> {
  using type = gemmkit_c32;
};
template <>
struct PublicElem<std::complex<double>> {
  using type = gemmkit_c64;
};
template <class T>
auto *exposed(T *p) {
  using Bare = typename PublicElem<std::remove_const_t<T>>::type;
  using Same = std::conditional_t<std::is_const_v<T>, const Bare, Bare>;
  return reinterpret_cast<Same *>(p);
}

// Integers have no epilogue.
template <class Function, class... Args>
gemmkit_status without_epilogue(Function f, const gemmkit_exec *exec, Args... args) {
  if constexpr (std::is_invocable_v<Function, Args..., std::nullptr_t, const gemmkit_exec *>) {
    return f(args..., nullptr, exec);
  } else {
    return f(args..., exec);
  }
}

// E names a family's entries and view types (families/family.h). Complex ones have conjugation flags and take scalars
// by pointer.
template <class F, class E>
struct Calls {
  using Item = test::Item<F>;
  using Entries = E;
  static constexpr const char *kName = E::kName;
  using CView = typename E::CView;
  using View = typename E::View;

  static CView view_a(const Item &x, int64_t more = 0) {
    return {exposed(x.a), plus_product(reach(x.m, x.k, x.sa), 1, more), x.m, x.k, x.sa.rs, x.sa.cs};
  }
  static CView view_b(const Item &x, int64_t more = 0) {
    return {exposed(x.b), plus_product(reach(x.k, x.n, x.sb), 1, more), x.k, x.n, x.sb.rs, x.sb.cs};
  }
  static View view_c(const Item &x, int64_t more = 0) {
    return {exposed(x.c), plus_product(reach(x.m, x.n, x.sc), 1, more), x.m, x.n, x.sc.rs, x.sc.cs};
  }

  static gemmkit_status unchecked(const Item &x, const gemmkit_exec *exec) {
    if constexpr (!std::is_arithmetic_v<typename F::Scalar>) {
      return E::unchecked(x.m, x.n, x.k, exposed(&x.alpha), exposed(x.a), x.sa.rs, x.sa.cs, x.conj & 1, exposed(x.b),
                          x.sb.rs, x.sb.cs, x.conj >> 1, exposed(&x.beta), exposed(x.c), x.sc.rs, x.sc.cs, nullptr,
                          exec);
    } else {
      return without_epilogue(E::unchecked, exec, x.m, x.n, x.k, x.alpha, x.a, x.sa.rs, x.sa.cs, x.b, x.sb.rs, x.sb.cs,
                              x.beta, x.c, x.sc.rs, x.sc.cs);
    }
  }
  static gemmkit_status checked(const Item &x, const gemmkit_exec *exec) {
    return checked(x, view_a(x), view_b(x), view_c(x), exec);
  }
  static gemmkit_status checked(const Item &x, const CView &a, const CView &b, const View &c,
                                const gemmkit_exec *exec) {
    if constexpr (!std::is_arithmetic_v<typename F::Scalar>) {
      return E::checked(exposed(&x.alpha), &a, x.conj & 1, &b, x.conj >> 1, exposed(&x.beta), &c, nullptr, exec);
    } else {
      return without_epilogue(E::checked, exec, x.alpha, &a, &b, x.beta, &c);
    }
  }
  static gemmkit_status batched_unchecked(const Item &x, int64_t count, int64_t sa, int64_t sb, int64_t sc,
                                          const gemmkit_exec *exec) {
    if constexpr (!std::is_arithmetic_v<typename F::Scalar>) {
      return E::batched_unchecked(count, x.m, x.n, x.k, exposed(&x.alpha), exposed(x.a), x.sa.rs, x.sa.cs, x.conj & 1,
                                  sa, exposed(x.b), x.sb.rs, x.sb.cs, x.conj >> 1, sb, exposed(&x.beta), exposed(x.c),
                                  x.sc.rs, x.sc.cs, sc, nullptr, exec);
    } else {
      return without_epilogue(E::batched_unchecked, exec, count, x.m, x.n, x.k, x.alpha, x.a, x.sa.rs, x.sa.cs, sa, x.b,
                              x.sb.rs, x.sb.cs, sb, x.beta, x.c, x.sc.rs, x.sc.cs, sc);
    }
  }
  static gemmkit_status batched(const Item &x, int64_t count, int64_t sa, int64_t sb, int64_t sc,
                                const gemmkit_exec *exec) {
    const auto more = [count](int64_t step) { return count > 1 ? plus_product(0, count - 1, step) : 0; };
    const CView a = view_a(x, more(sa)), b = view_b(x, more(sb));
    const View c = view_c(x, more(sc));
    if constexpr (!std::is_arithmetic_v<typename F::Scalar>) {
      return E::batched(count, exposed(&x.alpha), &a, x.conj & 1, sa, &b, x.conj >> 1, sb, exposed(&x.beta), &c, sc,
                        nullptr, exec);
    } else {
      return without_epilogue(E::batched, exec, count, x.alpha, &a, sa, &b, sb, x.beta, &c, sc);
    }
  }
  static gemmkit_status grouped_unchecked(const std::vector<Item> &items, const gemmkit_exec *exec) {
    std::vector<typename E::RawProblem> list;
    for (const Item &x : items) {
      if constexpr (!std::is_arithmetic_v<typename F::Scalar>) {
        list.push_back({x.m, x.n, x.k, *exposed(&x.alpha), exposed(x.a), x.sa.rs, x.sa.cs, x.conj & 1, exposed(x.b),
                        x.sb.rs, x.sb.cs, x.conj >> 1, *exposed(&x.beta), exposed(x.c), x.sc.rs, x.sc.cs});
      } else {
        list.push_back(
            {x.m, x.n, x.k, x.alpha, x.a, x.sa.rs, x.sa.cs, x.b, x.sb.rs, x.sb.cs, x.beta, x.c, x.sc.rs, x.sc.cs});
      }
    }
    return E::grouped_unchecked(static_cast<int64_t>(list.size()), list.data(), exec);
  }
  static gemmkit_status grouped(const std::vector<Item> &items, const gemmkit_exec *exec) {
    std::vector<typename E::Problem> list;
    for (const Item &x : items) {
      if constexpr (!std::is_arithmetic_v<typename F::Scalar>) {
        list.push_back(
            {*exposed(&x.alpha), view_a(x), x.conj & 1, view_b(x), x.conj >> 1, *exposed(&x.beta), view_c(x)});
      } else {
        list.push_back({x.alpha, view_a(x), view_b(x), x.beta, view_c(x)});
      }
    }
    return E::grouped(static_cast<int64_t>(list.size()), list.data(), exec);
  }
};

}  // namespace gk::test
