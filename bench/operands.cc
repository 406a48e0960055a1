// Filling, resetting and checking operands.
#include "operands.h"

#include <sys/mman.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <new>
#include <random>

namespace gk::bench {
namespace {

constexpr size_t kHugePage = size_t(2) << 20;

int64_t bytes_a(const Shape &s) { return s.batch * s.step_a() * info_of(s.elem).in_size; }
int64_t bytes_b(const Shape &s) { return s.batch * s.step_b() * info_of(s.elem).in_size; }
int64_t bytes_c(const Shape &s) { return s.batch * s.step_c() * info_of(s.elem).out_size; }

using Value = std::complex<long double>;

// Sign, exponent and fraction of a 16-bit number; both formats as one.
struct Half {
  int fraction_bits, bias;
  long double decode(uint16_t bits) const {
    const int exponent = (bits & 0x7fff) >> fraction_bits, fraction = bits & ((1 << fraction_bits) - 1);
    if (exponent == (0x7fff >> fraction_bits)) return std::numeric_limits<long double>::quiet_NaN();
    const int units = exponent ? fraction + (1 << fraction_bits) : fraction;
    const long double size = std::ldexp(static_cast<long double>(units), std::max(exponent, 1) - bias - fraction_bits);
    return bits & 0x8000 ? -size : size;
  }
  // Of a magnitude up to 1; cut off where it does not fit.
  uint16_t encode(double value) const {
    int exponent;
    const double fraction = std::frexp(std::fabs(value), &exponent);
    const int biased = exponent - 1 + bias;
    if (fraction == 0 || biased < 1) return 0;
    const int units = int(std::ldexp(fraction, fraction_bits + 1)) - (1 << fraction_bits);
    return uint16_t((value < 0 ? 0x8000 : 0) | biased << fraction_bits | units);
  }
};
constexpr Half kF16Half{10, 15}, kBf16Half{7, 127};

Value value_at(Format format, const void *data, int64_t i) {
  switch (format) {
    case Format::kF32: return static_cast<const float *>(data)[i];
    case Format::kF64: return static_cast<const double *>(data)[i];
    case Format::kF16: return kF16Half.decode(static_cast<const uint16_t *>(data)[i]);
    case Format::kBf16: return kBf16Half.decode(static_cast<const uint16_t *>(data)[i]);
    case Format::kI8: return static_cast<const int8_t *>(data)[i];
    case Format::kI32: return static_cast<const int32_t *>(data)[i];
    case Format::kC32: return Value(static_cast<const std::complex<float> *>(data)[i]);
    case Format::kC64: return Value(static_cast<const std::complex<double> *>(data)[i]);
  }
  return 0;
}

template <class T, class Next>
void fill_as(void *data, int64_t bytes, Next next) {
  T *values = static_cast<T *>(data);
  for (int64_t i = 0; i < bytes / int64_t(sizeof(T)); ++i) values[i] = T(next());
}

// unit() is a number in [-1, 1]; integers get the whole range of 8 bits.
template <class Unit>
void fill(Format format, void *data, int64_t bytes, Unit unit) {
  switch (format) {
    case Format::kC32:
    case Format::kF32: return fill_as<float>(data, bytes, unit);
    case Format::kC64:
    case Format::kF64: return fill_as<double>(data, bytes, unit);
    case Format::kF16: return fill_as<uint16_t>(data, bytes, [&] { return kF16Half.encode(unit()); });
    case Format::kBf16: return fill_as<uint16_t>(data, bytes, [&] { return kBf16Half.encode(unit()); });
    case Format::kI8: return fill_as<int8_t>(data, bytes, [&] { return int(127.99 * unit()); });
    case Format::kI32: return fill_as<int32_t>(data, bytes, [&] { return int(1e6 * unit()); });
  }
}

// What may round a sum: the precision it is built in, and that it is stored in.
struct Precision {
  double sum, stored;
};
Precision precision_of(Format out) {
  constexpr double kSingle = 0x1p-23;
  switch (out) {
    case Format::kF64:
    case Format::kC64: return {0x1p-52, 0};
    case Format::kF16: return {kSingle, 0x1p-10};
    case Format::kBf16: return {kSingle, 0x1p-7};
    case Format::kI8:
    case Format::kI32: return {0, 0};
    default: return {kSingle, 0};
  }
}

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
  std::mt19937_64 random(42);
  // The top bits scaled by hand: uniform_real_distribution takes a second for the large operands.
  const auto unit = [&random] { return double(int64_t(random()) >> 11) * 0x1p-52; };
  const ElemInfo &info = info_of(shape.elem);
  fill(info.in, a_.data(), bytes_a(shape), unit);
  fill(info.in, b_.data(), bytes_b(shape), unit);
  if (shape.beta != 0) {
    start_c_.resize(size_t(bytes_c(shape)));
    fill(info.out, start_c_.data(), bytes_c(shape), unit);
  }
  reset_c();
}

void Operands::reset_c() {
  if (shape_.beta != 0) {
    memcpy(c_.data(), start_c_.data(), start_c_.size());
  } else {
    // All bits set are a NaN in every floating format.
    memset(c_.data(), 0xff, size_t(bytes_c(shape_)));
  }
}

std::complex<long double> Operands::exact(int64_t entry, int64_t i, int64_t j) const {
  const Shape &s = shape_;
  const ElemInfo &info = info_of(s.elem);
  const int64_t a = entry * s.step_a(), b = entry * s.step_b(), c = entry * s.step_c();
  const bool a_rows = s.trans_a != s.row_major, b_rows = s.trans_b != s.row_major;
  const int64_t rsa = a_rows ? s.lda() : 1, csa = a_rows ? 1 : s.lda();
  const int64_t rsb = b_rows ? s.ldb() : 1, csb = b_rows ? 1 : s.ldb();
  Value sum = 0;
  for (int64_t p = 0; p < s.k; ++p)
    sum += value_at(info.in, a_.data(), a + i * rsa + p * csa) * value_at(info.in, b_.data(), b + p * rsb + j * csb);
  if (s.beta == 0) return sum;
  const int64_t at = s.row_major ? i * s.ldc() + j : i + j * s.ldc();
  return sum + static_cast<long double>(s.beta) * value_at(info.out, start_c_.data(), c + at);
}

std::string Operands::check() {
  const Shape &s = shape_;
  if (s.m == 0 || s.n == 0) return "";
  const Format out = info_of(s.elem).out;
  const auto at = [&s](int64_t i, int64_t j) { return s.row_major ? i * s.ldc() + j : i + j * s.ldc(); };
  // Values are in [-1, 1], so |A||B| is about k/4; errors grow like sqrt(k) at best and like k at worst.
  const Precision precision = precision_of(out);
  const auto tolerance = [&](const Value &x) {
    return precision.sum * double(s.k + 16) + precision.stored * double(std::abs(x));
  };
  const auto wrong = [&](int64_t i, int64_t j, const Value &got, const Value &expected, const char *than) {
    const auto text = [](const Value &x) {
      return std::to_string(double(x.real())) + (x.imag() != 0 ? "+" + std::to_string(double(x.imag())) + "i" : "");
    };
    return "C(" + std::to_string(i) + "," + std::to_string(j) + ") is " + text(got) + ", " + than + " " +
           text(expected);
  };
  std::mt19937_64 random(7);
  for (int sample = 0; sample < 64; ++sample) {
    // The corners first, of the first and the last product: edges are where kernels go wrong.
    const int64_t i = sample < 8 ? (sample & 1) * (s.m - 1) : int64_t(random() % uint64_t(s.m));
    const int64_t j = sample < 8 ? (sample >> 1 & 1) * (s.n - 1) : int64_t(random() % uint64_t(s.n));
    const int64_t entry = sample < 8 ? (sample >> 2) * (s.batch - 1) : int64_t(random() % uint64_t(s.batch));
    const Value got = value_at(out, c_.data(), entry * s.step_c() + at(i, j)), expected = exact(entry, i, j);
    if (!(std::abs(got - expected) <= tolerance(expected))) return wrong(i, j, got, expected, "exactly");
  }
  if (accepted_.empty()) {
    accepted_.assign(c_.data(), c_.data() + bytes_c(s));
    return "";
  }
  // Batches lie without gaps, so their columns are numbered through.
  for (int64_t j = 0; j < s.batch * s.vectors_c(); ++j) {
    for (int64_t i = 0; i < (s.row_major ? s.n : s.m); ++i) {
      const Value got = value_at(out, c_.data(), i + j * s.ldc());
      const Value expected = value_at(out, accepted_.data(), i + j * s.ldc());
      if (!(std::abs(got - expected) <= 2 * tolerance(expected)))
        return wrong(s.row_major ? j : i, s.row_major ? i : j, got, expected, "the first contestant says");
    }
  }
  return "";
}

}  // namespace gk::bench
