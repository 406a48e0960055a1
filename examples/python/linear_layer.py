#!/usr/bin/env python3
"""A layer of a network, y = relu(x*w + b), in four precisions: the weights packed once, bias and ReLU within the product.

The layer tells bits of noise from their patterns: output j answers to pattern j, and the input with that pattern must
excite it most. How far each precision strays from double precision is printed beside the time.

usage: GEMMKIT_LIBRARY=/path/to/libgemmkit.so.0 linear_layer.py
"""
import time

import numpy as np

import gemmkit

SAMPLES, FEATURES, OUTPUTS = 512, 1024, 512


def fastest(call):
    best = float("inf")
    for _ in range(5):
        start = time.perf_counter()
        result = call()
        best = min(best, time.perf_counter() - start)
    return result, best


def main():
    random = np.random.default_rng(1)
    patterns = random.choice([-1.0, 1.0], (OUTPUTS, FEATURES))
    labels = random.integers(0, OUTPUTS, SAMPLES)
    x = (patterns[labels] + random.standard_normal((SAMPLES, FEATURES))) / 8
    w, b = patterns.T / 16, np.full(OUTPUTS, -1.0)
    exact = np.maximum(np.einsum("ij,jk", x, w) + b, 0)
    largest = exact.max()

    def half(to):
        weights, bias, inputs = gemmkit.prepack(to(w)), to(b), to(x)
        return lambda: gemmkit.gemm(inputs, weights, bias=bias, activation="relu")

    # 8-bit integers: x and w in units of their largest value over 127, y in 255 steps; the smallest byte is 0.
    unit_x, unit_w, unit_y = abs(x).max() / 127, abs(w).max() / 127, largest / 255
    x8, w8 = np.rint(x / unit_x).astype(np.int8), gemmkit.prepack(np.rint(w / unit_w).astype(np.int8))
    b8 = np.rint(b / (unit_x * unit_w)).astype(np.int32)

    layers = [
        ("f32", half(lambda a: a.astype(np.float32)), lambda y: y),
        ("f16", half(lambda a: a.astype(np.float16)), lambda y: y),
        ("bf16", half(gemmkit.to_bf16), gemmkit.from_bf16),
        ("int8", lambda: gemmkit.gemm_requant(x8, w8, unit_x * unit_w / unit_y, 0, b8, out_dtype=np.uint8),
         lambda y: y * unit_y),
    ]
    right, total = [], 0.0
    for name, layer, widen in layers:
        y, seconds = fastest(layer)
        y = widen(y).astype(np.float64)
        right.append(np.mean(y.argmax(axis=1) == labels))
        total += seconds
        print("%-4s %6.1f us  %6.0f Gop/s  %5.1f %% recognised, largest error %.4f of %.1f" % (
            name, 1e6 * seconds, 2e-9 * SAMPLES * FEATURES * OUTPUTS / seconds, 100 * right[-1], abs(y - exact).max(), largest))
    print("result " + " ".join("%.3f" % share for share in right))
    print("time %.6f" % total)
    print(gemmkit.config())


if __name__ == "__main__":
    main()
