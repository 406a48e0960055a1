// How the level 1 part of a BLAS table is put together.
#pragma once

#include "abi/level1.h"
#include "core/level1_largest.h"
#include "core/level1_maps.h"
#include "core/level1_sums.h"

namespace gk::kernels {
namespace {

// The function as the member of its own type.
template <class Functions, class F>
constexpr Functions of_type(F *f) {
  if constexpr (requires(Functions u) { u.f32 = f; }) {
    return {.f32 = f};
  } else {
    return {.f64 = f};
  }
}

template <class O>
constexpr gk_level1 level1() {
  gk_level1 t = {.axpy = Maps<O>::axpy,
                 .axpby = Maps<O>::axpby,
                 .scal = Maps<O>::scal,
                 .scal_real = nullptr,
                 .copy = Maps<O>::copy,
                 .swap = Maps<O>::swap,
                 .rot = Maps<O>::rot,
                 .rotm = nullptr,
                 .dot = {},
                 .dotu = nullptr,
                 .dotc = nullptr,
                 .dot_f64 = nullptr,
                 .asum = of_type<gk_level1_sum>(Sums<O>::asum),
                 .sumsq = Sums<O>::sumsq,
                 .iamax = Largest<O>::run};
  if constexpr (Kin<O>::kComplex) {
    t.scal_real = Maps<O>::scal_real;
    t.dotu = Sums<O>::dotu;
    t.dotc = Sums<O>::dotc;
  } else {
    t.rotm = Maps<O>::rotm;
    t.dot = of_type<gk_level1_dot>(Sums<O>::dot);
    if constexpr (Is<typename O::Elem, float>) t.dot_f64 = Sums<O>::dot_f64;
  }
  return t;
}

}  // namespace
}  // namespace gk::kernels
