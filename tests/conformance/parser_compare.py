"""Compares genext's parser with CPython's `ast` module, file by file.

    python3.11 parser_compare.py DUMP_AST FILE_OR_DIR...
    python2.7  parser_compare.py DUMP_AST FILE_OR_DIR...

DUMP_AST is the program built by `cargo build --release -p genext-python --example dump_ast`. The mode is that of the Python
that runs this script. Prints each file where the trees differ, and a summary; the exit code tells whether there were differences.
Files CPython refuses must be refused by genext; constructs genext reports as unsupported are counted apart.
"""
from __future__ import print_function
import ast
import json
import os
import struct
import subprocess
import sys
import warnings

PY2 = sys.version_info[0] == 2
if PY2:
    text_type, int_types = unicode, (int, long)
else:
    text_type, int_types = str, (int,)
    sys.set_int_max_str_digits(0)


def bits(x):
    return "%016x" % struct.unpack(">Q", struct.pack(">d", x))


def value(v, out):
    if isinstance(v, ast.AST):
        node(v, out)
    elif isinstance(v, list):
        out.append("[")
        for i, x in enumerate(v):
            if i:
                out.append(",")
            value(x, out)
        out.append("]")
    elif v is None or v is True or v is False:
        out.append(str(v))
    elif v is Ellipsis:
        out.append("Ellipsis")
    elif isinstance(v, bytes):
        out.append("b" + json.dumps(v.decode("latin-1")).replace("\x7f", "\\u007f"))
    elif isinstance(v, text_type):
        out.append(("u" if PY2 else "") + json.dumps(v).replace("\x7f", "\\u007f"))
    elif isinstance(v, int_types):
        out.append(str(v) + ("L" if PY2 and isinstance(v, long) else ""))
    elif isinstance(v, float):
        out.append("f" + bits(v))
    elif isinstance(v, complex):
        out.append("j" + bits(v.imag))
    else:
        raise TypeError(type(v))


IDENTIFIERS = {"id", "name", "attr", "arg", "asname", "module", "vararg", "kwarg", "kind", "rest"}


def node(n, out):
    out.append(type(n).__name__ + "(")
    for i, f in enumerate(n._fields):
        if i:
            out.append(",")
        out.append(f + "=")
        v = getattr(n, f, None)
        if f in IDENTIFIERS and isinstance(v, str):
            out.append("'%s'" % v)
        elif f in ("names", "kwd_attrs") and v and isinstance(v[0], str):
            out.append("[" + ",".join("'%s'" % x for x in v) + "]")
        else:
            value(v, out)
    out.append(")")


def dump(path):
    with open(path, "rb") as f:
        source = f.read()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree = compile(source, path, "exec", ast.PyCF_ONLY_AST, True)
    out = []
    node(tree, out)
    return "".join(out)


def compiles(path):
    with open(path, "rb") as f:
        source = f.read()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(source, path, "exec", 0, True)
        return True
    except (SyntaxError, ValueError, TypeError):
        return False


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
    sys.setrecursionlimit(20000)
    same = different = refused = unsupported = 0
    command = [program] + (["--python2"] if PY2 else [])
    for start in range(0, len(paths), 50):
        chunk = paths[start:start + 50]
        ours = subprocess.Popen(command + chunk, stdout=subprocess.PIPE).communicate()[0]
        ours = ours.decode("utf-8").split("\n")[:-1]
        assert len(ours) == len(chunk), "one line per file"
        for path, got in zip(chunk, ours):
            try:
                want = dump(path)
                if PY2:
                    want = want.decode("utf-8")
            except (SyntaxError, ValueError, TypeError) as e:
                if got.startswith("ERROR"):
                    refused += 1
                else:
                    different += 1
                    print("%s: CPython refuses it (%s), genext does not" % (path, e))
                continue
            if got == want:
                same += 1
            elif got.startswith("ERROR not supported yet"):
                unsupported += 1
                print("%s: %s" % (path, got))
            elif got.startswith("ERROR") and not compiles(path):
                # CPython finds it when it compiles the tree: `from __future__` in a wrong place, ...
                refused += 1
            else:
                different += 1
                i = next((i for i in range(min(len(got), len(want))) if got[i] != want[i]), 0)
                i = max(i - 60, 0)
                print("%s:\n  genext  %s\n  CPython %s" % (path, got[i:i + 160], want[i:i + 160]))
    print("%d same, %d refused by both, %d unsupported, %d different" % (same, refused, unsupported, different))
    return 1 if different else 0


sys.exit(main())
