"""The documentation is true: C and C++ snippets compile and run, links lead somewhere, the knob table is the registry's.

usage: docs.py snippets REPOSITORY LIBRARY     every ```c and ```cpp block is compiled against LIBRARY and must return 0 (but those
                                             for a C++ library that is not installed, or for a minimal build); one without a
                                             main() lies inside one, after the lines of a comment "<!-- within ... -->" before it.
                                             ```python and ```fortran programs run as well, Python without our module on the
                                             preloaded BLAS, and what is quoted in a language of examples/ must be there line
                                             by line
       docs.py links REPOSITORY                relative links name files of the repository, and headings that are there
       docs.py knobs REPOSITORY [--update]     docs/guide/knobs.md against src/tuning/knobs.inc
       docs.py cases REPOSITORY                each case of docs/reliability.md, all 41 of them, is named in the files it lists
       docs.py --self-test
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

TABLE = re.compile(r"\| knob \| default \| controls \|\n\|---\|---\|---\|\n(?:\|.*\n)*")


def pages(root):
    return sorted(glob.glob(os.path.join(root, "*.md")) + glob.glob(os.path.join(root, "docs", "**", "*.md"), recursive=True))


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def snippets(text):
    """(language, program) of each block; the program is None for a piece that says nothing about what is around it."""
    for within, language, code in re.findall(r"(?:^<!-- within\n((?:(?!-->)[^\n]*\n)*)-->\n)?^```(c|cpp)\n(.*?)^```", text, re.M | re.S):
        if "int main(" not in code:
            code = "#include <gemmkit.h>\nint main(void) {\n%s%sreturn 0;\n}\n" % (within, code) if within else None
        yield language, code


# What a C++ snippet needs besides ours: by its include, the header to look for and the flags.
HOSTS = {
    "eigen.hpp": ("/usr/include/eigen3/Eigen/Core", ["-isystem", "/usr/include/eigen3"]),
    "Eigen/Core": ("/usr/include/eigen3/Eigen/Core", ["-isystem", "/usr/include/eigen3"]),
    "xtensor.hpp": ("/usr/include/xtensor/xtensor.hpp", []),
    "armadillo.hpp": ("/usr/include/armadillo", ["-larmadillo"]),
}


def blas_of(library):
    return os.path.join(os.path.dirname(os.path.abspath(library)), os.path.basename(library).replace("gemmkit", "gemmkit_blas", 1))


def run_snippet(language, code, root, library):
    """None, or what went wrong."""
    compiler = [os.environ.get("CC", "cc"), "-std=c99"] if language == "c" else [os.environ.get("CXX", "c++"), "-std=c++17"]
    needed = [host for name, host in HOSTS.items() if re.search(r"#include <(gemmkit/)?%s>" % re.escape(name), code)]
    if not all(os.path.exists(header) for header, _ in needed):
        return None
    flags = [flag for _, flags in needed for flag in flags]
    with tempfile.TemporaryDirectory() as folder:
        source, program = os.path.join(folder, "snippet." + language), os.path.join(folder, "snippet")
        with open(source, "w") as file:
            file.write(code)
        where = os.path.dirname(os.path.abspath(library))
        minimal = "gemmkit_minimal.h" in code  # of another library than this one: compiled only
        link = ["-c"] if minimal else [blas_of(library)] * ("cblas.h" in code) + [library, "-pthread", "-Wl,-rpath," + where]
        build = subprocess.run(compiler + ["-Wall", "-Wextra", "-Werror", "-I", os.path.join(root, "include"), source, "-o", program] + link + flags,
                               stderr=subprocess.PIPE, text=True)
        if build.returncode or minimal:
            return build.stderr or None
        result = subprocess.run([program], stdout=subprocess.DEVNULL)
        return "returned %d" % result.returncode if result.returncode else None


QUOTED = {"java": "java", "js": "node", "rust": "rust", "go": "go", "r": "r", "octave": "octave"}  # language: its folder


def blocks(text, language):
    return re.findall(r"^```%s\n(.*?)^```" % language, text, re.M | re.S)


def run_other(language, code, root, library):
    """None, or what went wrong, for Python and Fortran; None too where there is no NumPy or no compiler."""
    python = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable
    if language == "python" and subprocess.run([python, "-c", "import numpy"], stderr=subprocess.DEVNULL).returncode:
        return None
    if language == "fortran" and not shutil.which("gfortran"):
        return None
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "snippet." + {"python": "py", "fortran": "f90"}[language])
        with open(path, "w") as file:
            file.write(code)
        commands = [[python, "-B", path]]
        if language == "fortran":
            where = os.path.dirname(os.path.abspath(library))
            module = "use gemmkit" in code
            commands = [["gfortran", "-c", os.path.join(os.path.abspath(root), "examples/fortran/gemmkit.F90")]] * module
            commands += [["gfortran", path] + ["gemmkit.o"] * module + [blas_of(library), os.path.abspath(library), "-Wl,-rpath," + where, "-o", "snippet"],
                         ["./snippet"]]
        if language == "python" and "import gemmkit" not in code:
            commands[0] = ["env", "LD_PRELOAD=" + blas_of(library)] + commands[0]
        environment = dict(os.environ, GEMMKIT_LIBRARY=os.path.abspath(library), PYTHONPATH=os.path.join(os.path.abspath(root), "examples/python"))
        for command in commands:
            result = subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            if result.returncode:
                return result.stdout
    return None


def check_other_languages(root, library):
    problems = []
    for page in pages(root):
        text = read(page)
        for language in ("python", "fortran"):
            for code in blocks(text, language):
                wrong = run_other(language, code, root, library)
                if wrong:
                    problems.append("%s: %s snippet:\n%s\n%s" % (page, language, code, wrong))
        for language, folder in QUOTED.items():
            files = glob.glob(os.path.join(root, "examples", folder, "**", "*"), recursive=True)
            lines = {line.strip() for name in files if os.path.isfile(name) for line in read(name).splitlines()}
            missing = [line for code in blocks(text, language) for line in code.splitlines() if line.strip() not in lines]
            problems += ["%s: not in examples/%s: %s" % (page, folder, line) for line in missing]
    return problems


def check_snippets(root, library):
    problems, count = [], 0
    for page in pages(root):
        for language, code in snippets(read(page)):
            count += 1
            wrong = run_snippet(language, code, root, library) if code else "is neither a program nor within one"
            if wrong:
                problems.append("%s: snippet %s:\n%s" % (page, wrong, code))
    return problems if count else ["no snippet found"]


def anchors(page):
    """The names that headings get, as forges and mkdocs agree on them; where they differ a heading cannot be linked to."""
    names = set()
    for title in re.findall(r"^#+ (.+?)\s*$", re.sub(r"^```.*?^```", "", read(page), flags=re.M | re.S), re.M):
        plain = re.sub(r"[^\w\s-]", "", re.sub(r"\[(.*?)\]\(.*?\)", r"\1", title).replace("`", "")).strip().lower()
        if plain.replace(" ", "-") == re.sub(r"[-\s]+", "-", plain):
            names.add(plain.replace(" ", "-"))
    return names


def check_links(root):
    problems = []
    for page in pages(root):
        for target, heading in re.findall(r"\]\(([^)#\s]*)(?:#([^)\s]*))?\)", re.sub(r"^```.*?^```", "", read(page), flags=re.M | re.S)):
            if "://" in target:
                continue
            path = os.path.join(os.path.dirname(page), target) if target else page
            if not os.path.exists(path):
                problems.append("%s: link to %s leads nowhere" % (page, target))
            elif heading and heading not in anchors(path):
                problems.append("%s: no heading for the link to %s#%s" % (page, target, heading))
    return problems


def knob_table(registry):
    rows = ["| knob | default | controls |", "|---|---|---|"]
    code = re.sub(r"^\s*//.*$", "", registry, flags=re.M)
    for name, default, text in re.findall(r'GK_KNOB\(\s*(\w+),\s*(.+?),\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\)', code, re.S):
        default = " ".join(default.split()).replace("'", "").replace("kNever", "never")
        by_arch = re.match(r"per_arch\((.+), (.+), (.+)\)$", default)
        if by_arch:
            default = "%s (aarch64 %s, others %s)" % by_arch.groups()
        rows.append("| `%s` | %s | %s |" % (name, default.replace("*", "·"), "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', text)).replace("*", "·")))
    return "\n".join(rows) + "\n"


def check_knobs(root, update=False):
    path = os.path.join(root, "docs/guide/knobs.md")
    text, table = read(path), knob_table(read(os.path.join(root, "src/tuning/knobs.inc")))
    if update:
        with open(path, "w", encoding="utf-8") as file:
            file.write(TABLE.sub(lambda _: table, text))
        return []
    found = TABLE.search(text)
    if found and found.group(0) == table and table.count("\n") > 2:
        return []
    return [path + ": the table is not the registry's; tests/docs/docs.py knobs . --update writes it"]


def check_cases(root, count=41):
    page = os.path.join(root, "docs/reliability.md")
    rows = re.findall(r"^\| (H\d\d) \| [^|]+ \| ([^|]+) \|$", read(page), re.M)
    if [case for case, _ in rows] != ["H%02d" % i for i in range(1, count + 1)]:
        return [page + ": the cases are not H01 to H%02d, each once and in order" % count]
    problems = []
    for case, files in rows:
        for name in files.split(", "):
            path = os.path.join(root, name)
            if not os.path.exists(path) or not re.search(r"\b%s\b" % case, read(path)):
                problems.append("%s: %s does not name %s" % (page, name, case))
    return problems


def self_test():
    """Every check must reject a bad input."""
    base = tempfile.TemporaryDirectory()

    def tree(**files):
        folder = tempfile.mkdtemp(dir=base.name)
        for name, text in files.items():
            path = os.path.join(folder, name.replace("__", "/").replace("_md", ".md").replace("_inc", ".inc").replace("gemmkit/h", "gemmkit.h"))
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w") as file:
                file.write(text)
        return folder

    registry = 'GK_KNOB(GEMMKIT_X, 7, "a thing")\nGK_KNOB(\n    GEMMKIT_Y, 8,\n    "more "\n    "things")\n'
    good = "| knob | default | controls |\n|---|---|---|\n| `GEMMKIT_X` | 7 | a thing |\n| `GEMMKIT_Y` | 8 | more things |\n"
    libc = "-lc"
    cases = [
        ("a good link", check_links(tree(a_md="[b](b.md)", b_md="")), False),
        ("a dead link", check_links(tree(a_md="[b](c.md)")), True),
        ("a good heading", check_links(tree(a_md="[b](b.md#one-two)\n[c](#c)\n# C\n", b_md="## One `two`\n")), False),
        ("a heading that is not there", check_links(tree(a_md="[b](b.md#three)", b_md="## One two\n")), True),
        ("a piece of a program", check_snippets(tree(a_md="<!-- within\nint x = 1;\n-->\n```c\nif (!x) return 1;\n```\n", include__gemmkit__h=""), libc), False),
        ("a piece that does not compile", check_snippets(tree(a_md="<!-- within\nint x = 1;\n-->\n```c\nif (!y) return 1;\n```\n", include__gemmkit__h=""), libc), True),
        ("a piece of nothing", check_snippets(tree(a_md="```c\nint x;\n```\n"), libc), True),
        ("a good snippet", check_snippets(tree(a_md="```c\nint main(void) { return 0; }\n```\n"), libc), False),
        ("a snippet that fails", check_snippets(tree(a_md="```c\nint main(void) { return 3; }\n```\n"), libc), True),
        ("a snippet that does not compile", check_snippets(tree(a_md="```c\nint main(void) { return x; }\n```\n"), libc), True),
        ("a good C++ snippet", check_snippets(tree(a_md="```cpp\n#include <type_traits>\nint main() { return std::is_const_v<int>; }\n```\n"), libc), False),
        ("a C++ snippet that fails", check_snippets(tree(a_md="```cpp\nint main() { return true; }\n```\n"), libc), True),
        ("a quotation", check_other_languages(tree(a_md="```go\nx()\n```\n", examples__go__main="  x()\n"), libc), False),
        ("a stale quotation", check_other_languages(tree(a_md="```go\nx()\n```\n", examples__go__main="y()\n"), libc), True),
        ("Python that fails", check_other_languages(tree(a_md="```python\nimport gemmkit\n```\n"), libc), True),
        ("no snippet", check_snippets(tree(a_md=""), libc), True),
        ("a good table", check_knobs(tree(docs__guide__knobs_md=good, src__tuning__knobs_inc=registry)), False),
        ("a stale default", check_knobs(tree(docs__guide__knobs_md=good.replace("7", "9"), src__tuning__knobs_inc=registry)), True),
        ("a missing row", check_knobs(tree(docs__guide__knobs_md=re.sub(".*GEMMKIT_Y.*\n", "", good), src__tuning__knobs_inc=registry)), True),
        ("a case with its test", check_cases(tree(docs__reliability_md="| H01 | x | t/a.md |\n", t__a_md="H01 y"), 1), False),
        ("a case without", check_cases(tree(docs__reliability_md="| H01 | x | t/a.md |\n", t__a_md="H011"), 1), True),
        ("a case that is missing", check_cases(tree(docs__reliability_md="| H02 | x | t/a.md |\n", t__a_md="H02"), 1), True),
    ]
    wrong = 0
    for name, problems, bad in cases:
        right = bool(problems) == bad
        print("%s: %s" % ("ok" if right else "WRONG", name))
        wrong += not right
    return wrong


def main():
    what, *rest = sys.argv[1:]
    if what == "--self-test":
        return 1 if self_test() else 0
    if what == "snippets":
        problems = check_snippets(*rest) + check_other_languages(*rest)
    elif what == "links":
        problems = check_links(*rest)
    elif what == "cases":
        problems = check_cases(*rest)
    else:
        problems = check_knobs(rest[0], "--update" in rest)
    print("\n".join(problems) or "ok")
    return 1 if problems else 0


sys.exit(main())
