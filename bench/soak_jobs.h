// The calls of gemmkit-soak.
#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <string>

namespace gk::soak {

using Random = std::mt19937_64;
inline int below(Random &random, int bound) { return static_cast<int>(random() % static_cast<uint64_t>(bound)); }

// One call with operands of its own. Both return what is wrong, or "".
struct Job {
  std::string name;
  std::function<std::string()> first;             // on one thread, against the oracle; keeps the result
  std::function<std::string(int threads)> again;  // against the kept result, bit for bit
};

Job any_product_job(uint64_t seed);  // any element type, plain, packed, batched, with an epilogue, requantised
Job any_blas_job(uint64_t seed);     // any element type, level 1 to 3

}  // namespace gk::soak
