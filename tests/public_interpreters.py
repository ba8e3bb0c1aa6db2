#!/usr/bin/env python3
"""Public interpreters as their authors wrote them, through every command that matters.

Usage: tests/public_interpreters.py FOLDER [--only NAME,...] [--runs N] [--genext PROGRAM] [--slow] [--details]

FOLDER holds checkouts of the repositories, each under its name without the owner (`rptoy`, `RPySOM` with `SOM` beside it, `yaplox` on
its branch `jit`, ...); what is not there is left out. Nothing in them is changed, and everything that is made goes to a temporary folder.
For each interpreter the table says whether it is accepted by `check`, built plain and with a JIT, in how many runs the program with the
JIT does what the plain one does (output and exit code; thresholds 1, 2, 7 and the default), and how long its programs take: processor
time of whole processes, which run in turn, medians. With `--details` a second table says for each program what the JIT did: how often the
interpreter enters compiled code in a second, how much of the time is spent there (samples), and how many calls and allocations there are
for each hundred operations of the piece of code in which most samples are.

Exit code 1 if something was refused or differed.
"""
import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
THRESHOLDS = ["threshold=1", "threshold=2", "threshold=7", None]
LIMIT = 600


class Interpreter:
    """A target; `programs` are (label, arguments, slow); `own` runs the interpreter's own tests. Paths are relative to `folder`."""

    def __init__(self, name, folder, target, programs, env=None, own=None):
        self.name, self.folder, self.target, self.programs = name, folder, target, programs
        self.env, self.own = env or {}, own


def files(folder, under, ending, skip=()):
    at = os.path.join(folder, under)
    names = sorted(os.listdir(at)) if os.path.isdir(at) else []
    return [(n, [os.path.join(under, n)], False) for n in names if n.endswith(ending) and n not in skip]


def interpreters(root):
    """All that are known, whether they are there or not."""

    def at(*parts):
        return os.path.join(root, *parts)

    all_of_them = []
    toy = ["tare", "fac", "cfac", "hfac", "gcd", "hgcd", "sum", "csum", "hsum", "odd"]
    all_of_them.append(Interpreter("rptoy", at("rptoy"), "rptoy.py", [(p, [p], False) for p in toy]))
    brackets = at("BrainfuckJIT-in-PyPy")
    # Its own `99beer.b` wants cells of a byte, and does not end in this interpreter.
    ours = os.path.join(ROOT, "examples", "bf", "programs")
    programs = [(n, [os.path.join(ours, n)], False) for n in ["primes.bf", "sierpinski.bf", "squares.bf"]]
    programs.append(("mandelbrot.b", ["mandelbrot.b"], True))
    all_of_them.append(Interpreter("BrainfuckJIT-in-PyPy", brackets, "pypy-evalloop.py", programs))
    all_of_them.append(Interpreter("pylox", at("pylox"), "lox/targetpylox.py", files(at("pylox"), "examples", ".lox")))
    all_of_them.append(Interpreter("yaplox", at("yaplox"), "target.py", files(at("yaplox"), "examples", ".lox"),
                                       {"PYTHONPATH": "src"}))
    tiger = at("tiger-rpython")
    programs = files(tiger, "src/benchmark/suite", ".tig") + files(tiger, "src/test/print-tests", ".tig")
    all_of_them.append(Interpreter("tiger", tiger, "src/main/tiger_interpreter.py", programs))
    tracing = at("pypy.meta.tracing")
    slow = ("bench.bf", "hanoi.bf", "hashes.bf", "interp.bf", "numwarp.bf")
    programs = files(tracing, "programs/bf", "", slow) + [(n, ["programs/bf/" + n], True) for n in slow[:2]]
    for kind in ["no-jit", "jit-not-optimised", "jit-purefunction", "jit-inlined-class", "jit-fixed-size-array"]:
        all_of_them.append(Interpreter("bf " + kind, tracing, "src/bf/%s.py" % kind, programs))
    all_of_them.append(Interpreter("awk", tracing, "src/awk_vm/awk_vm.py", files(tracing, "programs/awk", ".awk")))
    forth = at("rpyforth")
    names = ["ack", "ary", "callheavy", "composite", "except", "fibo", "heap", "lists", "matrix", "methcall", "nestedloop", "objinst",
             "random", "recurse", "sieve", "strcat"]
    programs = [(n, ["shootout/%s.fs" % n], n in ("composite", "fibo")) for n in names]
    all_of_them.append(Interpreter("rpyforth", forth, "rpyforth/targetrpyforth.py", programs, {"PYTHONPATH": "."}))
    nau = at("naulang")
    sizes = [("fannkuch", "8"), ("fannkuch-redux", "8"), ("tokenring", "500"), ("tokenring_async", "500"), ("prime-sieve", "300")]
    programs = [(n, ["tests/benchmarks/%s.nl" % n, size], False) for n, size in sizes] + files(nau, "tests/sources", ".nl")
    all_of_them.append(Interpreter("naulang", nau, "naulang/targetstandalone.py", programs, {"PYTHONPATH": "."}))
    som, library = at("RPySOM"), os.path.join("..", "SOM")
    examples = os.path.join(library, "Examples", "Benchmarks")
    folders = [os.path.join(library, "Smalltalk"), examples]
    folders += [os.path.join(examples, f) for f in ["Richards", "DeltaBlue", "NBody"]]
    harness = ["-cp", ":".join(folders), os.path.join(examples, "BenchmarkHarness.som")]
    sizes = [("Richards", 1), ("DeltaBlue", 20), ("LanguageFeatures/Fibonacci", 10), ("Sieve", 10), ("NBody", 1000), ("Bounce", 10)]
    programs = []
    for program, size in sizes:
        path, name = os.path.split(program)
        classes = harness[1] + (":" + os.path.join(examples, path) if path else "")
        programs.append((name, ["-cp", classes, harness[2], name, "10", str(size)], False))
    classes = ":".join([os.path.join(library, "Smalltalk"), os.path.join(library, "TestSuite")])
    own = ["-cp", classes, os.path.join(library, "TestSuite", "TestHarness.som")]
    for kind in ["AST", "BC"]:
        all_of_them.append(Interpreter("RPySOM " + kind, som, "src/main-rpython.py", programs, {"SOM_INTERP": kind}, own))
    return all_of_them


def run(command, folder, env, jit=None, log=None):
    """(exit code, output without times and addresses and last line of errors, seconds of processor time); None instead of a code past the limit.

    Of errors only the last line counts: compiled code leaves out calls of a traceback that were inlined."""
    env = dict(os.environ, **env)
    for name, value in [("GENEXT_JIT", jit), ("GENEXT_LOG", log)]:
        env.pop(name, None)
        if value:
            env[name] = value
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(command, cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=errors)
        try:
            # The times of a process are known once it has been waited for by hand.
            _, status, usage = wait(process)
        except TimeoutError:
            return None, b"", LIMIT
        out.seek(0)
        errors.seek(0)
        text = out.read() + b"".join(errors.read().splitlines(True)[-1:])
        output = re.sub(rb"[0-9.]+ ?(ms|usec|us|microseconds|seconds)|(runtime|average|total):? *[0-9]+[a-z]*|0x[0-9a-f]+", b"TIME", text)
        return os.waitstatus_to_exitcode(status), output, usage.ru_utime + usage.ru_stime


def wait(process):
    import signal

    def late(*_):
        process.kill()
        raise TimeoutError

    signal.signal(signal.SIGALRM, late)
    signal.alarm(LIMIT)
    try:
        return os.wait4(process.pid, 0)
    finally:
        signal.alarm(0)




def details(path):
    """What a log says: entries per second, share of samples in compiled code, calls and allocations per hundred operations there."""
    counts, samples, summary, total = {}, {}, {}, {}
    with open(path, errors="replace") as log:
        for line in log:
            fields = dict(re.findall(r'(\w+)=("[^"]*"|\S*)', line))
            if line.startswith("jit fragment "):
                pairs = (c.rsplit(":", 1) for c in fields.get("counts", "").strip('"').split())
                counts[fields["id"]] = {name: int(n) for name, n in pairs}
            elif line.startswith("jit sampled "):
                samples[fields["fragment"]] = int(fields["own"]) + int(fields["called"])
            elif line.startswith("jit samples "):
                total = {k: int(v) for k, v in fields.items()}
            elif line.startswith("jit summary "):
                summary = {k: int(v) for k, v in fields.items() if v.isdigit()}
    seconds = max(summary.get("milliseconds", 0), 1) / 1000
    everything = sum(v for k, v in total.items() if k != "microseconds")
    inside = (total.get("residual", 0) + total.get("called", 0)) / everything if everything else None
    own = total.get("residual", 0) / everything if everything else None
    operations = calls = allocations = 0
    for fragment, weight in samples.items():
        c = counts.get(fragment, {})
        operations += weight * sum(c.values())
        calls += weight * sum(n for name, n in c.items() if "call" in name)
        allocations += weight * sum(n for name, n in c.items() if name.startswith("malloc"))
    rate = summary.get("entries", 0) / seconds
    per_hundred = lambda n: 100 * n / operations if operations else None
    return rate, inside, own, per_hundred(calls), per_hundred(allocations), summary.get("microseconds", 0) / 1e6 / seconds


def number(n, form):
    return "" if n is None else form % n


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("folder")
    arguments.add_argument("--only", default="")
    arguments.add_argument("--runs", type=int, default=3)
    arguments.add_argument("--genext", default=os.path.join(ROOT, "target", "release", "genext"))
    arguments.add_argument("--slow", action="store_true")
    arguments.add_argument("--details", action="store_true")
    a = arguments.parse_args()
    genext, only = os.path.abspath(a.genext), [n for n in a.only.split(",") if n]
    if not os.access(genext, os.X_OK):
        sys.exit("there is no program `%s`: `cargo build --release -p genext` makes it" % genext)
    if not os.path.isdir(a.folder):
        sys.exit("there is no folder `%s`" % a.folder)
    wrong, rows = 0, []
    print("| interpreter | check | build | `-Ojit` | runs that agree | own tests | plain s | with JIT s | ratio | least |")
    print("| --- | --- | --- | --- | ---: | --- | ---: | ---: | ---: | ---: |")
    work = tempfile.mkdtemp(prefix="public")
    try:
        for interpreter in interpreters(os.path.abspath(a.folder)):
            there = os.path.exists(os.path.join(interpreter.folder, interpreter.target))
            if not there or only and not any(interpreter.name.startswith(n) for n in only):
                continue
            bad, more = one(interpreter, a, genext, work)
            wrong += bad
            rows += more
    finally:
        shutil.rmtree(work)
    if a.details:
        print()
        print("| interpreter | program | plain s | with JIT s | times faster | entries per s | in compiled code and its calls | in it alone | "
              "calls per 100 operations | allocations per 100 | compiling |")
        print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
        for row in rows:
            print("| %s |" % " | ".join(row))
    return 1 if wrong else 0


def one(interpreter, a, genext, work):
    """Prints a row; (number of failures, rows of details)."""
    base = os.path.join(work, interpreter.name.replace(" ", "-"))
    plain, jit = base + "-plain", base + "-jit"
    steps = [["check", interpreter.target], ["build", interpreter.target, "-o", plain], ["build", "-Ojit", interpreter.target, "-o", jit]]
    results = []
    for step in steps:
        # Errors go where those of this program go.
        code = subprocess.run([genext, "-q", *step, "--no-warnings"], cwd=interpreter.folder, env=dict(os.environ, **interpreter.env),
                              stdout=subprocess.DEVNULL).returncode
        results.append(code == 0)
    words = ["yes" if r else "**no**" for r in results]
    if not all(results):
        print("| %s | %s | | | | | | |" % (interpreter.name, " | ".join(words)))
        return results.count(False), []
    agree = compared = failures = 0
    ratios, rows, sums = [], [], [0.0, 0.0]
    for label, arguments, slow in interpreter.programs:
        if slow and not a.slow:
            continue
        times = {plain: [], jit: []}
        expected = None
        for n in range(a.runs):
            for program in (plain, jit):
                code, output, seconds = run([program, *arguments], interpreter.folder, interpreter.env)
                times[program].append(seconds)
                if expected is None:
                    expected = (code, output)
                elif n == 0:
                    compared += 1
                    agree += agrees(interpreter, label, "default", expected, (code, output))
        for setting in [] if slow else THRESHOLDS[:-1]:
            code, output, _ = run([jit, *arguments], interpreter.folder, interpreter.env, jit=setting)
            compared += 1
            agree += agrees(interpreter, label, setting, expected, (code, output))
        p, j = statistics.median(times[plain]), statistics.median(times[jit])
        sums[0] += p
        sums[1] += j
        if p >= 0.05:
            ratios.append((p / max(j, 0.001), label))
        if a.details and p >= 0.05:
            log = base + ".log"
            run([jit, *arguments], interpreter.folder, interpreter.env, log="jit:versions:" + log)
            rate, inside, own, calls, allocations, compiling = details(log)
            os.remove(log)
            rows.append([interpreter.name, label, "%.2f" % p, "%.2f" % j, "%.1f" % (p / max(j, 0.001)), "%.0f" % rate,
                         number(inside and 100 * inside, "%.0f %%"), number(own and 100 * own, "%.0f %%"), number(calls, "%.1f"),
                         number(allocations, "%.1f"), "%.0f %%" % (100 * compiling)])
    own = own_tests(interpreter, plain, jit)
    failures += compared - agree + ("**" in own)
    ratio = number(statistics.geometric_mean(r for r, _ in ratios) if ratios else None, "%.1f")
    least = "%.1f (%s)" % min(ratios) if ratios else ""
    print("| %s | %s | %d of %d | %s | %.2f | %.2f | %s | %s |"
          % (interpreter.name, " | ".join(words), agree, compared, own, sums[0], sums[1], ratio, least), flush=True)
    return failures, rows


def agrees(interpreter, label, setting, expected, found):
    """1 if both are the same; else says so on standard error, and 0."""
    if expected == found:
        return 1
    print("%s: %s at %s: exit code %s, expected %s; output %s" % (interpreter.name, label, setting, found[0], expected[0],
          "the same" if expected[1] == found[1] else "differs"), file=sys.stderr)
    return 0


def own_tests(interpreter, plain, jit):
    """The interpreter's own tests by a plain program and with the JIT at each threshold."""
    if not interpreter.own:
        return ""
    expected = run([plain, *interpreter.own], interpreter.folder, interpreter.env)[:2]
    if expected[0] != 0:
        return "**the plain program fails them: exit code %s**" % expected[0]
    same = sum(run([jit, *interpreter.own], interpreter.folder, interpreter.env, jit=t)[:2] == expected for t in THRESHOLDS)
    return "the same at %d of %d" % (same, len(THRESHOLDS)) if same == len(THRESHOLDS) else "**%d of %d**" % (same, len(THRESHOLDS))


if __name__ == "__main__":
    sys.exit(main())
