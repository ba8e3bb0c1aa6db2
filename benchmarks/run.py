#!/usr/bin/env python3
"""Benchmarks: ratios measured side by side in one run, medians of several runs.

Usage: benchmarks/run.py [--runs N] [--only NAME,...] [--genext PROGRAM]     (needs gcc and CPython 3.11 for comparison)

Prints a table in Markdown: what was measured, the bar, and whether it holds. Contestants of one comparison run alternately, so that a slow
phase of the machine hits all; times are processor time of the whole process, compilation at run time and collections included; the outputs
of the contestants must agree.
"""
import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def path(*parts):
    return os.path.join(ROOT, *parts)


def run(command, stdin=None, env=None):
    """Runs a command; (seconds of user + system time, wall seconds, peak KiB, output)."""
    env = dict(os.environ, **env) if env else None
    begin = time.perf_counter()
    with tempfile.TemporaryFile() as out:
        source = open(stdin, "rb") if stdin else subprocess.DEVNULL
        process = subprocess.Popen(command, stdin=source, stdout=out, stderr=subprocess.STDOUT, env=env)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        wall = time.perf_counter() - begin
        out.seek(0)
        output = out.read()
    if process.returncode != 0:
        sys.exit("%s: exit code %d\n%s" % (" ".join(command), process.returncode, output.decode(errors="replace")))
    return usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss, output


def compare(contestants, runs, stdin=None):
    """Runs commands alternately; median seconds of processor time of each. Outputs must agree."""
    times = {name: [] for name in contestants}
    for _ in range(runs):
        outputs = set()
        for name, command in contestants.items():
            cpu, _, _, output = run(command, stdin)
            times[name].append(cpu)
            outputs.add(output)
        if len(outputs) != 1:
            sys.exit("outputs differ: %s" % list(contestants))
    return {name: statistics.median(t) for name, t in times.items()}


class Bench:
    def __init__(self, runs, work, genext, sdist):
        self.runs = runs
        self.sdist = sdist
        self.work = work
        self.genext = genext
        self.built = {}
        self.held = []

    def row(self, what, text, *checks):
        """A line of the table. A check is (value, `<=` or `>=`, bar, unit)."""
        bars, ok = [], True
        for value, relation, bar, unit in checks:
            bars.append("%s %s" % ("≤" if relation == "<=" else "≥", ("%g %s" % (bar, unit)).strip()))
            ok = ok and (value <= bar if relation == "<=" else value >= bar)
        if checks:
            self.held.append(ok)
        verdict = "" if not checks else "yes" if ok else "**no**"
        print("| %s | %s | %s | %s |" % (what, text, ", ".join(bars), verdict), flush=True)

    def build(self, target, *options):
        key = (target,) + options
        if key not in self.built:
            out = os.path.join(self.work, "bin%d" % len(self.built))
            run([self.genext, "build", path(target), "-o", out, *options])
            self.built[key] = out
        return self.built[key]

    def gcc(self, source):
        out = os.path.join(self.work, os.path.basename(source)[:-2] + "-c")
        run(["gcc", "-O2", "-o", out, path(source)])
        return out

    def translate(self, name, seconds, megabytes, *options):
        target = path("examples", name, "target%s.py" % name)
        walls, peaks = [], []
        for _ in range(self.runs):
            _, wall, peak, _ = run([self.genext, "build", target, "-o", os.path.join(self.work, "t"), *options])
            walls.append(wall)
            peaks.append(peak / 1024)
        wall, peak = statistics.median(walls), max(peaks)
        checks = [(peak, "<=", megabytes, "MB")]
        if seconds is not None:
            checks.insert(0, (wall, "<=", seconds, "s"))
        self.row("translate %s%s" % (name, " with JIT" if options else ""), "%.3f s, %.0f MB" % (wall, peak), *checks)

    def ratio(self, what, left, right, relation, bar, stdin=None, runs=None):
        """The time of one contestant (name, command) in proportion to that of another."""
        times = compare(dict([left, right]), runs or self.runs, stdin)
        a, b = times[left[0]], times[right[0]]
        checks = [] if bar is None else [(a / b, relation, bar, "")]
        self.row(what, "%.2f (%.2f s %s / %.2f s %s)" % (a / b, a, left[0], b, right[0]), *checks)

    # ---- without JIT

    def translation(self):
        self.translate("bf", 0.3, 300)
        self.translate("tinyvm", None, 300)
        self.translate("kite", 1.5, 300)

    def startup(self):
        program = self.build("benchmarks/empty.py")
        wall = statistics.median(run([program])[1] for _ in range(100)) * 1e3
        self.row("start-up (whole process)", "%.2f ms" % wall, (wall, "<=", 5, "ms"))

    def bf(self):
        program = path("examples/bf/programs/mandelbrot.bf")
        self.ratio("bf mandelbrot / C interpreter gcc -O2",
                   ("genext", [self.build("examples/bf/targetbf.py"), program]),
                   ("C", [self.gcc("examples/bf/bench/bf.c"), program]), "<=", 1.6)

    def kite(self):
        kite = self.build("examples/kite/targetkite.py")
        for name, size in [("fib", "32"), ("loops", "40")]:
            self.ratio("kite %s / CPython %d.%d" % ((name,) + sys.version_info[:2]),
                       ("genext", [kite, path("examples/kite/programs/%s.kite" % name), size]),
                       ("CPython", [sys.executable, path("examples/kite/bench/%s.py" % name), size]), "<=", 2)

    def alloc(self):
        program = self.build("benchmarks/alloc.py")
        value = statistics.median(float(run([program])[3]) for _ in range(self.runs))
        self.row("short-lived object of two fields", "%.2f ns" % value, (value, "<=", 10, "ns"))

    def safety(self):
        """What the checks cost: processor time with them over that of `--unchecked` builds, the least of each."""
        programs = [("bf mandelbrot", "examples/bf/targetbf.py", [path("examples/bf/programs/mandelbrot.bf")]),
                    ("kite fib", "examples/kite/targetkite.py", [path("examples/kite/programs/fib.kite"), "32"]),
                    ("kite loops", "examples/kite/targetkite.py", [path("examples/kite/programs/loops.kite"), "160"])]
        if self.sdist:
            goal = os.path.join(self.sdist, "rpython", "translator", "goal")
            programs += [("richards", os.path.join(goal, "targetrichards.py"), ["1000"]),
                         ("gcbench", os.path.join(goal, "targetgcbench.py"), [])]
        else:
            print("(--sdist FOLDER: richards and gcbench of the reference, too)", file=sys.stderr)
        for name, target, arguments in programs:
            commands = [[self.build(target, *options)] + arguments for options in ([], ["--unchecked"])]
            times = [[], []]
            # More runs than elsewhere: what is looked for is smaller than what a machine varies by.
            for _ in range(3 * self.runs):
                for command, list_ in zip(commands, times):
                    list_.append(run(command)[0])
            checked, unchecked = [min(t) for t in times]
            self.row("%s: time with / without checks" % name,
                     "%.3f (%.2f s / %.2f s)" % (checked / unchecked, checked, unchecked), (checked / unchecked, "<=", 1.03, ""))

    # ---- with JIT

    def jit(self):
        """The JIT's figures: all sections `jit_*`."""
        for part in JIT:
            getattr(self, "jit_" + part)()

    def jit_translation(self):
        self.translate("bf", 1.5, 400, "-Ojit")
        self.translate("regvm", 1.5, 400, "-Ojit")
        self.translate("kite", 4, 400, "-Ojit")

    def jit_regvm(self):
        regvm = self.build("examples/regvm/targetregvm.py", "-Ojit")
        for name in ["count", "square"]:
            size = "1000000000"
            self.ratio("regvm %s with JIT / C gcc -O2" % name,
                       ("genext", [regvm, path("examples/regvm/programs/%s.rvm" % name), size]),
                       ("C", [self.gcc("benchmarks/jit/%s.c" % name), size]), "<=", 1.8)

    def jit_bf(self):
        program = path("examples/bf/programs/mandelbrot.bf")
        self.ratio("bf mandelbrot with JIT / C interpreter gcc -O2",
                   ("genext", [self.build("examples/bf/targetbf.py", "-Ojit"), program]),
                   ("C", [self.gcc("examples/bf/bench/bf.c"), program]), "<=", 0.35)

    def jit_loops(self):
        """Small loops against the same in C: what a whole region could still gain."""
        program = path("benchmarks/jit/nested.bf")
        self.ratio("bf, eight loops in each other, with JIT / C interpreter gcc -O2",
                   ("genext", [self.build("examples/bf/targetbf.py", "-Ojit"), program]),
                   ("C", [self.gcc("examples/bf/bench/bf.c"), program]), "<=", 0.15)
        kite = self.build("examples/kite/targetkite.py", "-Ojit")
        c = self.gcc("benchmarks/jit/loops.c")
        for name, size in [("loop", "50000000"), ("float", "50000000"), ("array", "50000")]:
            self.ratio("kite %s with JIT / C gcc -O2, checked" % name,
                       ("genext", [kite, path("benchmarks/jit/%s.kite" % name), size]), ("C", [c, name, size]), "<=", 2)

    def speed_up(self, what, target, arguments, bar):
        """One program under an interpreter translated without a JIT and under the same one with it."""
        self.ratio(what, ("without", [self.build(target)] + arguments), ("with", [self.build(target, "-Ojit")] + arguments), ">=", bar)

    def jit_kite(self):
        target = "examples/kite/targetkite.py"
        self.speed_up("kite integer loop, speed-up", target, [path("benchmarks/jit/loop.kite"), "20000000"], 8)
        for name, size in [("fib", "32"), ("loops", "40")]:
            self.speed_up("kite %s, speed-up" % name, target, [path("examples/kite/programs/%s.kite" % name), size], None)

    def jit_tiny2(self):
        self.speed_up("tiny2 sum, speed-up", "examples/tiny2/targettiny2.py",
                      [path("examples/tiny2/programs/sum.t2"), "3000000", "1", "2", "3"], None)

    def summary(self, command, stdin=None, settings=""):
        """The totals that a JIT logs."""
        log = os.path.join(self.work, "jit.log")
        run(command, stdin, {"GENEXT_JIT": settings, "GENEXT_LOG": "jit:summary:" + log})
        with open(log) as f:
            last = [line for line in f if line.startswith("jit summary ")][-1]
        return {key: int(value) for key, value in re.findall(r"(\w+)=(\d+)", last)}

    def jit_paths(self):
        turns = os.path.join(self.work, "turns")
        with open(turns, "w") as f:
            f.write("1000000\n")
        for name, target, arguments, stdin in [
                ("tinyvm", "examples/tinyvm/targettinyvm.py", [path("examples/tinyvm/programs/paths.tvm")], turns),
                ("regvm", "examples/regvm/targetregvm.py", [path("examples/regvm/programs/paths.rvm"), "1000000"], None)]:
            with_jit = [self.build(target, "-Ojit")] + arguments
            versions = self.summary(with_jit, stdin)["versions"]
            self.row("%s, 2^12 paths: versions" % name, "%d" % versions, (versions, "<=", 300, ""))
            self.ratio("%s, 2^12 paths: time with / without JIT" % name,
                       ("with", with_jit), ("without", [self.build(target)] + arguments), "<=", 1.15, stdin)

    def jit_first_loop(self):
        """Start-up of a whole process that makes one loop, runs it and ends: more than the time to the first loop."""
        regvm = self.build("examples/regvm/targetregvm.py", "-Ojit")
        command = [regvm, path("examples/regvm/programs/count.rvm"), "20000"]
        if self.summary(command)["fragments"] < 1:
            sys.exit("the loop is not compiled")
        cpu = statistics.median(run(command)[0] for _ in range(40)) * 1e3
        self.row("regvm count to 20000, processor time of the whole process", "%.2f ms" % cpu, (cpu, "<=", 3, "ms"))

    def jit_economy(self):
        """Programs that a JIT cannot make faster: it must not make them noticeably slower, nor much larger."""
        for name, arguments in [("empty_loop", ["1000000000"]), ("switched_off", ["1000000000"]), ("promoted", ["1000000000"]),
                                ("short_programs", ["100000", "400"]), ("short_programs", ["20000", "4000"]),
                                ("green_counter", ["1000000", "1000"]), ("fresh_strings", ["100000", "400"])]:
            target = "tests/tests/jit/economy/%s.py" % name
            with_jit, without = [[self.build(target, *options)] + arguments for options in (["-Ojit"], [])]
            what = " ".join([name] + arguments)
            self.ratio("%s: time with / without JIT" % what, ("with", with_jit), ("without", without), "<=", 1.15)
            large, small = [run(command)[2] / 1024 for command in (with_jit, without)]
            self.row("%s: memory with / without JIT" % what, "%.1f MB / %.1f MB" % (large, small),
                     (large, "<=", round(1.2 * small + 32, 1), "MB"))

    def jit_compiler(self):
        """What compilation costs, at a low threshold so that much is compiled; medians of several runs."""
        kite, bf = "examples/kite/targetkite.py", "examples/bf/targetbf.py"
        for name, target, arguments in [
                ("bf mandelbrot_small", bf, [path("examples/bf/programs/mandelbrot_small.bf")]),
                ("kite nbody", kite, [path("examples/kite/programs/nbody.kite")]),
                ("kite sorting", kite, [path("examples/kite/programs/sorting.kite")]),
                ("tinyvm sort", "examples/tinyvm/targettinyvm.py", [path("examples/tinyvm/programs/sort.tvm")]),
                ("regvm primes", "examples/regvm/targetregvm.py", [path("examples/regvm/programs/primes.rvm"), "100"])]:
            command = [self.build(target, "-Ojit")] + arguments
            runs = [self.summary(command, settings="threshold=2") for _ in range(self.runs)]
            operations = runs[0]["operations"]
            micro = statistics.median(r["microseconds"] for r in runs) / operations
            code = statistics.median(r["bytes"] for r in runs) / operations
            edge = statistics.median(r["edge_bytes"] for r in runs) / max(1, runs[0]["edges"])
            self.row("%s: %d operations" % (name, operations),
                     "%.1f µs and %.0f bytes of code per operation, %.0f bytes per edge" % (micro, code, edge),
                     (micro, "<=", 5, "µs"), (code, "<=", 40, "bytes"), (edge, "<=", 96, "bytes"))


JIT = ["translation", "first_loop", "compiler", "regvm", "tiny2", "kite", "paths", "bf", "loops", "economy"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", default="translation,startup,bf,kite,alloc",
                        help="sections; 'safety' is not in the default; 'jit' is all of the JIT's, or jit_NAME for NAME in %s" % ", ".join(JIT))
    parser.add_argument("--sdist", help="the folder of the unpacked rpython-0.2.1, for the section `safety`")
    parser.add_argument("--genext", help="the program to measure (default: it is built)")
    options = parser.parse_args()
    genext = options.genext
    if genext is None:
        run(["cargo", "build", "--release", "--locked", "-p", "genext", "--manifest-path", path("Cargo.toml")])
        genext = path("target", "release", "genext")
    print("| what | measured | bar | holds |\n| --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as work:
        bench = Bench(options.runs, work, genext, options.sdist)
        for name in options.only.split(","):
            getattr(bench, name)()
        print("\n%d of %d bars hold." % (sum(bench.held), len(bench.held)))


if __name__ == "__main__":
    main()
