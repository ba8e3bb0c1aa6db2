"""Runs the benchmarks of one program under a timer of its own; started by `benchmarks/pypy.py`, in Python 2 and in Python 3.

Usage: drive.py PROGRAM SECONDS [ARGUMENT...]

The program sees a module `pyperf` whose runner calls each benchmark again and again for SECONDS, in this process. A line of JSON is
printed for each: its name, the mean seconds of a turn in the last quarter of the time, the number of turns, the seconds after which
turns took less than 1.2 times that mean (the warm-up), and the longest turn in the second half.
"""
import argparse
import json
import os
import sys
import time
import types


def report(name, turns):
    """Prints the summary of `turns`, pairs of (start, seconds)."""
    total = turns[-1][0] + turns[-1][1]
    late = [seconds for start, seconds in turns if start >= total * 0.75] or [turns[-1][1]]
    mean = sum(late) / len(late)
    half = [seconds for start, seconds in turns if start >= total / 2] or late
    warm = 0.0
    count = 0
    for start, seconds in turns:
        if seconds <= mean * 1.2:
            count += 1
            if count == 3:
                break
        else:
            count = 0
            warm = start + seconds
    print(json.dumps({"name": name, "seconds": mean, "turns": len(turns), "warm": warm, "longest": max(half)}))
    sys.stdout.flush()


class Runner(object):
    """The part of `pyperf.Runner` that programs use."""

    def __init__(self, add_cmdline_args=None, **_):
        self.argparser = argparse.ArgumentParser()
        self.metadata = {}
        self.args = None

    def parse_args(self, args=None):
        if self.args is None:
            self.args = self.argparser.parse_args(ARGUMENTS if args is None else args)
        return self.args

    def measure(self, name, turn):
        begin = time.time()
        turns = []
        now = begin
        while now - begin < SECONDS or not turns:
            seconds = turn()
            turns.append((now - begin, seconds))
            now = time.time()
        report(name, turns)

    def bench_func(self, name, function, *args, **_):
        def turn():
            begin = time.time()
            function(*args)
            return time.time() - begin
        self.parse_args()
        self.measure(name, turn)

    def bench_time_func(self, name, function, *args, **_):
        self.parse_args()
        self.measure(name, lambda: function(1, *args))


PROGRAM, SECONDS, ARGUMENTS = sys.argv[1], float(sys.argv[2]), sys.argv[3:]
stub = types.ModuleType("pyperf")
stub.Runner = Runner
stub.perf_counter = time.time
stub.python_implementation = lambda: "pypy"
stub.python_has_jit = lambda: True
sys.modules["pyperf"] = stub
if sys.version_info[0] == 2:
    import io
    import StringIO
    io.StringIO = StringIO.StringIO
    time.perf_counter = time.time
    range = xrange
sys.argv = [PROGRAM] + ARGUMENTS
sys.path.insert(0, os.path.dirname(PROGRAM))
with open(PROGRAM) as source:
    text = source.read()
# The program's names are those of a module, of which PyPy knows that they seldom change.
main = types.ModuleType("__main__")
main.__dict__.update(__file__=os.environ["ORIGINAL"], range=range)
sys.modules["__main__"] = main
exec(compile(text, PROGRAM, "exec"), main.__dict__)
