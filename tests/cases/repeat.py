"""Runs a program many times and fails on the first wrong exit, crash or hang.

usage: repeat.py COUNT FAST_COUNT program [argument...]
The runs take turns through OMP_NUM_THREADS and GEMMKIT_NUM_THREADS of 2 and 4, two processes at a time.
"""
import concurrent.futures
import os
import subprocess
import sys


def run(turn, command):
    environment = dict(os.environ, OMP_NUM_THREADS="2" if turn % 2 else "4",
                       GEMMKIT_NUM_THREADS="2" if turn % 4 < 2 else "4")
    try:
        done = subprocess.run(command, env=environment, timeout=60, capture_output=True, check=False)
    except subprocess.TimeoutExpired:
        return f"run {turn} hung"
    if done.returncode != 0:
        return f"run {turn} ended with {done.returncode}: {done.stderr.decode(errors='replace')[-500:]}"
    return None


def main():
    count = int(sys.argv[2] if os.environ.get("GEMMKIT_FAST_TEST") else sys.argv[1])
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for problem in pool.map(lambda turn: run(turn, sys.argv[3:]), range(count)):
            if problem:
                print(problem, file=sys.stderr)
                pool.shutdown(cancel_futures=True)
                return 1
    print(f"{count} runs")
    return 0


sys.exit(main())
