"""H17: what a shared library shows to the world: exported names, SONAME, needed libraries, and how it may be loaded.

usage: shared_object.py [--ilp64] LIBRARY EXPORTS_FILE SONAME NEEDED...      shared_object.py --self-test

--ilp64: EXPORTS_FILE is that of the LP64 library, from whose names this one's follow (names64.py). NEEDED are the allowed entries besides libc and libm, as regular expressions. EXPORTS_FILE lists name@version, one a line.
"""
import os
import re

import gate
import names64

ALWAYS = [r"libc\.so\.6", r"libm\.so\.6", r"libpthread\.so\.0", r"libdl\.so\.2", r"ld-linux.*"]


def exports(path):
    names = []
    for line in gate.run(gate.tool("nm"), "-D", "--defined-only", "--with-symbol-versions", path).splitlines():
        _, kind, name = line.split()
        if kind != "A":  # version nodes
            names.append(name.replace("@@", "@"))
    return sorted(names)


def check_library(path, expected, soname, allowed):
    problems = []
    found = exports(path)
    problems += ["%s: exports %s, which is not in the list" % (path, name) for name in sorted(set(found) - set(expected))]
    problems += ["%s: does not export %s" % (path, name) for name in sorted(set(expected) - set(found))]

    dynamic = gate.run(gate.tool("readelf"), "-dW", path)
    for name in re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic):
        if not any(re.fullmatch(pattern, name) for pattern in ALWAYS + allowed):
            problems.append("%s: needs %s" % (path, name))
    if re.findall(r"\(SONAME\).*\[(.*)\]", dynamic) != [soname]:
        problems.append("%s: SONAME is not %s" % (path, soname))
    if not re.search(r"\(FLAGS_1\).*NODELETE", dynamic):
        problems.append(path + ": not linked with -z nodelete; unloading would crash the OpenMP pool's threads")
    if re.search(r"\(TEXTREL\)|\(FLAGS\).*TEXTREL", dynamic):
        problems.append(path + ": has text relocations")

    stack = re.findall(r"GNU_STACK.*", gate.run(gate.tool("readelf"), "-lW", path))
    if not stack or "RWE" in stack[0]:
        problems.append(path + ": asks for an executable stack")
    return problems


def check(arguments):
    ilp64 = arguments[0] == "--ilp64"
    path, listing, soname, *allowed = arguments[ilp64:]
    expected = names64.names(listing)
    return check_library(path, list(map(names64.suffixed, expected)) if ilp64 else expected, soname, allowed)


GOOD = ["-Wl,-soname,libx.so.0", "-Wl,-z,nodelete", "-Wl,-z,noexecstack"]


def library(source, *flags, expected=("f",), allowed=()):
    def problems(folder):
        path = folder + "/libx.so"
        obj = gate.compile_object(folder, source, "-fPIC")
        gate.run(os.environ.get("CC", "gcc"), "-shared", obj, "-o", path, *flags)
        return check_library(path, list(expected), "libx.so.0", list(allowed))
    return problems


F = 'extern "C" void f() {}\n'
CASES = [
    ("a clean library passes", library(F, *GOOD), None),
    ("an extra name", library(F + 'extern "C" void g() {}', *GOOD), "exports g"),
    ("a missing name", library(F, *GOOD, expected=("f", "g")), "does not export g"),
    ("libstdc++", library(F, *GOOD, "-Wl,--no-as-needed", "-lstdc++"), "needs libstdc++"),
    ("another SONAME", library(F, "-Wl,-z,nodelete"), "SONAME"),
    ("unloadable", library(F, *GOOD[:1]), "nodelete"),
    ("an executable stack", library(F, *GOOD[:2], "-Wl,-z,execstack"), "executable stack"),
    ("text relocations", library(F + 'asm(".text\\n.quad f");', *GOOD, "-Wl,-z,notext"), "text relocations"),
]

gate.main(check, CASES)
