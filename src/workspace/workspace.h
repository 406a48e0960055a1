// Packing memory: one block per call, which the driver divides among the workers.
#pragma once

#include "gemmkit.h"

#include <stddef.h>

// Grows by powers of two, never shrinks. One call at a time.
struct gemmkit_workspace {
  void *block;
  size_t capacity;
  bool busy;
};

namespace gk {

// Holds a block of at least the asked size for one call. data() is null when memory is short: the caller
// degrades. Without a caller's workspace it borrows one of the thread's two pools, the second for a call from within a
// call; when both are in use it takes a block of its own for the duration.
class WorkspaceLease {
 public:
  WorkspaceLease(gemmkit_workspace *callers, size_t bytes);
  ~WorkspaceLease();
  WorkspaceLease(const WorkspaceLease &) = delete;
  WorkspaceLease &operator=(const WorkspaceLease &) = delete;
  void *data() const { return data_; }

 private:
  gemmkit_workspace *source_;  // null: data_ is a block of this lease alone, or null
  void *data_;
};

// gemmkit_workspace_* and gemmkit_release_thread_memory.
gemmkit_status workspace_create(size_t capacity, gemmkit_workspace **out);
void workspace_destroy(gemmkit_workspace *);
void release_thread_pool();

}  // namespace gk
