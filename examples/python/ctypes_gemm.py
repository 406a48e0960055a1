#!/usr/bin/env python3
"""The native interface from Python without any binding: ctypes and the standard library.

usage: ctypes_gemm.py [path of libgemmkit.so.0]
"""
import ctypes
import sys


def load(path):
    library = ctypes.CDLL(path)
    size, pointer = ctypes.c_int64, ctypes.c_void_p
    library.gemmkit_gemm_f64_unchecked.argtypes = (
        [size] * 3 + [ctypes.c_double] + [pointer, size, size] * 2 + [ctypes.c_double] + [pointer, size, size]
        + [pointer, pointer])
    for name in ("gemmkit_last_error", "gemmkit_config"):
        getattr(library, name).restype = ctypes.c_char_p
    return library


def main():
    library = load(sys.argv[1] if len(sys.argv) > 1 else "libgemmkit.so.0")
    a = (ctypes.c_double * 6)(1, 2, 3, 4, 5, 6)  # 2 x 3
    b = (ctypes.c_double * 6)(1, 2, 3, 4, 5, 6)  # 3 x 2
    c = (ctypes.c_double * 4)()
    status = library.gemmkit_gemm_f64_unchecked(2, 2, 3, 1.0, a, 3, 1, b, 2, 1, 0.0, c, 2, 1, None, None)
    if status != 0:
        sys.exit(library.gemmkit_last_error().decode())
    print("A*B =", list(c))
    print(library.gemmkit_config().decode())
    return 0 if list(c) == [22, 28, 49, 64] else 1


if __name__ == "__main__":
    sys.exit(main())
