"""Compares what genext and CPython accept, on programs with small random mistakes.

    python3.11 mutate_compare.py DUMP_AST COUNT SEED FILE_OR_DIR...      (or python2.7)

Takes lines of real files, deletes, doubles or swaps a token, and compares whether each compiles. Prints disagreements. Known ones
are constructs genext reports as unsupported, and warnings of CPython that are errors here or the other way round.
"""
from __future__ import print_function
import io
import os
import random
import shutil
import subprocess
import sys
import tempfile
import tokenize
import warnings

PY2 = sys.version_info[0] == 2


def files(args):
    for a in args:
        if os.path.isdir(a):
            for d, _, names in sorted(os.walk(a)):
                for n in sorted(names):
                    if n.endswith(".py"):
                        yield os.path.join(d, n)
        else:
            yield a


def pieces(paths, rng):
    """Top-level statements of random files, as texts."""
    import ast
    while True:
        path = rng.choice(paths)
        with io.open(path, encoding="latin-1", newline=None) as f:
            text = f.read()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                tree = ast.parse(text.encode("latin-1") if PY2 else text)
        except (SyntaxError, ValueError):
            continue
        lines = text.split("\n")
        starts = [n.lineno - 1 for n in tree.body] + [len(lines)]
        good = [i for i in range(len(starts) - 1) if 0 < starts[i + 1] - starts[i] < 40]
        if good:
            i = rng.choice(good)
            piece = "\n".join(lines[starts[i]:starts[i + 1]]) + "\n"
            if all(ord(c) < 128 for c in piece):
                yield piece


def mutate(text, others, rng):
    try:
        tokens = [t for t in tokenize.generate_tokens(io.StringIO(text).readline) if t[1].strip()]
    except Exception:
        return text
    if not tokens:
        return text
    t = rng.choice(tokens)
    lines = text.split("\n")
    row, start, end = t[2][0] - 1, t[2][1], t[3][1]
    if t[3][0] != t[2][0]:
        return text
    line = lines[row]
    what = rng.randrange(4)
    if what == 0:
        new = line[:start] + line[end:]
    elif what == 1:
        new = line[:end] + " " + t[1] + line[end:]
    elif what == 2:
        new = line[:start] + rng.choice(tokens)[1].split("\n")[0] + line[end:]
    else:
        new = line[:start] + rng.choice(others) + line[end:]
    lines[row] = new
    return "\n".join(lines)


OTHERS = ("( ) [ ] { } , : ; . = == := -> * ** / @ ... not in is and or if else for lambda yield return pass break continue "
          "def class with as try except finally raise import from global nonlocal del assert None True x 0 1.5 'a' b'b' u'c' "
          "f'{x}' print exec await async += <> ` ~").split()


def main():
    program, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    rng = random.Random(seed)
    source = pieces(list(files(sys.argv[4:])), rng)
    folder = tempfile.mkdtemp()
    agree = unsupported = disagree = 0
    command = [program, "--scopes"] + (["--python2"] if PY2 else [])
    try:
        for start in range(0, count, 200):
            texts = [mutate(next(source), OTHERS, rng) for _ in range(200)]
            paths = []
            for i, t in enumerate(texts):
                paths.append(os.path.join(folder, "%d.py" % i))
                with io.open(paths[-1], "w", encoding="utf-8") as f:
                    f.write(t if not PY2 else t if isinstance(t, unicode) else t.decode("latin-1"))
            ours = subprocess.Popen(command + paths, stdout=subprocess.PIPE).communicate()[0].decode("utf-8").split("\n")[:-1]
            assert len(ours) == len(texts)
            for text, got in zip(texts, ours):
                try:
                    with warnings.catch_warnings():
                        warnings.simplefilter("ignore")
                        compile(text.encode("utf-8"), "t.py", "exec", 0, True)
                    why = None
                except (SyntaxError, ValueError, TypeError, MemoryError) as e:
                    why = str(e)
                if got.startswith("ERROR not supported yet"):
                    unsupported += 1
                elif got.startswith("ERROR") == (why is not None):
                    agree += 1
                else:
                    disagree += 1
                    print("-" * 60 + "\ngenext: %s\nCPython: %s\n%s" % (got if why is None else "accepts", why, text))
    finally:
        shutil.rmtree(folder)
    print("%d agree, %d unsupported, %d disagree" % (agree, unsupported, disagree))
    return 1 if disagree else 0


sys.exit(main())
