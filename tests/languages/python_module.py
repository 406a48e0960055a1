"""examples/python/gemmkit.py against NumPy: all types, layouts, batches, packed operands, epilogues, errors.

usage: GEMMKIT_LIBRARY=libgemmkit.so.0 PYTHONPATH=examples/python python_module.py
"""
import sys

try:
    import numpy as np
except ImportError:
    print("SKIPPED: no NumPy")
    sys.exit(77)
import gemmkit

failures = []
random = np.random.default_rng(3)


def report(name, ok):
    if not ok:
        print("FAILED: " + name)
        failures.append(name)


def numbers(shape, kind):
    if kind == "i8":
        return random.integers(-128, 128, shape).astype(np.int8)
    real = random.standard_normal(shape)
    if kind in ("c32", "c64"):
        return (real + 1j * random.standard_normal(shape)).astype({"c32": np.complex64, "c64": np.complex128}[kind])
    if kind == "bf16":
        return gemmkit.to_bf16(real)
    return real.astype({"f32": np.float32, "f64": np.float64, "f16": np.float16}[kind])


def wide(x):
    """In a type that NumPy's own loops multiply well."""
    if x.dtype == np.uint16:
        return gemmkit.from_bf16(x).astype(np.float64)
    return x.astype({"c": np.complex128, "i": np.int64, "f": np.float64}[x.dtype.kind])


TOLERANCE = {"f32": 1e-4, "f64": 1e-12, "f16": 4e-3, "bf16": 3e-2, "i8": 0, "c32": 1e-4, "c64": 1e-12}


def close(name, got, exact, kind):
    got = wide(got)
    report(name, got.shape == exact.shape and bool((abs(got - exact) <= TOLERANCE[kind] * (abs(exact) + np.sqrt(40))).all()))


def layouts(x):
    """The same values, differently laid out."""
    yield "rows", np.ascontiguousarray(x)
    yield "columns", np.copy(x.swapaxes(-1, -2), order="C").swapaxes(-1, -2)
    padded = np.zeros(x.shape[:-2] + (2 * x.shape[-2], 3 * x.shape[-1]), x.dtype)
    padded[..., ::2, ::3] = x
    yield "sliced", padded[..., ::2, ::3]
    yield "reversed", np.ascontiguousarray(x[..., ::-1, ::-1])[..., ::-1, ::-1]


def sweep(kind):
    m, n, k = 13, 17, 40
    a0, b0 = numbers((m, k), kind), numbers((k, n), kind)
    exact = wide(a0) @ wide(b0)
    out_type = gemmkit.gemm(a0, b0).dtype
    for la, a in layouts(a0):
        for lb, b in layouts(b0):
            name = "%s %s %s" % (kind, la, lb)
            close(name, gemmkit.gemm(a, b), exact, kind)
            start = np.ones((m, n), np.int32) if kind == "i8" else numbers((m, n), kind)
            for lc, c in layouts(start):
                expected = 2 * exact + 3 * wide(c)
                report(name + " returns out", gemmkit.gemm(a, b, out=c, alpha=2, beta=3, threads=2) is c)
                close("%s into %s" % (name, lc), c, expected, kind)
    report(kind + " result type", out_type == (np.int32 if kind == "i8" else a0.dtype))
    if kind in ("f16", "bf16"):
        got = gemmkit.gemm(a0, b0, out_dtype=np.float32)
        report(kind + " into f32", got.dtype == np.float32)
        close(kind + " into f32 values", got, exact, "f32")

    stack = numbers((5, m, k), kind)
    for la, a in layouts(stack):
        close("%s batched %s" % (kind, la), gemmkit.gemm(a, b0), wide(stack) @ wide(b0), kind)
        other = numbers((5, k, n), kind)
        close("%s batched %s twice" % (kind, la), gemmkit.gemm(a[::-1], other), wide(stack[::-1]) @ wide(other), kind)

    workspace = gemmkit.Workspace(1 << 16)
    for lb, b in layouts(b0):
        packed = gemmkit.prepack(b)
        report(kind + " packed bytes", packed.nbytes >= 0 and packed.shape == (k, n))
        for la, a in layouts(a0):
            close("%s packed b %s %s" % (kind, la, lb), gemmkit.gemm(a, packed, workspace=workspace), exact, kind)
    for la, a in layouts(a0):
        for lb, b in layouts(b0):
            close("%s packed a %s %s" % (kind, la, lb), gemmkit.gemm(gemmkit.prepack(a, "a"), b), exact, kind)
    report(kind + " workspace grew", workspace.nbytes >= 1 << 16)

    if kind in ("c32", "c64"):
        close(kind + " conj a", gemmkit.gemm(a0, b0, conj_a=True, alpha=1j), 1j * (wide(a0).conj() @ wide(b0)), kind)
        close(kind + " conj b packed", gemmkit.gemm(a0, gemmkit.prepack(b0), conj_b=True), wide(a0) @ wide(b0).conj(), kind)
    if kind == "i8":
        return
    per_col, per_row = numbers(n, kind), numbers(m, kind)
    close(kind + " bias", gemmkit.gemm(a0, b0, bias=per_col), exact + wide(per_col), kind)
    close(kind + " bias by row", gemmkit.gemm(a0, b0, bias=per_row, bias_per="row"), exact + wide(per_row)[:, None], kind)
    if kind in ("c32", "c64"):
        return
    close(kind + " relu", gemmkit.gemm(a0, b0, bias=per_col, activation="relu"), np.maximum(exact + wide(per_col), 0), kind)
    close(kind + " leaky", gemmkit.gemm(a0, b0, activation=("leaky_relu", 0.25)), np.where(exact > 0, exact, exact / 4), kind)
    for lr, residual in layouts(numbers((m, n), kind)):
        close("%s residual %s" % (kind, lr), gemmkit.gemm(a0, b0, residual=residual), exact + wide(residual), kind)
        close("%s residual packed %s" % (kind, lr), gemmkit.gemm(a0, gemmkit.prepack(b0), residual=residual), exact + wide(residual), kind)
    several = numbers((5, m, n), kind)
    close(kind + " residual batched", gemmkit.gemm(stack, b0, residual=several), wide(stack) @ wide(b0) + wide(several), kind)
    close(kind + " residual shared", gemmkit.gemm(stack, b0, residual=several[1]), wide(stack) @ wide(b0) + wide(several[1]), kind)
    close(kind + " clip packed", gemmkit.gemm(a0, gemmkit.prepack(b0), activation=("clip", -1, 2)), exact.clip(-1, 2), kind)
    close(kind + " tanh", gemmkit.gemm(a0, b0, activation="tanh"), np.tanh(exact), kind)


def fixed():
    a, b = numbers((6, 5), "f64"), numbers((5, 7), "f64")
    close("map", gemmkit.gemm(a, b, map=lambda v, i, j: v + 100 * i + j),
          a @ b + 100 * np.arange(6)[:, None] + np.arange(7), "f64")
    try:
        gemmkit.gemm(a, b, map=lambda v, i, j: {}[i])
        report("an exception in a map", False)
    except KeyError:
        pass
    a8, b8 = numbers((6, 50), "i8"), numbers((50, 7), "i8")
    scale, bias = np.linspace(1e-3, 3e-3, 7).astype(np.float32), np.arange(7) * 1000
    sums = a8.astype(np.int64) @ b8.astype(np.int64) + bias
    exact = np.rint(scale.astype(np.float64) * sums)
    report("requant", np.array_equal(gemmkit.gemm_requant(a8, b8, scale, 3, bias), (3 + exact).clip(-128, 127)))
    report("requant u8 packed", np.array_equal(gemmkit.gemm_requant(a8, gemmkit.prepack(b8), scale, 128, bias, out_dtype=np.uint8),
                                               (128 + exact).clip(0, 255)))
    report("one scale", np.array_equal(gemmkit.gemm_requant(a8, b8, 0.002), np.rint(np.float64(np.float32(0.002)) * (sums - bias)).clip(-128, 127)))
    report("empty", gemmkit.gemm(np.ones((3, 0)), np.ones((0, 2))).tolist() == [[0, 0]] * 3)
    report("broadcast", np.array_equal(gemmkit.gemm(np.broadcast_to(np.ones(4), (3, 4)), np.ones((4, 2))), np.full((3, 2), 4)))
    report("identity", gemmkit.isa("f64") in gemmkit.config() and gemmkit.max_threads() >= 1)
    gemmkit.set_num_threads(1)
    report("threads", gemmkit.max_threads() == 1)
    gemmkit.set_num_threads(0)


def errors():
    a, b = np.ones((3, 4)), np.ones((4, 5))
    square = np.ones((4, 4))
    shared = np.ones((4, 4))
    frozen = np.zeros((3, 5))
    frozen.flags.writeable = False
    odd = np.zeros(3, [("x", "f8"), ("y", "u1")])["x"].reshape(1, 3)
    for status, call in [
            ("SHAPE", lambda: gemmkit.gemm(a, a)), ("SHAPE", lambda: gemmkit.gemm(a, b, out=np.ones((3, 3)))),
            ("SHAPE", lambda: gemmkit.gemm(a, b[0])), ("SHAPE", lambda: gemmkit.gemm(a, gemmkit.prepack(a))),
            ("SHAPE", lambda: gemmkit.gemm(np.ones((2, 3, 4)), np.ones((3, 4, 5)))),
            ("ALIAS", lambda: gemmkit.gemm(square, square, out=square)),
            ("ALIAS", lambda: gemmkit.gemm(square[::-1], square, out=square)),
            ("LAYOUT", lambda: gemmkit.gemm(a, gemmkit.prepack(b), out=np.zeros((3, 5)))),
            ("ARGUMENT", lambda: gemmkit.gemm(a, b.astype(np.float32))), ("ARGUMENT", lambda: gemmkit.gemm(a, b, out=frozen)),
            ("ARGUMENT", lambda: gemmkit.gemm(a.astype(np.int64), b.astype(np.int64))),
            ("ARGUMENT", lambda: gemmkit.gemm(a, b, beta=1)), ("ARGUMENT", lambda: gemmkit.gemm(a, b, threads=-1)),
            ("ARGUMENT", lambda: gemmkit.gemm(a, b, activation="swish")), ("ARGUMENT", lambda: gemmkit.gemm(a.astype(">f8"), b.astype(">f8"))),
            ("ARGUMENT", lambda: gemmkit.gemm(odd, np.ones((3, 2)))), ("ARGUMENT", lambda: gemmkit.isa("f128")),
            ("SHAPE", lambda: gemmkit.gemm(a, b, residual=b)),
            ("ALIAS", lambda: gemmkit.gemm(square, 2*square, out=shared, residual=shared[::-1])),
            ("ARGUMENT", lambda: gemmkit.gemm(a, b, bias=np.ones(3))), ("ARGUMENT", lambda: gemmkit.gemm(a, gemmkit.prepack(b, "a")))]:
        try:
            call()
            report("no error, expected " + status, False)
        except gemmkit.Error as error:
            report("%s instead of %s: %s" % (error.status, status, error), error.status == status and str(error) != "")
    report("a failed call leaves out alone", (square == 1).all())


for element in TOLERANCE:
    sweep(element)
fixed()
errors()
print("%d failed" % len(failures))
sys.exit(1 if failures else 0)
