// Our own contestants: one per library build and knob setting through the unchecked tier, one through CBLAS.
#include "cblas_call.h"
#include "entries.h"

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
        knob_set_(lib.get<decltype(gemmkit_knob_set)>("gemmkit_knob_set")),
        knob_reset_(lib.get<decltype(gemmkit_knob_reset)>("gemmkit_knob_reset")) {
    kind = Kind::kOurs;
    fuses = lib.find<void()>("gemmkit_gemm_packed_b_f32_unchecked") != nullptr;
    batches = lib.find<void()>("gemmkit_gemm_batched_f32_unchecked") != nullptr;  // older builds have none
    for (const ElemInfo &info : all_elems()) {
      const std::string type = std::string(info.name) + "_unchecked";
      entries_.push_back({lib.find<void()>(("gemmkit_gemm_" + type).c_str()),
                          lib.find<void()>(("gemmkit_gemm_batched_" + type).c_str())});
    }
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

  bool suits(const Shape &shape) const override { return isa(elem_name(shape.elem)) != nullptr; }
  std::string refuse(const Call &call) override {
    if (!suits(call.shape)) return "not in this build";
    return call.shape.with == With::kNothing ? "" : prepare(call);
  }
  bool leaves_product(const Shape &shape) const override {
    return shape.with == With::kNothing || shape.with == With::kPacked;
  }

  void run(const Call &call, int64_t reps) override {
    if (call.shape.with != With::kNothing) return run_with(call, reps);
    const gemmkit_exec options = {sizeof options, call.threads, nullptr};
    if (call_entry(entries_[size_t(call.shape.elem)], call, auto_threads_ ? nullptr : &options, reps) != GEMMKIT_OK)
      throw std::runtime_error(name + ": " + lib_.get<decltype(gemmkit_last_error)>("gemmkit_last_error")());
  }

 private:
  // What a product with more than its operands needs, which is not timed.
  std::string prepare(const Call &call) {
    const Shape &s = call.shape;
    if (s.with == With::kPacked && s.row_major) return "a packed B is for column-major C";
    bias_.assign(size_t(s.m), 0.25f);
    scale_.assign(size_t(s.m), 1e-3f);
    if (s.with != With::kPacked) return "";
    const bool b_rows = s.trans_b != s.row_major;
    lib_.get<decltype(gemmkit_packed_free)>("gemmkit_packed_free")(packed_);
    packed_ = nullptr;
    const auto pack = lib_.get<decltype(gemmkit_prepack_rhs_f32_unchecked)>("gemmkit_prepack_rhs_f32_unchecked");
    return pack(s.k, s.n, static_cast<const float *>(call.b), b_rows ? s.ldb() : 1, b_rows ? 1 : s.ldb(), nullptr,
                &packed_) == GEMMKIT_OK
               ? ""
               : "failed: no packed operand";
  }

  void run_with(const Call &call, int64_t reps) {
    const Shape &s = call.shape;
    const bool a_rows = s.trans_a != s.row_major, b_rows = s.trans_b != s.row_major;
    const int64_t rsa = a_rows ? s.lda() : 1, csa = a_rows ? 1 : s.lda();
    const int64_t rsb = b_rows ? s.ldb() : 1, csb = b_rows ? 1 : s.ldb();
    const int64_t rsc = s.row_major ? s.ldc() : 1, csc = s.row_major ? 1 : s.ldc();
    const gemmkit_exec options = {sizeof options, call.threads, nullptr};
    const gemmkit_exec *exec = auto_threads_ ? nullptr : &options;
    gemmkit_status status = GEMMKIT_OK;
    const auto *a = static_cast<const float *>(call.a), *b = static_cast<const float *>(call.b);
    auto *c = static_cast<float *>(call.c);
    if (s.with == With::kPacked) {
      const auto gemm = lib_.get<decltype(gemmkit_gemm_packed_b_f32_unchecked)>("gemmkit_gemm_packed_b_f32_unchecked");
      for (int64_t i = 0; i < reps; ++i) status |= gemm(s.m, 1, a, rsa, csa, packed_, 0, c, rsc, csc, nullptr, exec);
    } else if (s.with == With::kRequant) {
      const auto gemm = lib_.get<decltype(gemmkit_gemm_i8_requant_unchecked)>("gemmkit_gemm_i8_requant_unchecked");
      gemmkit_requant q{};
      q.struct_size = sizeof q, q.scale = scale_.data(), q.scale_len = s.m, q.scale_kind = GEMMKIT_BIAS_PER_ROW;
      for (int64_t i = 0; i < reps; ++i)
        status |=
            gemm(s.m, s.n, s.k, static_cast<const int8_t *>(call.a), rsa, csa, static_cast<const int8_t *>(call.b), rsb,
                 csb, &q, static_cast<int8_t *>(call.c), rsc, csc, exec);
    } else {
      const auto gemm = lib_.get<decltype(gemmkit_gemm_f32_unchecked)>("gemmkit_gemm_f32_unchecked");
      gemmkit_epilogue_f32 e{};
      e.struct_size = sizeof e, e.bias_kind = GEMMKIT_BIAS_PER_ROW, e.bias = bias_.data(), e.bias_len = s.m;
      e.activation = s.with == With::kRelu ? GEMMKIT_ACT_RELU : GEMMKIT_ACT_GELU_ERF;
      for (int64_t i = 0; i < reps; ++i)
        status |= gemm(s.m, s.n, s.k, 1, a, rsa, csa, b, rsb, csb, 0, c, rsc, csc, &e, exec);
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
  gemmkit_packed *packed_ = nullptr;
  std::vector<float> bias_, scale_;
  std::vector<EntryPair> entries_;  // by Elem
  decltype(gemmkit_knob_set) *knob_set_;
  decltype(gemmkit_knob_reset) *knob_reset_;
};

// The product alone, for comparison with what else the first of ours computes.
class OursPlain : public Ours {
 public:
  using Ours::Ours;
  bool suits(const Shape &shape) const override { return shape.with != With::kNothing && Ours::suits(shape); }
  std::string refuse(const Call &) override { return ""; }
  bool leaves_product(const Shape &) const override { return true; }
  void run(const Call &call, int64_t reps) override {
    Call plain = call;
    plain.shape.with = With::kNothing;
    Ours::run(plain, reps);
  }
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
    if (std::string why = CblasContestant::refuse(call); !why.empty()) return why;
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
  constexpr size_t kMostNamed = 8;
  if (variant.size() > kMostNamed) return std::to_string(variant.size()) + " knobs";
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
  auto plain = std::make_unique<OursPlain>(libs.front(), options.knobs, options.auto_threads);
  plain->name = "plain";
  plain->kind = Kind::kLibrary;
  out.push_back(std::move(plain));
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
