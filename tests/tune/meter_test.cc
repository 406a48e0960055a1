// Measuring with the library: knobs are as before afterwards, and the program's own process is left alone where a knob
// is settled once.
#include "tune/meter.h"

#include "gemmkit.h"

#include <catch2/catch.hpp>

#include <stdexcept>
#include <string>

using namespace gk::tune;

namespace {

Tuned a_knob(const char *name, Read read) {
  Tuned t{};
  t.knob = name;
  t.read = read;
  return t;
}

Probe a_probe(const std::string &line, Team team) {
  std::vector<gk::bench::Shape> shapes;
  gk::bench::parse_shape_line(line, shapes);
  return {shapes.front(), team};
}

}  // namespace

TEST_CASE("a knob has its default again after a measurement", "[tune]") {
  Host host;
  host.workers = 2;
  LibraryMeter meter(host);
  for (const Read read : {Read::kPerCall, Read::kPerWorkspace}) {
    const Tuned tuned = a_knob("GEMMKIT_KC", read);
    const uint64_t before = knob_value("GEMMKIT_KC");
    for (const Team team : {Team::kOne, Team::kAll, Team::kAuto}) {
      meter.open(tuned, a_probe("f32 300 = = NT col", team));
      CHECK(meter.time(64, 1, 2) > 0);
      CHECK(knob_value("GEMMKIT_KC") == 64);
      meter.close();
      CHECK(knob_value("GEMMKIT_KC") == before);
    }
    meter.open(tuned, a_probe("f32 5 = = NN col batch=3", Team::kOne));
    CHECK(meter.time(64, 0, 2) > 0);
    meter.close();
    CHECK(knob_value("GEMMKIT_KC") == before);
  }
}

TEST_CASE("a knob that is settled once is settled in other processes", "[tune]") {
  Host host;
  LibraryMeter meter(host);
  const uint64_t before = knob_value("GEMMKIT_BF16_DOT");
  meter.open(a_knob("GEMMKIT_BF16_DOT", Read::kPerProcess), a_probe("bf16 100 = = NN col", Team::kOne));
  for (const uint64_t value : {uint64_t{2}, uint64_t{1}}) CHECK(meter.time(value, 0, 3) > 0);
  CHECK(knob_value("GEMMKIT_BF16_DOT") == before);
  meter.close();
}

TEST_CASE("a child's words arrive, its failure is one", "[tune]") {
  CHECK(in_child([] { return std::string("words"); }) == "words");
  CHECK(in_child([] { return std::string(100'000, 'x'); }).size() == 100'000);
  CHECK_THROWS_AS(in_child([]() -> std::string { throw std::runtime_error("no"); }), std::runtime_error);
}

TEST_CASE("an unknown knob is an error", "[tune]") { CHECK_THROWS_AS(knob_value("GEMMKIT_NONE"), std::runtime_error); }
