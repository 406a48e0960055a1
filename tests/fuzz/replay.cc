// Runs a fuzz target over the files of a folder, and over random inputs made from them: for compilers without
// libFuzzer.
#include "support/cpu_runs.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  const char *pin = std::getenv("GEMMKIT_REQUIRE_ISA");
  if (pin && !gk::test::cpu_runs(pin)) {
    std::printf("SKIPPED: %s was built but this CPU cannot run it\n", pin);
    return 77;
  }
  std::mt19937 random(1);
  int runs = 0;
  for (const auto &entry : std::filesystem::directory_iterator(argv[1])) {
    std::ifstream file(entry.path(), std::ios::binary);
    std::vector<char> text{std::istreambuf_iterator<char>(file), {}};
    std::vector<uint8_t> input(text.begin(), text.end());
    LLVMFuzzerTestOneInput(input.data(), input.size());
    for (int mutation = 0; mutation < 20 && !input.empty(); ++mutation, ++runs) {
      input[random() % input.size()] = uint8_t(random());
      LLVMFuzzerTestOneInput(input.data(), input.size());
    }
  }
  std::printf("%d mutated inputs\n", runs);
  return runs > 0 ? 0 : 1;
}
