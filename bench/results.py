"""Reads what gemmkit-bench wrote, CSV or JSON, for the scripts that draw and judge it."""

import csv
import json

INTEGERS = ("m", "n", "k", "lda", "ldb", "ldc", "misalign", "batch", "threads")
NUMBERS = ("beta", "best_gflops", "median_gflops", "best_ns", "median_ns", "peak_gflops")


def from_json(report):
    for result in report["results"]:
        peaks = {c["threads"]: c["peak_median_gflops"] for c in result["comparison"]}
        for contestant in result["contestants"]:
            if "refused" not in contestant:
                yield {**result, **contestant, "contestant": contestant["name"], "peak_gflops": peaks[contestant["threads"]]}


def from_csv(file):
    for row in csv.DictReader(file):
        yield {**row, "correct": row["correct"] == "1"}


def read_rows(path):
    """One dictionary per shape and contestant, with the CSV's names; numbers are numbers."""
    with open(path, newline="") as file:
        is_json = file.read(1) == "{"
        file.seek(0)
        rows = list(from_json(json.load(file)) if is_json else from_csv(file))
    return numbers(rows)


def numbers(rows):
    for row in rows:
        row.update({name: int(row[name]) for name in INTEGERS})
        row.update({name: float(row[name]) for name in NUMBERS})
    return rows
