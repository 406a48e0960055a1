// Who takes part in a comparison, behind one interface.
#pragma once

#include "shape.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace gk::bench {

// One call to make: the shape, where its operands are, how many threads.
struct Call {
  Shape shape;
  const void *a = nullptr;
  const void *b = nullptr;
  void *c = nullptr;
  int threads = 1;
};

enum class Kind {
  kOurs,      // gemmkit_gemm_T_unchecked
  kOursBlas,  // libgemmkit_blas through CBLAS
  kLibrary,   // another library through its usual entry
  kBare,      // a kernel generated for the shape, called without any interface
  kEmpty,     // an empty function: what a call costs
};

const char *kind_name(Kind);

class Contestant {
 public:
  virtual ~Contestant() = default;
  // Whether shapes of this kind are its business at all; it is left out of groups without one.
  virtual bool suits(const Shape &) const { return true; }
  // Why it cannot take this call; empty if it can. Anything it has to generate for the shape is made here.
  virtual std::string refuse(const Call &) { return ""; }
  // Whether C is the product alone, so that it can be checked.
  virtual bool leaves_product(const Shape &) const { return true; }
  // Before each sample: thread count, knobs. Not timed.
  virtual void before(const Call &) {}
  // The timed part: `reps` calls in a row.
  virtual void run(const Call &, int64_t reps) = 0;
  virtual void after() {}

  std::string name;
  Kind kind = Kind::kLibrary;
  std::string path;  // of the library
  std::string version;
  std::string cpu;       // the CPU or instruction set it says it works for; empty if it cannot tell
  int max_threads = 0;   // 0: any
  bool batches = false;  // takes shapes of more than one product
  bool fuses = false;    // takes shapes with more than a product
};

// A peer that takes no part, and why.
struct Absent {
  std::string name, reason;
};

using Knobs = std::vector<std::pair<std::string, uint64_t>>;

struct OursOptions {
  std::vector<std::string> libraries;  // libgemmkit.so; several builds compete
  std::string blas;                    // libgemmkit_blas.so, "" for none
  Knobs knobs;                         // for all of ours
  std::vector<Knobs> variants;         // competing settings; empty: one contestant without any
  bool auto_threads = false;           // pass no exec instead of an explicit thread count
};

using Contestants = std::vector<std::unique_ptr<Contestant>>;

// Throws std::runtime_error for a library that cannot be loaded or a knob it does not know.
void add_ours(const OursOptions &, Contestants &out, std::vector<Absent> &absent);

const std::vector<std::string> &peer_names();
struct PeerOptions {
  std::vector<std::string> names;                          // of peer_names()
  std::vector<std::pair<std::string, std::string>> paths;  // name -> library to load instead
  double reference_flops = 3e8;                            // shapes above take the reference too long
};
void add_peers(const PeerOptions &, Contestants &out, std::vector<Absent> &absent);

// Any library with a CBLAS, by path or as the loader finds it. Throws std::runtime_error for one that has none.
void add_compared(const std::vector<std::string> &libraries, Contestants &out);

// In the OpenMP runtime that libraries here share, if one is loaded.
void set_omp_threads(int);

std::unique_ptr<Contestant> make_empty();

// ISA that the first of ours says it runs for the type ("avx512f"); empty if unknown.
std::string ours_isa(const Contestants &, Elem);

}  // namespace gk::bench
