"""Runs the suites with given labels under valgrind, as many at once as there are CPUs.

usage: valgrind.py BUILD_DIR "LABEL..." REGEX
"""
import collections
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
# One of each class: valgrind is fifty times slower. No waiting in loops, which would keep the only thread that valgrind
# lets run.
ENVIRONMENT = {"GEMMKIT_FAST_TEST": "1", "OMP_WAIT_POLICY": "passive"}
NOT_FOR_US = {"OPENBLAS_CORETYPE"}  # names a processor that valgrind is not
TIMEOUT = 900  # seconds
SKIPPED = 77  # exit status of a suite that cannot run
# Suites pinned to what valgrind's CPU lacks.
LEFT_OUT = {"pin-avx512f": "valgrind has no AVX-512"}


def run(test):
    """How the test ended, how long it took, and what it said."""
    properties = {p["name"]: p["value"] for p in test["properties"]}
    environment = {name: value for name, value in os.environ.items() if name not in NOT_FOR_US}
    environment.update(ENVIRONMENT)
    environment.update(item.split("=", 1) for item in properties.get("ENVIRONMENT", []))
    begin = time.monotonic()
    try:
        result = subprocess.run(VALGRIND + test["command"], env=environment, cwd=properties["WORKING_DIRECTORY"],
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=TIMEOUT)
        end = {0: "passed", SKIPPED: "SKIPPED"}.get(result.returncode, "FAILED")
        output = result.stdout
    except subprocess.TimeoutExpired:
        end, output = "FAILED", "stopped after %d s" % TIMEOUT
    return end, time.monotonic() - begin, output


def main():
    build, labels, wanted = sys.argv[1], set(sys.argv[2].split()), re.compile(sys.argv[3])
    listing = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], check=True, stdout=subprocess.PIPE)
    tests = []
    count = collections.Counter()
    for test in json.loads(listing.stdout)["tests"]:
        own = {label for p in test["properties"] if p["name"] == "LABELS" for label in p["value"]}
        if not wanted.search(test["name"]):
            continue
        if labels & own and os.path.basename(test["command"][0]) == "sh":
            print("SKIPPED: %s, valgrind would watch the shell alone" % test["name"], flush=True)
            count["SKIPPED"] += 1
        elif labels & own:
            tests.append(test)
        elif "valgrind" in labels:
            for label in own & set(LEFT_OUT):
                print("SKIPPED: %s, %s" % (test["name"], LEFT_OUT[label]), flush=True)
                count["SKIPPED"] += 1
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for test, (end, seconds, output) in zip(tests, pool.map(run, tests)):
            print("%s %6.1f s  %s" % (end, seconds, test["name"]), flush=True)
            if end != "passed":
                print(output, flush=True)
            count[end] += 1
    print("%d passed, %d failed, %d skipped" % (count["passed"], count["FAILED"], count["SKIPPED"]))
    return 1 if count["FAILED"] or not count["passed"] else 0


sys.exit(main())
