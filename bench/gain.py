"""What gain.sh does: one contestant's speed over another's, by group."""

import argparse
import math
import sys

from results import read_rows


def main():
    parser = argparse.ArgumentParser(prog="gain.sh")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--of")
    parser.add_argument("--over", default="gemmkit")
    parser.add_argument("--limit", type=float, default=0.02)
    options = parser.parse_args()
    speeds = {}
    for path in options.files:
        for row in read_rows(path):
            key = (row["group"], row["shape"], row["threads"])
            speed = speeds.setdefault(key, {})
            # The better of several runs: others on the machine only ever slow a run down.
            speed[row["contestant"]] = max(speed.get(row["contestant"], 0), row["median_gflops"])
    names = [name for speed in speeds.values() for name in speed if name.startswith("gk:")]
    of = options.of or (names[-1] if names else None)
    if of is None:
        sys.exit("gain.sh: no second contestant of ours in these runs (gemmkit-bench --profile or --vary)")
    groups = {}
    for (group, shape, threads), speed in sorted(speeds.items()):
        if speed.get(of) and speed.get(options.over):
            groups.setdefault((group, threads), []).append((speed[of] / speed[options.over], shape))
    if not groups:
        sys.exit("gain.sh: no shape has both %s and %s" % (of, options.over))
    print("%s over %s" % (of, options.over))
    slower = 0
    for (group, threads), ratios in groups.items():
        mean = math.exp(sum(math.log(ratio) for ratio, _ in ratios) / len(ratios))
        lost = mean < 1 - options.limit
        slower += lost
        print("%-12s t%-3d %4d shapes  %.3f%s  from %.2f (%s) to %.2f (%s)"
              % (group, threads, len(ratios), mean, "  SLOWER" if lost else "", *min(ratios), *max(ratios)))
    sys.exit(1 if slower else 0)


main()
