#!/usr/bin/env python3
"""Untranslated programs in the built-in Python against CPython: ten kernels, each under `genext py` and `python3`.

Usage: benchmarks/py.py [--runs N] [--only NAME,...] [--genext PROGRAM] [--python PROGRAM]

Prints a table in Markdown. The two run a kernel alternately, so that a slow phase of the machine hits both; times are processor time of the
whole process, start included; the outputs must agree. The kernels are the files in `benchmarks/py`; each takes CPython 0.3 to 1 second.
"""
import argparse
import math
import os
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
KERNELS = ["loop", "floats", "calls", "recursion", "methods", "allocation", "lists", "dicts", "strings", "exceptions"]
BAR = 2.5


def run(command):
    """Runs a command; (seconds of processor time, output)."""
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        output = out.read()
    if process.returncode != 0:
        sys.exit("%s: exit code %d\n%s" % (" ".join(command), process.returncode, output.decode(errors="replace")))
    return usage.ru_utime + usage.ru_stime, output


def compare(name, options):
    """Median seconds of a kernel in CPython and in genext."""
    kernel = os.path.join(ROOT, "benchmarks", "py", name + ".py")
    commands = [[options.python, kernel], [options.genext, "py", kernel]]
    times = [[], []]
    for _ in range(options.runs):
        outputs = []
        for command, taken in zip(commands, times):
            seconds, output = run(command)
            taken.append(seconds)
            outputs.append(output)
        if outputs[0] != outputs[1]:
            sys.exit("%s: the outputs differ" % name)
    return [statistics.median(taken) for taken in times]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", help="names of kernels, separated by commas")
    parser.add_argument("--genext", default=os.path.join(ROOT, "target", "release", "genext"))
    parser.add_argument("--python", default=sys.executable)
    options = parser.parse_args()
    names = options.only.split(",") if options.only else KERNELS
    for name in names:
        if name not in KERNELS:
            sys.exit("no kernel %s; there are %s" % (name, ", ".join(KERNELS)))
    version = run([options.python, "-c", "import platform; print(platform.python_version())"])[1].decode().strip()
    print("| kernel | CPython %s | `genext py` | ratio | ≤ %g |" % (version, BAR))
    print("| --- | ---: | ---: | ---: | --- |")
    ratios = []
    for name in names:
        cpython, genext = compare(name, options)
        ratios.append(genext / cpython)
        verdict = "yes" if ratios[-1] <= BAR else "**no**"
        print("| %s | %.2f s | %.2f s | %.2f | %s |" % (name, cpython, genext, ratios[-1], verdict), flush=True)
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    print("| geometric mean | | | %.2f | |" % mean)
    return 0 if max(ratios) <= BAR else 1


if __name__ == "__main__":
    sys.exit(main())
