"""Runs gemmkit-bench for a moment: it must end well, its files must parse and say everything, nobody may be wrong.

usage: smoke_test.py GEMMKIT_BENCH PLOT_SH STEPS_SH BROKEN_PEER
"""

import csv
import json
import os
import subprocess
import sys
import tempfile

RESULT_FIELDS = {
    "group", "shape", "type", "m", "n", "k", "op_a", "op_b", "layout", "lda", "ldb", "ldc", "misalign", "beta", "batch",
    "comparison", "contestants",
}
COMPARISON_FIELDS = {
    "threads", "peak_best_gflops", "peak_median_gflops", "fraction_best", "fraction_median", "ratio_library",
    "ratio_any", "ratio_cblas", "speedup", "best_library",
}
CONTESTANT_FIELDS = {
    "name", "kind", "threads", "best_gflops", "median_gflops", "best_ns", "median_ns", "calls_per_sample",
    "cpu_over_wall", "correct", "samples_ns",
}

failures = []


def expect(condition, what):
    if not condition:
        failures.append(what)


def run(program, *arguments):
    # A peer's or an earlier run's settings must not leak in.
    environment = {k: v for k, v in os.environ.items() if k != "GEMMKIT_BENCH_CHILD"}
    done = subprocess.run([program, *arguments], capture_output=True, text=True, env=environment)
    expect(done.returncode == 0, f"{' '.join(arguments)}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    # Libraries that complain do so once per call.
    expect(done.stderr == "", f"{' '.join(arguments)}: {len(done.stderr)} bytes on stderr: {done.stderr[:200]}")
    return done.stdout


def check_json(path, rounds):
    with open(path) as file:
        report = json.load(file)
    expect({"program", "format", "machine", "run", "contestants", "absent", "results"} <= report.keys(), "top level")
    expect(len(report["results"]) > 0, "no results")
    for result in report["results"]:
        where = result.get("shape", "?")
        expect(RESULT_FIELDS <= result.keys(), f"{where}: lacks {RESULT_FIELDS - result.keys()}")
        for comparison in result["comparison"]:
            expect(COMPARISON_FIELDS <= comparison.keys(), f"{where}: lacks {COMPARISON_FIELDS - comparison.keys()}")
        for contestant in result["contestants"]:
            name = contestant["name"]
            if "refused" in contestant:
                allowed = not contestant["kind"].startswith("ours") or contestant["refused"] == "gemv only"
                expect(allowed, f"{where} {name}: {contestant['refused']}")
                continue
            expect(CONTESTANT_FIELDS <= contestant.keys(), f"{where} {name}: lacks {CONTESTANT_FIELDS - contestant.keys()}")
            expect(len(contestant["samples_ns"]) == rounds, f"{where} {name}: {len(contestant['samples_ns'])} samples")
            expect(contestant["best_ns"] <= contestant["median_ns"], f"{where} {name}: best above median")
            expect(contestant["best_ns"] > 0, f"{where} {name}: no time")
            # Our own must be right; a peer that is not is its makers' affair, and is flagged in the table.
            if contestant["kind"].startswith("ours"):
                expect(contestant["correct"], f"{where} {name}: {contestant.get('wrong')}")
    return report


def check_steps(steps, csv_path, json_path, folder):
    """A stored run without cliffs passes, one with a cliff fails and names it."""
    for stored in (csv_path, json_path):
        expect("steps, 0 beyond" in run(steps, "--file", stored, "--limit", "1000"), f"{stored}: steps not counted")
    with open(csv_path, newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["contestant"] == "gemmkit"]
    cliff = os.path.join(folder, "cliff.csv")
    for size, ns, beyond in ((7, 149, ""), (7, 151, "1.51  f32 NN col  6x6x6 -> 7x7x7"), (7, 66, "0.66  f32")):
        with open(cliff, "w", newline="") as file:
            writer = csv.DictWriter(file, rows[0].keys())
            writer.writeheader()
            for n, time in ((6, 100), (size, ns)):
                writer.writerow({**rows[0], "m": n, "n": n, "k": n, "best_ns": time})
        done = subprocess.run([steps, "--file", cliff], capture_output=True, text=True)
        expect((done.returncode != 0) == bool(beyond), f"6^3 in 100 ns, 7^3 in {ns}: exit {done.returncode}")
        expect(beyond in done.stdout, f"{beyond} not in\n{done.stdout}")


def check_report(program, report, folder):
    """From runs to tables and figures, in a tree that has nothing else."""
    root, bench = os.path.join(folder, "tree"), os.path.dirname(report)
    results = os.path.join(root, "bench", "results")
    os.makedirs(results)
    os.makedirs(os.path.join(root, "docs", "figures"))
    for name, text in (("bench/targets.txt", "Square\na | avx512_t1 | asked A | peak | 0 | f32 10^3\nb | avx512_t1 | asked B | lib | 1000 | f32 10^3, f32 11^3\n"
                        "c | avx512_t1 | asked C | ns | 0 | overhead:f64 1x1x1 NN col\nd | avx512_t1 | asked D | spread | 0.001 | f32 1?x*\n"
                        "e | avx2_t1 | asked E | peak | 1 | f32 10^3\nf | | asked F | a test | | some_suite\n"),
                       ("bench/why.txt", "b: nobody can\n"), ("docs/performance.md", "<!-- targets: x -->\n<!-- end of targets -->\n<!-- groups: x -->\n<!-- end of groups -->\n"),
                       ("README.md", "<!-- speed: x -->\n<!-- end of speed -->\n")):
        with open(os.path.join(root, name), "w") as file:
            file.write(text)
    raw = os.path.join(folder, "raw.json")
    script = [sys.executable, "-B", os.path.join(bench, "report.py")]
    shapes = ["small", "overhead", "--filter", "x1", "--filter", "NN", "--max-gflop", "0.000005", "--rounds", "1", "--sample-ms", "0.2", "--json", raw]
    run(program, *shapes)
    run(*script, "store", raw, os.path.join(results, "avx512_t1.json"))
    run(*script, "tables", root)
    with open(os.path.join(root, "docs", "performance.md")) as file:
        page = file.read()
    for text in ("| asked A | 0 of peak |", "| no | nobody can |", "| asked C | 0 ns |", "| asked D | 0.001 of the fastest |", "| asked E | 1 | not measured |", "| asked F | | some_suite | | tested |",
                 "#### Small", "#### Cost of a call", "figures/avx512_t1_small_f32_t1.svg"):
        expect(text in page, f"no {text} in the page:\n{page}")
    run(*script, "check", root)
    with open(os.path.join(root, "docs", "performance.md"), "w") as file:
        file.write(page.replace("asked A", "asked Z"))
    done = subprocess.run([*script, "check", root], capture_output=True, text=True)
    expect(done.returncode == 1 and "performance.md" in done.stderr, f"a changed table passes: {done.stderr}")


def check_compare(program, folder, quick):
    """A user's own file of shapes against any library with a CBLAS, which here is our own, by its path."""
    shapes, page = os.path.join(folder, "mine.txt"), os.path.join(folder, "report.html")
    with open(shapes, "w") as file:
        file.write("#! title <Mine> & yours\nf32 30 20 10 NN col\nf64 9 1 9 TN row  # a vector\n")
    blas = os.path.join(os.path.dirname(program), "..", "libgemmkit_blas.so")
    table = run(program, "--compare", blas, "--compare", blas, shapes, "--html", page, *quick)
    names = table[table.index("== mine: <Mine> & yours"):]
    expect("gemmkit_blas#2" in names and "openblas" not in names, f"who takes part:\n{names}")
    with open(page) as file:
        text = file.read()
    for word in ("&lt;Mine&gt; &amp; yours", "f32 30x20x10 NN col", "f64 9x1x9 TN row", "gemmkit_blas#2", "geometric mean of 2 rows", "</html>"):
        expect(word in text, f"no {word} in the page")
    expect("(wrong)" not in text and "<script" not in text and "http" not in text, "the page stands alone")
    with open(shapes, "w") as file:
        file.write("f32 4 = = NN col\n\nf32 4 = = XX col\n")
    done = subprocess.run([program, shapes], capture_output=True, text=True)
    expect(done.returncode != 0 and "mine.txt:3: ops are" in done.stderr, f"a bad line: {done.stderr}")


def main():
    program, plot, steps, broken = sys.argv[1:5]
    with tempfile.TemporaryDirectory() as folder:
        json_path, csv_path = os.path.join(folder, "run.json"), os.path.join(folder, "run.csv")
        quick = ["--rounds", "1", "--sample-ms", "0.2", "--json", json_path, "--csv", csv_path]
        run(program, "small", "--filter", "f32 10", *quick)
        report = check_json(json_path, 1)
        ours = [c for c in report["contestants"] if c["kind"] == "ours"]
        expect(len(ours) == 1, f"expected one contestant of ours, got {len(ours)}")
        with open(csv_path, newline="") as file:
            rows = list(csv.DictReader(file))
        timed = sum("refused" not in c for r in report["results"] for c in r["contestants"])
        expect(len(rows) == timed, f"{len(rows)} rows in the CSV, {timed} in the JSON")
        drawings = []
        for source in (csv_path, json_path):
            figures = os.path.join(folder, os.path.basename(source) + ".figures")
            run(plot, source, figures)
            drawings.append({name: open(os.path.join(figures, name)).read() for name in os.listdir(figures)})
        expect("small_f32_t1.svg" in drawings[0], "no figure drawn")
        expect(drawings[0].keys() == drawings[1].keys(), "the CSV and the JSON of a run give different figures")
        for curve in {c["name"] for r in report["results"] for c in r["contestants"] if "refused" not in c}:
            expect(f">{curve}</text>" in drawings[1].get("small_f32_t1.svg", ""), f"no curve of {curve}")
        check_steps(steps, csv_path, json_path, folder)
        run(steps, program, "--limit", "1000", "--group", "small", "--", "--filter", "f32 10", "--rounds", "1")
        # Every option a shape line has, in one run.
        line = "f32,f64 9 = 5 NN,NT,TN,TT col,row lda=+3 ldb=+1 ldc=+2 off=16 beta=0.5"
        run(program, "--shape", line, *quick)
        expect(len(check_json(json_path, 1)["results"]) == 16, "a line of 2 types, 4 ops and 2 layouts is 16 shapes")
        # Settings of ours against each other, and the overhead group.
        run(program, "overhead", "--filter", "1x1", "--peers", "none", "--vary", "KC=256,512", *quick)
        names = {c["name"] for c in check_json(json_path, 1)["results"][0]["contestants"]}
        expect({"empty", "gk:KC=256", "gk:KC=512"} <= names, f"contestants are {names}")
        # With and without a profile of gemmkit-tune, and what it gains.
        profile = os.path.join(folder, "profile.env")
        with open(profile, "w") as file:
            file.write("# header\n\nexport GEMMKIT_KC=256  # tuned (1.07x)\nexport GEMMKIT_GEMV_THRESHOLD=18446744073709551615  # default (1.00x)\n")
        run(program, "overhead", "--filter", "1x1", "--peers", "none", "--profile", profile, *quick)
        names = {c["name"] for c in check_json(json_path, 1)["results"][0]["contestants"]}
        expect({"gemmkit", "gk:KC=256,GEMV_THRESHOLD=max"} <= names, f"contestants are {names}")
        gain = os.path.join(os.path.dirname(steps), "gain.sh")
        expect("overhead" in run(gain, json_path, "--limit", "0.99"), "gain.sh names no group")
        done = subprocess.run([gain, json_path, "--limit", "-99"], capture_output=True, text=True)
        expect(done.returncode == 1 and "SLOWER" in done.stdout, f"a loss is none: {done.stdout}{done.stderr}")
        # Empty operands in every orientation: nobody's arguments may be illegal.
        empty = [word for line in ("f32,f64 0 1 1", "f32,f64 1 0 1", "f32,f64 1 1 0", "f32,f64 0 1 0", "f32,f64 5 1 0")
                 for word in ("--shape", line + " NN,NT,TN,TT col,row")]
        run(program, *empty, *quick)
        for result in check_json(json_path, 1)["results"]:
            for contestant in result["contestants"]:
                failed = contestant.get("refused", "").startswith("failed")
                expect(not failed, f"{result['shape']} {contestant['name']}: {contestant.get('refused')}")
        # More than a product, beside the product alone.
        more = [word for line in ("f32 9 = = NN,TT col with=relu", "f32 9 = = NT row with=gelu",
                                  "i8 9 = = TN row with=requant", "f32 9 = = NN,NT col with=packed")
                for word in ("--shape", line)]
        run(program, *more, *quick)
        for result in check_json(json_path, 1)["results"]:
            names = {c["name"] for c in result["contestants"] if "refused" not in c}
            expect(names == {"gemmkit", "plain"}, f"{result['shape']}: {names}")
        # Who turns a call away takes no part, without a word per call.
        table = run(program, "--shape", "f32 4 = = NN col", "--peers", "openblas", "--peer-path", f"openblas={broken}", *quick)
        expect("! openblas: failed: SGEMM reports illegal argument 9" in table, f"the broken peer took part:\n{table}")
        expect("square" in run(program, "--list"), "--list names no groups")
        check_compare(program, folder, quick)
        check_report(program, os.path.join(os.path.dirname(plot), "report.sh"), folder)
        # A group after an option that takes one word, and shapes that are too large left out.
        table = run(program, "--peers", "none", "square", "--max-gflop", "0.005", *quick)
        expect(table.count("f32 128x128x128") == 1 and "256x256" not in table, f"--max-gflop:\n{table}")
    for bad in (["--compare", "libnot-there.so"], ["--compare", "libm.so.6"], ["./not-there.txt"], ["--html", "/no/folder/x", "--shape", "f32 4 = = NN col"],
                ["--shape", "f32 1 2"], ["no_such_group"], ["--knob", "NO_SUCH=1"], ["--filter", "f128"],
                ["--shape", "i8 9 = = NN col with=relu"]):
        done = subprocess.run([program, *bad], capture_output=True, text=True)
        expect(done.returncode != 0 and done.stderr.startswith("gemmkit-bench: "), f"{bad} was accepted")
    for failure in failures:
        print("FAILED:", failure)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
