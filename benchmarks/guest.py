#!/usr/bin/env python3
"""A translated Python VM against another one, on the small programs of `benchmarks/guest/pieces.py`.

Usage: benchmarks/guest.py [--runs N] [--only NAME,...] REFERENCE VM

    benchmarks/guest.py pypy3 pypy/goal/pypy-c

Prints a table in Markdown: milliseconds of the fastest of twelve turns in one process, and of the first turn, medians
of N processes (3) of each VM in alternation; the ratio is that of the fastest turns. The results must agree.
"""
import argparse
import math
import os
import re
import statistics
import subprocess
import sys

PIECES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "guest", "pieces.py")


def run(vm, name):
    """Runs a program; (milliseconds of the fastest turn, those of the first one, result)."""
    done = subprocess.run([vm, PIECES, name], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{vm} {PIECES} {name}: exit code {done.returncode}\n{done.stderr}")
    fastest, first, result = done.stdout.split()
    return float(fastest), float(first), result


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", default="")
    parser.add_argument("reference")
    parser.add_argument("vm")
    args = parser.parse_args()
    with open(PIECES, encoding="utf-8") as source:
        names = re.findall(r"^def t_(\w+)", source.read(), re.MULTILINE)
    if args.only:
        names = [name for name in names if name in args.only.split(",")]
    print("| program | reference | VM | ratio | first turn: reference | VM |\n| --- | ---: | ---: | ---: | ---: | ---: |")
    ratios = []
    for name in names:
        both = [(run(args.reference, name), run(args.vm, name)) for _ in range(args.runs)]
        if len({result for pair in both for (_, _, result) in pair}) != 1:
            sys.exit(f"{name}: the results differ: {both}")
        (old, old_first), (new, new_first) = (
            [statistics.median(pair[side][i] for pair in both) for i in (0, 1)] for side in (0, 1)
        )
        ratio = max(new, 0.001) / max(old, 0.001)
        ratios.append(ratio)
        print(f"| {name} | {old:.2f} | {new:.2f} | {ratio:.2f} | {old_first:.1f} | {new_first:.1f} |", flush=True)
    if ratios:
        print(f"\ngeometric mean: {math.exp(sum(map(math.log, ratios)) / len(ratios)):.2f}")


main()
