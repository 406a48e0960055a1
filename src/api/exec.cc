// Reading a caller's gemmkit_exec, and the C functions behind its fields: workspaces and thread counts.
#include "api/exec.h"

#include "api/epilogue.h"
#include "base/error.h"
#include "parallel/policy.h"
#include "workspace/workspace.h"

#include <stddef.h>

namespace gk {

gemmkit_status read_exec(const gemmkit_exec &exec, ExecOptions *options) {
  uint32_t size = exec.struct_size;
  if (gemmkit_status status = check_struct_size("exec", size, sizeof(gemmkit_exec)); status != GEMMKIT_OK)
    return status;
  // A field counts when the caller's struct holds all of it; memory past struct_size is not ours to read.
  if (size >= offsetof(gemmkit_exec, threads) + sizeof exec.threads) {
    if (exec.threads < 0) {
      return fail(GEMMKIT_ERR_ARGUMENT, "exec.threads %d is negative", static_cast<int>(exec.threads));
    }
    options->threads = exec.threads;
  }
  // NOLINTNEXTLINE(bugprone-sizeof-expression): the size of the pointer is meant
  if (size >= offsetof(gemmkit_exec, workspace) + sizeof exec.workspace) options->workspace = exec.workspace;
  return GEMMKIT_OK;
}

}  // namespace gk

extern "C" {

gemmkit_status gemmkit_workspace_create(size_t capacity_bytes, gemmkit_workspace **out) {
  return gk::workspace_create(capacity_bytes, out);
}

void gemmkit_workspace_destroy(gemmkit_workspace *workspace) {
  if (workspace != nullptr) gk::workspace_destroy(workspace);
}

size_t gemmkit_workspace_capacity(const gemmkit_workspace *workspace) {
  return workspace == nullptr ? 0 : workspace->capacity;
}

void gemmkit_release_thread_memory(void) { gk::release_thread_pool(); }

void gemmkit_set_num_threads(int32_t n) { gk::set_num_threads(n); }

int32_t gemmkit_get_max_threads(void) { return gk::max_threads(); }

}  // extern "C"
