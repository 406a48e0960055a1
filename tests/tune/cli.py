"""gemmkit-tune as it is used: flags, files, environment, signals, and the recipes of its documentation.

usage: cli.py GROUP PROGRAM REPOSITORY      GROUP: flags files environment signals recipes manual detuned
"""
import html.parser
import os
import pty
import re
import resource
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import termios
import time

PROGRAM = os.path.abspath(sys.argv[2])
ROOT = os.path.abspath(sys.argv[3])
# Cheap knobs of one thread, and a time that suffices for them on a slow machine.
QUICK = ["--knobs", "SMALL_MN_DIM,gemmkit_gemv_threshold", "--time-budget", "2"]
LINE = re.compile(r"^export (GEMMKIT_[A-Z0-9_]+)=(\d+)  # (default|tuned) \(\d+\.\d\dx\)$")

failures = []


def expect(condition, what):
    if not condition:
        failures.append(what)


def clean_environment(**more):
    kept = {k: v for k, v in os.environ.items() if not k.startswith("GEMMKIT_") or k == "GEMMKIT_REQUIRE_ISA"}
    return {**kept, **more}


def run(*arguments, folder, environment=None, **more):
    return subprocess.run([PROGRAM, *arguments], cwd=folder, env=environment or clean_environment(), stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=120, **more)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def one_line(text):
    return text.count("\n") == 1 and text.endswith("\n") and text.startswith("gemmkit-tune: ")


def without_load_warning(text):
    return "".join(line + "\n" for line in text.splitlines() if "the machine is busy" not in line)


def knobs():
    return re.findall(r"^GK_KNOB\((\w+)", read(os.path.join(ROOT, "src/tuning/knobs.inc")), re.M)


def flags(folder):
    done = run("-h", folder=folder)
    expect(done.returncode == 0 and done.stderr == "", "-h: exit %d, %s" % (done.returncode, done.stderr))
    for flag in ("--threads", "--time-budget", "--large-matrices", "--out", "--dry-run", "--html", "--knobs"):
        expect(flag in done.stdout, "-h does not name " + flag)
    expect(re.fullmatch(r"gemmkit-tune \d+\.\d+\.\d+\n", run("--version", folder=folder).stdout), "--version")
    for bad in (["--no-such-flag"], ["word"], ["--threads", "0"], ["--threads", "-1"], ["--threads", "two"], ["--threads"],
                ["--time-budget", "0"], ["--time-budget", "0s"], ["--time-budget", "-1"], ["--time-budget", "soon"],
                ["--time-budget", "5x"], ["--time-budget", ""], ["--time-budget", "1e999"], ["--time-budget", "2m3"], ["--large-matrices", "-1"],
                ["--large-matrices", "many"], ["--out", ""], ["--knobs", "NO_SUCH"], ["--dry-run=5"]):
        done = run(*bad, folder=folder)
        expect(done.returncode == 2, "%s: exit %d" % (bad, done.returncode))
        expect(one_line(done.stderr), "%s: %r" % (bad, done.stderr))
        expect(done.stdout == "", "%s: said %r" % (bad, done.stdout))
    # Found before the sweep, not after.
    for out in ("no/such/folder/x.env", ".", "/proc/gemmkit-tune.env", "/dev/full"):
        for flag in ("--out", "--html"):
            done = run(flag, out, "--time-budget", "60", folder=folder)
            expect(done.returncode == 1 and one_line(done.stderr), "%s %s: exit %d, %r" % (flag, out, done.returncode, done.stderr))
    expect(os.listdir(folder) == [], "left behind: %s" % os.listdir(folder))
    done = run("--time-budget", "0.02", folder=folder)
    expect(done.returncode == 1, "no time at all: exit %d" % done.returncode)
    expect("no knob was swept: raise --time-budget" in done.stderr, "no time at all: %r" % done.stderr)
    expect("time budget exhausted" in done.stdout, "no time at all: the report gives no reason")
    expect(os.listdir(folder) == [], "no time at all, and yet %s" % os.listdir(folder))


class Page(html.parser.HTMLParser):
    """Counts plots, and what a page could load from elsewhere."""

    def __init__(self):
        super().__init__()
        self.plots, self.loads, self.open = 0, [], []

    def handle_starttag(self, tag, attributes):
        self.plots += tag == "svg"
        if tag in ("script", "link", "img", "iframe", "object", "embed", "base"):
            self.loads.append(tag)
        self.loads += [name for name, _ in attributes if name in ("src", "href", "xlink:href", "srcset", "style")]
        if tag not in ("meta", "br", "line", "circle", "polyline"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)

    def handle_endtag(self, tag):
        if self.open and self.open[-1] == tag:
            self.open.pop()


def check_profile(text, swept):
    lines = text.splitlines()
    expect(lines[0].startswith("# gemmkit-tune profile."), "first line: " + lines[0])
    expect(re.match(r"# generated \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC by gemmkit-tune \d", lines[1]), lines[1])
    expect(re.match(r"# host: .+; \d+ cores?; L1d \d+ KiB, L2 \d+ KiB, L3 \d+ KiB; page \d+ KiB$", lines[2]), lines[2])
    expect(re.match(r"# tuned for \d+ worker\(s\), kernels \w+", lines[3]), lines[3])
    exports = [LINE.match(line) for line in lines if line.startswith("export")]
    expect(all(exports), "malformed: %s" % [line for line in lines if line.startswith("export") and not LINE.match(line)])
    expect(all(not line or line[0] == "#" or LINE.match(line) for line in lines), "neither comment nor export:\n" + text)
    names = [match.group(1) for match in exports if match]
    expect(len(names) == swept, "%d exports for %d knobs swept" % (len(names), swept))
    return names


def counts(report):
    found = re.search(r"^(\d+) knobs? swept, (\d+) moved, (\d+) not swept$", report, re.M)
    expect(found, "no footer in:\n" + report)
    return [int(n) for n in found.groups()] if found else [0, 0, 0]


def files(folder):
    begin = time.monotonic()
    done = run(*QUICK, "--html", "report.html", folder=folder)
    took = time.monotonic() - begin
    expect(done.returncode == 0, "exit %d: %s" % (done.returncode, done.stderr))
    expect(took < 2 + 2, "2 s of time, %.1f s taken" % took)
    expect(sorted(os.listdir(folder)) == ["gemmkit-tune.env", "report.html"], "files: %s" % os.listdir(folder))
    expect("\033" not in done.stdout + done.stderr and "\r" not in done.stderr, "terminal codes without a terminal")
    expect("GEMMKIT_SMALL_MN_DIM: " in done.stderr, "no progress line: " + done.stderr)
    swept, _, _ = counts(done.stdout)
    profile = read(os.path.join(folder, "gemmkit-tune.env"))
    names = check_profile(profile, swept)
    expect(set(names) <= {"GEMMKIT_SMALL_MN_DIM", "GEMMKIT_GEMV_THRESHOLD"}, "also swept: %s" % names)
    umask = os.umask(0)
    os.umask(umask)
    expect(os.stat(os.path.join(folder, "gemmkit-tune.env")).st_mode & 0o777 == 0o666 & ~umask, "the profile's mode")
    text = read(os.path.join(folder, "report.html"))
    page = Page()
    page.feed(text)
    expect(page.plots == swept, "%d plots for %d knobs" % (page.plots, swept))
    expect(page.loads == [] and page.open == [], "the page: %s %s" % (page.loads, page.open))
    expect(not re.search(r"https?:|url\(|@import|//", text), "the page refers to something")

    # Everything, in little time: each knob of the registry is named once, with a value or a reason.
    done = run("--time-budget", "3", "--out", "all.env", folder=folder)
    if done.returncode == 0:
        text = read(os.path.join(folder, "all.env"))
        names = check_profile(text, counts(done.stdout)[0])
        names += re.findall(r"^#   (GEMMKIT_\w+): .{8,}$", text, re.M)
    else:  # a machine too slow for a single one
        names = re.findall(r"^  (GEMMKIT_\w+): .{8,}$", done.stdout, re.M)
    expect(sorted(names) == sorted(knobs()), "not named, or twice: %s" % (set(knobs()) ^ set(names)))
    before = sorted(os.listdir(folder))
    os.remove(os.path.join(folder, "gemmkit-tune.env"))
    expect(run(*QUICK, "--dry-run", folder=folder).returncode == 0, "--dry-run fails")
    before.remove("gemmkit-tune.env")
    expect(sorted(os.listdir(folder)) == before, "--dry-run wrote %s" % os.listdir(folder))

    # A disk that is full: the old profile stays.
    old = os.path.join(folder, "gemmkit-tune.env")
    with open(old, "w") as file:
        file.write("old\n")
    def no_space():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))
    done = run(*QUICK, folder=folder, preexec_fn=no_space)
    expect(done.returncode == 1 and "cannot write gemmkit-tune.env" in done.stderr, "full disk: %d %s" % (done.returncode, done.stderr))
    expect(read(old) == "old\n", "full disk: the old profile is gone")
    expect([name for name in os.listdir(folder) if name.startswith("gemmkit-tune.env.")] == [], "full disk: a draft is left")


def environment(folder):
    polluted = clean_environment(GEMMKIT_SMALL_MN_DIM="3", GEMMKIT_KC="nonsense", GEMMKIT_NUM_THREADS="1")
    done = run(*QUICK, folder=folder, environment=polluted)
    expect(done.returncode == 0, "exit %d: %s" % (done.returncode, done.stderr))
    first = without_load_warning(done.stderr).splitlines()[0]
    for setting in ("GEMMKIT_SMALL_MN_DIM=3", "GEMMKIT_KC=nonsense", "GEMMKIT_NUM_THREADS=1"):
        expect(setting in first and "ignored" in first, "%s is not in the warning: %s" % (setting, first))
    expect(done.stderr.count("nonsense") == 1, "the library read the variable: " + done.stderr)
    row = re.search(r"^GEMMKIT_SMALL_MN_DIM +GFLOP/s +\d+ +(\d+) ", done.stdout, re.M)
    expect(row and row.group(1) == "64", "the environment's value is taken for the default:\n" + done.stdout)
    cpus = len(os.sched_getaffinity(0))
    clean = run(*QUICK, folder=folder)
    workers = re.search(r"^(\d+) worker", clean.stdout, re.M).group(1)
    expect(re.search(r"^%s worker" % workers, done.stdout, re.M), "GEMMKIT_NUM_THREADS=1 was heeded")
    expect("ignored" not in clean.stderr, "a warning without a cause: " + clean.stderr)

    done = run(*QUICK, "--threads", "100000", folder=folder)
    expect("tuning for %s worker" % workers in done.stderr, "more threads than there are: " + done.stderr)
    expect(int(workers) <= cpus, "%s workers on %d CPUs" % (workers, cpus))

    one_cpu = sorted(os.sched_getaffinity(0))[:1]
    asked = ["--knobs", "PARALLEL_OVERSAMPLE,SMALL_MN_DIM,BF16_DOT", "--time-budget", "2"]
    for how, done in (("one CPU", run(*asked, folder=folder, preexec_fn=lambda: os.sched_setaffinity(0, one_cpu))),
                      ("--threads 1", run(*asked, "--threads", "1", folder=folder))):
        expect(done.returncode == 0, "%s: exit %d %s" % (how, done.returncode, done.stderr))
        expect("\n1 worker(s)" in done.stdout, "%s: not one worker" % how)
        expect("GEMMKIT_PARALLEL_OVERSAMPLE: it concerns teams only" in done.stdout, "%s: no reason:\n%s" % (how, done.stdout))

    done = run(*asked, folder=folder, environment=clean_environment(GEMMKIT_REQUIRE_ISA="scalar"))
    expect(done.returncode == 0 and "kernels scalar (GEMMKIT_REQUIRE_ISA=scalar)" in done.stdout, "pinned:\n" + done.stdout + done.stderr)
    expect("GEMMKIT_BF16_DOT: GEMMKIT_REQUIRE_ISA overrides it" in done.stdout, "pinned: no reason:\n" + done.stdout)
    expect("kernels scalar (GEMMKIT_REQUIRE_ISA=scalar)" in read(os.path.join(folder, "gemmkit-tune.env")), "pinned: header")
    done = run(*asked, folder=folder, environment=clean_environment(GEMMKIT_REQUIRE_ISA="abacus"))
    expect(done.returncode == 1 and one_line(done.stderr) and "abacus" in done.stderr, "a pin that cannot be: %r" % done.stderr)


def signals(folder):
    old = os.path.join(folder, "gemmkit-tune.env")
    with open(old, "w") as file:
        file.write("old\n")
    # Without a terminal.
    for number in (signal.SIGINT, signal.SIGTERM):
        child = subprocess.Popen([PROGRAM, "--knobs", "SMALL_MN_DIM,GEMV_THRESHOLD", "--html", "x.html"], cwd=folder, env=clean_environment(),
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        child.stdout.readline()  # the host, printed when the sweep begins
        child.stdout.readline()
        time.sleep(0.3)
        child.send_signal(number)
        _, errors = child.communicate(timeout=60)
        expect(child.returncode == 128 + number, "signal %d: exit %d" % (number, child.returncode))
        expect("interrupted; no profile written" in errors, "signal %d: %r" % (number, errors))
    expect(os.listdir(folder) == ["gemmkit-tune.env"] and read(old) == "old\n", "interrupted: %s" % os.listdir(folder))

    # On a terminal: a bar with the time left, gone in the end; the terminal as it was.
    master, terminal = pty.openpty()
    before = termios.tcgetattr(terminal)
    child = subprocess.Popen([PROGRAM, "--knobs", "SMALL_MN_DIM,GEMV_THRESHOLD"], cwd=folder, env=clean_environment(TERM="xterm"),
                             stdout=subprocess.DEVNULL, stderr=terminal, stdin=terminal, start_new_session=True)
    seen, deadline, sent = b"", time.monotonic() + 60, False
    while time.monotonic() < deadline:
        if select.select([master], [], [], 0.2)[0]:
            seen += os.read(master, 4096)
        if not sent and b" left " in seen:
            child.send_signal(signal.SIGINT)
            sent = True
        if child.poll() is not None and not select.select([master], [], [], 0.2)[0]:
            break
    text = seen.decode()
    expect(child.returncode == 130, "on a terminal: exit %s" % child.returncode)
    expect(re.search(r"\[#*\.*\] +\d+ %  .* left  1/2 GEMMKIT_", text), "no bar with the time left: %r" % text[-600:])
    last_bar, end = text.rfind("["), text.rfind("\r\033[K")
    while end > 0 and text[:end].endswith("\r\033[K"):
        end = text.rfind("\r\033[K", 0, end)
    expect(text.rfind("\r\033[K") > text.rfind("GEMMKIT_"), "the bar is not erased: %r" % text[-300:])
    expect(termios.tcgetattr(terminal) == before, "the terminal is not as it was")
    os.close(master)
    os.close(terminal)


def recipe(name):
    page = read(os.path.join(ROOT, "docs/guide/tuning.md"))
    found = re.search(r"<!-- recipe: %s -->\n```\w+\n(.*?)```" % name, page, re.S)
    expect(found, "docs/guide/tuning.md has no recipe " + name)
    return found.group(1) if found else ""


def stub(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        file.write("#!/bin/sh\n" + text)
    os.chmod(path, 0o755)


def settings(lines):
    return {line for line in lines if line.startswith("GEMMKIT_") and not line.startswith("GEMMKIT_REQUIRE_ISA")}


def recipes(folder):
    """The documented commands, word by word. docker and the user's program are stand-ins that print the environment they give or get."""
    programs = os.path.join(folder, "bin")
    os.mkdir(programs)
    os.symlink(PROGRAM, os.path.join(programs, "gemmkit-tune"))
    here = clean_environment(PATH=programs + ":" + os.environ["PATH"])

    def sh(name):
        done = subprocess.run(["sh", "-eu", "-c", recipe(name)], cwd=folder, env=here, capture_output=True, text=True, timeout=300)
        expect(done.returncode == 0, "recipe %s: exit %d %s" % (name, done.returncode, done.stderr))
        return done.stdout.splitlines()

    tune = recipe("tune").split()
    expect(tune[0] == "gemmkit-tune", "the first recipe runs something else")
    # As documented, but in seconds.
    tune[tune.index("--time-budget") + 1] = "2"
    done = subprocess.run([*tune, *QUICK[:2]], cwd=folder, env=here, capture_output=True, text=True, timeout=120)
    expect(done.returncode == 0, "recipe tune: %s" % done.stderr)
    profile = read(os.path.join(folder, "gemmkit-tune.env"))
    wanted = {"%s=%s" % match.groups()[:2] for match in map(LINE.match, profile.splitlines()) if match}
    expect(len(wanted) > 0, "an empty profile")

    stub(folder, "your-program", "env\n")
    expect(settings(sh("shell")) == wanted, "recipe shell: another environment")
    # docker run --env-file: lines NAME=value, taken literally; comments begin with # in the first column.
    stub(programs, "docker", '[ "$1 $2 $4" = "run --env-file your-image" ] || exit 9\nexec env -i $(grep -v "^#" "$3") env\n')
    expect(settings(sh("container")) == wanted, "recipe container: another environment")
    literal = read(os.path.join(folder, "gemmkit.list"))
    expect(all(re.fullmatch(r"GEMMKIT_[A-Z0-9_]+=\d+", line) for line in literal.splitlines()), "an env-file with more than settings:\n" + literal)
    sh("systemd")
    expect(set(read(os.path.join(folder, "gemmkit.conf")).splitlines()) == wanted, "recipe systemd: another list")
    unit = recipe("unit")
    expect("EnvironmentFile=/etc/gemmkit.conf" in unit, "the unit reads another file")
    analyze = shutil.which("systemd-analyze")
    if analyze:
        here_unit = unit.replace("/etc/gemmkit.conf", os.path.join(folder, "gemmkit.conf")).replace("/usr/bin/your-program", os.path.join(folder, "your-program"))
        path = os.path.join(folder, "gemmkit-recipe.service")
        with open(path, "w") as file:
            file.write(here_unit)
        done = subprocess.run([analyze, "--man=no", "verify", path], capture_output=True, text=True)
        expect("gemmkit-recipe" not in done.stderr, "systemd-analyze: " + done.stderr)
    # The library takes the values: it would complain of what it cannot read, and the tuner warns of what is set.
    done = run(*QUICK, "--dry-run", folder=folder, environment={**clean_environment(), **dict(line.split("=") for line in wanted)})
    expect(all(setting in done.stderr for setting in wanted), "the profile's variables are none of the library's")


def manual(folder):
    page = os.path.join(ROOT, "src/tune/gemmkit-tune.1")
    text, guide = read(page).replace("\\-", "-"), read(os.path.join(ROOT, "docs/guide/tuning.md"))
    for flag in re.findall(r"^  (?:-h,)?(--[a-z-]+)", run("-h", folder=folder).stdout, re.M):
        expect(flag in text, "the manual page lacks " + flag)
        expect(flag in guide or flag == "--help", "docs/guide/tuning.md lacks " + flag)
    if shutil.which("man"):
        done = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", page], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                              text=True, env={**os.environ, "MANWIDTH": "80", "LC_ALL": "C.UTF-8"})
        expect(done.returncode == 0 and done.stderr == "", "man: " + done.stderr)
    elif shutil.which("groff"):
        done = subprocess.run(["groff", "-man", "-ww", "-Tutf8", page], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        expect(done.stderr == "", "groff: " + done.stderr)


def detuned(folder):
    """With a default far off (GK_TUNE_TEST_DEFAULT=NAME=value, which exists for this test only) the tool finds its way back."""
    for knob, far_off, budgets in (("GEMMKIT_SMALL_MN_DIM", 0, (2, 6, 20)), ("GEMMKIT_KC", 8, (5, 15, 45))):
        # A busy machine may hide even this.
        for budget in map(str, budgets):
            done = run("--knobs", knob, "--threads", "1", "--time-budget", budget, folder=folder,
                       environment=clean_environment(GK_TUNE_TEST_DEFAULT="%s=%d" % (knob, far_off)))
            text = read(os.path.join(folder, "gemmkit-tune.env")) if done.returncode == 0 else ""
            found = re.search(r"^export %s=(\d+)  # tuned \((\d+\.\d+)x\)$" % knob, text, re.M)
            if found:
                break
        expect(found, "%s=%d is kept:\n%s%s" % (knob, far_off, done.stdout, done.stderr))
        if found:
            expect(int(found.group(1)) != far_off and float(found.group(2)) > 1.1, "%s: %s" % (knob, found.group(0)))


def main():
    with tempfile.TemporaryDirectory() as folder:
        {"flags": flags, "files": files, "environment": environment, "signals": signals, "recipes": recipes, "manual": manual,
         "detuned": detuned}[sys.argv[1]](folder)
    for failure in failures:
        print("FAILED:", failure)
    sys.exit(1 if failures else 0)


main()
