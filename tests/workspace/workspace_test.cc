// src/workspace: leases, growth, the per-thread pool and what happens when memory is short.
#include "workspace/workspace.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

#include <catch2/catch.hpp>
#include <thread>
#include <vector>

#include "base/memory.h"
#include "support/inject.h"
#include "support/process.h"
#include "tuning/knobs.h"

using namespace gk;

namespace {

// A test that leaves no pool behind for the next one.
struct FreshPool {
  FreshPool() { release_thread_pool(); }
  ~FreshPool() { release_thread_pool(); }
};

bool aligned(const void *block) { return reinterpret_cast<uintptr_t>(block) % kBufferAlignment == 0; }

}  // namespace

TEST_CASE("the pool serves call after call from one block", "[workspace]") {
  FreshPool fresh;
  { WorkspaceLease warm(nullptr, 5000); }
  const uint64_t before = allocation_count();
  void *first = nullptr;
  for (size_t bytes : {size_t{5000}, size_t{1}, size_t{8192}, size_t{64}}) {
    WorkspaceLease lease(nullptr, bytes);
    REQUIRE(lease.data() != nullptr);
    CHECK(aligned(lease.data()));
    memset(lease.data(), 0xff, bytes);
    if (!first) first = lease.data();
    CHECK(lease.data() == first);
  }
  CHECK(allocation_count() == before);
}

TEST_CASE("a growing run of calls allocates a logarithmic number of times", "[workspace]") {
  FreshPool fresh;
  const uint64_t before = allocation_count();
  for (size_t bytes = 1000; bytes < 1'000'000; bytes += 1000) {
    WorkspaceLease lease(nullptr, bytes);
    REQUIRE(lease.data() != nullptr);
    memset(lease.data(), 1, bytes);
  }
  CHECK(allocation_count() - before <= 11);
}

TEST_CASE("a call within a call gets a block of its own", "[workspace]") {
  FreshPool fresh;
  WorkspaceLease outer(nullptr, 4096);
  memset(outer.data(), 1, 4096);
  {
    WorkspaceLease inner(nullptr, 4096);
    REQUIRE(inner.data() != nullptr);
    CHECK(inner.data() != outer.data());
    memset(inner.data(), 2, 4096);
    WorkspaceLease third(nullptr, 100);
    CHECK(third.data() != inner.data());
    // The pool is in use: it must survive this.
    release_thread_pool();
  }
  for (size_t i = 0; i < 4096; ++i) REQUIRE(static_cast<unsigned char *>(outer.data())[i] == 1);
}

TEST_CASE("a caller's workspace grows and is used instead of the pool", "[workspace]") {
  FreshPool fresh;
  gemmkit_workspace *workspace = nullptr;
  REQUIRE(workspace_create(0, &workspace) == GEMMKIT_OK);
  CHECK(workspace->capacity == 0);
  {
    WorkspaceLease lease(workspace, 1000);
    REQUIRE(lease.data() == workspace->block);
    CHECK(workspace->capacity == 1024);
    WorkspaceLease again(workspace, 1000);  // re-entrant use of the same workspace
    CHECK(again.data() != lease.data());
  }
  const uint64_t before = allocation_count();
  { WorkspaceLease lease(workspace, 1024); }
  CHECK(allocation_count() == before);
  { WorkspaceLease lease(workspace, 1025); }
  CHECK(workspace->capacity == 2048);
  workspace_destroy(workspace);
  workspace_destroy(nullptr);
}

TEST_CASE("a workspace of a given capacity never allocates below it", "[workspace]") {
  gemmkit_workspace *workspace = nullptr;
  REQUIRE(workspace_create(100'000, &workspace) == GEMMKIT_OK);
  CHECK(workspace->capacity >= 100'000);
  const uint64_t before = allocation_count();
  { WorkspaceLease lease(workspace, 100'000); }
  CHECK(allocation_count() == before);
  workspace_destroy(workspace);
}

TEST_CASE("creation reports its failures and leaves out alone", "[workspace]") {
  gemmkit_workspace *const untouched = reinterpret_cast<gemmkit_workspace *>(64);
  gemmkit_workspace *out = untouched;
  CHECK(workspace_create(SIZE_MAX, &out) == GEMMKIT_ERR_NO_MEMORY);
  CHECK(workspace_create(SIZE_MAX / 2 + 1, &out) == GEMMKIT_ERR_NO_MEMORY);
  CHECK(out == untouched);
  CHECK(workspace_create(16, nullptr) == GEMMKIT_ERR_ARGUMENT);
}

TEST_CASE("short of memory a lease is empty and the workspace keeps what it has", "[workspace]") {
  FreshPool fresh;
  gemmkit_workspace *workspace = nullptr;
  REQUIRE(workspace_create(1000, &workspace) == GEMMKIT_OK);
  void *block = workspace->block;
  errno = EDOM;
  {
    WorkspaceLease impossible(workspace, SIZE_MAX / 4);
    CHECK(impossible.data() == nullptr);
    WorkspaceLease pool(nullptr, SIZE_MAX / 4);
    CHECK(pool.data() == nullptr);
    WorkspaceLease nothing(nullptr, 0);
    CHECK(nothing.data() == nullptr);
  }
  CHECK(errno == EDOM);
  CHECK(workspace->block == block);
  CHECK(!workspace->busy);
  WorkspaceLease possible(workspace, 1000);
  CHECK(possible.data() == block);
  workspace->busy = false;
  workspace_destroy(workspace);
}

TEST_CASE("what a power of two cannot have, the exact size may", "[workspace]") {
  FreshPool fresh;
  inject_fail_allocations(1 << 20);  // 1 MiB and more
  void *data = nullptr;
  {
    WorkspaceLease lease(nullptr, (1 << 19) + 64);
    data = lease.data();
  }
  inject_fail_allocations(~0ul);
  CHECK(data != nullptr);
}

TEST_CASE("large pools are aligned for huge pages", "[workspace]") {
  FreshPool fresh;
  WorkspaceLease lease(nullptr, 3 << 20);
  REQUIRE(lease.data() != nullptr);
  CHECK(reinterpret_cast<uintptr_t>(lease.data()) % kHugePage == 0);
  knob_set(Knob::GEMMKIT_HUGE_PAGE_BYTES, kNever);
  {
    WorkspaceLease ordinary(nullptr, 3 << 20);
    CHECK(ordinary.data() != nullptr);
  }
  knob_reset(Knob::GEMMKIT_HUGE_PAGE_BYTES);
}

TEST_CASE("a thread's pool is freed when the thread ends", "[workspace]") {
  constexpr size_t kBytes = 8 << 20;
  const auto use = [] {
    WorkspaceLease lease(nullptr, kBytes);
    if (lease.data()) memset(lease.data(), 1, kBytes);
  };
  std::thread(use).join();
  const long before = test::resident_bytes();
  for (int i = 0; i < 40; ++i) std::thread(use).join();
  CHECK(test::resident_bytes() - before < 64L << 20);  // leaked pools would be 320 MiB
}

// Another library's thread-exit handler may compute after ours has freed the pool.
TEST_CASE("computing in a thread-exit handler leaks nothing", "[workspace]") {
  constexpr size_t kBytes = 8 << 20;
  static pthread_key_t late;
  const auto use = [](void *) {
    WorkspaceLease lease(nullptr, kBytes);
    if (lease.data()) memset(lease.data(), 1, kBytes);
  };
  { WorkspaceLease makes_our_key_first(nullptr, 64); }
  REQUIRE(pthread_key_create(&late, use) == 0);
  long before = 0;
  for (int i = 0; i < 41; ++i) {
    std::thread([&] {
      use(nullptr);
      pthread_setspecific(late, &late);
    }).join();
    if (i == 0) before = test::resident_bytes();
  }
  CHECK(test::resident_bytes() - before < 64L << 20);
  pthread_key_delete(late);
}
