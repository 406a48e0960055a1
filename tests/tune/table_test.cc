// The tables: every knob in exactly one of them, and what they say about a host.
#include "tune/table.h"

#include "gemmkit.h"

#include <catch2/catch.hpp>

#include <map>
#include <set>
#include <string>

using namespace gk::tune;

namespace {

Host host_with(int workers) {
  Host host;
  host.cores = host.workers = host.most_workers = workers;
  host.available_gib = 1e6;
  host.l1d = 48 << 10, host.l2 = 1 << 20, host.l3 = 32 << 20;
  for (const auto &info : gk::bench::all_elems()) host.types.emplace_back(info.name);
  return host;
}

std::string inert(const Host &host, const std::string &knob) {
  for (const Tuned &t : tuned_knobs(host))
    if (knob == t.knob) return t.inert;
  FAIL("no such knob: " << knob);
  return "";
}

}  // namespace

TEST_CASE("the two tables partition the registry", "[tune]") {
  std::map<std::string, int> named;
  for (const Tuned &t : tuned_knobs(host_with(2))) ++named[t.knob];
  for (const NeverTuned &n : never_tuned_knobs()) {
    ++named[n.knob];
    CHECK(std::string(n.reason).size() > 10);
  }
  for (int32_t i = 0; i < gemmkit_knob_count(); ++i) {
    INFO(gemmkit_knob_name(i) << " must be in one table of src/tune/table.cc");
    CHECK(named[gemmkit_knob_name(i)] == 1);
  }
  CHECK(named.size() == size_t(gemmkit_knob_count()));
}

TEST_CASE("a sweep has values to compare and several shapes to compare them on", "[tune]") {
  for (int workers : {1, 2, 64})
    for (const Tuned &t : tuned_knobs(host_with(workers))) {
      INFO(t.knob);
      CHECK(!t.candidates.empty());
      CHECK(std::set<uint64_t>(t.candidates.begin(), t.candidates.end()).size() == t.candidates.size());
      CHECK(t.probes.size() >= 3);
      for (const Probe &p : t.probes) CHECK(work_of(t, p) > 0);
    }
}

TEST_CASE("knobs without effect on a host say why", "[tune]") {
  for (const char *knob : {"GEMMKIT_PARALLEL_OVERSAMPLE", "GEMMKIT_GEMV_THREAD_CAP", "GEMMKIT_BATCH_SPLIT_LOSS"}) {
    CHECK(inert(host_with(1), knob).find("teams only") != std::string::npos);
    CHECK(inert(host_with(2), knob).empty());
  }
  CHECK_FALSE(inert(host_with(2), "GEMMKIT_POOL_CLASSES").empty());
  CHECK(inert(host_with(4), "GEMMKIT_POOL_CLASSES").empty());
  Host host = host_with(2);
  CHECK(inert(host, "GEMMKIT_BF16_DOT").empty());
  host.bf16_dot_choice = false;
  CHECK(inert(host, "GEMMKIT_BF16_DOT").find("lacks") != std::string::npos);
  host.pin = "fma";
  CHECK(inert(host, "GEMMKIT_BF16_DOT").find("GEMMKIT_REQUIRE_ISA") != std::string::npos);
  CHECK_FALSE(inert(host, "GEMMKIT_NC_NO_L3_PANELS").empty());
  host.l3 = 0;
  CHECK(inert(host, "GEMMKIT_NC_NO_L3_PANELS").empty());
  host.types = {"f32"};
  CHECK(inert(host, "GEMMKIT_RHS_PACK_NARROW").find("element type") != std::string::npos);
}

TEST_CASE("large matrices have to be asked for, with the number that is enough", "[tune]") {
  Host host = host_with(2);
  const std::string why = inert(host, "GEMMKIT_K_STREAM_MAX");
  const size_t at = why.find("--large-matrices ");
  REQUIRE(at != std::string::npos);
  host.large_gib = std::stod(why.substr(at + 17));
  CHECK(inert(host, "GEMMKIT_K_STREAM_MAX").empty());
  host.available_gib = host.large_gib / 4;
  CHECK(inert(host, "GEMMKIT_K_STREAM_MAX").find("free") != std::string::npos);
  host.large_gib -= 1;
  CHECK_FALSE(inert(host, "GEMMKIT_K_STREAM_MAX").empty());
}
