// Aligned allocation for packing buffers.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace gk {

inline constexpr size_t kBufferAlignment = 64;
inline constexpr size_t kHugePage = size_t{2} << 20;

// At least `bytes`, aligned to 64 bytes; blocks of huge_page_from bytes and more are aligned to 2 MiB and
// offered to the operating system as huge pages. Null when memory is short. errno stays as it was.
void *aligned_allocate(size_t bytes, size_t huge_page_from = SIZE_MAX);
void aligned_free(void *block);

// Successful calls of aligned_allocate so far: tests see with it that a steady state allocates nothing.
uint64_t allocation_count();

}  // namespace gk
