// A limit on the time of a test case.
#pragma once

#include <catch2/catch.hpp>

#include <ctime>

namespace gk::test {

// Fails a test case that takes long: something was computed, or spun, that should have been refused at once.
class Brief {
 public:
  Brief() = default;
  Brief(const Brief &) = delete;
  Brief &operator=(const Brief &) = delete;
  ~Brief() { CHECK(std::clock() - start_ < 10 * CLOCKS_PER_SEC); }

 private:
  std::clock_t start_ = std::clock();  // of the CPU: the machine may be busy or emulated
};

}  // namespace gk::test
