"""The names of the ILP64 library follow from those of the other one: its list of exports, and the header that renames.

usage: names64.py EXPORTS_FILE INCLUDE_DIR      names64.py --update EXPORTS_FILE INCLUDE_DIR      names64.py --self-test

The gate compares gemmkit_cblas64.h with what EXPORTS_FILE (of libgemmkit_blas) asks for, and looks for integers of a
fixed width where gemmkit_cblas.h declares Fortran names; --update rewrites the first.
"""
import os
import re
import sys

import gate

# State shared by all BLAS libraries of a process, as the reference's two builds share it.
UNCHANGED = ("CBLAS_CallFromC", "RowMajorStrg")

HEAD = """/* gemmkit_cblas64: the names of libgemmkit_blas64, whose integers are 64 bits wide (ILP64).
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 *
 * Include this header, or gemmkit_cblas.h with GEMMKIT_ILP64 defined. CBLAS_INT is then int64_t, and every name of
 * gemmkit_cblas.h stands for the one with the suffix 64_: cblas_dgemm is cblas_dgemm64_, dgemm_ is dgemm_64_.
 * Both spellings may be used.
 *
 * Written by tests/abi/names64.py from the list of exports.
 */
#ifndef GEMMKIT_CBLAS64_H
#define GEMMKIT_CBLAS64_H

#ifndef GEMMKIT_ILP64
#define GEMMKIT_ILP64
#endif

"""
TAIL = """
#include "gemmkit_cblas.h"

#endif /* GEMMKIT_CBLAS64_H */
"""


def suffixed(name):
    return name if name in UNCHANGED else name + "64_"


def names(path):
    """The names of a list of exports."""
    with open(path) as file:
        return [line.strip() for line in file if line.strip() and not line.startswith("#")]


def header(exports):
    return HEAD + "".join("#define %s %s\n" % (name, suffixed(name)) for name in exports if name not in UNCHANGED) + TAIL


def check(arguments):
    listing, include = arguments
    problems = []
    with open(os.path.join(include, "gemmkit_cblas64.h")) as file:
        if file.read() != header(names(listing)):
            problems.append("gemmkit_cblas64.h is not what the list of exports asks for; run tests/abi/names64.py --update")
    with open(os.path.join(include, "gemmkit_cblas.h")) as file:
        fortran = file.read().partition("/* ---- Fortran ---")[2]
    for line in fortran.splitlines():
        if re.search(r"\bint32_t\b|\bint \*|\blong \*", line):
            problems.append("gemmkit_cblas.h: a Fortran INTEGER is a CBLAS_INT: " + line.strip())
    return problems


def folder_with(exports, text, fortran=""):
    def problems(folder):
        for name, content in (("exports.txt", "\n".join(exports)), ("gemmkit_cblas64.h", text),
                              ("gemmkit_cblas.h", "int32_t x;\n/* ---- Fortran ---- */\n" + fortran)):
            with open(os.path.join(folder, name), "w") as file:
                file.write(content)
        return check([os.path.join(folder, "exports.txt"), folder])
    return problems


PAIR = ["cblas_dgemm", "dgemm_"]
CASES = [
    ("the header of the list passes", folder_with(PAIR, header(PAIR)), None),
    ("a name that the header lacks", folder_with(PAIR + ["dtrsm_"], header(PAIR)), "list of exports"),
    ("a name too many", folder_with(PAIR[:1], header(PAIR)), "list of exports"),
    ("another suffix", folder_with(PAIR, header(PAIR).replace("64_\n", "_64\n")), "list of exports"),
    ("a Fortran name with 32 bits", folder_with(PAIR, header(PAIR), "void f_(const int32_t *n);"), "a CBLAS_INT"),
]

if __name__ == "__main__":
    if sys.argv[1:2] == ["--update"]:
        with open(os.path.join(sys.argv[3], "gemmkit_cblas64.h"), "w") as out:
            out.write(header(names(sys.argv[2])))
    else:
        gate.main(check, CASES)
