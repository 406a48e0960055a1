// The other libraries. Each is loaded if it is installed, told its thread count and asked what CPU it sees.
#include "cblas_call.h"

#include <unistd.h>
#include <algorithm>
#include <functional>
#include <map>

namespace gk::bench {
namespace {

// Beside this program, where the build puts the peers that have to be compiled.
std::string beside_program(const char *file) {
  char path[4096];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  const std::string program(path, length > 0 ? size_t(length) : 0);
  return program.substr(0, program.find_last_of('/') + 1) + file;
}

class Reference : public CblasContestant {
 public:
  Reference(const DynLib &lib, double limit) : CblasContestant(lib), limit_(limit) {
    cpu = "portable Fortran";
    max_threads = 1;
  }
  std::string refuse(const Call &call) override {
    return call.shape.flops() > limit_ ? "too slow (--slow)" : CblasContestant::refuse(call);
  }

 private:
  double limit_;
};

class OpenBlas : public CblasContestant {
 public:
  explicit OpenBlas(const DynLib &lib)
      : CblasContestant(lib), set_threads_(lib.get<void(int)>("openblas_set_num_threads")) {
    cpu = lib.get<char *()>("openblas_get_corename")();
    version = lib.get<char *()>("openblas_get_config")();
  }
  void before(const Call &call) override { set_threads_(call.threads); }

 private:
  void (*set_threads_)(int);
};

class Blis : public CblasContestant {
 public:
  explicit Blis(const DynLib &lib)
      : CblasContestant(lib), set_threads_(lib.get<void(int64_t)>("bli_thread_set_num_threads")) {
    if (auto *init = lib.find<void()>("bli_init")) init();
    version = lib.get<const char *()>("bli_info_get_version_str")();
    cpu = lib.get<const char *(int)>("bli_arch_string")(lib.get<int()>("bli_arch_query_id")());
  }
  void before(const Call &call) override { set_threads_(call.threads); }

 private:
  void (*set_threads_)(int64_t);  // dim_t: the widest argument register serves 32-bit builds as well
};

// Row-major only: a column-major product is the row-major one with A and B exchanged. f32 and 8-bit integers by its
// BLAS-like entries, 16-bit types by its matmul primitive, which peers/dnnl_peer.cc wraps.
class OneDnn : public Contestant {
 public:
  using Sgemm = int(char, char, int64_t, int64_t, int64_t, float, const float *, int64_t, const float *, int64_t, float,
                    float *, int64_t);
  using Int8Gemm = int(char, char, char, int64_t, int64_t, int64_t, float, const int8_t *, int64_t, int8_t,
                       const int8_t *, int64_t, int8_t, float, int32_t *, int64_t, const int32_t *);
  using MakeMatmul = void *(int, int64_t, int64_t, int64_t, int, int, int64_t, int64_t, int64_t, int);
  using RunMatmul = void(void *, const void *, const void *, void *);
  explicit OneDnn(const DynLib &lib)
      : sgemm_(lib.get<Sgemm>("dnnl_sgemm")), int8_gemm_(lib.find<Int8Gemm>("dnnl_gemm_s8s8s32")) {
    path = lib.path();
    try {
      matmul_ = DynLib(beside_program("libgk_bench_dnnl.so"));
      make_ = matmul_.get<MakeMatmul>("gk_dnnl_matmul");
      run_ = matmul_.get<RunMatmul>("gk_dnnl_run");
    } catch (const std::exception &) {  // not built: no 16-bit types
    }
    struct Version {
      int major, minor, patch;
    };
    const Version *v = lib.get<const Version *()>("dnnl_version")();
    version = std::to_string(v->major) + "." + std::to_string(v->minor) + "." + std::to_string(v->patch);
    // Names from dnnl_types.h of oneDNN 2.6.
    static const std::map<int, const char *> names = {
        {0x1, "sse41"},        {0x3, "avx"},          {0x7, "avx2"},         {0x27, "avx512_core"},
        {0x67, "avx512_vnni"}, {0xe7, "avx512_bf16"}, {0x3e7, "avx512_amx"}, {0x407, "avx2_vnni"}};
    if (auto *isa = lib.find<int()>("dnnl_get_effective_cpu_isa")) {
      const auto it = names.find(isa());
      cpu = it == names.end() ? "isa " + std::to_string(isa()) : it->second;
    }
  }
  bool suits(const Shape &s) const override {
    if (s.elem == Elem::kF32) return true;
    if (s.elem == Elem::kI8) return int8_gemm_ != nullptr;
    return (s.elem == Elem::kF16 || s.elem == Elem::kBf16 || s.elem == Elem::kBf16F32) && make_ != nullptr;
  }
  std::string refuse(const Call &call) override {
    const Shape &s = call.shape;
    if (!suits(s)) return "not its type";
    if (s.elem == Elem::kF32 || s.elem == Elem::kI8) return "";
    if (s.beta != 0 && s.beta != 1) return "beta 0 and 1 only";
    const int type = s.elem == Elem::kF16 ? 0 : s.elem == Elem::kBf16 ? 1 : 2, accumulate = s.beta == 1;
    // The thread count is the one it will be asked to run with.
    before(call);
    product_ = s.row_major ? make_(type, s.m, s.n, s.k, s.trans_a, s.trans_b, s.lda(), s.ldb(), s.ldc(), accumulate)
                           : make_(type, s.n, s.m, s.k, s.trans_b, s.trans_a, s.ldb(), s.lda(), s.ldc(), accumulate);
    return product_ ? "" : "no kernel for this type on this CPU";
  }
  void before(const Call &call) override { set_omp_threads(call.threads); }
  void run(const Call &call, int64_t reps) override {
    const Shape &s = call.shape;
    const char ta = s.trans_a ? 'T' : 'N', tb = s.trans_b ? 'T' : 'N';
    const auto *a = static_cast<const float *>(call.a), *b = static_cast<const float *>(call.b);
    auto *c = static_cast<float *>(call.c);
    const float beta = float(s.beta);
    const int64_t one = 1;  // leading dimensions are at least that, even of an empty operand
    const int64_t lda = std::max(s.lda(), one), ldb = std::max(s.ldb(), one), ldc = std::max(s.ldc(), one);
    int status = 0;
    if (s.elem == Elem::kI8) {
      status = run_int8(call, ta, tb, lda, ldb, ldc, reps);
      reps = 0;
    } else if (s.elem != Elem::kF32) {
      const void *left = s.row_major ? call.a : call.b, *right = s.row_major ? call.b : call.a;
      for (; reps > 0; --reps) run_(product_, left, right, call.c);
    }
    for (int64_t i = 0; i < reps; ++i) {
      status |= s.row_major ? sgemm_(ta, tb, s.m, s.n, s.k, 1, a, lda, b, ldb, beta, c, ldc)
                            : sgemm_(tb, ta, s.n, s.m, s.k, 1, b, ldb, a, lda, beta, c, ldc);
    }
    if (status != 0) throw std::runtime_error("oneDNN failed with " + std::to_string(status));
  }

 private:
  int run_int8(const Call &call, char ta, char tb, int64_t lda, int64_t ldb, int64_t ldc, int64_t reps) {
    const Shape &s = call.shape;
    const auto *a = static_cast<const int8_t *>(call.a), *b = static_cast<const int8_t *>(call.b);
    auto *c = static_cast<int32_t *>(call.c);
    const int32_t zero = 0;
    const float beta = float(s.beta);
    int status = 0;
    for (int64_t i = 0; i < reps; ++i) {
      status |= s.row_major ? int8_gemm_(ta, tb, 'F', s.m, s.n, s.k, 1, a, lda, 0, b, ldb, 0, beta, c, ldc, &zero)
                            : int8_gemm_(tb, ta, 'F', s.n, s.m, s.k, 1, b, ldb, 0, a, lda, 0, beta, c, ldc, &zero);
    }
    return status;
  }

  Sgemm *sgemm_;
  Int8Gemm *int8_gemm_;
  DynLib matmul_;
  MakeMatmul *make_ = nullptr;
  RunMatmul *run_ = nullptr;
  void *product_ = nullptr;
};

// The bare kernel, found once per shape: what remains when a library's interface costs nothing at all.
class Xsmm : public Contestant {
 public:
  using Make32 = void *(int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, float);
  using Make64 = void *(int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, double);
  explicit Xsmm(const DynLib &lib)
      : make32_(lib.get<Make32>("gk_xsmm_kernel_f32")), make64_(lib.get<Make64>("gk_xsmm_kernel_f64")) {
    kind = Kind::kBare;
    batches = true;
    path = lib.path();
    version = lib.get<const char *()>("gk_xsmm_version")();
    cpu = lib.get<const char *()>("gk_xsmm_arch")();
    max_threads = 1;
  }
  bool suits(const Shape &s) const override { return s.elem == Elem::kF32 || s.elem == Elem::kF64; }
  std::string refuse(const Call &call) override {
    const Shape &s = call.shape;
    if (!suits(s)) return "not its type";
    if (s.trans_a || s.trans_b) return "NN only";
    if (s.beta != 0 && s.beta != 1) return "beta 0 and 1 only";
    // Meant for small products; m and n bound the size of the generated code, k does not.
    if (s.m > 64 || s.n > 64 || s.m * s.n * s.k < 1) return "m, n <= 64 only";
    const bool row = s.row_major;
    const int64_t m = row ? s.n : s.m, n = row ? s.m : s.n;
    const int64_t lda = row ? s.ldb() : s.lda(), ldb = row ? s.lda() : s.ldb();
    kernel_ = s.elem == Elem::kF32 ? make32_(m, n, s.k, lda, ldb, s.ldc(), float(s.beta))
                                   : make64_(m, n, s.k, lda, ldb, s.ldc(), s.beta);
    return kernel_ ? "" : "no kernel for this shape";
  }
  void run(const Call &call, int64_t reps) override {
    const void *a = call.shape.row_major ? call.b : call.a, *b = call.shape.row_major ? call.a : call.b;
    // Kernels of both types take three pointers and ignore what follows.
    const auto kernel = reinterpret_cast<void (*)(const void *, const void *, void *)>(kernel_);
    const Shape &s = call.shape;
    const int64_t size = info_of(s.elem).in_size, step_a = size * (s.row_major ? s.step_b() : s.step_a());
    const int64_t step_b = size * (s.row_major ? s.step_a() : s.step_b()), step_c = size * s.step_c();
    for (int64_t i = 0; i < reps; ++i) {
      const char *a_e = static_cast<const char *>(a), *b_e = static_cast<const char *>(b);
      char *c_e = static_cast<char *>(call.c);
      for (int64_t left = s.batch; left > 0; --left, a_e += step_a, b_e += step_b, c_e += step_c) kernel(a_e, b_e, c_e);
    }
  }

 private:
  Make32 *make32_;
  Make64 *make64_;
  void *kernel_ = nullptr;
};

class EigenPeer : public Contestant {
 public:
  using Sgemm = void(int, int, int64_t, int64_t, int64_t, const float *, int64_t, const float *, int64_t, float *,
                     int64_t, int);
  using Dgemm = void(int, int, int64_t, int64_t, int64_t, const double *, int64_t, const double *, int64_t, double *,
                     int64_t, int);
  using Zgemm = void(int, int, int64_t, int64_t, int64_t, const void *, int64_t, const void *, int64_t, void *, int64_t,
                     int);
  explicit EigenPeer(const DynLib &lib)
      : sgemm_(lib.get<Sgemm>("gk_eigen_sgemm")),
        dgemm_(lib.get<Dgemm>("gk_eigen_dgemm")),
        cgemm_(lib.get<Zgemm>("gk_eigen_cgemm")),
        zgemm_(lib.get<Zgemm>("gk_eigen_zgemm")),
        set_threads_(lib.get<void(int)>("gk_eigen_set_threads")) {
    path = lib.path();
    version = lib.get<const char *()>("gk_eigen_version")();
    cpu = std::string("compiled here with -march=native: ") + lib.get<const char *()>("gk_eigen_simd")();
  }
  bool suits(const Shape &s) const override {
    return s.elem == Elem::kF32 || s.elem == Elem::kF64 || s.elem == Elem::kC32 || s.elem == Elem::kC64;
  }
  std::string refuse(const Call &call) override {
    if (!suits(call.shape)) return "not its type";
    return call.shape.beta == 0 || call.shape.beta == 1 ? "" : "beta 0 and 1 only";
  }
  void before(const Call &call) override { set_threads_(call.threads); }
  void run(const Call &call, int64_t reps) override {
    switch (call.shape.elem) {
      case Elem::kF32: return repeat<float>(sgemm_, call, reps);
      case Elem::kF64: return repeat<double>(dgemm_, call, reps);
      default: return repeat<void>(call.shape.elem == Elem::kC32 ? cgemm_ : zgemm_, call, reps);
    }
  }

 private:
  template <class T, class F>
  static void repeat(F *gemm, const Call &call, int64_t reps) {
    const Shape &s = call.shape;
    const auto *a = static_cast<const T *>(call.a), *b = static_cast<const T *>(call.b);
    auto *c = static_cast<T *>(call.c);
    const int accumulate = s.beta == 1;
    for (int64_t i = 0; i < reps; ++i) {
      if (s.row_major) {
        gemm(s.trans_b, s.trans_a, s.n, s.m, s.k, b, s.ldb(), a, s.lda(), c, s.ldc(), accumulate);
      } else {
        gemm(s.trans_a, s.trans_b, s.m, s.n, s.k, a, s.lda(), b, s.ldb(), c, s.ldc(), accumulate);
      }
    }
  }

  Sgemm *sgemm_;
  Dgemm *dgemm_;
  Zgemm *cgemm_, *zgemm_;
  void (*set_threads_)(int);
};

// In a file of its own it would be called the same way; what matters is that the compiler cannot see through it.
extern "C" __attribute__((noinline)) void gk_bench_empty() { asm volatile(""); }

class Empty : public Contestant {
 public:
  Empty() {
    name = "empty";
    kind = Kind::kEmpty;
  }
  void run(const Call &, int64_t reps) override {
    void (*volatile hidden)() = gk_bench_empty;
    void (*const call)() = hidden;
    for (int64_t i = 0; i < reps; ++i) call();
  }
};

struct Source {
  const char *name;
  std::vector<std::string> candidates;  // file names or paths, tried in order
  std::function<std::unique_ptr<Contestant>(const DynLib &, const PeerOptions &)> make;
};

template <class T>
std::unique_ptr<Contestant> plain(const DynLib &lib, const PeerOptions &) {
  return std::make_unique<T>(lib);
}

template <class T>
std::unique_ptr<Contestant> gemv_of(const DynLib &lib, const PeerOptions &) {
  return std::make_unique<CblasGemv>(lib, std::make_unique<T>(lib));
}

const std::vector<Source> &sources() {
  // Debian keeps each implementation in a folder of its own below the multiarch one, because all of them provide
  // libblas.so.3.
  static const std::string dir = "/usr/lib/" GK_BENCH_MULTIARCH "/";
  static const std::vector<Source> list = {
      {"reference",
       {dir + "blas/libblas.so.3"},
       [](const DynLib &lib, const PeerOptions &o) { return std::make_unique<Reference>(lib, o.reference_flops); }},
      {"openblas", {dir + "openblas-pthread/libopenblas.so.0", "libopenblas.so.0"}, plain<OpenBlas>},
      {"blis", {dir + "blis-openmp/libblis.so.4", "libblis.so.4"}, plain<Blis>},
      {"ob-gemv", {dir + "openblas-pthread/libopenblas.so.0", "libopenblas.so.0"}, gemv_of<OpenBlas>},
      {"blis-gemv", {dir + "blis-openmp/libblis.so.4", "libblis.so.4"}, gemv_of<Blis>},
      {"onednn", {"libdnnl.so.2", "libdnnl.so.3"}, plain<OneDnn>},
      {"libxsmm", {beside_program("libgk_bench_xsmm.so")}, plain<Xsmm>},
      {"eigen", {beside_program("libgk_bench_eigen.so")}, plain<EigenPeer>},
  };
  return list;
}

}  // namespace

// OpenMP's setter in the runtime the peers share; they have loaded it by then.
void set_omp_threads(int n) {
  static auto *set = [] {
    void *handle = dlopen("libgomp.so.1", RTLD_NOW | RTLD_NOLOAD);
    return handle ? reinterpret_cast<void (*)(int)>(dlsym(handle, "omp_set_num_threads")) : nullptr;
  }();
  if (set) set(n);
}

const std::vector<std::string> &peer_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const auto &source : sources()) list.emplace_back(source.name);
    return list;
  }();
  return names;
}

void add_peers(const PeerOptions &options, Contestants &out, std::vector<Absent> &absent) {
  for (const auto &source : sources()) {
    if (std::find(options.names.begin(), options.names.end(), source.name) == options.names.end()) continue;
    auto candidates = source.candidates;
    for (const auto &[name, path] : options.paths)
      if (name == source.name) candidates = {path};
    std::string reason;
    for (const auto &candidate : candidates) {
      try {
        auto peer = source.make(DynLib(candidate), options);
        peer->name = source.name;
        out.push_back(std::move(peer));
        reason.clear();
        break;
      } catch (const std::exception &error) {
        reason += (reason.empty() ? "" : "; ") + std::string(error.what());
      }
    }
    if (!reason.empty()) absent.push_back({source.name, "not installed or not usable: " + reason});
  }
}

std::unique_ptr<Contestant> make_empty() { return std::make_unique<Empty>(); }

}  // namespace gk::bench
