"""Compares the scopes genext's compiler resolves with those of CPython's, over all functions and classes of many files.

    python3.11 scopes_compare.py DUMP_AST FILE_OR_DIR...      (or python2.7)

For each function, lambda and class body: parameters, free variables, and whether it is a generator. (Comprehensions are left out:
genext inlines them.) DUMP_AST is the program built by `cargo build --release -p genext-python --example dump_ast`.
"""
from __future__ import print_function
import os
import subprocess
import sys
import types
import warnings

PY2 = sys.version_info[0] == 2


def scopes(code, out):
    for c in code.co_consts:
        if not isinstance(c, types.CodeType):
            continue
        if c.co_name not in ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"):
            n = c.co_argcount + (0 if PY2 else c.co_kwonlyargcount)
            n += bool(c.co_flags & 4) + bool(c.co_flags & 8)
            out.append("%s(%s)[%s]%s" % (c.co_name, ",".join(c.co_varnames[:n]), ",".join(sorted(c.co_freevars)),
                                         "*" if c.co_flags & 0x20 else ""))
        scopes(c, out)


def files(args):
    for a in args:
        if os.path.isdir(a):
            for d, _, names in sorted(os.walk(a)):
                for n in sorted(names):
                    if n.endswith(".py"):
                        yield os.path.join(d, n)
        else:
            yield a


def main():
    program, paths = sys.argv[1], list(files(sys.argv[2:]))
    same = different = skipped = functions = 0
    command = [program, "--scopes"] + (["--python2"] if PY2 else [])
    for start in range(0, len(paths), 50):
        chunk = paths[start:start + 50]
        ours = subprocess.Popen(command + chunk, stdout=subprocess.PIPE).communicate()[0]
        ours = ours.decode("utf-8").split("\n")[:-1]
        assert len(ours) == len(chunk), "one line per file"
        for path, got in zip(chunk, ours):
            try:
                with open(path, "rb") as f, warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    code = compile(f.read(), path, "exec", 0, True)
            except (SyntaxError, ValueError, TypeError):
                skipped += 1
                continue
            if got.startswith("ERROR"):
                skipped += 1
                continue
            want = []
            scopes(code, want)
            got = got.split()
            functions += len(want)
            if got == sorted(want):
                same += 1
            else:
                different += 1
                print("%s:\n  genext only  %s\n  CPython only %s" % (
                    path, sorted(set(got) - set(want))[:4], sorted(set(want) - set(got))[:4]))
    print("%d same (%d functions), %d skipped, %d different" % (same, functions, skipped, different))
    return 1 if different else 0


sys.exit(main())
