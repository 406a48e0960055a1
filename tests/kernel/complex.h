// What complex kernels compute, element by element.
#pragma once

#include "kernel/tables.h"

#include <complex>
#include <type_traits>

namespace gk::test {

template <class R>
std::vector<const gk_kernel_table *> complex_tables() {
  return runnable_tables(std::is_same_v<R, float> ? GK_C32 : GK_C64);
}

template <class R>
void fill_random(std::complex<R> *out, size_t count, uint32_t seed) {
  fill_random(reinterpret_cast<R *>(out), 2 * count, seed);
}

template <class R>
std::complex<R> conjugated(std::complex<R> x, bool yes) {
  return yes ? std::conj(x) : x;
}

// The sums of products by the real and by the imaginary part of the right operand.
template <class R>
struct ComplexSums {
  using C = std::complex<R>;
  C p, q;

  void add(const gk_kernel_table &table, C a, C b) {
    p = {multiply_add(table, a.real(), b.real(), p.real()), multiply_add(table, a.imag(), b.real(), p.imag())};
    q = {multiply_add(table, a.real(), b.imag(), q.real()), multiply_add(table, a.imag(), b.imag(), q.imag())};
  }
  C joined(int32_t conj) const {
    const R a = (conj & GK_CONJ_A) != 0 ? R(-1) : R(1), b = (conj & GK_CONJ_B) != 0 ? R(-1) : R(1);
    return {p.real() - a * b * q.imag(), a * p.imag() + b * q.real()};
  }
};

// x * y + z, in the order of the kernels.
template <class R>
std::complex<R> times_plus(const gk_kernel_table &table, std::complex<R> x, std::complex<R> y, std::complex<R> z) {
  return {multiply_add(table, x.real(), y.real(), multiply_add(table, -x.imag(), y.imag(), z.real())),
          multiply_add(table, x.real(), y.imag(), multiply_add(table, x.imag(), y.real(), z.imag()))};
}

template <class R>
std::complex<R> times(const gk_kernel_table &table, std::complex<R> x, std::complex<R> y) {
  volatile R re = -x.imag() * y.imag(), im = x.imag() * y.real();
  return {multiply_add(table, x.real(), y.real(), R(re)), multiply_add(table, x.real(), y.imag(), R(im))};
}

// alpha * sum + beta * old
template <class R>
std::complex<R> updated(const gk_kernel_table &table, std::complex<R> alpha, std::complex<R> sum, std::complex<R> beta,
                        std::complex<R> old) {
  const std::complex<R> one = 1, zero = 0;
  if (alpha != one) sum = times(table, alpha, sum);
  if (beta == zero) return sum;
  return beta == one ? old + sum : times_plus(table, beta, old, sum);
}

}  // namespace gk::test
