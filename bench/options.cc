// What gemmkit-bench can be asked for.
#include "options.h"

namespace gk::bench {

void declare_options(CLI::App &app, Options &o) {
  app.footer(
      "A file of shapes has one product per line, e.g. 'f32 1000 64 512 NN col'; gemmkit-bench(1) has the format.");
  app.add_option("groups", o.groups,
                 "shape groups (names from --list), files of your own (with a / or .txt), or 'all'; default square");
  app.add_option("--shape", o.shapes, "a line as in the shape files, e.g. 'f32 100 = = NN col'; repeatable")
      ->expected(1)
      ->take_all();
  app.add_flag("--list", o.list, "list groups and contestants, measure nothing");
  app.add_option("--filter", o.filters, "only shapes whose name contains this, e.g. 'f64'; several: all of them");
  app.add_option("--threads", o.threads, "thread counts, e.g. 1 or 1,2 (competing with each other)")->delimiter(',');
  app.add_option("--cpus", o.cpus, "CPUs to run on; default the last ones allowed")->delimiter(',');
  app.add_option("--pin", o.pin, "bind: each thread on its CPU; mask: the process on its CPUs; none")
      ->check(CLI::IsMember({"bind", "mask", "none"}));
  app.add_option("--rounds", o.rounds, "rounds, default 9")->check(CLI::Range(1, 1000));
  app.add_option("--sample-ms", o.sample_ms, "least length of a sample, default 2");
  app.add_option("--clock", o.clock,
                 "wall, or cpu: the thread's CPU time, for one thread on a machine that is not idle")
      ->check(CLI::IsMember({"wall", "cpu"}));
  app.add_option("--settle-ms", o.settle_ms, "pause before each sample, default 0, or 40 with several threads");
  app.add_option("--compare", o.compare,
                 "a library with a CBLAS, as the loader finds it or by path, e.g. libopenblas.so.0; repeatable. "
                 "Peers then take part only if --peers names them")
      ->expected(1)
      ->take_all();
  app.add_option("--peers", o.peers, "all (default), none, or names from --list")->delimiter(',');
  app.add_option("--peer-path", o.peer_paths, "NAME=FILE: another build of a peer; repeatable");
  app.add_option("--lib", o.libs, "libgemmkit.so to measure; several builds compete")->expected(1)->take_all();
  app.add_option("--blas", o.blas, "libgemmkit_blas.so; default beside the first --lib");
  app.add_flag("--no-cblas", o.no_cblas, "leave our CBLAS out");
  app.add_option("--knob", o.knobs, "NAME=VALUE for all of ours; repeatable");
  app.add_option("--vary", o.vary, "NAME=V1,V2,...: one contestant per value; repeatable (all combinations)");
  app.add_option("--profile", o.profile, "a file of gemmkit-tune's: one contestant with its settings, one without");
  app.add_flag("--auto-threads", o.auto_threads, "let the library choose its width instead of asking for one");
  app.add_option("--peak", o.peak, "vector width of the peak: auto (as the kernel in force), avx512f, fma, baseline")
      ->check(CLI::IsMember({"auto", "avx512f", "fma", "baseline"}));
  app.add_flag("--untold", o.untold, "leave the others to find out themselves what CPU this is");
  app.add_option("--max-gflop", o.max_gflop, "leave out shapes of more operations than this, in 10^9");
  app.add_flag("--huge", o.huge, "put the operands into huge pages");
  app.add_flag("--slow", o.slow, "also run the reference BLAS on large shapes");
  app.add_flag("--no-check", o.no_check, "do not check results");
  app.add_option("--json", o.json, "write JSON to this file");
  app.add_option("--csv", o.csv, "write CSV to this file ('-': standard output)");
  app.add_option("--html", o.html, "write a report as one page to this file");
  app.add_option("--shape-dir", o.shape_dir, "where the group files are");
  // What stands between options is a group or a file: each option takes one word.
  for (CLI::Option *option : app.get_options())
    if (!option->get_positional() && option->get_items_expected_max() > 0) option->allow_extra_args(false);
}

}  // namespace gk::bench
