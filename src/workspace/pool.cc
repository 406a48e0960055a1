// The memory that a thread keeps between its calls.
#include "workspace/pool.h"

#include "base/memory.h"

#include <pthread.h>

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

}  // namespace

gemmkit_workspace *idle_pool() {
  gemmkit_workspace *pool = pools[0].busy ? &pools[1] : &pools[0];
  // Without a working key a pool could not be freed at thread end: then every call has its own block.
  return !pool->busy && (pool->block || arm_pool()) ? pool : nullptr;
}

// Called from within a product (a callback) a pool is in use: it stays.
void release_thread_pool() {
  for (gemmkit_workspace &pool : pools) {
    if (!pool.busy) free_block(&pool);
  }
}

}  // namespace gk
