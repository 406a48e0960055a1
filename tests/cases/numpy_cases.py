"""H04, H09 and H21 as NumPy users meet them: NumPy on the preloaded BLAS library.

usage: numpy_cases.py libgemmkit_blas.so   (starts itself again with LD_PRELOAD set)
"""
import multiprocessing
import os
import sys

SKIPPED = 77


def preload(library):
    if os.environ.get("LD_PRELOAD") != library:
        os.environ["LD_PRELOAD"] = library
        os.execv(sys.executable, [sys.executable] + sys.argv)


def check(condition, what):
    if not condition:
        sys.exit(f"FAILED: {what}")


def blas_in_force():
    """The file that serves cblas_dgemm in this process."""
    import ctypes

    class DlInfo(ctypes.Structure):
        _fields_ = [("file", ctypes.c_char_p), ("base", ctypes.c_void_p), ("symbol", ctypes.c_char_p),
                    ("address", ctypes.c_void_p)]

    program = ctypes.CDLL(None)
    info = DlInfo()
    program.dladdr(ctypes.cast(program.cblas_dgemm, ctypes.c_void_p), ctypes.byref(info))
    return info.file.decode()


def product_of_ones(n):
    import numpy as np
    ones = np.ones((400, 400))
    return bool((np.dot(ones, ones) == 400).all()) and n >= 0


def h04(np):
    with np.errstate(all="raise"):
        np.eye(15) @ np.eye(15)
        np.zeros((33, 33)) @ np.zeros((33, 33)).T
        (np.arange(8 * 768.0).reshape(8, 768) % 11 - 5) @ (np.arange(768 * 8.0).reshape(768, 8) % 7 - 3)
        np.eye(14, dtype=np.float32) @ np.eye(14, dtype=np.float32)


def h09(np):
    a = np.arange(24.0).reshape(4, 2, 3)
    b = np.arange(60.0).reshape(4, 3, 5)
    result = np.matmul(a, b, order="F")
    check((result[0] == [[25, 28, 31, 34, 37], [70, 82, 94, 106, 118]]).all(), "H09 order F")
    for matrix in range(4):
        check((result[matrix] == np.einsum("ij,jk->ik", a[matrix], b[matrix])).all(), f"H09 order F, matrix {matrix}")
    square = np.arange(100.0).reshape(10, 10)
    view = square[::-2, ::-2]
    out = np.empty((10, 10))[::-2, ::-2]
    np.matmul(view, view, out=out)
    check((out == view.copy() @ view.copy()).all(), "H09 reversed views")
    check((out == np.einsum("ij,jk->ik", view, view)).all(), "H09 reversed views against einsum")


def h21():
    check(product_of_ones(0), "H21 parent")
    with multiprocessing.get_context("fork").Pool(4) as pool:
        check(all(pool.map_async(product_of_ones, range(8)).get(timeout=30)), "H21 pool of forked workers")
    check(product_of_ones(1), "H21 parent after its children")


def main():
    library = os.path.realpath(sys.argv[1])
    preload(library)
    try:
        import numpy as np
    except ImportError:
        print("SKIPPED: this interpreter has no NumPy")
        return SKIPPED
    check(os.path.realpath(blas_in_force()) == library, f"cblas_dgemm comes from {blas_in_force()}")
    h04(np)
    h09(np)
    h21()
    print("H04, H09 and H21 with NumPy", np.__version__)
    return 0


if __name__ == "__main__":
    sys.exit(main())
