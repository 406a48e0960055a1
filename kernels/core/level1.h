// How the level 1 part of a BLAS table is put together.
#pragma once

#include "abi/level1.h"
#include "core/level1_maps.h"
#include "core/level1_sums.h"

namespace gk::kernels {
namespace {

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
                 .dot = Sums<O>::dot,
                 .dotc = nullptr,
                 .dot_f64 = nullptr,
                 .asum = Sums<O>::asum,
                 .sumsq = Sums<O>::sumsq,
                 .iamax = Largest<O>::run};
  if constexpr (Kin<O>::kComplex) {
    t.scal_real = Maps<O>::scal_real;
    t.dotc = Sums<O>::dotc;
  } else {
    t.rotm = Maps<O>::rotm;
    if constexpr (Is<typename O::Elem, float>) t.dot_f64 = Sums<O>::dot_f64;
  }
  return t;
}

}  // namespace
}  // namespace gk::kernels
