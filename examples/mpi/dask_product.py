#!/usr/bin/env python3
"""A product of matrices in blocks by Dask, which calls NumPy, which calls the BLAS: run it with
LD_PRELOAD=/path/to/libgemmkit_blas.so. On one machine Dask's workers are threads; with a dask.distributed client in the
same program they are processes on many machines.

Either Dask runs a block per core and each product is serial, or one block at a time and each product has all cores: both
are timed. Both at once would be too many threads.

usage: dask_product.py [N [BLOCK]]       Debian: python3-dask
"""
import ctypes
import os
import sys
import time

try:
    import dask
    import dask.array as da
    import numpy as np
except ImportError as error:
    print("SKIPPED: %s" % error)
    sys.exit(77)


def set_blas_threads(n):
    """Of gemmkit, where it is preloaded; for another BLAS set its environment variable before the start."""
    if hasattr(ctypes.CDLL(None), "gemmkit_set_num_threads"):
        ctypes.CDLL(None).gemmkit_set_num_threads(ctypes.c_int32(n))


def main():
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
    block = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    cores = len(os.sched_getaffinity(0))
    random = np.random.default_rng(1)
    a, b = random.standard_normal((n, n)), random.standard_normal((n, n))
    product = da.from_array(a, chunks=block) @ da.from_array(b, chunks=block)

    fastest, wrong = float("inf"), 0.0
    for workers, threads in ((cores, 1), (1, cores)):
        set_blas_threads(threads)
        with dask.config.set(scheduler="threads", num_workers=workers):
            start = time.perf_counter()
            c = product.compute()
            seconds = time.perf_counter() - start
        ones = np.ones(n)
        wrong = max(wrong, abs(c @ ones - a @ (b @ ones)).max() / n)
        fastest = min(fastest, seconds)
        print("%d workers, %d threads per product: %.3f s, %.1f GFLOP/s" % (workers, threads, seconds, 2e-9 * n**3 / seconds))
    print("result %d %d" % (n, wrong < 1e-11))
    print("time %.6f" % fastest)
    print("BLAS: " + ("gemmkit" if hasattr(ctypes.CDLL(None), "gemmkit_config") else "not gemmkit"))
    return 0 if wrong < 1e-11 else 1


if __name__ == "__main__":
    sys.exit(main())
