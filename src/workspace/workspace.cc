// Workspaces and the per-thread pool.
#include "workspace/workspace.h"

#include "base/error.h"
#include "base/memory.h"
#include "tuning/knobs.h"

#include <pthread.h>
#include <bit>

namespace gk {
namespace {

// Plain thread-local data has no destructor (that would need the C++ runtime): the key's destructor frees
// the block. The library stays mapped after dlclose, so the destructor cannot dangle.
// A second block serves calls within a call: the products that a BLAS routine with memory of its own is made of.
constexpr int kPools = 2;
constinit thread_local gemmkit_workspace pools[kPools] = {};

pthread_once_t key_once = PTHREAD_ONCE_INIT;
pthread_key_t key;
constinit bool key_valid = false;

void free_block(gemmkit_workspace *workspace) {
  aligned_free(workspace->block);
  workspace->block = nullptr;
  workspace->capacity = 0;
}

void free_pools_at_thread_end(void *argument) {
  for (int i = 0; i < kPools; ++i) free_block(static_cast<gemmkit_workspace *>(argument) + i);
}

void create_key() { key_valid = pthread_key_create(&key, free_pools_at_thread_end) == 0; }

// Arms the destructor. Done whenever a pool goes from empty to filled, because another thread-exit
// handler may compute after ours has run; the C library then runs ours again.
bool arm_pool() {
  pthread_once(&key_once, create_key);
  return key_valid && pthread_setspecific(key, pools) == 0;
}

size_t huge_page_from() {
  uint64_t bytes = knob(Knob::GEMMKIT_HUGE_PAGE_BYTES);
  return bytes > SIZE_MAX ? SIZE_MAX : static_cast<size_t>(bytes);
}

// A power of two when there is memory for it (so that a run of growing products reallocates a logarithmic
// number of times), else exactly what is needed. Sets *capacity; null when neither can be had.
void *allocate(size_t bytes, size_t *capacity) {
  constexpr size_t kLargestPowerOfTwo = SIZE_MAX / 2 + 1;
  *capacity = bytes <= kLargestPowerOfTwo ? std::bit_ceil(bytes) : bytes;
  if (*capacity < kBufferAlignment) *capacity = kBufferAlignment;
  void *block = aligned_allocate(*capacity, huge_page_from());
  if (!block && *capacity > bytes) {
    *capacity = bytes;
    block = aligned_allocate(bytes, huge_page_from());
  }
  return block;
}

// The old block is given up only when the new one exists: a workspace never ends up smaller than it was.
bool reserve(gemmkit_workspace *workspace, size_t bytes) {
  if (workspace->capacity >= bytes) return true;
  size_t capacity;
  void *block = allocate(bytes, &capacity);
  if (!block) return false;
  aligned_free(workspace->block);
  workspace->block = block;
  workspace->capacity = capacity;
  return true;
}

}  // namespace

WorkspaceLease::WorkspaceLease(gemmkit_workspace *callers, size_t bytes) : source_(nullptr), data_(nullptr) {
  if (bytes == 0) return;
  gemmkit_workspace *source = callers ? callers : pools[0].busy ? &pools[1] : &pools[0];
  // Without a working key a pool could not be freed at thread end: then every call has its own block.
  bool usable = !source->busy && (source == callers || source->block || arm_pool());
  if (usable) {
    if (!reserve(source, bytes)) return;
    source->busy = true;
    source_ = source;
    data_ = source->block;
    return;
  }
  size_t capacity;
  data_ = allocate(bytes, &capacity);
}

WorkspaceLease::~WorkspaceLease() {
  if (source_) {
    source_->busy = false;
  } else {
    aligned_free(data_);
  }
}

gemmkit_status workspace_create(size_t capacity, gemmkit_workspace **out) {
  if (!out) return fail(GEMMKIT_ERR_ARGUMENT, "workspace_create: out is null");
  auto *workspace = static_cast<gemmkit_workspace *>(aligned_allocate(sizeof(gemmkit_workspace)));
  if (!workspace) return fail(GEMMKIT_ERR_NO_MEMORY, "no memory for a workspace");
  *workspace = gemmkit_workspace{nullptr, 0, false};
  if (capacity > 0 && !reserve(workspace, capacity)) {
    aligned_free(workspace);
    return fail(GEMMKIT_ERR_NO_MEMORY, "no memory for a workspace of %zu bytes", capacity);
  }
  *out = workspace;
  return GEMMKIT_OK;
}

void workspace_destroy(gemmkit_workspace *workspace) {
  if (!workspace) return;
  free_block(workspace);
  aligned_free(workspace);
}

// Called from within a product (a callback) a pool is in use: it stays.
void release_thread_pool() {
  for (gemmkit_workspace &pool : pools) {
    if (!pool.busy) free_block(&pool);
  }
}

}  // namespace gk
