// finish: the epilogue, on elements of C that are complete and still in the nearest caches. A pass of its own costs one
// load and one store per vector of C beside its k multiply-adds, and every route can have it; it is exactly "the plain
// product, then the map".
#pragma once

#include "abi/kernel_table.h"
#include "core/activations.h"
#include "simd/concept.h"

namespace gk::kernels {
namespace {

template <class O>
struct Finish {
  using T = typename O::Elem;
  using Map = T (*)(T, int64_t, int64_t, void *);

  static void run(const gk_finish_args *args) {
    gk_finish_args s = *args;
    if (s.csc == static_cast<int64_t>(sizeof(T)) && s.rsc != s.csc) {
      // The transpose has the adjacent elements where we want them.
      s = {s.n, s.m, s.c, s.csc, s.rsc, s.col, s.row, s.turned ^ 1, s.epilogue, s.residual, s.csr, s.rsr};
    }
    if (s.epilogue->map != nullptr) return map(s);
    if (s.residual != nullptr) {
      // A pass of its own, after which only the activation is left: an instance of everything for it would be code that
      // few programs run.
      add_residual(s);
      gk_epilogue rest = *s.epilogue;
      rest.bias_kind = GK_BIAS_NONE;
      s.epilogue = &rest;
      return rest.activation == GK_ACT_NONE ? void() : apply(s);
    }
    apply(s);
  }

 private:
  static void apply(const gk_finish_args &s) {
    switch (s.epilogue->activation) {
      case GK_ACT_RELU: return with_bias<GK_ACT_RELU>(s);
      case GK_ACT_LEAKY_RELU: return with_bias<GK_ACT_LEAKY_RELU>(s);
      case GK_ACT_CLIP: return with_bias<GK_ACT_CLIP>(s);
      case GK_ACT_SIGMOID: return after_bias<GK_ACT_SIGMOID>(s);
      case GK_ACT_TANH: return after_bias<GK_ACT_TANH>(s);
      case GK_ACT_SILU: return after_bias<GK_ACT_SILU>(s);
      case GK_ACT_GELU_ERF: return after_bias<GK_ACT_GELU_ERF>(s);
      case GK_ACT_GELU_TANH: return after_bias<GK_ACT_GELU_TANH>(s);
      default: return with_bias<GK_ACT_NONE>(s);
    }
  }

  // Dozens of operations an element, beside which a pass more over C is cheap and saves an instance for each kind of
  // bias.
  template <gk_activation kAct>
  static void after_bias(const gk_finish_args &s) {
    if (s.epilogue->bias_kind != GK_BIAS_NONE) with_bias<GK_ACT_NONE>(s);
    columns<kAct, GK_BIAS_NONE>(s);
  }

  template <gk_activation kAct>
  static void with_bias(const gk_finish_args &s) {
    const int32_t kind = s.epilogue->bias_kind;
    if (kind == GK_BIAS_NONE) return columns<kAct, GK_BIAS_NONE>(s);
    if ((kind == GK_BIAS_PER_ROW) == (s.turned == 0)) return columns<kAct, GK_BIAS_PER_ROW>(s);
    columns<kAct, GK_BIAS_PER_COL>(s);
  }

  template <gk_activation kAct, gk_bias kBias>
  static void columns(const gk_finish_args &s) {
    const T *bias = static_cast<const T *>(s.epilogue->bias);
    if constexpr (kBias == GK_BIAS_PER_ROW) bias += s.row;
    if constexpr (kBias == GK_BIAS_PER_COL) bias += s.col;
    const ActivationParams<O> params = read_params<kAct>(static_cast<const T *>(s.epilogue->params));
    T *column = static_cast<T *>(s.c);
    int64_t done = 0;
    if constexpr (kAct <= GK_ACT_CLIP) {
      if (s.rsc == static_cast<int64_t>(sizeof(T))) {
        for (; done + kBlock <= s.m; done += kBlock) block<kAct, kBias>(s, done, bias, params);
      }
      if (done == s.m) return;
      column += done;
      if constexpr (kBias == GK_BIAS_PER_ROW) bias += done;
    }
    for (int64_t j = 0; j < s.n; ++j, column = shifted(column, s.csc)) {
      const T of_column = kBias == GK_BIAS_PER_COL ? bias[j] : T(0);
      if (s.rsc == static_cast<int64_t>(sizeof(T))) {
        adjacent<kAct, kBias>(column, s.m - done, bias, of_column, params);
      } else {
        strided<kAct, kBias>(column, s.rsc, s.m - done, bias, of_column, params);
      }
    }
  }

  static constexpr int kBlockVecs = 4;
  static constexpr int64_t kBlock = int64_t{kBlockVecs} * O::kLanes;

  // kBlock rows of all columns: for short columns, what happens once a column costs as much as their elements.
  template <gk_activation kAct, gk_bias kBias>
  static void block(const gk_finish_args &s, int64_t row, const T *bias, const ActivationParams<O> &params) {
    typename O::Reg of_rows[kBlockVecs];
#pragma GCC unroll 4
    for (int v = 0; v < kBlockVecs; ++v) {
      of_rows[v] = kBias == GK_BIAS_PER_ROW ? O::load(bias + row + v * O::kLanes) : O::zero();
    }
    T *c = static_cast<T *>(s.c) + row;
    for (int64_t j = 0; j < s.n; ++j, c = shifted(c, s.csc)) {
      const typename O::Reg same = O::splat(kBias == GK_BIAS_PER_COL ? bias[j] : T(0));
#pragma GCC unroll 4
      for (int v = 0; v < kBlockVecs; ++v) {
        typename O::Reg x = O::load(c + v * O::kLanes);
        if constexpr (kBias == GK_BIAS_PER_ROW) x = O::add(x, of_rows[v]);
        if constexpr (kBias == GK_BIAS_PER_COL) x = O::add(x, same);
        O::store(c + v * O::kLanes, activate<O, kAct>(x, params));
      }
    }
  }

  template <gk_activation kAct>
  static ActivationParams<O> read_params(const T *params) {
    if constexpr (kAct == GK_ACT_LEAKY_RELU) return {O::splat(params[0]), O::zero()};
    if constexpr (kAct == GK_ACT_CLIP) return {O::splat(params[0]), O::splat(params[1])};
    return {O::zero(), O::zero()};
  }

  template <gk_activation kAct, gk_bias kBias>
  static void adjacent(T *c, int64_t count, const T *bias, T of_column, const ActivationParams<O> &params) {
    const typename O::Reg same = O::splat(of_column);
    int64_t i = 0;
    for (; i + O::kLanes <= count; i += O::kLanes) {
      typename O::Reg x = O::load(c + i);
      if constexpr (kBias == GK_BIAS_PER_ROW) x = O::add(x, O::load(bias + i));
      if constexpr (kBias == GK_BIAS_PER_COL) x = O::add(x, same);
      O::store(c + i, activate<O, kAct>(x, params));
    }
    if (i == count) return;
    const typename O::Mask mask = O::first_lanes(static_cast<int>(count - i));
    typename O::Reg x = O::load_masked(c + i, mask);
    if constexpr (kBias == GK_BIAS_PER_ROW) x = O::add(x, O::load_masked(bias + i, mask));
    if constexpr (kBias == GK_BIAS_PER_COL) x = O::add(x, same);
    O::store_masked(c + i, mask, activate<O, kAct>(x, params));
  }

  // Through a vector, so that the arithmetic is that of adjacent elements.
  template <gk_activation kAct, gk_bias kBias>
  static void strided(T *c, int64_t stride, int64_t count, const T *bias, T of_column,
                      const ActivationParams<O> &params) {
    for (int64_t i = 0; i < count; i += O::kLanes, c = shifted(c, O::kLanes * stride)) {
      T buffer[O::kLanes] = {};
      const int lanes = count - i < O::kLanes ? static_cast<int>(count - i) : O::kLanes;
      for (int l = 0; l < lanes; ++l) buffer[l] = *shifted(c, l * stride);
      adjacent<kAct, kBias>(buffer, lanes, kBias == GK_BIAS_PER_ROW ? bias + i : bias, of_column, params);
      for (int l = 0; l < lanes; ++l) *shifted(c, l * stride) = buffer[l];
    }
  }

  // C <- (C + bias) + residual
  static void add_residual(const gk_finish_args &s) {
    const int32_t kind = s.epilogue->bias_kind;
    const T *bias = static_cast<const T *>(s.epilogue->bias);
    const bool by_row = kind != GK_BIAS_NONE && (kind == GK_BIAS_PER_ROW) == (s.turned == 0);
    if (by_row) bias += s.row;
    constexpr int64_t kAdjacent = sizeof(T);
    for (int64_t j = 0; j < s.n; ++j) {
      T *c = shifted(static_cast<T *>(s.c), j * s.csc);
      const T *residual = shifted(static_cast<const T *>(s.residual), j * s.csr);
      const typename O::Reg same = O::splat(kind != GK_BIAS_NONE && !by_row ? bias[s.col + j] : T(0));
      for (int64_t i = 0; i < s.m; i += O::kLanes) {
        const int lanes = s.m - i < O::kLanes ? static_cast<int>(s.m - i) : O::kLanes;
        const typename O::Mask mask = O::first_lanes(lanes);
        typename O::Reg x = get(shifted(c, i * s.rsc), s.rsc, lanes);
        if (kind != GK_BIAS_NONE) x = O::add(x, by_row ? O::load_masked(bias + i, mask) : same);
        x = O::add(x, get(shifted(residual, i * s.rsr), s.rsr, lanes));
        if (s.rsc == kAdjacent) {
          O::store_masked(shifted(c, i * s.rsc), mask, x);
          continue;
        }
        T buffer[O::kLanes];
        O::store(buffer, x);
        for (int l = 0; l < lanes; ++l) *shifted(c, (i + l) * s.rsc) = buffer[l];
      }
    }
  }

  // The first `lanes` elements, stride bytes apart.
  [[gnu::always_inline]] static typename O::Reg get(const T *from, int64_t stride, int lanes) {
    if (stride == static_cast<int64_t>(sizeof(T))) return O::load_masked(from, O::first_lanes(lanes));
    T buffer[O::kLanes] = {};
    for (int l = 0; l < lanes; ++l) buffer[l] = *shifted(from, l * stride);
    return O::load(buffer);
  }

  static void map(const gk_finish_args &s) {
    const auto function = reinterpret_cast<Map>(s.epilogue->map);
    T *column = static_cast<T *>(s.c);
    for (int64_t j = 0; j < s.n; ++j, column = shifted(column, s.csc)) {
      T *at = column;
      for (int64_t i = 0; i < s.m; ++i, at = shifted(at, s.rsc)) {
        const int64_t row = s.row + i, col = s.col + j;
        *at = s.turned != 0 ? function(*at, col, row, s.epilogue->user) : function(*at, row, col, s.epilogue->user);
      }
    }
  }
};

}  // namespace
}  // namespace gk::kernels
