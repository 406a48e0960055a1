// Aligned allocation on top of the C library's allocator, so that its hooks and limits keep working.
#include "base/memory.h"

#include "base/keep_errno.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <atomic>

namespace gk {
namespace {

constinit std::atomic<uint64_t> allocations{0};

}  // namespace

void *aligned_allocate(size_t bytes, size_t huge_page_from) {
  KeepErrno keep_errno;
  bool huge = bytes >= huge_page_from && bytes >= kHugePage;
  void *block = nullptr;
  int failure = posix_memalign(&block, huge ? kHugePage : kBufferAlignment, bytes);
  // A block that cannot be had with the padding of a 2 MiB alignment may still be had without.
  if (failure != 0 && huge) {
    huge = false;
    failure = posix_memalign(&block, kBufferAlignment, bytes);
  }
  // Packed panels are walked with long strides: 4 KiB pages would miss the TLB at every step. Only whole
  // huge pages are named, so that nothing outside the block changes; a refusal costs speed only.
#ifdef MADV_HUGEPAGE
  if (failure == 0 && huge) madvise(block, bytes / kHugePage * kHugePage, MADV_HUGEPAGE);
#endif
  if (failure != 0) return nullptr;
  allocations.fetch_add(1, std::memory_order_relaxed);
  return block;
}

void aligned_free(void *block) {
  KeepErrno keep_errno;
  free(block);
}

uint64_t allocation_count() { return allocations.load(std::memory_order_relaxed); }

}  // namespace gk
