// Kernels on vectors.
#pragma once

#include <stdint.h>

// Elements of x lie incx bytes apart, those of y incy: any number, negative and 0 included; a pointer is to the element
// that comes first, in memory too or not. Elements are taken in order, so a y with an increment of 0 is as in the
// reference. x and y are the same vector or do not overlap. n may be 0. Scalars are of the table's element type unless
// said otherwise; "real" is the type of its parts. Rounding does not depend on increments, except in sums.
//
// Sums are in several chains, whose order depends on n and on whether an increment is the element's size.
//
// A real sum is returned in a register, by the function that has its type: f32 in the tables of f32 and c32, f64 in
// those of f64 and c64. Through memory it would cost a short vector a tenth of its time.
union gk_level1_dot {
  float (*f32)(int64_t n, const void *x, int64_t incx, const void *y, int64_t incy);
  double (*f64)(int64_t n, const void *x, int64_t incx, const void *y, int64_t incy);
};
union gk_level1_sum {
  float (*f32)(int64_t n, const void *x, int64_t incx);
  double (*f64)(int64_t n, const void *x, int64_t incx);
};

struct gk_level1 {
  // y <- alpha*x + y
  void (*axpy)(int64_t n, const void *alpha, const void *x, int64_t incx, void *y, int64_t incy);
  // y <- scalars[0]*x + scalars[1]*y; where a scalar is 0, its vector is not read
  void (*axpby)(int64_t n, const void *scalars, const void *x, int64_t incx, void *y, int64_t incy);
  void (*scal)(int64_t n, const void *alpha, void *x, int64_t incx);       // x <- alpha*x
  void (*scal_real)(int64_t n, const void *alpha, void *x, int64_t incx);  // real alpha; complex tables only
  void (*copy)(int64_t n, const void *x, int64_t incx, void *y, int64_t incy);
  void (*swap)(int64_t n, void *x, int64_t incx, void *y, int64_t incy);
  // x, y <- c*x + s*y, c*y - s*x with cs = {c, s}, both real
  void (*rot)(int64_t n, const void *cs, void *x, int64_t incx, void *y, int64_t incy);
  // x, y <- h[0]*x + h[2]*y, h[1]*x + h[3]*y; real tables only
  void (*rotm)(int64_t n, const void *h, void *x, int64_t incx, void *y, int64_t incy);

  gk_level1_dot dot;  // the sum of x*y; real tables only
  // *sum <- sum of x*y, of conj(x)*y; complex tables only
  void (*dotu)(int64_t n, const void *x, int64_t incx, const void *y, int64_t incy, void *sum);
  void (*dotc)(int64_t n, const void *x, int64_t incx, const void *y, int64_t incy, void *sum);
  // The sum of x*y, products and sums in f64; f32 table only
  double (*dot_f64)(int64_t n, const void *x, int64_t incx, const void *y, int64_t incy);
  gk_level1_sum asum;  // of the magnitudes of all parts
  // The sum of (scale*part)^2 over all parts, in f64 whatever the table's type
  double (*sumsq)(int64_t n, const void *x, int64_t incx, double scale);
  // Among the elements whose |x|, or |re| + |im|, is above *largest (real; null stands for -1): the index of the first
  // that no other exceeds, and *largest becomes its |x|; -1 if there is none. A NaN is above nothing.
  int64_t (*iamax)(int64_t n, const void *x, int64_t incx, void *largest);
};
