// The command line of gemmkit-bench.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace gk::bench {

struct Options {
  std::vector<std::string> groups = {"square"};
  std::vector<std::string> shapes;  // given on the command line
  std::vector<std::string> filters;
  std::vector<int> threads = {1};
  std::vector<int> cpus;
  std::vector<std::string> peers, peer_paths, compare, libs, knobs, vary;
  std::string profile;
  std::string blas, json, csv, html, pin = "bind", clock = "wall", peak = "auto", shape_dir;
  double sample_ms = 2, settle_ms = -1;
  int rounds = 9;
  double max_gflop = 0;  // 0: all shapes
  bool list = false, huge = false, no_check = false, no_cblas = false, slow = false, auto_threads = false;
  bool untold = false;
};

void declare_options(CLI::App &, Options &);

}  // namespace gk::bench
