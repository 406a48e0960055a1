// Callers built against other versions of the header: the structs that grow, in every size from four bytes to beyond
// the library's own, at the very end of accessible memory.
#include "gemmkit.h"
#include "support/guard.h"

#include <catch2/catch.hpp>

#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

using namespace gk::test;

namespace {

const std::vector<float> kOnes(4, 1.0f);
const float kBias[] = {10, 20}, kResidual[] = {1, 2, 3, 4}, kScale[] = {2, 4};
const int32_t kSums[] = {5, 6};

// A struct of `size` bytes as near before a forbidden page as its alignment lets it; what does not fit is cut, what is
// beyond it, or beyond the library's struct, is not zero.
template <class S>
class AtTheEnd {
 public:
  AtTheEnd(const S &full, uint32_t size) : memory_(length(size), Edge::End) {
    std::memset(memory_.data(), 0x5a, length(size));
    std::memcpy(memory_.data(), &full, size < sizeof full ? size : sizeof full);
    std::memcpy(memory_.data(), &size, sizeof size);
  }
  const S *get() { return reinterpret_cast<const S *>(memory_.data()); }

 private:
  static size_t length(uint32_t size) { return (size + alignof(S) - 1) / alignof(S) * alignof(S); }
  GuardedArray<unsigned char> memory_;
};

constexpr uint32_t kLeast = sizeof(uint32_t), kBeyond = 64;  // a caller without struct_size is none

// The field is there as a whole.
template <class S, class Field>
bool has(uint32_t size, Field S::*field) {
  const S s{};
  const auto at = reinterpret_cast<const char *>(&(s.*field)) - reinterpret_cast<const char *>(&s);
  return size >= size_t(at) + sizeof(s.*field);
}

gemmkit_status multiply(float *c, const gemmkit_epilogue_f32 *epilogue, const gemmkit_exec *exec) {
  return gemmkit_gemm_f32_unchecked(2, 2, 1, 1, kOnes.data(), 1, 2, kOnes.data(), 2, 1, 0, c, 1, 2, epilogue, exec);
}

void expect_refused(gemmkit_status status, const char *name, uint32_t size, size_t known) {
  CHECK(status == GEMMKIT_ERR_ARGUMENT);
  CHECK(std::string(gemmkit_last_error()) == "gemmkit: " + std::string(name) + ".struct_size " + std::to_string(size) +
                                                 " is not in [1," + std::to_string(known) + "]");
}

}  // namespace

TEST_CASE("exec of every size", "[api][structs]") {
  gemmkit_exec full = {};
  full.threads = -1;  // refused where it is read
  for (uint32_t size = kLeast; size <= sizeof full + kBeyond; ++size) {
    CAPTURE(size);
    AtTheEnd<gemmkit_exec> exec(full, size);
    float c[4] = {7, 7, 7, 7};
    const gemmkit_status status = multiply(c, nullptr, exec.get());
    if (size > sizeof full) {
      expect_refused(status, "exec", size, sizeof full);
    } else {
      CHECK(status == (has(size, &gemmkit_exec::threads) ? GEMMKIT_ERR_ARGUMENT : GEMMKIT_OK));
    }
    CHECK(c[0] == (status == GEMMKIT_OK ? 1 : 7));
  }
}

TEST_CASE("epilogue of every size", "[api][structs]") {
  using E = gemmkit_epilogue_f32;
  E full = {};
  full.bias_kind = GEMMKIT_BIAS_PER_ROW, full.bias = kBias, full.bias_len = 2;
  full.activation = GEMMKIT_ACT_CLIP, full.lo = 2, full.hi = 15;
  full.residual = kResidual, full.residual_len = 4, full.residual_rs = 1, full.residual_cs = 2;
  for (uint32_t size = kLeast; size <= sizeof full + kBeyond; ++size) {
    CAPTURE(size);
    AtTheEnd<E> epilogue(full, size);
    float c[4] = {7, 7, 7, 7};
    const gemmkit_status status = multiply(c, epilogue.get(), nullptr);
    if (size > sizeof full) {
      expect_refused(status, "epilogue", size, sizeof full);
      CHECK(c[0] == 7);
      continue;
    }
    const bool asks = has(size, &E::bias_kind), given = has(size, &E::bias_len);
    if (asks && !given) {  // a bias of no length
      CHECK(status == GEMMKIT_ERR_ARGUMENT);
      CHECK(c[3] == 7);
      continue;
    }
    REQUIRE(status == GEMMKIT_OK);
    float want = given ? 21 : 1;  // the last element: row 1, column 1
    if (has(size, &E::residual)) want += kResidual[has(size, &E::residual_cs) ? 3 : has(size, &E::residual_rs) ? 1 : 0];
    if (has(size, &E::activation)) {
      const float lo = has(size, &E::lo) ? 2 : 0, hi = has(size, &E::hi) ? 15 : 0;
      want = want < lo ? lo : want > hi ? hi : want;
    }
    CHECK(c[3] == want);
  }
}

TEST_CASE("complex epilogue of every size", "[api][structs]") {
  using E = gemmkit_epilogue_c64;
  const gemmkit_c64 one = {1, 0}, bias = {0, 5};
  E full = {};
  full.bias_kind = GEMMKIT_BIAS_PER_ROW, full.bias = &bias, full.bias_len = 1;
  for (uint32_t size = kLeast; size <= sizeof full + kBeyond; ++size) {
    CAPTURE(size);
    AtTheEnd<E> epilogue(full, size);
    gemmkit_c64 c = {7, 7};
    const gemmkit_status status = gemmkit_gemm_c64_unchecked(1, 1, 1, &one, &one, 1, 1, 0, &one, 1, 1, 0, &one, &c, 1,
                                                             1, epilogue.get(), nullptr);
    const bool accepted = size == sizeof full || !has(size, &E::bias_kind);
    CHECK(status == (accepted ? GEMMKIT_OK : GEMMKIT_ERR_ARGUMENT));
    CHECK(c.re == (accepted ? 8 : 7));
    CHECK(c.im == (size == sizeof full ? 12 : 7));
  }
}

TEST_CASE("requant of every size", "[api][structs]") {
  using Q = gemmkit_requant;
  Q full = {};
  full.scale = kScale, full.scale_len = 2, full.zero_point = 3;
  full.bias = kSums, full.bias_len = 2;
  full.scale_kind = full.bias_kind = GEMMKIT_BIAS_PER_COL;
  const int8_t ones[] = {1, 1};
  for (uint32_t size = kLeast; size <= sizeof full + kBeyond; ++size) {
    CAPTURE(size);
    AtTheEnd<Q> requant(full, size);
    int8_t c[4] = {7, 7, 7, 7};
    const gemmkit_status status =
        gemmkit_gemm_i8_requant_unchecked(2, 2, 1, ones, 1, 2, ones, 2, 1, requant.get(), c, 1, 2, nullptr);
    if (size > sizeof full || !has(size, &Q::scale_len)) {
      CHECK(status == GEMMKIT_ERR_ARGUMENT);
      CHECK(c[1] == 7);
      continue;
    }
    REQUIRE(status == GEMMKIT_OK);
    // Row 1, column 0: vectors whose axis an older caller cannot name run along the rows.
    const float scale = has(size, &Q::scale_kind) ? kScale[0] : kScale[1];
    const int32_t sum = !has(size, &Q::bias_len) ? 1 : 1 + (has(size, &Q::bias_kind) ? kSums[0] : kSums[1]);
    CHECK(c[1] == (has(size, &Q::zero_point) ? 3 : 0) + int32_t(scale * float(sum)));
  }
}
