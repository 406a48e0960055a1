// Cross-checks against the reference BLAS and OpenBLAS, whichever is installed; skipped if neither is.
#include "support/problem.h"

#include <catch2/catch.hpp>

#include <dlfcn.h>

using namespace gk::test;

namespace {

struct Peer {
  const char *name, *path;
};
constexpr Peer kPeers[] = {{"reference BLAS", "/usr/lib/x86_64-linux-gnu/blas/libblas.so.3"},
                           {"OpenBLAS", "libopenblas.so.0"}};

void *load(const Peer &peer) { return dlopen(peer.path, RTLD_NOW | RTLD_LOCAL); }

template <class T>
using GemmFn = void (*)(const char *, const char *, const int *, const int *, const int *, const T *, const T *,
                        const int *, const T *, const int *, const T *, T *, const int *, size_t, size_t);

// Our result and the peer's may each be off by the tolerance.
template <class T>
void compare_with(const Peer &peer) {
  void *library = load(peer);
  if (!library) {
    WARN(peer.name << " is not installed: not compared");
    return;
  }
  auto peer_gemm = reinterpret_cast<GemmFn<T>>(dlsym(library, sizeof(T) == 4 ? "sgemm_" : "dgemm_"));
  REQUIRE(peer_gemm != nullptr);
  int turn = 0, pass = 0;
  for (int m : {1, 3, 17, 64, 130})
    for (int n : {1, 5, 12, 97})
      for (int k : {1, 8, 65, 400})
        for (int ops = 0; ops < 4; ++ops) {
          if (fast() && ++pass % 5 != 0) continue;
          Problem p;
          p.m = m;
          p.n = n;
          p.k = k;
          p.a_layout = ops % 2;  // a row-major operand is a transposed one to BLAS
          p.b_layout = ops / 2;
          p.integers = false;
          p.seed = turn;
          const T alpha = turn % 3 ? T(1) : T(-0.5), beta = turn % 2 ? T(0) : T(0.75);
          ++turn;
          Operands<T> x(p);
          Matrix<T> theirs = x.c;
          REQUIRE(gemm<T>(alpha, x.a, x.b, beta, x.c, turn % 3) == GEMMKIT_OK);
          const int lda = ops % 2 ? k : m, ldb = ops / 2 ? n : k;
          peer_gemm(ops % 2 ? "T" : "N", ops / 2 ? "T" : "N", &m, &n, &k, &alpha, x.a.data(), &lda, x.b.data(), &ldb,
                    &beta, theirs.data(), &m, 1, 1);
          double error = 0, norm = 0;
          for (int j = 0; j < n; ++j)
            for (int i = 0; i < m; ++i) {
              const double off = double(x.c(i, j)) - double(theirs(i, j));
              error += off * off;
              double magnitude = std::fabs(double(beta));  // of C; fractions are below 1
              for (int q = 0; q < k; ++q) magnitude += std::fabs(double(x.a(i, q)) * double(x.b(q, j)));
              norm += magnitude * magnitude;
            }
          INFO(type_name<T>() << " " << describe(p) << " against " << peer.name);
          REQUIRE(std::sqrt(error) <= 2 * tolerance<T>(k) * std::sqrt(norm));
        }
}

}  // namespace

extern "C" const char *gk_test_skip_reason() {
  for (const Peer &peer : kPeers)
    if (load(peer)) return nullptr;
  return "no other BLAS library is installed";
}

TEST_CASE("f32 agrees with other libraries", "[driver][peers]") {
  for (const Peer &peer : kPeers) compare_with<float>(peer);
}
TEST_CASE("f64 agrees with other libraries", "[driver][peers]") {
  for (const Peer &peer : kPeers) compare_with<double>(peer);
}
