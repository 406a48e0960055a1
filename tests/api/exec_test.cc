// gemmkit_exec, workspaces and thread counts as a C caller sees them.
#include "api/views.h"

#include <catch2/catch.hpp>

#include <sys/mman.h>
#include <unistd.h>

#include <limits>

using namespace gk::test;

TEMPLATE_TEST_CASE("struct_size decides what is read", "[api]", float, double) {
  SmallProblem<TestType> p;
  SECTION("zero and larger are refused") {
    for (uint32_t size : {0u, static_cast<uint32_t>(sizeof(gemmkit_exec)) + 1, UINT32_MAX}) {
      gemmkit_exec exec = {size, 0, nullptr};
      CHECK(p.run(&exec) == GEMMKIT_ERR_ARGUMENT);
      CHECK(last_error() == "gemmkit: exec.struct_size " + std::to_string(size) + " is not in [1," +
                                std::to_string(sizeof(gemmkit_exec)) + "]");
      CHECK(p.untouched());
    }
  }
  SECTION("a shorter struct is accepted, and nothing behind it is read") {
    // The struct ends at an inaccessible page; what it lacks lies beyond.
    const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    void *map = mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    REQUIRE(map != MAP_FAILED);
    REQUIRE(mprotect(static_cast<char *>(map) + page, page, PROT_NONE) == 0);
    auto *exec = reinterpret_cast<gemmkit_exec *>(static_cast<char *>(map) + page - 8);
    exec->struct_size = 8;
    exec->threads = 1;
    CHECK(p.run(exec) == GEMMKIT_OK);
    munmap(map, 2 * page);
  }
  SECTION("what lies past struct_size, also half a field, counts as missing") {
    auto *nowhere = reinterpret_cast<gemmkit_workspace *>(uintptr_t{16});
    for (uint32_t size : {1u, 4u, 5u, 7u}) {
      gemmkit_exec exec = {size, -1, nowhere};
      CHECK(p.run(&exec) == GEMMKIT_OK);
    }
    for (uint32_t size : {8u, 12u, 15u}) {
      gemmkit_exec exec = {size, 1, nowhere};
      CHECK(p.run(&exec) == GEMMKIT_OK);
    }
  }
  SECTION("negative thread counts are refused") {
    for (int32_t threads : {-1, std::numeric_limits<int32_t>::min()}) {
      gemmkit_exec exec = {8, threads, nullptr};
      CHECK(p.run(&exec) == GEMMKIT_ERR_ARGUMENT);
      CHECK(last_error() == "gemmkit: exec.threads " + std::to_string(threads) + " is negative");
      CHECK(p.untouched());
    }
  }
  SECTION("exec is looked at before the views") {
    gemmkit_exec exec = {0, 0, nullptr};
    p.a.cols = 2;
    CHECK(p.run(&exec) == GEMMKIT_ERR_ARGUMENT);
  }
}

TEST_CASE("workspaces", "[api]") {
  gemmkit_workspace *workspace = nullptr;
  CHECK(gemmkit_workspace_create(4096, nullptr) == GEMMKIT_ERR_ARGUMENT);
  CHECK(last_error() == "gemmkit: workspace_create: out is null");
  CHECK(gemmkit_workspace_capacity(nullptr) == 0);
  gemmkit_workspace_destroy(nullptr);

  REQUIRE(gemmkit_workspace_create(0, &workspace) == GEMMKIT_OK);
  CHECK(gemmkit_workspace_capacity(workspace) == 0);
  gemmkit_workspace_destroy(workspace);

  REQUIRE(gemmkit_workspace_create(100000, &workspace) == GEMMKIT_OK);
  CHECK(gemmkit_workspace_capacity(workspace) >= 100000);
  SmallProblem<double> p;
  gemmkit_exec exec = {sizeof exec, 1, workspace};
  CHECK(p.run(&exec) == GEMMKIT_OK);
  CHECK(p.c_store[3] == 23);
  gemmkit_workspace_destroy(workspace);

  gemmkit_workspace *kept = reinterpret_cast<gemmkit_workspace *>(uintptr_t{8});
  CHECK(gemmkit_workspace_create(std::numeric_limits<size_t>::max() / 2, &kept) == GEMMKIT_ERR_NO_MEMORY);
  CHECK(kept == reinterpret_cast<gemmkit_workspace *>(uintptr_t{8}));
}

TEST_CASE("the default width", "[api]") {
  const int32_t automatic = gemmkit_get_max_threads();
  CHECK(automatic >= 1);
  gemmkit_set_num_threads(1);
  CHECK(gemmkit_get_max_threads() == 1);
  gemmkit_set_num_threads(-3);
  CHECK(gemmkit_get_max_threads() == 1);
  gemmkit_set_num_threads(0);
  CHECK(gemmkit_get_max_threads() == automatic);
}

TEST_CASE("releasing a pool twice, and before it exists", "[api]") {
  gemmkit_release_thread_memory();
  gemmkit_release_thread_memory();
  SmallProblem<float> p;
  CHECK(p.run() == GEMMKIT_OK);
}
