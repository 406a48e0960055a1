"""Builds and runs one language's example and compares the numbers after "result" in its output with those known.

usage: examples.py LANGUAGE REPOSITORY LIBGEMMKIT LIBGEMMKIT_BLAS WORK_DIR      (the libraries as libX.so)
       examples.py --self-test
Exit status 77, and a line that says so, when the language is not installed. With GEMMKIT_TEST_LANGUAGES=1, which
tests/run.sh --languages sets, what Debian does not package (npm's koffi) is fetched.
"""
import os
import shutil
import subprocess
import sys

SKIPPED = 77


class Skip(Exception):
    pass


class Fail(Exception):
    pass


def need(*programs):
    for program in programs:
        if not (os.path.exists(program) if "/" in program else shutil.which(program)):
            raise Skip("no " + program)


class Place:
    """Where things are, and how to run them."""

    def __init__(self, root, library, blas, work):
        root = os.path.abspath(root)
        self.examples, self.include = os.path.join(root, "examples"), os.path.join(root, "include")
        self.library, self.blas, self.work = os.path.abspath(library), os.path.abspath(blas), os.path.abspath(work)
        self.folder = os.path.dirname(self.library)
        os.makedirs(self.work, exist_ok=True)

    def run(self, *command, folder=None, **environment):
        environment = {**os.environ, "GEMMKIT_LIBRARY": self.library, **environment}
        result = subprocess.run(command, cwd=folder or self.work, env=environment, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True)
        if result.returncode == SKIPPED:
            raise Skip(result.stdout.strip())
        if result.returncode:
            raise Fail("%s returned %d\n%s" % (" ".join(command), result.returncode, result.stdout))
        return result.stdout

    def preloaded(self, *command):
        output = self.run(*command, LD_PRELOAD=self.blas)
        if "gemmkit" not in output[output.rfind("BLAS: "):]:
            raise Fail("the preloaded library was not used\n" + output)
        return output

    def link(self):
        return ["-L" + self.folder, "-lgemmkit", "-Wl,-rpath," + self.folder]

    def source(self, *names):
        return os.path.join(self.examples, *names)


def fortran(place):
    need("gfortran")
    place.run("gfortran", "-O2", "-Wall", "-c", place.source("fortran/gemmkit.F90"))
    place.run("gfortran", "-O2", place.source("fortran/least_squares.f90"), "gemmkit.o", *place.link(), "-o", "fit")
    return place.run("./fit")


def python(place):
    need("/usr/bin/python3")
    try:
        place.run("/usr/bin/python3", "-c", "import numpy")
    except Fail:
        raise Skip("no NumPy") from None
    return place.run("/usr/bin/python3", "-B", place.source("python/linear_layer.py"))


def java(place):
    jar = os.environ.get("JNA_JAR", "/usr/share/java/jna.jar")
    need("javac", "java", jar)
    place.run("javac", "-cp", jar, "-d", ".", place.source("java/Gemmkit.java"), place.source("java/KMeans.java"))
    return place.run("java", "-cp", jar + ":.", "KMeans", place.source("data/iris.csv"))


def node(place):
    need("node")
    modules = os.path.join(place.work, "node_modules")
    if not os.path.isdir(os.path.join(modules, "koffi")) and os.environ.get("GEMMKIT_TEST_LANGUAGES") == "1":
        need("npm")
        place.run("npm", "install", "--no-audit", "--no-fund", "--prefix", place.work, "koffi@3")
    try:
        place.run("node", "-e", "require('koffi')", NODE_PATH=modules)
    except Fail:
        raise Skip("npm's koffi is not installed") from None
    return place.run("node", place.source("node/filter.js"), NODE_PATH=modules)


def rust(place):
    need("rustc")
    place.run("rustc", "--edition", "2021", "-O", "-A", "dead_code", place.source("rust/triangles.rs"), "-L", place.folder,
              "-l", "gemmkit", "-C", "link-arg=-Wl,-rpath," + place.folder, "-o", "triangles")
    return place.run("./triangles")


def go(place):
    need("go", "gcc")
    place.run("go", "build", "-o", os.path.join(place.work, "transform"), ".", folder=place.source("go"),
              GOCACHE=os.path.join(place.work, "cache"), GOFLAGS="-mod=mod", CGO_CFLAGS="-I" + place.include,
              CGO_LDFLAGS="-L%s -Wl,-rpath,%s" % (place.folder, place.folder))
    return place.run("./transform")


def r(place):
    need("Rscript")
    return place.preloaded("Rscript", "--vanilla", place.source("r/flowers.R"))


def octave(place):
    need("octave-cli")
    return place.preloaded("octave-cli", "--no-init-file", "-q", place.source("octave/heat.m"))


def dask(place):
    need("/usr/bin/python3")
    return place.preloaded("/usr/bin/python3", "-B", place.source("mpi/dask_product.py"), "1200", "400")


# The numbers known, and how near the program must come. Where they are from: a fit of exact data; perfect recognition; the
# k-means partition and the principal components of iris that textbooks have, the regression by lm(); geometry; Paley's
# formula q(q-1)(q-5)/48; the same transform by NumPy's einsum; the eigenvalue of the step in closed form.
KNOWN = {
    fortran: ([1, 96, 0], 1e-6),
    python: ([1, 1, 1, 1], 1e-9),
    java: ([50, 62, 38, 78.8514], 2e-4),
    node: ([0.987, 150], 2e-2),
    rust: ([1009 * 1008 * 1004 // 48], 0),
    go: ([1, 52.403], 2e-3),
    r: ([4.228242, 0.2426707, 0.0782095, 0.0238351, 1.1993333, -0.2072661, 0.2228285, 0.5240831], 1e-5),
    octave: ([0.989984308, 1, 0], 1e-8),
    dask: ([1200, 1], 0),
}


def check(output, known, tolerance):
    """None, or what is wrong with a program's output."""
    lines = [line.split()[1:] for line in output.splitlines() if line.startswith("result ")]
    if len(lines) != 1:
        return "not one line of results"
    if not any(line.startswith("time ") for line in output.splitlines()):
        return "no time"
    numbers = [float(word) for word in lines[0]]
    if len(numbers) != len(known) or not all(abs(a - b) <= tolerance for a, b in zip(numbers, known)):
        return "result %s, expected %s within %g" % (numbers, known, tolerance)
    return None


def self_test():
    good = "result 1 2\ntime 3\n"
    cases = [(good, [1, 2], False), (good, [1, 3], True), (good, [1], True), ("time 3\n", [], True), ("result 1 2\n", [1, 2], True),
             ("result nan 2\ntime 3\n", [1, 2], True)]
    return sum((check(text, known, 0.1) is not None) != bad for text, known, bad in cases)


def main():
    if sys.argv[1] == "--self-test":
        return self_test()
    example = {function.__name__: function for function in KNOWN}[sys.argv[1]]
    try:
        output = example(Place(*sys.argv[2:]))
    except Skip as reason:
        print("SKIPPED: %s" % str(reason).replace("SKIPPED: ", ""))
        return SKIPPED
    except Fail as reason:
        print("FAILED: %s" % reason)
        return 1
    print(output)
    wrong = check(output, *KNOWN[example])
    if wrong:
        print("FAILED: " + wrong)
    return 1 if wrong else 0


sys.exit(main())
