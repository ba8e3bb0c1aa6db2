#!/usr/bin/env python3
"""PyPy, translated by genext, against another PyPy: the programs of pyperformance that need no module from outside.

Usage: benchmarks/pypy.py build --pypy CHECKOUT --output PROGRAM [--genext PROGRAM]
       benchmarks/pypy.py run --pyperformance CHECKOUT [--seconds N] [--only NAME,...] PYTHON...

`build` translates the interpreter of a checkout of PyPy (its default branch, which is Python 2.7) with the modules that need no foreign
library. `run` runs each program for N seconds (5) in every PYTHON, in turn: mean of a turn in the last quarter, warm-up, longest turn
of the second half, and the ratio to the last PYTHON (which may be a `pypy3`: programs are rewritten in what both languages share).
"""
import argparse
import ast
import json
import math
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MODULES = ("signal struct binascii array cStringIO _collections _md5 _sha _csv unicodedata _locale mmap _pypyjson _random parser "
           "cmath").split()
PROGRAMS = {
    "bpe_tokeniser": [], "btree": [], "chaos": [], "decimal_pi": [], "deepcopy": [],
    "deltablue": [], "fannkuch": [], "float": [], "generators": [], "go": [], "hexiom": [], "json_dumps": [], "json_loads": [],
    "logging": ["simple"], "mdp": [], "meteor_contest": [], "nbody": [], "nqueens": [], "pickle": ["--pure-python", "pickle"],
    "pprint": [], "raytrace": [], "regex_compile": [], "regex_dna": [], "regex_effbot": [],
    "regex_v8": [], "richards": [], "richards_super": [], "scimark": [], "spectral_norm": [], "telco": [], "unpack_sequence": [],
}


class Both(ast.NodeTransformer):
    """Rewrites a program of Python 3 in what it shares with Python 2: no annotations, no f-strings."""

    def visit_FunctionDef(self, node):
        self.generic_visit(node)
        node.returns = None
        return node

    def visit_arg(self, node):
        node.annotation = None
        return node

    def visit_arguments(self, node):
        self.generic_visit(node)
        for name, value in zip(node.kwonlyargs, node.kw_defaults):
            node.args.append(name)
            node.defaults.append(value or ast.Constant(None))
        node.kwonlyargs, node.kw_defaults = [], []
        return node

    def visit_Expr(self, node):
        self.generic_visit(node)
        if isinstance(node.value, ast.YieldFrom):
            each = ast.Expr(ast.Yield(ast.Name("each", ast.Load())))
            return ast.For(ast.Name("each", ast.Store()), node.value.value, [each], [])
        return node

    def visit_AnnAssign(self, node):
        self.generic_visit(node)
        return ast.Assign([node.target], node.value) if node.value else ast.Pass()

    def visit_JoinedStr(self, node):
        self.generic_visit(node)
        text, values = "", []
        for part in node.values:
            if isinstance(part, ast.Constant):
                text += part.value.replace("{", "{{").replace("}", "}}")
                continue
            form = part.format_spec
            spec = ":" + form.func.value.value if form is not None else ""
            text += "{%s%s}" % ("!r" if part.conversion == ord("r") else "", spec)
            values.append(part.value)
        return ast.Call(ast.Attribute(ast.Constant(text), "format", ast.Load()), values, [])

    def visit_Call(self, node):
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "sub":
            node.args += [keyword.value for keyword in node.keywords if keyword.arg == "count"]
            node.keywords = [keyword for keyword in node.keywords if keyword.arg != "count"]
        return node

    def visit_ClassDef(self, node):
        fields = [(field.target.id, field.value) for field in node.body if isinstance(field, ast.AnnAssign)]
        self.generic_visit(node)
        if node.decorator_list and fields:
            node.decorator_list = []
            node.body.append(initializer(fields))
        if not node.bases:
            node.bases = [ast.Name("object", ast.Load())]
        for inner in ast.walk(node):
            if isinstance(inner, ast.FunctionDef) and inner.args.args:
                for call in ast.walk(inner):
                    if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "super" and not call.args:
                        call.args = [ast.Name(node.name, ast.Load()), ast.Name(inner.args.args[0].arg, ast.Load())]
        return node


def initializer(fields):
    """`__init__` of a data class, from pairs of (name, default value or None)."""
    names = [name if value is None else "%s=%s" % (name, ast.unparse(value)) for name, value in fields]
    stores = "".join("\n    self.%s = %s" % (name, name) for name, _ in fields)
    return ast.parse("def __init__(self, %s):%s" % (", ".join(names), stores)).body[0]


def rewritten(path):
    """The source of a program, in both languages."""
    with open(path) as source:
        tree = ast.parse(source.read())
    tree.body = [part for part in tree.body if not (isinstance(part, ast.ImportFrom) and part.module in ("dataclasses", "typing"))]
    text = ast.unparse(ast.fix_missing_locations(Both().visit(tree)))
    return "from __future__ import print_function, division\n" + text.replace("from __future__ import annotations\n", "")


def build(options):
    command = [options.genext, "build", "-Ojit", "--python2", "--no-warnings", "-o", os.path.abspath(options.output),
               "pypy/goal/targetpypystandalone.py", "--", "--no-allworkingmodules"] + ["--withmod-" + name for name in MODULES]
    sys.exit(subprocess.call(command, cwd=options.pypy, env=dict(os.environ, PYTHONPATH=".:lib-python/2.7")))


def measure(python, program, original, arguments, seconds):
    """Benchmark -> its measurements, in one PYTHON; none if it fails."""
    command = [python, os.path.join(ROOT, "benchmarks", "pypy", "drive.py"), program, str(seconds)] + arguments
    done = subprocess.run(command, capture_output=True, text=True, env=dict(os.environ, ORIGINAL=original))
    if done.returncode != 0:
        sys.stderr.write("%s: %s\n%s\n" % (python, program, "\n".join(done.stderr.splitlines()[-3:])))
        return {}
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith('{"name"')]
    return {line["name"]: line for line in lines}


def source_of(options, name):
    """Where a checkout of pyperformance holds a program."""
    return os.path.join(options.pyperformance, "pyperformance/data-files/benchmarks/bm_" + name, "run_benchmark.py")


def run(options):
    names = options.only.split(",") if options.only else sorted(PROGRAMS)
    unknown = [name for name in names if name not in PROGRAMS]
    if unknown:
        sys.exit("no such program: %s (there are %s)" % (", ".join(unknown), ", ".join(sorted(PROGRAMS))))
    if not os.path.exists(source_of(options, names[0])):
        sys.exit("%s is no checkout of pyperformance" % options.pyperformance)
    print("| benchmark | %s |" % " | ".join("`%s` ms, warm s, longest ms, ratio" % os.path.basename(p) for p in options.python))
    print("|---|%s" % ("---|" * len(options.python)))
    ratios = [[] for _ in options.python]
    with tempfile.TemporaryDirectory() as folder:
        for name in PROGRAMS:
            with open(os.path.join(folder, "bm_%s.py" % name), "w") as out:
                out.write(rewritten(source_of(options, name)))
        for name in names:
            program, original = os.path.join(folder, "bm_%s.py" % name), source_of(options, name)
            results = [measure(p, program, original, PROGRAMS[name], options.seconds) for p in options.python]
            for bench in results[-1]:
                cells = []
                base = results[-1][bench]["seconds"]
                for index, result in enumerate(results):
                    if bench not in result:
                        cells.append("fails")
                        continue
                    found = result[bench]
                    ratio = found["seconds"] / base
                    ratios[index].append(ratio)
                    cells.append("%.4g, %.1f, %.0f, %.2f" % (found["seconds"] * 1e3, found["warm"], found["longest"] * 1e3, ratio))
                print("| %s | %s |" % (bench, " | ".join(cells)), flush=True)
    means = [math.exp(sum(map(math.log, r)) / len(r)) if r else float("nan") for r in ratios]
    print("| geometric mean | %s |" % " | ".join("%.2f of %d" % (m, len(r)) for m, r in zip(means, ratios)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    builder = commands.add_parser("build")
    builder.add_argument("--pypy", required=True)
    builder.add_argument("--output", required=True)
    builder.add_argument("--genext", default=os.path.join(ROOT, "target/release/genext"))
    builder.set_defaults(run=build)
    runner = commands.add_parser("run")
    runner.add_argument("--pyperformance", required=True)
    runner.add_argument("--seconds", type=float, default=5)
    runner.add_argument("--only")
    runner.add_argument("python", nargs="+")
    runner.set_defaults(run=run)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
