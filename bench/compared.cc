// Any other library with the C interface of the BLAS.
#include "cblas_call.h"

namespace gk::bench {
namespace {

// What libraries call the function that sets their number of threads, by the type of its argument.
class AnyBlas : public CblasContestant {
 public:
  explicit AnyBlas(const DynLib &lib) : CblasContestant(lib) {
    for (const char *setter : {"openblas_set_num_threads", "MKL_Set_Num_Threads", "flexiblas_set_num_threads"})
      if (!set_threads_) set_threads_ = lib.find<void(int)>(setter);
    set_wide_ = lib.find<void(int64_t)>("bli_thread_set_num_threads");
    if (auto *corename = lib.find<char *()>("openblas_get_corename")) cpu = corename();
    if (auto *config = lib.find<char *()>("openblas_get_config")) version = config();
    if (auto *text = lib.find<const char *()>("bli_info_get_version_str")) version = text();
  }
  void before(const Call &call) override {
    if (set_threads_) {
      set_threads_(call.threads);
    } else if (set_wide_) {
      set_wide_(call.threads);
    } else {
      set_omp_threads(call.threads);
    }
  }

 private:
  void (*set_threads_)(int) = nullptr;
  void (*set_wide_)(int64_t) = nullptr;
};

// "/usr/lib/libopenblas.so.0" is "openblas".
std::string name_of(const std::string &path, const Contestants &others) {
  std::string name = path.substr(path.find_last_of('/') + 1);
  name = name.substr(0, name.find(".so"));
  if (name.starts_with("lib")) name = name.substr(3);
  std::string unique = name;
  const auto taken = [&](const std::string &text) {
    for (const auto &other : others)
      if (other->name == text) return true;
    return false;
  };
  for (int count = 2; taken(unique); ++count) unique = name + "#" + std::to_string(count);
  return unique;
}

}  // namespace

void add_compared(const std::vector<std::string> &libraries, Contestants &out) {
  for (const auto &library : libraries) {
    DynLib lib;
    try {
      lib = DynLib(library);
    } catch (const std::exception &error) {
      throw std::runtime_error("--compare " + library + ": cannot be loaded (" + error.what() + ")");
    }
    if (!lib.find<void>("cblas_sgemm") || !lib.find<void>("cblas_dgemm"))
      throw std::runtime_error("--compare " + library + ": " + lib.path() + " has no cblas_sgemm and cblas_dgemm");
    auto contestant = std::make_unique<AnyBlas>(lib);
    contestant->name = name_of(library, out);
    out.push_back(std::move(contestant));
  }
}

}  // namespace gk::bench
