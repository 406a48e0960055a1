// Workspaces and leases.
#include "workspace/workspace.h"

#include "base/error.h"
#include "base/memory.h"
#include "tuning/knobs.h"
#include "workspace/pool.h"

#include <bit>

namespace gk {
namespace {

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
  gemmkit_workspace *source = callers ? callers : idle_pool();
  if (source && !source->busy) {
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
  aligned_free(workspace->block);
  aligned_free(workspace);
}

}  // namespace gk
