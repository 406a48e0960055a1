"""Runs the suites with given labels under valgrind (which has no AVX-512), as many at once as there are CPUs.

usage: valgrind.py BUILD_DIR "LABEL..." REGEX
"""
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import time

# Reads beyond the operands and uses of uninitialised memory are errors; memory the OpenMP runtime keeps is not.
VALGRIND = ["valgrind", "-q", "--error-exitcode=99", "--leak-check=full", "--show-leak-kinds=definite",
            "--errors-for-leak-kinds=definite", "--suppressions=" + os.path.join(os.path.dirname(__file__), "valgrind.supp")]
# One of each class, and a tenth of the random problems: valgrind is fifty times slower. No waiting in loops, which would
# keep the only thread that valgrind lets run.
ENVIRONMENT = {"GEMMKIT_FAST_TEST": "1", "RC_PARAMS": "max_success=10", "OMP_WAIT_POLICY": "passive"}
TIMEOUT = 900  # seconds


def run(test):
    """Whether the test passed, how long it took, and what it said."""
    properties = {p["name"]: p["value"] for p in test["properties"]}
    environment = dict(os.environ, **ENVIRONMENT)
    environment.update(item.split("=", 1) for item in properties.get("ENVIRONMENT", []))
    begin = time.monotonic()
    try:
        result = subprocess.run(VALGRIND + test["command"], env=environment, cwd=properties["WORKING_DIRECTORY"],
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=TIMEOUT)
        ok, output = result.returncode == 0, result.stdout
    except subprocess.TimeoutExpired:
        ok, output = False, "stopped after %d s" % TIMEOUT
    return ok, time.monotonic() - begin, output


def main():
    build, labels, wanted = sys.argv[1], set(sys.argv[2].split()), re.compile(sys.argv[3])
    listing = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], check=True, stdout=subprocess.PIPE)
    tests = [test for test in json.loads(listing.stdout)["tests"]
             if wanted.search(test["name"])
             and any(p["name"] == "LABELS" and labels & set(p["value"]) for p in test["properties"])]
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for test, (ok, seconds, output) in zip(tests, pool.map(run, tests)):
            print("%s %6.1f s  %s" % ("passed" if ok else "FAILED", seconds, test["name"]), flush=True)
            if not ok:
                print(output, flush=True)
            passed, failed = passed + ok, failed + (not ok)
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed or not passed else 0


sys.exit(main())
