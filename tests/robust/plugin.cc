// A plug-in that loads the library and computes in its constructor, and again in its destructor.
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

namespace {

using Gemm = int32_t(int64_t, int64_t, int64_t, float, const float *, int64_t, int64_t, const float *, int64_t, int64_t,
                     float, float *, int64_t, int64_t, const void *, const void *);

void *library = nullptr;
bool constructed = false;

bool right() {
  constexpr int64_t n = 150;
  static float a[n * n], c[n * n];
  for (float &x : a) x = 1;
  const auto gemm = reinterpret_cast<Gemm *>(dlsym(library, "gemmkit_gemm_f32_unchecked"));
  if (!gemm || gemm(n, n, n, 1, a, n, 1, a, 1, n, 0, c, 1, n, nullptr, nullptr) != 0) return false;
  for (const float x : c)
    if (x != float(n)) return false;
  return true;
}

[[gnu::constructor]] void load() {
  const char *path = getenv("GK_TEST_LIBRARY");
  library = path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : nullptr;
  constructed = library && right();
}

[[gnu::destructor]] void unload() {
  if (library && !right()) _exit(11);
  if (library) dlclose(library);
}

}  // namespace

extern "C" [[gnu::visibility("default")]] int gk_test_constructed() { return constructed; }
