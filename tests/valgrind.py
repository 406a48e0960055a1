"""Runs the suites pinned to given ISAs under valgrind (which has no AVX-512).

usage: valgrind.py BUILD_DIR "PIN..." REGEX
"""
import json
import os
import re
import subprocess
import sys

# Reads beyond the operands and uses of uninitialised memory are errors; memory the OpenMP runtime keeps is not.
VALGRIND = ["valgrind", "-q", "--error-exitcode=99", "--leak-check=full", "--show-leak-kinds=definite",
            "--errors-for-leak-kinds=definite", "--suppressions=" + os.path.join(os.path.dirname(__file__), "valgrind.supp")]


def main():
    build, pins, wanted = sys.argv[1], sys.argv[2].split(), re.compile(sys.argv[3])
    listing = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], check=True, stdout=subprocess.PIPE)
    passed = failed = 0
    for test in json.loads(listing.stdout)["tests"]:
        properties = {p["name"]: p["value"] for p in test["properties"]}
        if not set(properties.get("LABELS", [])) & {"pin-" + pin for pin in pins} or not wanted.search(test["name"]):
            continue
        environment = dict(os.environ, GEMMKIT_FAST_TEST="1", OMP_WAIT_POLICY="passive")
        environment.update(item.split("=", 1) for item in properties.get("ENVIRONMENT", []))
        result = subprocess.run(VALGRIND + test["command"], env=environment, cwd=properties["WORKING_DIRECTORY"],
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        ok = result.returncode == 0
        print("%s %s" % ("passed" if ok else "FAILED", test["name"]), flush=True)
        if not ok:
            print(result.stdout)
        passed, failed = passed + ok, failed + (not ok)
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed or not passed else 0


sys.exit(main())
