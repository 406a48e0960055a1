"""Kernel objects define nothing but their tables and need nothing but a few C functions.

Anything else, above all a weak (inline or template) symbol, could be merged by the linker with a baseline object's copy,
and the baseline would then run instructions its CPU may lack.

usage: kernel_symbols.py OBJECT...      kernel_symbols.py --self-test
"""
import re

import gate

DEFINED = re.compile(r"gk_(?:table|blas)_[a-z0-9]+(?:_[a-z0-9]+){1,2}$")
BORROWED = re.compile(r"gk_blas_")  # a table in another object of the folder
# The offset table is the linker's own name in position-independent code.
UNDEFINED = {"memcpy", "memmove", "memset", "fma", "fmaf", "_GLOBAL_OFFSET_TABLE_"}


def check(objects):
    problems = [] if objects else ["no objects given"]
    for path in objects:
        tables = 0
        for line in gate.run(gate.tool("nm"), path).splitlines():
            kind, name = line.split()[-2:]
            where = "%s: %s %s" % (path, kind, name)
            if kind == "U":
                if name not in UNDEFINED and not BORROWED.match(name):
                    problems.append(where + ": undefined symbol outside the allowed list")
            elif kind in "VvWwu":
                problems.append(where + ": weak symbol")
            elif kind.isupper():
                if DEFINED.match(name):
                    tables += 1
                else:
                    problems.append(where + ": global symbol that is no table")
        if not tables:
            problems.append(path + ": defines no table")
    return problems


TABLE = 'extern "C" { extern const int gk_table_x_f32; const int gk_table_x_f32 = 1; }\n'


def bad(source, *flags):
    return lambda folder: check([gate.compile_object(folder, source, *flags)])


CASES = [
    ("a table alone passes", bad(TABLE + "#include <string.h>\nnamespace { [[gnu::used]] void f(void *p, int n)"
                                 " { memset(p, 0, n); } }"), None),
    ("an inline function", bad(TABLE + "inline int f(int x) { return x; }\nstatic int (*volatile g)(int) = f;"),
     "weak symbol"),
    ("a C library call", bad(TABLE + "#include <stdio.h>\nnamespace { [[gnu::used]] void f() { puts(\"\"); } }"),
     "undefined symbol"),
    ("an exported function", bad(TABLE + "void f() {}"), "no table"),
    ("no table at all", bad("static int x [[gnu::used]];"), "defines no table"),
]

gate.main(check, CASES)
