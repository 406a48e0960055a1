// gemmkit_set_allocator, and computing without memory.
#include "gemmkit_minimal.h"
#include "support/env.h"
#include "support/problem.h"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <vector>

using namespace gk::test;

namespace {

int taken, given_back;
bool refuse;

void *take(size_t bytes) {
  ++taken;
  return refuse ? nullptr : std::malloc(bytes);
}
void give_back(void *block) {
  ++given_back;
  std::free(block);
}

// A product whose transposed A has to be packed.
std::vector<float> product() {
  constexpr int64_t n = 200;
  std::vector<float> a(n * n), b(n * n), c(n * n, -1.0F);
  for (size_t i = 0; i < a.size(); ++i) a[i] = float(g(int64_t(i), 1, 0)), b[i] = float(g(int64_t(i), 2, 0));
  const gemmkit_cview_f32 va{a.data(), n * n, n, n, n, 1}, vb{b.data(), n * n, n, n, 1, n};
  const gemmkit_view_f32 vc{c.data(), n * n, n, n, 1, n};
  REQUIRE(gemmkit_gemm_f32(1, &va, &vb, 0, &vc, nullptr, nullptr) == GEMMKIT_OK);
  return c;
}

}  // namespace

TEST_CASE("memory comes from the allocator, and goes back to it", "[minimal]") {
  const auto want = product();
  taken = given_back = 0;
  gemmkit_set_allocator(take, give_back);
  KnobScope knobs("GEMMKIT_DIRECT_BYTES", 0);
  CHECK(product() == want);
  CHECK(taken > 0);
  CHECK(given_back == taken);  // nothing is kept
  gemmkit_workspace *workspace = nullptr;
  REQUIRE(gemmkit_workspace_create(1000, &workspace) == GEMMKIT_OK);
  gemmkit_set_allocator(nullptr, nullptr);
  const int before = given_back;
  gemmkit_workspace_destroy(workspace);
  CHECK(given_back == before + 2);  // not to free
  CHECK(product() == want);
  CHECK(taken == given_back);
}

TEST_CASE("a packed matrix lies in memory of the allocator, its handle too", "[minimal]") {
  const float b[6] = {1, 2, 3, 4, 5, 6};
  gemmkit_packed *packed = nullptr;
  taken = given_back = 0;
  gemmkit_set_allocator(take, give_back);
  REQUIRE(gemmkit_prepack_rhs_f32_unchecked(2, 3, b, 3, 1, nullptr, &packed) == GEMMKIT_OK);
  CHECK(taken == 2);
  refuse = true;
  gemmkit_packed *another = nullptr;
  CHECK(gemmkit_prepack_rhs_f32_unchecked(2, 3, b, 3, 1, nullptr, &another) == GEMMKIT_ERR_NO_MEMORY);
  refuse = false;
  gemmkit_set_allocator(nullptr, nullptr);
  gemmkit_packed_free(packed);
  CHECK(given_back == 2);
}

TEST_CASE("without memory the result is the same", "[minimal]") {
  KnobScope knobs("GEMMKIT_DIRECT_BYTES", 0);
  const auto want = product();
  refuse = true;
  gemmkit_set_allocator(take, give_back);
  CHECK(product() == want);
  gemmkit_workspace *workspace = nullptr;
  CHECK(gemmkit_workspace_create(1000, &workspace) == GEMMKIT_ERR_NO_MEMORY);
  gemmkit_set_allocator(nullptr, nullptr);
  refuse = false;
}

TEST_CASE("threads that are not there are not missed", "[minimal]") {
  if (std::string(gemmkit_config()).find("teams by none") == std::string::npos) return;
  gemmkit_set_num_threads(8);
  CHECK(gemmkit_get_max_threads() == 1);
  KnobScope knobs("GEMMKIT_PARALLEL_THRESHOLD", 0);
  const auto want = product();
  gemmkit_set_num_threads(0);
  CHECK(product() == want);
}
