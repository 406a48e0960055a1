// Draws decisions from a fuzzer's input; when it runs out, everything is zero.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace gk::test {

class Input {
 public:
  Input(const uint8_t *data, size_t size) : data_(data), size_(size) {}
  uint8_t byte() { return at_ < size_ ? data_[at_++] : uint8_t(0); }
  uint64_t word() {
    uint64_t value = 0;
    for (int i = 0; i < 8; ++i) value = value << 8 | byte();
    return value;
  }
  int below(int bound) {
    const int high = byte();
    return (high << 8 | byte()) % bound;
  }
  bool once_in(int times) { return byte() % times == 1; }
  template <class T, size_t N>
  T one_of(const T (&values)[N]) {
    return values[size_t(byte()) % N];
  }
  template <size_t N>
  char one_of(const char (&letters)[N]) {
    return letters[size_t(byte()) % (N - 1)];
  }
  // An extent at the edges of tiles and vectors as often as any other. most < 256.
  int extent(int most) {
    constexpr uint8_t kEdges[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 24, 31, 32, 33, 48, 63, 64, 65};
    return (once_in(2) ? one_of(kEdges) : byte()) % most;
  }

 private:
  const uint8_t *data_;
  size_t size_, at_ = 0;
};

// Ends the run with a message that libFuzzer keeps beside the input.
[[noreturn]] inline void fuzz_failure(const std::string &what) {
  std::fprintf(stderr, "FUZZ FAILURE: %s\n", what.c_str());
  std::abort();
}

}  // namespace gk::test
