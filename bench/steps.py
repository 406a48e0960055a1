"""What steps.sh does: the time of each size against that of the next."""

import argparse
import os
import subprocess
import sys
import tempfile

from results import read_rows

EXTENTS = ("m", "n", "k")
ATTEMPTS = 4  # at a step that looks too large: others on the machine make some, and the best times count


class Times:
    """The best time of each shape, by family: all that is equal between neighbours."""

    def __init__(self):
        self.families = {}

    def add(self, path):
        for row in read_rows(path):
            if row["contestant"] != "gemmkit" or row["batch"] != 1 or not row["correct"]:
                continue
            name = f"{row['type']} {row['op_a']}{row['op_b']} {row['layout']}"
            for key, default in (("misalign", 0), ("beta", 0), ("threads", 1)):
                if row[key] != default:
                    name += f" {key}={row[key]:g}"
            times = self.families.setdefault(name, {})
            shape = tuple(row[extent] for extent in EXTENTS)
            times[shape] = min(times.get(shape, float("inf")), row["best_ns"])

    def steps(self):
        """(family, shape, next shape, ratio of times, ratio that the work explains)"""
        for name, times in sorted(self.families.items()):
            for shape in sorted(times):
                m, n, k = shape
                cube = m == n == k
                nexts = [(m + 1, n, k), (m, n + 1, k), (m, n, k + 1), (m + 1, n + 1, k)] + [(m + 1,) * 3] * cube
                for following in nexts:
                    square = following == (m + 1, n + 1, k)
                    if following not in times or min(shape) == 0 or (square and m != n):
                        continue
                    grown = sum(a != b for a, b in zip(shape, following))
                    work = (following[0] * following[1] * following[2]) / (m * n * k)
                    # Where one extent goes from 1 to 2 there is twice the work. Cubes are judged by the plain limit.
                    yield name, shape, following, times[following] / times[shape], work if grown == 1 else 1


def family_of(step):
    """What varies: squares have a family of their own, and so has each pair of fixed extents."""
    name, shape, following, _, _ = step
    fixed = [str(a) if a == b else "*" for a, b in zip(shape, following)]
    return name + " " + "x".join(fixed)


def excess(step, limit):
    """Above 1: a step up that is too large, or a size that takes too much longer than the next larger one."""
    _, _, _, ratio, work = step
    return max(ratio / max(limit, work), 1 / (ratio * limit))


def show(step):
    name, shape, following, ratio, _ = step
    words = ["x".join(map(str, s)) for s in (shape, following)]
    return f"{ratio:6.2f}  {name}  {words[0]} -> {words[1]}"


def measure(program, arguments, times):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "run.csv")
        command = [program, *arguments, "--peers", "none", "--no-cblas", "--csv", path]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            sys.exit(f"{' '.join(command)}\n{done.stdout}")
        times.add(path)


def lines(steps):
    """The shapes of these steps as lines of a shape file."""
    shapes = {(name, shape) for name, *both, _, _ in steps for shape in both}
    for name, shape in sorted(shapes):
        elem, ops, layout, *rest = name.split()
        options = [word.replace("misalign", "off") for word in rest if not word.startswith("threads")]
        yield " ".join([elem, *map(str, shape), ops, layout, *options])


def main():
    parser = argparse.ArgumentParser(prog="steps.sh")
    parser.add_argument("program", nargs="?", help="gemmkit-bench")
    parser.add_argument("--file", action="append", default=[], help="a stored run, CSV or JSON; repeatable")
    parser.add_argument("--limit", type=float, default=1.5, help="of the ratio of two neighbours' times, default 1.5")
    parser.add_argument("--group", action="append", help="shape groups, default small and crossovers; repeatable")
    own = sys.argv[1:]
    extra = []
    if "--" in own:
        own, extra = own[:own.index("--")], own[own.index("--") + 1:]
    options = parser.parse_args(own)
    if bool(options.program) == bool(options.file):
        parser.error("either gemmkit-bench or --file")

    times = Times()
    for path in options.file:
        times.add(path)
    if options.program:
        measure(options.program, [*(options.group or ["small", "crossovers"]), "--sample-ms", "0.5", *extra], times)
        for _ in range(ATTEMPTS):
            suspects = [step for step in times.steps() if excess(step, options.limit) > 1]
            if not suspects:
                break
            words = [word for line in lines(suspects) for word in ("--shape", line)]
            measure(options.program, [*words, *extra], times)

    steps = list(times.steps())
    if not steps:
        sys.exit("no two neighbouring sizes of gemmkit in these figures")
    largest = {}
    for step in steps:
        family = family_of(step)
        if family not in largest or excess(step, options.limit) > excess(largest[family], options.limit):
            largest[family] = step
    print("largest step of each family, as time of the next size over time of the size:")
    for _, step in sorted(largest.items()):
        print(show(step))
    beyond = sorted((step for step in steps if excess(step, options.limit) > 1), key=lambda s: -excess(s, options.limit))
    print(f"{len(steps)} steps, {len(beyond)} beyond {options.limit:g}" + (":" if beyond else ""))
    for step in beyond:
        print(show(step))
    sys.exit(1 if beyond else 0)


if __name__ == "__main__":
    main()
