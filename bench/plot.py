"""Draws the curves of plot.sh: reads gemmkit-bench's CSV or JSON, writes plain SVG."""

import html
import math
import os
import sys

from results import from_json, numbers, read_rows

WIDTH, HEIGHT = 760, 420
LEFT, RIGHT, TOP, BOTTOM = 60, 150, 36, 48

# Fixed colours, so that a library looks the same in every figure. Chosen to be told apart without red and green.
COLOURS = {
    "gemmkit": "#d62728", "cblas": "#ff7f0e", "openblas": "#1f77b4", "blis": "#17becf", "onednn": "#9467bd",
    "libxsmm": "#8c564b", "eigen": "#7f7f7f", "reference": "#bcbd22", "peak": "#000000",
}
SPARE = ["#2ca02c", "#e377c2", "#aec7e8", "#ffbb78", "#98df8a", "#c5b0d5"]


def curves_of(report):
    """Of a report of gemmkit-bench's JSON."""
    return curves(numbers(list(from_json(report))))


def curves(rows):
    """{(group, type, variant, threads): {contestant: [(size, GFLOP/s), ...]}}, and the squares' peak as a curve."""
    figures = {}
    for row in rows:
        # Only families of cubes have a size to draw over; the other groups are tables.
        if not row["m"] == row["n"] == row["k"] > 0 or not row["correct"]:
            continue
        variant = row["op_a"] + row["op_b"] + " " + row["layout"]
        if row["misalign"] != 0:
            variant += f" off{row['misalign']}"
        key = (row["group"], row["type"], variant, row["threads"])
        figure = figures.setdefault(key, {})
        figure.setdefault(row["contestant"], []).append((row["m"], row["median_gflops"]))
        figure.setdefault("peak", []).append((row["m"], row["peak_gflops"]))
    for figure in figures.values():
        figure["peak"] = sorted(dict(figure["peak"]).items())
        for points in figure.values():
            points.sort()
    return {key: figure for key, figure in figures.items() if len(figure["peak"]) > 1}


def title_of(key):
    group, elem, variant, threads = key
    return f"{elem} {group}{'' if variant == 'NN col' else ' ' + variant}, {threads} thread{'' if threads == 1 else 's'}, median"


def file_name(key):
    group, elem, variant, threads = key
    return "_".join([group, elem] + ([] if variant == "NN col" else [variant.replace(" ", "_")]) + [f"t{threads}"]) + ".svg"


def ticks(low, high, logarithmic):
    if logarithmic:
        first, last = math.ceil(math.log2(low)), math.floor(math.log2(high))
        return [2**i for i in range(first, last + 1)]
    step = 10 ** math.floor(math.log10(high))
    while high / step < 4:
        step /= 2
    return [i * step for i in range(int(high / step) + 1)]


def draw(title, curves, machine=""):
    sizes = [size for points in curves.values() for size, _ in points]
    low, high = min(sizes), max(sizes)
    top = 1.05 * max(rate for points in curves.values() for _, rate in points)
    logarithmic = high / max(low, 1) >= 8 and len(set(sizes)) < 60

    def x(size):
        if logarithmic:
            share = math.log(size / low) / math.log(high / low)
        else:
            share = (size - low) / (high - low)
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def y(rate):
        return HEIGHT - BOTTOM - rate / top * (HEIGHT - TOP - BOTTOM)

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{LEFT}" y="20" font-size="14">{html.escape(title)}</text>',
        f'<text x="{WIDTH - 10}" y="20" text-anchor="end" fill="#666">{html.escape(machine)}</text>',
    ]
    for rate in ticks(0, top, False):
        out.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(rate):.1f}" y2="{y(rate):.1f}" stroke="#ddd"/>')
        out.append(f'<text x="{LEFT - 6}" y="{y(rate) + 4:.1f}" text-anchor="end">{rate:g}</text>')
    for size in ticks(low, high, logarithmic):
        if low <= size <= high:
            out.append(f'<text x="{x(size):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{size:g}</text>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    out.append(f'<text x="{middle}" y="{HEIGHT - 10}" text-anchor="middle">m = n = k</text>')
    out.append(f'<text x="16" y="{HEIGHT / 2}" text-anchor="middle" transform="rotate(-90 16 {HEIGHT / 2})">GFLOP/s</text>')
    spare = iter(SPARE * 4)
    # The legend lists the fastest first, as the curves end.
    for line, (name, points) in enumerate(sorted(curves.items(), key=lambda item: -item[1][-1][1])):
        colour = COLOURS.get(name) or next(spare)
        dash = ' stroke-dasharray="5 4"' if name == "peak" else ""
        width = 2.5 if name == "gemmkit" else 1.3
        path = " ".join(f"{x(size):.1f},{y(rate):.1f}" for size, rate in points)
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width}"{dash}/>')
        level = TOP + 10 + 18 * line
        out.append(f'<line x1="{WIDTH - RIGHT + 12}" x2="{WIDTH - RIGHT + 36}" y1="{level}" y2="{level}" '
                   f'stroke="{colour}" stroke-width="{width}"{dash}/>')
        out.append(f'<text x="{WIDTH - RIGHT + 42}" y="{level + 4}">{html.escape(name)}</text>')
    out.append("</svg>")
    return "\n".join(out) + "\n"


def main():
    source, folder = sys.argv[1], sys.argv[2]
    figures = curves(read_rows(source))
    if not figures:
        sys.exit(f"{source}: no family of at least two cubes to draw")
    os.makedirs(folder, exist_ok=True)
    for key, figure in sorted(figures.items()):
        path = os.path.join(folder, file_name(key))
        with open(path, "w") as file:
            file.write(draw(title_of(key), figure))
        print(path)


if __name__ == "__main__":
    main()
