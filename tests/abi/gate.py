"""What the gates share: running tools, reporting, and the self-test that proves a gate can fail."""
import os
import subprocess
import sys
import tempfile


def run(*command):
    """The tool's output; a tool that fails ends the gate."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def tool(name):
    """A program of binutils, that of the target where we cross-compile."""
    return os.environ.get("GEMMKIT_BINUTILS", "") + name


def compile_object(folder, source, *flags, name="bad"):
    """Compiles C++ text to an object file in folder and returns its path."""
    path = os.path.join(folder, name + ".cc")
    with open(path, "w") as file:
        file.write(source)
    output = os.path.join(folder, name + ".o")
    run(os.environ.get("CXX", "g++"), "-std=c++20", *flags, "-c", path, "-o", output)
    return output


def report(problems):
    """Prints every problem; the exit status of the gate."""
    for problem in problems:
        print(problem)
    print("%d problem(s)" % len(problems))
    return 1 if problems else 0


def self_test(cases):
    """cases: (what is wrong, function from an empty folder to the gate's problems, fragment one problem must contain;
    None for an input that must pass). Exit status 0 when the gate judged every one of them right."""
    wrong = 0
    for name, problems_of, fragment in cases:
        with tempfile.TemporaryDirectory() as folder:
            problems = problems_of(folder)
        right = not problems if fragment is None else any(fragment in problem for problem in problems)
        print("%s: %s" % ("ok" if right else "WRONG", name))
        if not right:
            print("  found: %s" % problems)
        wrong += not right
    return 1 if wrong else 0


def main(gate, cases):
    if sys.argv[1:] == ["--self-test"]:
        sys.exit(self_test(cases))
    sys.exit(report(gate(sys.argv[1:])))
