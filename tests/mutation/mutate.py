#!/usr/bin/env python3
"""Seeds the faults of faults.py one at a time and sees which suite notices.

usage: mutate.py --check                      every fault's text is still where it is looked for
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
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE))
from faults import FAULTS  # noqa: E402

SECONDS = 300  # for a suite; one that hangs has noticed
STATIC = {"api_alias", "special_gemv", "special_small_mn", "special_small_k"}  # suites that link the engine statically


def stale(root):
    """The faults whose text is not there exactly once."""
    for name, file, text, new, _, suites in FAULTS:
        found = (root / file).read_text().count(text)
        if found != 1 or text == new or not suites:
            yield f"{name}: its text stands in {file} {found} times"


def run(command, **more):
    return subprocess.run(command, capture_output=True, text=True, **more)


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
        lines = run(["ninja", "-C", self.build, "-t", "commands", "-s", target], check=True).stdout.splitlines()
        return lines[-1]

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
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    wrong = list(stale(ROOT))
    if wrong or options.check:
        print("\n".join(wrong) or f"{len(FAULTS)} faults apply")
        return bool(wrong)
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
