// Aligned allocation on malloc, or on what gemmkit_set_allocator gave.
#include "base/memory.h"

#include "base/keep_errno.h"
#include "gemmkit_minimal.h"

#include <atomic>
#if !defined(GK_FREESTANDING)
#include <stdlib.h>
#endif

namespace gk {
namespace {

#if defined(GK_FREESTANDING)
// Until the host has given its own there is no memory, with which products compute too.
void *default_allocate(size_t) { return nullptr; }
void default_release(void *) {}
#else
void *default_allocate(size_t bytes) { return malloc(bytes); }
void default_release(void *block) { free(block); }
#endif

constinit std::atomic<gemmkit_allocate_fn> allocate{default_allocate};
constinit std::atomic<gemmkit_release_fn> release{default_release};
constinit std::atomic<uint64_t> allocations{0};

// What lies before each aligned block.
struct Header {
  void *block;
  gemmkit_release_fn release;  // of the allocator that it came from
};

}  // namespace

void *aligned_allocate(size_t bytes, size_t) {
  constexpr size_t kExtra = kBufferAlignment + sizeof(Header);
  if (bytes > SIZE_MAX - kExtra) return nullptr;
  KeepErrno keep_errno;
  void *block = allocate.load(std::memory_order_relaxed)(bytes + kExtra);
  if (block == nullptr) return nullptr;
  const uintptr_t aligned = (reinterpret_cast<uintptr_t>(block) + kExtra) & ~uintptr_t{kBufferAlignment - 1};
  *(reinterpret_cast<Header *>(aligned) - 1) = {block, release.load(std::memory_order_relaxed)};
  allocations.fetch_add(1, std::memory_order_relaxed);
  return reinterpret_cast<void *>(aligned);
}

void aligned_free(void *memory) {
  if (memory == nullptr) return;
  KeepErrno keep_errno;
  const Header header = *(static_cast<Header *>(memory) - 1);
  header.release(header.block);
}

uint64_t allocation_count() { return allocations.load(std::memory_order_relaxed); }

}  // namespace gk

extern "C" void gemmkit_set_allocator(gemmkit_allocate_fn allocate, gemmkit_release_fn release) {
  const bool both = allocate != nullptr && release != nullptr;
  gk::allocate.store(both ? allocate : gk::default_allocate, std::memory_order_relaxed);
  gk::release.store(both ? release : gk::default_release, std::memory_order_relaxed);
}
