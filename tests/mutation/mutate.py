#!/usr/bin/env python3
"""Seeds the faults of faults.py one at a time and sees which suite notices.

usage: mutate.py --check                      every fault's text is still where it is looked for
       mutate.py --smoke BUILD PROGRAM...     two of them, on libraries linked beside those of BUILD: that the machinery works
       mutate.py SCRATCH [--only REGEX]       builds a copy of the tree in SCRATCH, then fault after fault; prints a table

A faulty object of a kernel is compiled without optimisation, which takes seconds instead of a minute and is as wrong. Only
what the suites of a fault need is linked anew. Exit status: 0 if each fault was noticed.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE))
from faults import FAULTS  # noqa: E402

SECONDS = 300  # for a suite; one that hangs has noticed
# A slip in validation and one in the arithmetic of a route, and who notices in seconds, without special instructions.
SMOKE = {"views: one element more than there is": ["api_messages"],
         "route: turned around, A stays the conjugated one": ["fuzz_gemm", HERE.parent / "fuzz/corpus/fuzz_gemm"]}
SKIPPED = 77
STATIC = {"api_alias", "special_gemv", "special_small_mn", "special_small_k"}  # suites that link the engine statically


def stale(root):
    """The faults whose text is not there exactly once."""
    for name, file, text, new, _, suites in FAULTS:
        found = (root / file).read_text().count(text)
        if found != 1 or text == new or not suites:
            yield f"{name}: its text stands in {file} {found} times"


def run(command, **more):
    return subprocess.run(command, capture_output=True, text=True, **more)


def ninja_command(build, target):
    return run(["ninja", "-C", build, "-t", "commands", "-s", target], check=True).stdout.splitlines()[-1]


def smoke(build, programs):
    """Exit status 0 if each fault of SMOKE is noticed, and the same library without it is not."""
    if not (build / "build.ninja").exists():
        print("the build is not Ninja's")
        return SKIPPED
    library = next(build.glob("libgemmkit.so.*.*.*")).name
    environment = dict(os.environ, GEMMKIT_FAST_TEST="1", GEMMKIT_REQUIRE_ISA="scalar")
    failed = 0
    for name, file, text, new, _, _ in FAULTS:
        if name not in SMOKE:
            continue
        suite, *arguments = SMOKE[name]
        program = next(p for p in programs if pathlib.Path(p).name == suite)
        # One library from the source as it is, then one with the fault.
        for source, ends_well in ((ROOT / file).read_text(), True), ((ROOT / file).read_text().replace(text, new), False):
            with tempfile.TemporaryDirectory() as scratch:
                spoilt, made = f"{scratch}/{pathlib.Path(file).name}", f"{scratch}/faulty.o"
                pathlib.Path(spoilt).write_text(source)
                object_file = f"CMakeFiles/gemmkit_objects.dir/{file}.o"
                commands = [ninja_command(build, object_file).replace(str(ROOT / file), spoilt).replace(" -o ", " -w -o ", 1),
                            ninja_command(build, library).replace(f"-o {library}", f"-o {scratch}/{library}")]
                for command in commands:
                    subprocess.run(command.replace(object_file, made), shell=True, cwd=build, check=True)
                out = run([program, *arguments], env=dict(environment, LD_PRELOAD=f"{scratch}/{library}"), timeout=SECONDS)
            good = (out.returncode == 0) == ends_well and out.returncode != SKIPPED
            failed += not good
            print(f"{name}, {'without' if ends_well else 'with'} it: {suite} ends with {out.returncode}"
                  f"{'' if good else ', NOT AS IT SHOULD'}", flush=True)
    return failed > 0


class Copy:
    """A tree and a build of it, to be spoilt."""

    def __init__(self, scratch):
        self.source, self.build = scratch / "src", scratch / "t"
        self.source.mkdir(parents=True, exist_ok=True)
        files = run(["git", "ls-files", "-z"], cwd=ROOT, check=True).stdout.split("\0")
        for file in filter(None, files):
            to = self.source / file
            to.parent.mkdir(parents=True, exist_ok=True)
            if not to.exists() or to.read_bytes() != (ROOT / file).read_bytes():
                shutil.copyfile(ROOT / file, to)
        if not (self.build / "build.ninja").exists():
            subprocess.run(["cmake", "-S", self.source, "-B", self.build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                            "-DGEMMKIT_BUILD_TESTS=ON"], check=True, stdout=subprocess.DEVNULL)
        suites = {suite.split(".")[0] for fault in FAULTS for suite in fault[5]}
        subprocess.run(["cmake", "--build", self.build, "--target", "gemmkit", "gemmkit_blas", *sorted(suites)],
                       check=True, stdout=subprocess.DEVNULL)
        self.deps = self.read_deps()

    def read_deps(self):
        """Which object files are made from which sources."""
        made, current = {}, None
        for line in run(["ninja", "-C", self.build, "-t", "deps"], check=True).stdout.splitlines():
            if line and not line.startswith(" "):
                current = line.split(":")[0]
            elif line.strip():
                path = os.path.realpath(self.build / line.strip())
                made.setdefault(path, []).append(current)
        return made

    def command(self, target):
        return ninja_command(self.build, target)

    def objects(self, file, pattern):
        made = self.deps.get(os.path.realpath(self.source / file), [])
        return [o for o in made if re.search(pattern, o) and "/tests/" not in o and not o.startswith("tests/")
                and "gemmkit_blas64" not in o]

    def compile(self, target):
        # A fault may leave something unused.
        command = self.command(target).replace(" -o ", " -O0 -w -o " if target.startswith("kernels/") else " -w -o ", 1)
        return run(command, shell=True, cwd=self.build)

    def linked(self, objects, suites):
        """What has to be linked anew, in this order."""
        blas = any("gemmkit_blas" in o for o in objects)
        static = [f"tests/{name}" for name in (suite.split(".")[0] for suite in suites) if name in STATIC]
        return [next(self.build.glob(f"lib{'gemmkit_blas' if blas else 'gemmkit'}.so.*.*.*")).name,
                *(["libgemmkit_internal.a"] if static else []), *static]


def noticed_by(copy, suites):
    """The first of the suites that fails, or None. One that does not exist is a mistake in the list."""
    for suite in suites:
        out = run(["ctest", "--test-dir", copy.build, "-R", f"^{re.escape(suite)}$", "--timeout", str(SECONDS),
                   "--no-tests=error"], env=dict(os.environ, GEMMKIT_FAST_TEST="1"))
        if "No tests were found" in out.stdout + out.stderr:
            raise SystemExit(f"there is no suite {suite}")
        if out.returncode != 0:
            return suite
    return None


def seed(copy, fault):
    _, file, text, new, pattern, suites = fault
    path = copy.source / file
    sound = path.read_text()
    objects = copy.objects(file, pattern)
    if not objects:
        return "NO OBJECTS"
    targets = objects + copy.linked(objects, suites)
    kept = {name: (copy.build / name).read_bytes() for name in targets}
    try:
        path.write_text(sound.replace(text, new))
        for target in targets:
            result = copy.compile(target)
            if result.returncode != 0:
                return "DOES NOT COMPILE " + result.stderr[:200]
        return noticed_by(copy, suites) or "SURVIVED"
    finally:
        path.write_text(sound)
        for name, data in kept.items():
            (copy.build / name).write_bytes(data)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("scratch", nargs="?", type=pathlib.Path)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--smoke", nargs="+", metavar=("BUILD", "PROGRAM"))
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    wrong = list(stale(ROOT))
    if wrong or options.check:
        print("\n".join(wrong) or f"{len(FAULTS)} faults apply")
        return bool(wrong)
    if options.smoke:
        return smoke(pathlib.Path(options.smoke[0]).resolve(), options.smoke[1:])
    if not options.scratch:
        parser.error("a scratch folder is needed")
    copy = Copy(options.scratch.resolve())
    survivors = 0
    for fault in FAULTS:
        if not re.search(options.only, fault[0]):
            continue
        begin = time.monotonic()
        how = seed(copy, fault)
        survivors += not how[0].islower()
        print(f"{fault[0]:60} {how:28} {time.monotonic() - begin:4.0f} s", flush=True)
    print(f"{survivors} not noticed")
    return survivors > 0


if __name__ == "__main__":
    sys.exit(main())
