#!/usr/bin/env python3
"""Benchmarks: ratios measured side by side in one run, medians of several runs.

Usage: benchmarks/run.py [--runs N] [--only NAME,...]     (needs gcc and CPython 3.11 for comparison)

Prints a table in Markdown. Contestants of one comparison run alternately, so that a slow phase of the machine hits all.
"""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
GENEXT = os.path.join(ROOT, "target", "release", "genext")


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
    """Runs commands alternately; median CPU seconds of each. Outputs must agree."""
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
    def __init__(self, runs, work):
        self.runs = runs
        self.work = work
        self.rows = []
        self.built = {}

    def row(self, what, value, bar):
        self.rows.append((what, value, bar))
        print("| %s | %s | %s |" % (what, value, bar), flush=True)

    def build(self, target, *options):
        key = (target,) + options
        if key not in self.built:
            out = os.path.join(self.work, "bin%d" % len(self.built))
            run([GENEXT, "build", path(target), "-o", out, *options])
            self.built[key] = out
        return self.built[key]

    def gcc(self, source):
        out = os.path.join(self.work, os.path.basename(source)[:-2] + "-c")
        run(["gcc", "-O2", "-o", out, path(source)])
        return out

    def translation(self):
        for name, bar in [("bf", "0.3 s"), ("tinyvm", "-"), ("kite", "1.5 s")]:
            target = path("examples", name, "target%s.py" % name)
            walls, peaks = [], []
            for _ in range(self.runs + 2):
                _, wall, peak, _ = run([GENEXT, "build", target, "-o", os.path.join(self.work, "t")])
                walls.append(wall)
                peaks.append(peak)
            self.row("translate %s" % name, "%.3f s, %.0f MB" % (statistics.median(walls), max(peaks) / 1024), "≤ %s, 300 MB" % bar)

    def startup(self):
        program = self.build("benchmarks/empty.py")
        walls = [run([program])[1] for _ in range(100)]
        self.row("start-up (whole process)", "%.2f ms" % (statistics.median(walls) * 1e3), "≤ 5 ms")

    def bf(self):
        times = compare({
            "genext": [self.build("examples/bf/targetbf.py"), path("examples/bf/programs/mandelbrot.bf")],
            "C": [self.gcc("examples/bf/bench/bf.c"), path("examples/bf/programs/mandelbrot.bf")],
        }, self.runs)
        self.row("bf mandelbrot / C interpreter gcc -O2", "%.2f (%.2f s / %.2f s)" % (
            times["genext"] / times["C"], times["genext"], times["C"]), "≤ 1.6")

    def kite(self):
        kite = self.build("examples/kite/targetkite.py")
        for name, size in [("fib", "32"), ("loops", "40")]:
            times = compare({
                "genext": [kite, path("examples/kite/programs/%s.kite" % name), size],
                "CPython": [sys.executable, path("examples/kite/bench/%s.py" % name), size],
            }, self.runs)
            self.row("kite %s / CPython %d.%d" % ((name,) + sys.version_info[:2]), "%.2f (%.2f s / %.2f s)" % (
                times["genext"] / times["CPython"], times["genext"], times["CPython"]), "≤ 2")

    def alloc(self):
        program = self.build("benchmarks/alloc.py")
        values = [float(run([program])[3]) for _ in range(self.runs)]
        self.row("short-lived object of two fields", "%.2f ns" % statistics.median(values), "≤ 10 ns")


    def jit(self):
        """The JIT's figures: all sections `jit_*`."""
        for part in JIT:
            getattr(self, "jit_" + part)()

    def jit_translation(self):
        for name, bar in [("bf", "1.5 s"), ("regvm", "1.5 s"), ("kite", "4 s")]:
            target = path("examples", name, "target%s.py" % name)
            walls, peaks = [], []
            for _ in range(self.runs):
                _, wall, peak, _ = run([GENEXT, "build", "-Ojit", target, "-o", os.path.join(self.work, "t")])
                walls.append(wall)
                peaks.append(peak)
            self.row("translate %s with JIT" % name, "%.3f s, %.0f MB" % (statistics.median(walls), max(peaks) / 1024), "≤ %s, 400 MB" % bar)

    def jit_regvm(self):
        regvm = self.build("examples/regvm/targetregvm.py", "-Ojit")
        for name in ["count", "square"]:
            size = "1000000000"
            times = compare({
                "genext": [regvm, path("examples/regvm/programs/%s.rvm" % name), size],
                "C": [self.gcc("benchmarks/jit/%s.c" % name), size],
            }, self.runs)
            self.row("regvm %s with JIT / C gcc -O2" % name, "%.2f (%.2f s / %.2f s)" % (
                times["genext"] / times["C"], times["genext"], times["C"]), "≤ 1.8")

    def jit_bf(self):
        program = path("examples/bf/programs/mandelbrot.bf")
        times = compare({
            "genext": [self.build("examples/bf/targetbf.py", "-Ojit"), program],
            "C": [self.gcc("examples/bf/bench/bf.c"), program],
        }, self.runs)
        self.row("bf mandelbrot with JIT / C interpreter gcc -O2", "%.2f (%.2f s / %.2f s)" % (
            times["genext"] / times["C"], times["genext"], times["C"]), "≤ 0.35")

    def with_and_without(self, what, target, arguments, bar, stdin=None, slower=False):
        """One program under an interpreter with JIT and under the same one translated without."""
        times = compare({
            "with": [self.build(target, "-Ojit")] + arguments,
            "without": [self.build(target)] + arguments,
        }, self.runs, stdin)
        ratio = times["with"] / times["without"] if slower else times["without"] / times["with"]
        self.row(what, "%.2f (%.2f s with, %.2f s without)" % (ratio, times["with"], times["without"]), bar)

    def jit_kite(self):
        self.with_and_without("kite integer loop, speed-up", "examples/kite/targetkite.py",
                              [path("benchmarks/jit/loop.kite"), "20000000"], "≥ 8")
        for name, size in [("fib", "32"), ("loops", "40")]:
            self.with_and_without("kite %s, speed-up" % name, "examples/kite/targetkite.py",
                                  [path("examples/kite/programs/%s.kite" % name), size], "-")

    def jit_paths(self):
        turns = os.path.join(self.work, "turns")
        with open(turns, "w") as f:
            f.write("1000000\n")
        self.with_and_without("tinyvm, 2^12 paths: time with / without JIT", "examples/tinyvm/targettinyvm.py",
                              [path("examples/tinyvm/programs/paths.tvm")], "≤ 1.15", turns, slower=True)
        self.with_and_without("regvm, 2^12 paths: time with / without JIT", "examples/regvm/targetregvm.py",
                              [path("examples/regvm/programs/paths.rvm"), "1000000"], "≤ 1.15", slower=True)

    def jit_first_loop(self):
        """Start-up of a whole process that makes one loop and ends."""
        regvm = self.build("examples/regvm/targetregvm.py", "-Ojit")
        program = path("examples/regvm/programs/count.rvm")
        walls = [run([regvm, program, "20000"])[1] for _ in range(20)]
        self.row("regvm count to 20000, whole process", "%.2f ms" % (statistics.median(walls) * 1e3), "first loop ≤ 3 ms")


JIT = ["translation", "first_loop", "regvm", "bf", "kite", "paths"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", default="translation,startup,bf,kite,alloc",
                        help="sections; 'jit' is all of the JIT's, or jit_NAME for NAME in %s" % ", ".join(JIT))
    options = parser.parse_args()
    run(["cargo", "build", "--release", "--locked", "-p", "genext", "--manifest-path", path("Cargo.toml")])
    print("| what | measured | bar |\n| --- | --- | --- |")
    with tempfile.TemporaryDirectory() as work:
        bench = Bench(options.runs, work)
        for name in options.only.split(","):
            getattr(bench, name)()


if __name__ == "__main__":
    main()
