// The matrices a shape is measured on, and the check that a contestant computed the right thing.
#pragma once

#include "shape.h"

#include <complex>
#include <string>
#include <vector>

namespace gk::bench {

// Pages of its own from the kernel: addresses are page-aligned plus the wanted offset, whatever ran before.
class Buffer {
 public:
  Buffer(int64_t bytes, int64_t offset, bool huge_pages);
  ~Buffer();
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;
  char *data() const { return data_; }

 private:
  char *base_ = nullptr;
  char *data_ = nullptr;
  size_t size_ = 0;
};

class Operands {
 public:
  Operands(const Shape &, bool huge_pages);

  const void *a() const { return a_.data(); }
  const void *b() const { return b_.data(); }
  void *c() const { return c_.data(); }

  // C as it is before a call: the same values every time; NaN (or -1) everywhere if beta is 0, for then C must not be
  // read.
  void reset_c();
  // Compares C with entries computed in extended precision and with the first result accepted; empty if right.
  std::string check();

 private:
  std::complex<long double> exact(int64_t entry, int64_t i, int64_t j) const;

  Shape shape_;
  Buffer a_, b_, c_;
  std::vector<char> start_c_, accepted_;
};

}  // namespace gk::bench
