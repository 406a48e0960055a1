#!/usr/bin/env python3
"""What is Python's standard library about?

A plain NumPy program, unaware of gemmkit. It cuts the library's sources into pieces of 40 lines, counts the words in each,
and asks two questions of the resulting matrix:
  f32  which other piece is most like it, for every third piece    (cosine similarity: one large product)
  f64  what are the main topics                                    (principal components by subspace iteration)

usage: stdlib_topics.py [--save FILE] [--expect FILE]     FILE holds a run's answers, to compare another run with
"""
import argparse
import collections
import glob
import os
import re
import sysconfig
import time

import numpy as np

PIECES, WORDS, TOPICS, ITERATIONS = 3000, 3000, 128, 4


def word_counts():
    """Names of the pieces, the vocabulary, and the counts, pieces x words."""
    root = sysconfig.get_path("stdlib")
    names, bags, totals = [], [], collections.Counter()
    for path in sorted(glob.glob(os.path.join(root, "**", "*.py"), recursive=True)):
        name = os.path.relpath(path, root)
        if "-packages" in name or "/test" in name or name.startswith(("encodings", "_sysconfigdata")):
            continue
        with open(path, encoding="utf-8", errors="ignore") as file:
            lines = file.readlines()
        for first in range(0, len(lines) - 39, 40):
            bag = collections.Counter(re.findall(r"[a-z]{3,}", "".join(lines[first:first + 40]).lower()))
            names.append("%s:%d" % (name, first + 1))
            bags.append(bag)
            totals.update(bag.keys())
    keep = range(len(bags)) if len(bags) <= PIECES else np.linspace(0, len(bags) - 1, PIECES).astype(int)
    vocabulary = [word for word, _ in sorted(totals.items(), key=lambda item: (-item[1], item[0]))[:WORDS]]
    index = {word: i for i, word in enumerate(vocabulary)}
    counts = np.zeros((len(keep), len(vocabulary)))
    for row, piece in enumerate(keep):
        for word, count in bags[piece].items():
            if word in index:
                counts[row, index[word]] = count
    return [names[i] for i in keep], vocabulary, counts


class Stopwatch:
    """Adds up the time of the products alone: LAPACK and Python have their own."""

    def __init__(self):
        self.seconds = 0.0

    def matmul(self, a, b):
        start = time.perf_counter()
        product = a @ b
        self.seconds += time.perf_counter() - start
        return product


def best_rate(work, operations):
    """The result of work(stopwatch) and its best speed in GFLOP/s, over at most five runs or two seconds."""
    best, total, runs = float("inf"), 0.0, 0
    while runs < 2 or runs < 5 and total < 2:
        watch = Stopwatch()
        result = work(watch)
        best, total, runs = min(best, watch.seconds), total + watch.seconds, runs + 1
        if best > 4:  # a slow BLAS has made its point
            break
    return result, operations / best / 1e9


def closest(weights):
    """For every third piece its similarity to each of the others."""
    unit = (weights / np.linalg.norm(weights, axis=1, keepdims=True)).astype(np.float32)
    ask = np.arange(len(unit)) % 3 == 0
    asked, others = unit[ask], unit[~ask]
    similarity, rate = best_rate(lambda watch: watch.matmul(asked, others.T),
                                 2.0 * len(asked) * len(others) * unit.shape[1])
    return similarity, np.flatnonzero(ask), np.flatnonzero(~ask), rate


def principal(weights):
    """The leading principal directions (columns) with the share of the variance along each."""
    centred = weights - weights.mean(axis=0)
    start = np.random.default_rng(1).standard_normal((centred.shape[1], TOPICS))

    def iterate(watch):
        basis = start
        for _ in range(ITERATIONS):
            basis, _ = np.linalg.qr(watch.matmul(centred.T, watch.matmul(centred, basis)))
        return basis

    basis, rate = best_rate(iterate, ITERATIONS * 4.0 * centred.size * TOPICS)
    scores = centred @ basis
    # Rotate to the axes of the ellipsoid; fix the signs, which are arbitrary.
    values, vectors = np.linalg.eigh(scores.T @ scores)
    directions = (basis @ vectors)[:, ::-1]
    directions *= np.sign(directions[np.abs(directions).argmax(axis=0), np.arange(TOPICS)])
    return directions, values[::-1] / np.square(centred).sum(), rate


def blas_in_use():
    """The file that NumPy's matrix products run in."""
    with open("/proc/self/maps") as maps:
        paths = {line.split()[-1] for line in maps if "/" in line}
    ours = [p for p in paths if "libgemmkit_blas" in p]
    return (ours or sorted(p for p in paths if "blas" in os.path.basename(p)) or ["(built in)"])[0]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--save")
    parser.add_argument("--expect")
    options = parser.parse_args()

    names, vocabulary, counts = word_counts()
    weights = np.log1p(counts) * np.log(len(names) / (1.0 + (counts > 0).sum(axis=0)))
    keep = np.linalg.norm(weights, axis=1) > 0
    names, weights = [n for n, k in zip(names, keep) if k], weights[keep]

    similarity, asked, others, rate32 = closest(weights)
    directions, shares, rate64 = principal(weights)

    print("BLAS: %s" % blas_in_use())
    print("%d pieces of source, %d words" % weights.shape)
    best = similarity.argmax(axis=1)
    alike = similarity[np.arange(len(best)), best]
    print("some pieces, the other piece most like each, and the cosine between them:")
    for row in range(50, len(best), 300):
        print("  %-40s %-40s %.3f" % (names[asked[row]], names[others[best[row]]], alike[row]))
    print("main topics:")
    for t in range(4):
        order = np.argsort(-np.abs(directions[:, t]))[:7]
        print("  %4.1f %% of the variance: %s" % (100 * shares[t], " ".join(vocabulary[i] for i in order)))
    print("f32 %8.1f GFLOP/s   similarity, %d x %d x %d" % (rate32, *similarity.shape, weights.shape[1]))
    print("f64 %8.1f GFLOP/s   principal components, %d x %d x %d" % (rate64, *weights.shape, TOPICS))

    if options.save:
        np.savez(options.save, alike=alike, shares=shares, topics=directions[:, :4], rates=[rate32, rate64])
    if options.expect:
        before = np.load(options.expect)
        same = (np.allclose(alike, before["alike"], rtol=1e-4, atol=1e-5) and np.allclose(shares, before["shares"], rtol=1e-6)
                and np.allclose(directions[:, :4], before["topics"], rtol=1e-3, atol=1e-6))
        ratio = np.array([rate32, rate64]) / before["rates"]
        print("the same answer as the other run: %s" % ("yes" if same else "NO"))
        print("speed relative to it: f32 %.2fx, f64 %.2fx" % tuple(ratio))
        return 0 if same else 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
