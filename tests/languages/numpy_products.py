"""NumPy products, checked, with the BLAS that happens to be loaded. Prints a digest of every result's bits.

usage: LD_PRELOAD=libgemmkit_blas.so numpy_products.py EXPECTED_ISA      ("auto": whatever the machine's best is)
"""
import ctypes
import hashlib
import sys

import numpy as np

digest = hashlib.sha256()
failures = 0


def report(name, ok):
    global failures
    if not ok:
        print("FAILED: " + name)
        failures += 1


def oracle(a, b):
    """The product by NumPy's own loops (einsum calls no BLAS) in more precision, and the error bound of any order of
    summation: 2 * k * eps * |A||B|, the 2 for the roundings of alpha and beta."""
    wide = {"f": np.float64, "d": np.longdouble, "F": np.complex128, "D": np.clongdouble}[a.dtype.char]
    a, b, eps = a.astype(wide), b.astype(wide), np.finfo(a.dtype).eps
    return (np.einsum("...ik,...kj->...ij", a, b), 2 * a.shape[-1] * eps * np.einsum("...ik,...kj->...ij", abs(a), abs(b)))


def check(name, result, exact, bound):
    report(name, result.shape == exact.shape and bool((abs(result - exact) <= bound).all())
           and np.allclose(result, exact, rtol=1e-3 if np.finfo(result.dtype).bits == 32 else 1e-9, atol=float(bound.max(initial=0))))
    digest.update(np.ascontiguousarray(result).tobytes())


def loaded_library():
    """The preloaded library is the one whose cblas_dgemm this process sees, and runs the kernel asked for."""
    me = ctypes.CDLL(None)
    if not hasattr(me, "gemmkit_isa"):
        report("libgemmkit_blas is preloaded", False)
        return
    me.gemmkit_isa.restype = ctypes.c_char_p
    isa = me.gemmkit_isa(b"f64").decode()
    report("kernel %s is in force, asked for %s" % (isa, sys.argv[1]), sys.argv[1] in ("auto", isa))
    address = ctypes.cast(me.cblas_dgemm, ctypes.c_void_p).value
    with open("/proc/self/maps") as maps:
        for line in maps:
            first, last = (int(x, 16) for x in line.split()[0].split("-"))
            if first <= address < last:
                report("cblas_dgemm comes from " + line.split()[-1], "libgemmkit_blas" in line)


def sweep():
    random = np.random.default_rng(7)
    def numbers(shape, dtype):
        real = random.standard_normal(shape)
        return (real + 1j * random.standard_normal(shape) if np.dtype(dtype).kind == "c" else real).astype(dtype)

    for dtype in (np.float32, np.float64, np.complex64, np.complex128):
        for m, n, k in [(1, 1, 1), (2, 3, 4), (17, 5, 33), (64, 64, 64), (100, 1, 50), (1, 100, 50), (129, 127, 65),
                        (300, 310, 290), (512, 48, 256), (7, 300, 1000)]:
            a = numbers((m, k), dtype)
            b = numbers((k, n), dtype)
            name = "%s %dx%dx%d " % (np.dtype(dtype).name, m, n, k)
            exact, bound = oracle(a, b)
            fa, fb = np.asfortranarray(a), np.asfortranarray(b)
            check(name + "NN", a @ b, exact, bound)
            check(name + "TN", fa @ b, exact, bound)
            check(name + "NT", a @ fb, exact, bound)
            check(name + "TT", fa @ fb, exact, bound)
            check(name + "Fortran order out", np.matmul(a, b, order="F"), exact, bound)
            padded = np.zeros((m, k + 3), dtype)
            padded[:, :k] = a
            check(name + "padded", padded[:, :k] @ b, exact, bound)
            check(name + "reversed", a[::-1, ::-1] @ b[::-1], exact[::-1], bound[::-1])
            check(name + "every other row", a[::2] @ b, exact[::2], bound[::2])
            out = np.full((m, n), np.nan, dtype)  # must be overwritten without being read
            check(name + "out=", np.matmul(a, b, out=out), exact, bound)
            check(name + "dot", np.dot(a, b), exact, bound)
            check(name + "conjugate transpose", b.conj().T @ a.conj().T, exact.conj().T, bound.T)
        stack = numbers((4, 30, 40), dtype), numbers((4, 40, 20), dtype)
        check("batched", stack[0] @ stack[1], *oracle(*stack))


def reported_by_users():
    """numpy#29164, #29179: an impossible leading dimension for order "F"; reversed views as output."""
    a, b = np.arange(24.0).reshape(4, 2, 3), np.arange(60.0).reshape(4, 3, 5)
    product = np.matmul(a, b, order="F")
    report("matmul order F of a stack",
           np.array_equal(product[0], [[25, 28, 31, 34, 37], [70, 82, 94, 106, 118]]) and np.array_equal(product, a @ b))
    square = np.arange(100.0).reshape(10, 10)
    view = square[::-2, ::-2]
    out = np.empty((10, 10))[::-2, ::-2]
    np.matmul(view, view, out=out)
    report("matmul of reversed views into a reversed view", np.array_equal(out, view.copy() @ view.copy()))
    for shape in [(0, 3, 2), (3, 0, 2), (3, 2, 0)]:
        m, n, k = shape
        report("empty %s" % (shape,), np.array_equal(np.ones((m, k)) @ np.ones((k, n)), np.zeros((m, n))))
    poisoned = np.ones((80, 80))
    poisoned[3, 5] = np.nan
    product = poisoned @ np.eye(80)
    report("a NaN spoils its row and no other", bool(np.isnan(product[3]).all()) and np.isnan(product).sum() == 80)


def linear_algebra():
    """LAPACK on top of our gemm."""
    random = np.random.default_rng(8)
    a = random.standard_normal((200, 200))
    x = random.standard_normal((200, 7))
    report("solve", np.allclose(np.linalg.solve(a, a @ x), x, rtol=1e-6, atol=1e-8))
    u, s, vt = np.linalg.svd(a)
    report("svd", np.allclose((u * s) @ vt, a, atol=1e-10))
    q, r = np.linalg.qr(a)
    report("qr", np.allclose(q @ r, a, atol=1e-11) and np.allclose(q.T @ q, np.eye(200), atol=1e-12))


loaded_library()
sweep()
reported_by_users()
linear_algebra()
print("digest " + digest.hexdigest())
sys.exit(1 if failures else 0)
