// Filling, resetting and checking operands.
#include "operands.h"

#include <sys/mman.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <new>
#include <random>

namespace gk::bench {
namespace {

constexpr size_t kHugePage = size_t(2) << 20;

int64_t bytes_a(const Shape &s) { return s.batch * s.step_a() * elem_size(s.elem); }
int64_t bytes_b(const Shape &s) { return s.batch * s.step_b() * elem_size(s.elem); }
int64_t bytes_c(const Shape &s) { return s.batch * s.step_c() * elem_size(s.elem); }

}  // namespace

Buffer::Buffer(int64_t bytes, int64_t offset, bool huge_pages) {
  size_ = size_t(bytes + offset) + 2 * kHugePage;
  void *p = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) throw std::bad_alloc();
  base_ = static_cast<char *>(p);
  char *aligned = base_;
  if (huge_pages) {
    aligned += (kHugePage - reinterpret_cast<uintptr_t>(base_) % kHugePage) % kHugePage;
    madvise(aligned, size_ - size_t(aligned - base_), MADV_HUGEPAGE);
  } else {
    // The kernel may be set to hand out huge pages unasked; small pages are what most programs have.
    madvise(base_, size_, MADV_NOHUGEPAGE);
  }
  data_ = aligned + offset;
}

Buffer::~Buffer() { munmap(base_, size_); }

Operands::Operands(const Shape &shape, bool huge_pages)
    : shape_(shape),
      a_(bytes_a(shape), shape.misalign, huge_pages),
      b_(bytes_b(shape), shape.misalign, huge_pages),
      c_(bytes_c(shape), shape.misalign, huge_pages) {
  if (shape.elem == Elem::kF32) {
    fill<float>();
  } else {
    fill<double>();
  }
  reset_c();
}

template <class T>
void Operands::fill() {
  std::mt19937_64 random(42);
  // The top bits scaled by hand: uniform_real_distribution takes a second for the large operands.
  const auto fill_one = [&random](void *data, int64_t bytes) {
    T *values = static_cast<T *>(data);
    for (int64_t i = 0; i < bytes / int64_t(sizeof(T)); ++i) values[i] = T(double(int64_t(random()) >> 11) * 0x1p-52);
  };
  fill_one(a_.data(), bytes_a(shape_));
  fill_one(b_.data(), bytes_b(shape_));
  if (shape_.beta != 0) {
    start_c_.resize(size_t(bytes_c(shape_)));
    fill_one(start_c_.data(), bytes_c(shape_));
  }
}

void Operands::reset_c() {
  if (shape_.elem == Elem::kF32) {
    reset_c_as<float>();
  } else {
    reset_c_as<double>();
  }
}

template <class T>
void Operands::reset_c_as() {
  if (shape_.beta != 0) {
    memcpy(c_.data(), start_c_.data(), start_c_.size());
  } else {
    T *c = reinterpret_cast<T *>(c_.data());
    std::fill(c, c + bytes_c(shape_) / int64_t(sizeof(T)), std::numeric_limits<T>::quiet_NaN());
  }
}

template <class T>
long double Operands::exact(int64_t entry, int64_t i, int64_t j) const {
  const Shape &s = shape_;
  const T *a = reinterpret_cast<const T *>(a_.data()) + entry * s.step_a();
  const T *b = reinterpret_cast<const T *>(b_.data()) + entry * s.step_b();
  const bool a_rows = s.trans_a != s.row_major, b_rows = s.trans_b != s.row_major;
  const int64_t rsa = a_rows ? s.lda() : 1, csa = a_rows ? 1 : s.lda();
  const int64_t rsb = b_rows ? s.ldb() : 1, csb = b_rows ? 1 : s.ldb();
  long double sum = 0;
  for (int64_t p = 0; p < s.k; ++p)
    sum += static_cast<long double>(a[i * rsa + p * csa]) * static_cast<long double>(b[p * rsb + j * csb]);
  if (s.beta == 0) return sum;
  const T *c = reinterpret_cast<const T *>(start_c_.data()) + entry * s.step_c();
  return sum + static_cast<long double>(T(s.beta)) * c[s.row_major ? i * s.ldc() + j : i + j * s.ldc()];
}

std::string Operands::check() { return shape_.elem == Elem::kF32 ? check_as<float>() : check_as<double>(); }

template <class T>
std::string Operands::check_as() {
  const Shape &s = shape_;
  if (s.m == 0 || s.n == 0) return "";
  const T *c = reinterpret_cast<const T *>(c_.data());
  const auto at = [&s](int64_t i, int64_t j) { return s.row_major ? i * s.ldc() + j : i + j * s.ldc(); };
  // Values are in [-1, 1], so |A||B| is about k/4; errors grow like sqrt(k) at best and like k at worst.
  const double tolerance = double(std::numeric_limits<T>::epsilon()) * double(s.k + 16);
  const auto wrong = [&](int64_t i, int64_t j, double got, double expected, const char *than) {
    return "C(" + std::to_string(i) + "," + std::to_string(j) + ") is " + std::to_string(got) + ", " + than + " " +
           std::to_string(expected);
  };
  std::mt19937_64 random(7);
  for (int sample = 0; sample < 64; ++sample) {
    // The corners first, of the first and the last product: edges are where kernels go wrong.
    const int64_t i = sample < 8 ? (sample & 1) * (s.m - 1) : int64_t(random() % uint64_t(s.m));
    const int64_t j = sample < 8 ? (sample >> 1 & 1) * (s.n - 1) : int64_t(random() % uint64_t(s.n));
    const int64_t entry = sample < 8 ? (sample >> 2) * (s.batch - 1) : int64_t(random() % uint64_t(s.batch));
    const double got = double(c[entry * s.step_c() + at(i, j)]), expected = double(exact<T>(entry, i, j));
    if (!(std::fabs(got - expected) <= tolerance)) return wrong(i, j, got, expected, "exactly");
  }
  if (accepted_.empty()) {
    accepted_.assign(c_.data(), c_.data() + bytes_c(s));
    return "";
  }
  const T *first = reinterpret_cast<const T *>(accepted_.data());
  // Batches lie without gaps, so their columns are numbered through.
  for (int64_t j = 0; j < s.batch * s.vectors_c(); ++j) {
    for (int64_t i = 0; i < (s.row_major ? s.n : s.m); ++i) {
      const double got = double(c[i + j * s.ldc()]), expected = double(first[i + j * s.ldc()]);
      if (!(std::fabs(got - expected) <= 2 * tolerance))
        return wrong(s.row_major ? j : i, s.row_major ? i : j, got, expected, "the first contestant says");
    }
  }
  return "";
}

}  // namespace gk::bench
