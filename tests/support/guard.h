// Arrays that touch an inaccessible page, so that one element too far is a fault.
#pragma once

#if !defined(__wasm__)
#include <sys/mman.h>
#include <unistd.h>
#endif

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <vector>

namespace gk::test {

enum class Edge { Begin, End };  // which end of the array the forbidden page touches

#if defined(__wasm__)
// Memory has no pages there: what is written too far is seen when the array goes, what is read too far is not.
template <class T>
class GuardedArray {
 public:
  GuardedArray(size_t count, Edge) : bytes_(count * sizeof(T)), memory_(bytes_ + 2 * kMargin, kSentinel) {}
  GuardedArray(const GuardedArray &) = delete;
  GuardedArray &operator=(const GuardedArray &) = delete;
  ~GuardedArray() {
    for (size_t i = 0; i < kMargin; ++i)
      if (memory_[i] != kSentinel || memory_[kMargin + bytes_ + i] != kSentinel) std::abort();
  }
  T *data() { return reinterpret_cast<T *>(memory_.data() + kMargin); }
  T &operator[](size_t i) { return data()[i]; }

 private:
  static constexpr size_t kMargin = 4096;
  static constexpr unsigned char kSentinel = 0xa5;
  size_t bytes_;
  std::vector<unsigned char> memory_;
};

// No access to it faults.
class ForbiddenPage {
 public:
  template <class T>
  T *as() {
    return nullptr;
  }
};
#else
template <class T>
class GuardedArray {
 public:
  GuardedArray(size_t count, Edge edge) {
    const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    const size_t bytes = count * sizeof(T);
    const size_t inner = (bytes + page - 1) / page * page;
    total_ = inner + 2 * page;
    void *map = mmap(nullptr, total_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (map == MAP_FAILED) throw std::bad_alloc();
    map_ = static_cast<unsigned char *>(map);
    if (inner && mprotect(map_ + page, inner, PROT_READ | PROT_WRITE) != 0) throw std::bad_alloc();
    data_ = reinterpret_cast<T *>(edge == Edge::Begin ? map_ + page : map_ + page + inner - bytes);
  }
  GuardedArray(const GuardedArray &) = delete;
  GuardedArray &operator=(const GuardedArray &) = delete;
  ~GuardedArray() { munmap(map_, total_); }
  T *data() { return data_; }
  T &operator[](size_t i) { return data_[i]; }

 private:
  unsigned char *map_;
  size_t total_;
  T *data_;
};

// An address range that faults on any access.
class ForbiddenPage {
 public:
  ForbiddenPage() : page_(mmap(nullptr, kBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {}
  ForbiddenPage(const ForbiddenPage &) = delete;
  ForbiddenPage &operator=(const ForbiddenPage &) = delete;
  ~ForbiddenPage() { munmap(page_, kBytes); }
  template <class T>
  T *as() {
    return static_cast<T *>(page_);
  }

 private:
  static constexpr size_t kBytes = 1 << 16;
  void *page_;
};

#endif

}  // namespace gk::test
