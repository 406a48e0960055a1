"""What report.sh does with stored runs: condenses them, and writes the tables and figures made from them.

usage: report.py store RAW RESULT      keeps what the tables need of gemmkit-bench's JSON
       report.py tables|check ROOT     docs/performance.md and README.md between their marks, docs/figures/*.svg
"""
import csv
import fnmatch
import glob
import json
import math
import os
import re
import sys
import tempfile

import plot

NOISE = 0.97  # a ratio of at least this is not a loss


def rounded(value):
    return float("%.4g" % value) if isinstance(value, float) else value


def store(raw, result):
    with open(raw) as file:
        report = json.load(file)
    for row in report["results"]:
        row["contestants"] = [{key: rounded(value) for key, value in c.items() if key not in ("samples_ns", "calls_per_sample", "cpu_over_wall", "kind")}
                              for c in row["contestants"] if "refused" not in c]
        row["comparison"] = [{key: rounded(value) for key, value in c.items()} for c in row["comparison"]]
    report["contestants"] = [{key: c[key] for key in ("name", "kind", "version", "cpu")} for c in report["contestants"]]
    report["absent"] = []
    with open(result, "w") as file:  # a line per shape, so that a new run can be compared with an old one
        rows = report.pop("results")
        head = json.dumps(report)[:-1]
        file.write(head + ', "results": [\n' + ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows) + "\n]}\n")


class Run:
    """A stored run. A row is one shape at one number of threads."""

    def __init__(self, path):
        with open(path) as file:
            self.report = json.load(file)
        self.rows = []
        for result in self.report["results"]:
            for comparison in result["comparison"]:
                threads = comparison["threads"]
                speeds = {c["name"]: c for c in result["contestants"] if c["threads"] == threads and c["correct"]}
                self.rows.append({**result, **comparison, "speeds": speeds})

    def kind(self, name):
        return next((c["kind"] for c in self.report["contestants"] if c["name"] == name), "")

    def find(self, pattern, threads):
        group, _, name = pattern.rpartition(":")
        name = re.sub(r"^(\w+) (\d+)\^3$", r"\1 \2x\2x\2 NN col", name)
        return [r for r in self.rows if r["threads"] == threads and fnmatch.fnmatchcase(r["shape"], name) and (not group or r["group"] == group)]

    def machine(self):
        m, run = self.report["machine"], self.report["run"]
        versions = ", ".join("%s %s" % (label(c["name"]), version_of(c)) for c in self.report["contestants"] if c["kind"] in ("library", "bare") and "gemv" not in c["name"] and c["name"] != "plain")
        return "%s (%s), %s; %d interleaved rounds. %s." % (m["cpu"], m["caches"], m["system"], run["rounds"], versions)


LABELS = {"gemmkit": "ours", "cblas": "by CBLAS", "cblas-gemv": "by CBLAS's gemv", "openblas": "OpenBLAS", "blis": "BLIS", "onednn": "oneDNN", "eigen": "Eigen",
          "ob-gemv": "OpenBLAS's gemv", "blis-gemv": "BLIS's gemv", "plain": "the product alone"}


def label(name):
    return LABELS.get(name, name)


def version_of(contestant):
    found = re.search(r"\d+(\.\d+)+", contestant["version"])
    told = contestant["cpu"].split(":")[0]
    return (found.group(0) if found else "") + (" (as %s)" % told if told and len(told) < 16 else "")


def rate(row, name="gemmkit"):
    return row["speeds"][name]["median_gflops"] if name in row["speeds"] else 0


def short(row):
    """f32 512^3, f64 64x64x8192 TN"""
    name = re.sub(r" (\d+)x\1x\1\b", r" \1^3", row["shape"])
    return re.sub(r" col\b", "", re.sub(r" NN col\b", "", name))


# ---- Targets ---------------------------------------------------------------------------------------------------------


class Target:
    def __init__(self, line):
        self.id, self.run, self.asked, self.measure, bound, shapes = [part.strip() for part in line.split("|")]
        self.bound = float(bound) if bound else 0
        self.shapes = [shape.strip() for shape in shapes.split(",")]
        self.most = self.measure in ("ns", "cblas-ns")

    def value(self, row, run):
        if self.measure == "peak":
            return row["fraction_median"]
        if self.measure in ("lib", "any", "cblas/lib"):
            return row[{"lib": "ratio_library", "any": "ratio_any", "cblas/lib": "ratio_cblas"}[self.measure]]
        if self.measure == "speedup":
            return row["speedup"]
        if self.most:
            return row["speeds"]["gemmkit" if self.measure == "ns" else "cblas"]["median_ns"] - row["speeds"]["empty"]["median_ns"] * (self.measure == "ns")
        if self.measure.startswith("over "):
            base = run.find(self.measure[5:], row["threads"])
            return rate(row) / rate(base[0]) if base else 0
        other = rate(row, self.measure)
        return rate(row) / other if other else 0

    def judge(self, runs, levels):
        """(worst value, where, all values, their rows) or None without figures."""
        if self.run == "levels_t1":
            key = "our_gemm" if self.measure == "gemm" else "best_library"
            values = [(row["ours"] / row[key], "%s %d" % (row["routine"], row["n"]), row) for row in levels
                      if row["level"] == int(self.shapes[0]) and row[key] > 0 and (self.measure != "gemm" or "gemm" not in row["routine"])]
        elif self.run in runs:
            run, threads = runs[self.run], int(self.run[-1])
            rows = [row for pattern in self.shapes for row in run.find(pattern, threads)]
            if self.measure == "spread" and rows:
                slowest, fastest = min(rows, key=rate), max(rows, key=rate)
                return rate(slowest) / rate(fastest), short(slowest), [], rows
            values = [(self.value(row, run), short(row), row) for row in rows]
            values = [v for v in values if v[0]]
        else:
            values = []
        if not values:
            return None
        worst = max(values, key=lambda v: v[0]) if self.most else min(values, key=lambda v: v[0])
        return worst[0], worst[1], [v[0] for v in values], [v[2] for v in values]


def best_peer(rows):
    """"0.98 to 1.04 of OpenBLAS", over the rows that have a library."""
    ratios = [(row["ratio_library"], row["best_library"]) for row in rows if row.get("ratio_library")]
    if not ratios:
        return ""
    low, high = min(ratios), max(ratios)
    names = " and ".join(sorted({label(name) for _, name in (low, high)}))
    text = "%.2f" % low[0] if "%.2f" % low[0] == "%.2f" % high[0] else "%.2f to %.2f" % (low[0], high[0])
    return "%s of %s" % (text, names)


def targets_table(root, runs, levels):
    why = {}
    for line in open(os.path.join(root, "bench/why.txt")):
        if ":" in line and not line.startswith("#"):
            name, text = line.split(":", 1)
            why[name.strip()] = text.strip()
    out, counts = [], {"yes": 0, "within 3 %": 0, "no": 0}
    for line in open(os.path.join(root, "bench/targets.txt")):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if "|" not in line:
            out.append("| **%s** | | | | | |" % line)
            continue
        target = Target(line)
        if target.measure == "a test":
            out.append("| %s | | %s | | tested | |" % (target.asked, ", ".join(target.shapes)))
            continue
        found = target.judge(runs, levels)
        if not found:
            out.append("| %s | %g | not measured | | | %s |" % (target.asked, target.bound, why.get(target.id, "")))
            continue
        worst, where, values, rows = found
        met = worst <= target.bound if target.most else worst >= target.bound
        near = worst * NOISE <= target.bound if target.most else worst >= NOISE * target.bound
        verdict = "yes" if met else "within 3 %" if near else "no"
        counts[verdict] += 1
        ours = ("%.0f ns" if target.most else "%.2f") % worst
        if len(values) > 3:
            behind = sum(v < NOISE * target.bound for v in values)
            mean = math.exp(sum(map(math.log, values)) / len(values))
            ours = "%.2f in the mean, %d of %d below; %.2f at %s" % (mean, behind, len(values), worst, where)
        elif len(rows) > 1:
            ours += " at " + where
        what = {"lib": " of the best library", "cblas/lib": " of the best library", "peak": " of peak", "speedup": " times as fast", "gemm": " of our gemm",
                "plain": " of the product alone", "libxsmm": " of libxsmm's kernel", "openblas": " of OpenBLAS", "spread": " of the fastest"}
        asked = "%g%s" % (target.bound, " ns" if target.most else what.get(target.measure, ""))
        reason = why.get(target.id, "") if verdict == "no" else ""
        out.append("| %s | %s | %s | %s | %s | %s |" % (target.asked, asked, ours, best_peer(rows), verdict, reason))
    head = ["%d targets are met, %d within 3 %%, %d missed." % tuple(counts.values()), "",
            "| target | asked for | ours, the worst of its shapes | ours over the best library | met | why not |", "|---|---|---|---|---|---|"]
    return "\n".join(head + out) + "\n"


# ---- Groups ----------------------------------------------------------------------------------------------------------

GROUPS = [("square", "Square"), ("transposes", "Transposes and layouts"), ("ld", "Leading dimensions"), ("small", "Small"), ("overhead", "Cost of a call"),
          ("skinny", "Skinny"), ("smallk", "Small depth"), ("gemv", "Matrix times vector"), ("batched", "Batches"), ("half", "Half precision"),
          ("int8", "8-bit integers"), ("complex", "Complex"), ("fused", "Epilogues, against the product alone"),
          ("prepacked", "A prepacked B, against the plain one"), ("threads", "Threads"), ("command", "Square")]
SHOWN_CUBES = {1, 2, 3, 4, 6, 8, 12, 16, 20, 24, 32, 33, 48, 49, 64, 65, 80, 96, 97, 100, 112, 127, 128}
DRAWN = ("square", "small", "half", "int8", "complex", "threads")


def group_table(run, group, threads):
    rows = [r for r in run.rows if r["group"] == group and r["threads"] == threads]
    shown = [r for r in rows if group != "small" or r["m"] in SHOWN_CUBES]
    if not shown:
        return ""
    in_ns = group == "overhead"
    names = [c["name"] for c in run.report["contestants"] if any(c["name"] in r["speeds"] for r in shown)]
    names += ["empty"] * any("empty" in r["speeds"] for r in shown)
    several = threads > 1
    out = ["| shape | " + ("" if in_ns else "of peak | ") + " | ".join(map(label, names)) + (" | over one thread" if several else "") + " | over the best library |"]
    out.append("|---" * (out[0].count("|") - 1) + "|")
    for row in shown:
        cells = [short(row)] + ([] if in_ns else ["%.2f" % row["fraction_median"]])
        for name in names:
            speed = row["speeds"].get(name)
            cells.append("%.3g" % speed["median_ns" if in_ns else "median_gflops"] if speed else "")
        cells += ["%.2f" % row["speedup"]] * several
        cells.append("%.2f %s" % (row["ratio_library"], label(row["best_library"])) if row["ratio_library"] else "")
        out.append("| " + " | ".join(cells) + " |")
    ratios = [(row["ratio_library"], short(row)) for row in rows if row["ratio_library"]]
    text = ""
    if len(ratios) > 3:
        below = sorted(r for r in ratios if r[0] < NOISE)
        text = "Over the best library: %.2f in the geometric mean of %d shapes" % (math.exp(sum(math.log(r) for r, _ in ratios) / len(ratios)), len(ratios))
        text += ", %d below %.2f" % (len(below), NOISE) + (" (" + ", ".join("%s %.2f" % (s, r) for r, s in below[:8]) + ("..." if len(below) > 8 else "") + ")" if below else "") + ".\n\n"
    return text + "\n".join(out) + "\n"


def figures(run, name, group, folder):
    """Draws the group's cubes; returns lines that show them."""
    out = []
    for key, curves in sorted(plot.curves_of(run.report).items()):
        if key[0] != group or key[2] != "NN col" or (group == "threads" and key[3] == 1):
            continue
        path = "%s_%s" % (name, plot.file_name(key))
        with open(os.path.join(folder, path), "w") as file:
            file.write(plot.draw(plot.title_of(key), curves, run.report["machine"]["cpu"]))
        out.append("![GFLOP/s of %s cubes, %s](figures/%s)" % (key[1], group, path))
    return "\n".join(out)


def groups_text(runs, folder):
    out = []
    titles = {"avx512_t1": "One thread", "avx2_t1": "One thread, everybody for AVX2", "avx512_t2": "Two threads", "avx2_t2": "Two threads, everybody for AVX2"}
    for name, title in titles.items():
        if name not in runs:
            continue
        out.append("### %s\n\n%s\n" % (title, runs[name].machine()))
        threads = int(name[-1])
        for group, heading in GROUPS:
            table = group_table(runs[name], group, threads)
            if table:
                pictures = figures(runs[name], name, group, folder) if group in DRAWN else ""
                out.append("#### %s\n\n%s%s" % (heading, pictures + "\n\n" if pictures else "", table))
    return "\n".join(out)


def readme_text(runs):
    run = runs.get("avx512_t1")
    if not run:
        return None
    out = ["| one thread, GFLOP/s | gemmkit | OpenBLAS | BLIS | oneDNN | gemmkit over the best |", "|---|---|---|---|---|---|"]
    for shape in ("f32 64^3", "f32 512^3", "f32 2048^3", "f64 64^3", "f64 512^3", "f64 2048^3", "bf16 1024^3", "i8 1024^3"):
        for row in run.find(shape, 1)[:1]:
            cells = [rate(row, name) for name in ("gemmkit", "openblas", "blis", "onednn")]
            best = max(cells[1:])
            out.append("| %s | " % short(row) + " | ".join("%.0f" % cell if cell else "" for cell in cells) + " | %s |" % ("%.2f" % (cells[0] / best) if best else ""))
    machine = run.report["machine"]
    small = [row["ratio_cblas"] for row in run.rows if row["group"] == "small" and row["ratio_cblas"]]
    text = "%s, medians of %d interleaved rounds, the others told what CPU it is." % (machine["cpu"], run.report["run"]["rounds"])
    if small:
        text += " Through CBLAS, every n from 1 to 128 and both types: %.2f of the best library on average, between %.2f and %.2f." % (
            math.exp(sum(map(math.log, small)) / len(small)), min(small), max(small))
    untold = runs.get("untold_t1")
    row = untold.find("f32 1024^3", 1)[0] if untold else None
    if row and "openblas" in row["speeds"]:
        cpu = next(c["cpu"] for c in untold.report["contestants"] if c["name"] == "openblas")
        text += " Not told, Debian's OpenBLAS takes it for a %s: f32 1024^3 at %.0f." % (cpu, rate(row, "openblas"))
    return "\n".join(out) + "\n\n" + text + "\n"


def between(text, mark, content):
    begin, end = re.search(r"<!-- %s: .*-->\n" % mark, text), text.index("<!-- end of %s -->" % mark)
    return text[:begin.end()] + "\n" * (mark != "speed") + content + "\n" * (mark != "speed") + text[end:]


def generate(root, folder):
    """{path: text} of the two documents; figures go to the folder."""
    runs = {os.path.basename(path)[:-5]: Run(path) for path in sorted(glob.glob(os.path.join(root, "bench/results/*.json")))}
    if not runs:
        return {}  # nothing is stored: what is written stays
    levels = []
    if os.path.exists(os.path.join(root, "bench/results/levels_t1.csv")):
        with open(os.path.join(root, "bench/results/levels_t1.csv")) as file:
            levels = [{key: value if key == "routine" else float(value) for key, value in row.items()} for row in csv.DictReader(file)]
        for row in levels:
            row["n"] = int(row["n"])
    documents = {}
    page = os.path.join(root, "docs/performance.md")
    text = between(open(page).read(), "targets", targets_table(root, runs, levels))
    documents[page] = between(text, "groups", groups_text(runs, folder))
    readme, content = os.path.join(root, "README.md"), readme_text(runs)
    if content:
        documents[readme] = between(open(readme).read(), "speed", content)
    return documents


def main():
    command, *rest = sys.argv[1:]
    if command == "store":
        return store(*rest)
    root = os.path.normpath(rest[0])
    folder = os.path.join(root, "docs/figures")
    if command == "check":
        with tempfile.TemporaryDirectory() as scratch:
            wrong = [path for path, text in generate(root, scratch).items() if open(path).read() != text]
            wrong += [path for path in (os.path.join(folder, name) for name in os.listdir(scratch))
                      if not os.path.exists(path) or open(path).read() != open(os.path.join(scratch, os.path.basename(path))).read()]
        sys.exit("not what bench/report.sh tables writes: " + ", ".join(wrong) if wrong else 0)
    for path, text in generate(root, folder).items():
        with open(path, "w") as file:
            file.write(text)
        print(path)


if __name__ == "__main__":
    main()
