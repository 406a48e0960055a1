// What the level 2 routines share: how a stored matrix is described to the kernels, vectors of any increment, teams.
#pragma once

#include "abi/private.h"
#include "blas/args.h"
#include "blas/memory.h"
#include "blas/options.h"
#include "blas/report.h"

namespace gk::blas {

enum class Storage : int8_t { Full, Band, Packed };

template <class T>
const gk_level2 &level2() {
  return blas_table<T>().level2;
}

// ---- Checks -------------------------------------------------------------------------------------------------------

// The position of the first illegal argument; ask in the order of the positions.
class Check {
 public:
  Check &illegal(Int position, bool is) {
    if (info_ == 0 && is) info_ = position;
    return *this;
  }
  Check &ld(Int position, Int ld, uint64_t rows) { return illegal(position, !at_least(ld, rows)); }
  Int info() const { return info_; }

 private:
  Int info_ = 0;
};

// ---- Matrices -----------------------------------------------------------------------------------------------------

inline constexpr int64_t kEverything = int64_t{1} << 40;  // more diagonals than a matrix in memory can have

// The triangle of an n x n matrix, of k diagonals besides the main one if it is a band.
template <class T>
gk_level2_args triangle(Storage storage, Uplo uplo, int64_t n, int64_t k, const T *a, int64_t lda) {
  constexpr auto kSize = static_cast<int64_t>(sizeof(T));
  const bool upper = uplo == Uplo::Upper;
  gk_level2_args s{};
  s.a = const_cast<T *>(a);
  s.step = bytes<T>(lda);
  if (storage == Storage::Packed) {
    s.step = upper ? 0 : n * kSize;
    s.growth = upper ? kSize : -kSize;
  } else if (storage == Storage::Band) {
    // Element (i, j) is in row i - j + k (upper) or i - j of the stored columns.
    if (upper) s.a = const_cast<T *>(a + k);
    s.step = bytes<T>(lda - 1);
  }
  const int64_t diagonals = storage == Storage::Band && k < n ? k : kEverything;
  s.above = upper ? diagonals : 0;
  s.below = upper ? 0 : diagonals;
  s.bottom = s.last = n;
  return s;
}

// ---- Vectors ------------------------------------------------------------------------------------------------------

// Of the stack, for short vectors.
constexpr size_t kNearBytes = 2048;

// A vector as the kernels want it, adjacent: itself, or a copy; when there is no memory for that, as it lies.
template <class T>
class Vector {
 public:
  Vector(const T *v, int64_t n, int64_t inc)
      : first_(const_cast<T *>(inc < 0 ? v - (n - 1) * inc : v)),
        data_(first_),
        n_(n),
        inc_(inc),
        memory_(inc == 1 ? 0 : static_cast<size_t>(n) * sizeof(T), near_, sizeof near_) {
    T *copy = inc == 1 ? nullptr : memory_.array<T>(n);
    if (copy == nullptr) return;
    data_ = copy;
    for (int64_t i = 0; i < n; ++i) data_[i] = first_[i * inc];
  }
  T *data() const { return data_; }
  int64_t stride() const { return bytes<T>(data_ == first_ ? inc_ : 1); }
  bool adjacent() const { return stride() == static_cast<int64_t>(sizeof(T)); }
  // Where the caller's vector is written: copies go back.
  void put_back() const {
    if (data_ == first_) return;
    for (int64_t i = 0; i < n_; ++i) first_[i * inc_] = data_[i];
  }

 private:
  T *first_, *data_;
  int64_t n_, inc_;
  alignas(64) char near_[kNearBytes];
  Memory memory_;
};

// y <- beta * y before a product is added; beta == 0 does not read it.
template <class T>
void scale(const gk_level2 &k, int64_t n, const T &beta, T *y, int64_t stride) {
  if (!is(beta, 1)) k.scale(n, &beta, y, stride);
}

// ---- Teams --------------------------------------------------------------------------------------------------------

// Pieces of equal width, a multiple of GK_LEVEL2_GROUP, that bits do not depend on: about four for each worker.
struct Pieces {
  int64_t width, count;
  Pieces(int64_t n, int64_t most, int64_t least_width) {
    const int64_t even = (n + most - 1) / most, wide = even > least_width ? even : least_width;
    width = (wide + GK_LEVEL2_GROUP - 1) / GK_LEVEL2_GROUP * GK_LEVEL2_GROUP;
    count = (n + width - 1) / width;
  }
  int64_t end(int64_t piece, int64_t n) const { return (piece + 1) * width < n ? (piece + 1) * width : n; }
};

// Runs f(job) for all jobs on that many workers.
template <class F>
void run(int32_t workers, int64_t jobs, F f) {
  gemmkit_private_run(
      workers, jobs, [](void *context, int64_t job) { (*static_cast<F *>(context))(job); }, &f);
}

// The update of A, of so many bytes, cut by columns.
template <class T>
void update(gk_level2_args s, uint64_t bytes) {
  const auto kernel = level2<T>().update;
  if (gemmkit_private_is_far(bytes) != 0) s.flags |= GK_LEVEL2_FAR;
  constexpr int64_t kMost = 64, kLeast = 16;
  const int64_t n = s.last;
  const Pieces pieces(n, kMost, kLeast);
  const int32_t workers = gemmkit_private_bandwidth_workers(2 * bytes, pieces.count);
  if (workers == 1) return kernel(&s);
  run(workers, pieces.count, [&](int64_t job) {
    gk_level2_args part = s;
    part.first = job * pieces.width;
    part.last = pieces.end(job, n);
    kernel(&part);
  });
}

}  // namespace gk::blas
