// Our own contestants: one per library build and knob setting through the unchecked tier, one through CBLAS.
#include "cblas_call.h"
#include "gemmkit.h"

#include <cstring>
#include <filesystem>

namespace gk::bench {
namespace {

class Ours : public Contestant {
 public:
  Ours(const DynLib &lib, Knobs knobs, bool auto_threads)
      : lib_(lib),
        knobs_(std::move(knobs)),
        auto_threads_(auto_threads),
        f32_(lib.get<decltype(gemmkit_gemm_f32_unchecked)>("gemmkit_gemm_f32_unchecked")),
        f64_(lib.get<decltype(gemmkit_gemm_f64_unchecked)>("gemmkit_gemm_f64_unchecked")),
        batched_f32_(lib.find<decltype(gemmkit_gemm_batched_f32_unchecked)>("gemmkit_gemm_batched_f32_unchecked")),
        batched_f64_(lib.find<decltype(gemmkit_gemm_batched_f64_unchecked)>("gemmkit_gemm_batched_f64_unchecked")),
        knob_set_(lib.get<decltype(gemmkit_knob_set)>("gemmkit_knob_set")),
        knob_reset_(lib.get<decltype(gemmkit_knob_reset)>("gemmkit_knob_reset")) {
    kind = Kind::kOurs;
    batches = batched_f32_ != nullptr && batched_f64_ != nullptr;  // older builds have none
    path = lib.path();
    version = lib.get<decltype(gemmkit_version)>("gemmkit_version")();
    for (const auto &[knob, value] : knobs_)
      if (knob_set_(knob.c_str(), value) != GEMMKIT_OK) throw std::runtime_error("no such knob: " + knob);
    // With the knobs set, since the line names what is in force.
    cpu = lib.get<decltype(gemmkit_config)>("gemmkit_config")();
    reset();
  }

  const char *isa(const char *type) const { return lib_.get<decltype(gemmkit_isa)>("gemmkit_isa")(type); }

  void before(const Call &) override {
    for (const auto &[knob, value] : knobs_) knob_set_(knob.c_str(), value);
  }
  void after() override { reset(); }

  void run(const Call &call, int64_t reps) override {
    if (call.shape.elem == Elem::kF32) {
      repeat<float>(f32_, batched_f32_, call, reps);
    } else {
      repeat<double>(f64_, batched_f64_, call, reps);
    }
  }

 private:
  template <class T, class F, class B>
  void repeat(F *gemm, B *batched, const Call &call, int64_t reps) {
    const Shape &s = call.shape;
    // A leading dimension is the column stride of a column-major operand; a transposition or the other layout
    // swaps the two.
    const bool a_rows = s.trans_a != s.row_major, b_rows = s.trans_b != s.row_major;
    const int64_t rsa = a_rows ? s.lda() : 1, csa = a_rows ? 1 : s.lda();
    const int64_t rsb = b_rows ? s.ldb() : 1, csb = b_rows ? 1 : s.ldb();
    const int64_t rsc = s.row_major ? s.ldc() : 1, csc = s.row_major ? 1 : s.ldc();
    const gemmkit_exec exec = {sizeof exec, call.threads, nullptr};
    const gemmkit_exec *exec_or_null = auto_threads_ ? nullptr : &exec;
    gemmkit_status status = GEMMKIT_OK;
    const auto *a = static_cast<const T *>(call.a), *b = static_cast<const T *>(call.b);
    auto *c = static_cast<T *>(call.c);
    for (int64_t i = 0; i < reps; ++i) {
      status |= s.batch == 1
                    ? gemm(s.m, s.n, s.k, T(1), a, rsa, csa, b, rsb, csb, T(s.beta), c, rsc, csc, nullptr, exec_or_null)
                    : batched(s.batch, s.m, s.n, s.k, T(1), a, rsa, csa, s.step_a(), b, rsb, csb, s.step_b(), T(s.beta),
                              c, rsc, csc, s.step_c(), nullptr, exec_or_null);
    }
    if (status != GEMMKIT_OK)
      throw std::runtime_error(name + ": " + lib_.get<decltype(gemmkit_last_error)>("gemmkit_last_error")());
  }

  void reset() {
    for (const auto &[knob, value] : knobs_) knob_reset_(knob.c_str());
  }

  DynLib lib_;
  Knobs knobs_;
  bool auto_threads_;
  decltype(gemmkit_gemm_f32_unchecked) *f32_;
  decltype(gemmkit_gemm_f64_unchecked) *f64_;
  decltype(gemmkit_gemm_batched_f32_unchecked) *batched_f32_;
  decltype(gemmkit_gemm_batched_f64_unchecked) *batched_f64_;
  decltype(gemmkit_knob_set) *knob_set_;
  decltype(gemmkit_knob_reset) *knob_reset_;
};

// The engine behind libgemmkit_blas is the libgemmkit.so loaded first, whose width bounds it.
class OursBlas : public CblasContestant {
 public:
  OursBlas(const DynLib &blas, const DynLib &engine, Knobs knobs)
      : CblasContestant(blas),
        knobs_(std::move(knobs)),
        set_threads_(engine.get<decltype(gemmkit_set_num_threads)>("gemmkit_set_num_threads")),
        max_threads_(engine.get<decltype(gemmkit_get_max_threads)>("gemmkit_get_max_threads")),
        knob_set_(engine.get<decltype(gemmkit_knob_set)>("gemmkit_knob_set")),
        knob_reset_(engine.get<decltype(gemmkit_knob_reset)>("gemmkit_knob_reset")) {
    kind = Kind::kOursBlas;
  }
  // CBLAS has no thread argument, so the automatic width decides; it may be capped by what the process may use.
  std::string refuse(const Call &call) override {
    set_threads_(call.threads);
    const int width = max_threads_();
    set_threads_(0);
    return width < call.threads ? "its automatic width is only " + std::to_string(width) : "";
  }
  void before(const Call &call) override {
    set_threads_(call.threads);
    for (const auto &[knob, value] : knobs_) knob_set_(knob.c_str(), value);
  }
  void after() override {
    for (const auto &[knob, value] : knobs_) knob_reset_(knob.c_str());
    set_threads_(0);
  }

 private:
  Knobs knobs_;
  decltype(gemmkit_set_num_threads) *set_threads_;
  decltype(gemmkit_get_max_threads) *max_threads_;
  decltype(gemmkit_knob_set) *knob_set_;
  decltype(gemmkit_knob_reset) *knob_reset_;
};

// What tells builds apart: the folders and file names left when the common start and end are dropped.
std::vector<std::string> distinct_labels(const std::vector<std::string> &paths) {
  if (paths.size() == 1) return {""};
  std::vector<std::vector<std::string>> parts;
  for (const auto &path : paths) {
    auto &list = parts.emplace_back();
    for (const auto &part : std::filesystem::absolute(path).lexically_normal()) list.push_back(part.string());
  }
  const auto all_agree = [&](auto pick) {
    for (const auto &list : parts)
      if (list.size() < 2 || pick(list) != pick(parts[0])) return false;
    return true;
  };
  while (all_agree([](const auto &list) { return list.front(); }))
    for (auto &list : parts) list.erase(list.begin());
  while (all_agree([](const auto &list) { return list.back(); }))
    for (auto &list : parts) list.pop_back();
  std::vector<std::string> labels;
  for (const auto &list : parts) {
    std::string label;
    for (const auto &part : list) label += (label.empty() ? "" : "/") + part;
    labels.push_back(label);
  }
  return labels;
}

std::string knob_label(const Knobs &variant) {
  std::string label;
  for (const auto &[knob, value] : variant) {
    const std::string shown = knob.starts_with("GEMMKIT_") ? knob.substr(8) : knob;
    label += (label.empty() ? "" : ",") + shown + "=" + (value == UINT64_MAX ? "max" : std::to_string(value));
  }
  return label;
}

}  // namespace

const char *kind_name(Kind kind) {
  switch (kind) {
    case Kind::kOurs: return "ours";
    case Kind::kOursBlas: return "ours-blas";
    case Kind::kLibrary: return "library";
    case Kind::kBare: return "bare";
    case Kind::kEmpty: return "empty";
  }
  return "";
}

void add_ours(const OursOptions &options, Contestants &out, std::vector<Absent> &absent) {
  if (options.libraries.empty()) {
    absent.push_back({"gemmkit", "no library given or found (--lib PATH)"});
    return;
  }
  const auto labels = distinct_labels(options.libraries);
  const std::vector<Knobs> variants = options.variants.empty() ? std::vector<Knobs>{{}} : options.variants;
  std::vector<DynLib> libs;
  for (size_t i = 0; i < options.libraries.size(); ++i) {
    libs.emplace_back(options.libraries[i]);
    for (const Knobs &variant : variants) {
      Knobs knobs = options.knobs;
      knobs.insert(knobs.end(), variant.begin(), variant.end());
      auto ours = std::make_unique<Ours>(libs.back(), knobs, options.auto_threads);
      const std::string what = knob_label(variant);
      const std::string label = labels[i] + (labels[i].empty() || what.empty() ? "" : " ") + what;
      ours->name = label.empty() ? "gemmkit" : "gk:" + label;
      out.push_back(std::move(ours));
    }
  }
  if (options.blas.empty()) {
    absent.push_back({"gemmkit-cblas", "libgemmkit_blas.so not found beside libgemmkit.so (--blas PATH)"});
    return;
  }
  const DynLib lib(options.blas);
  const auto make = [&] { return std::make_unique<OursBlas>(lib, libs.front(), options.knobs); };
  auto blas = make();
  blas->name = "cblas";
  out.push_back(std::move(blas));
  auto gemv = std::make_unique<CblasGemv>(lib, make());
  gemv->name = "cblas-gemv";
  out.push_back(std::move(gemv));
}

std::string ours_isa(const Contestants &contestants, Elem elem) {
  for (const auto &contestant : contestants) {
    if (const auto *ours = dynamic_cast<const Ours *>(contestant.get())) {
      const char *isa = ours->isa(elem_name(elem));
      return isa ? isa : "";
    }
  }
  return "";
}

}  // namespace gk::bench
