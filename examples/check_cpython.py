#!/usr/bin/env python3
"""Runs every program of every example untranslated and compares the output.

    python3 examples/check_cpython.py [--slow] [--bless] [--binary FILE] [FILTER...]

The interpreters run under the Python that runs this script, with the stand-in
library of `run_cpython.py`, one process per program; `--binary` runs a
translated interpreter instead.  A FILTER is a part of `example/program`.  With
`--slow` the programs marked `.slow` run too.  `--bless` writes the outputs
found as the expected ones.  The exit code is 0 if all agree.

For `programs/NAME.EXT` the folder `expected` holds
    NAME.out    standard output (a program without it is not run)
    NAME.err    standard error, if not empty
    NAME.exit   exit code, if not 0
    NAME.args   arguments after the program's name, one per line
    NAME.in     standard input, if not empty
    NAME.slow   an empty marker: too slow for an untranslated run
"""

import difflib
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
RUNNER = os.path.join(HERE, 'run_cpython.py')
TIMEOUT = 600


class Case:
    def __init__(self, example, program):
        self.example = example
        self.program = program
        self.folder = os.path.join(HERE, example)
        self.stem = os.path.splitext(program)[0]
        self.name = '%s/%s' % (example, self.stem)

    def path(self, extension):
        return os.path.join(self.folder, 'expected', self.stem + extension)

    def has(self, extension):
        return os.path.exists(self.path(extension))

    def text(self, extension, default=b''):
        if not self.has(extension):
            return default
        with open(self.path(extension), 'rb') as f:
            return f.read()

    def expected(self):
        return (self.text('.out'), self.text('.err'),
                int(self.text('.exit', b'0')))

    def run(self, binary):
        target = os.path.join(self.folder, 'target%s.py' % self.example)
        command = [binary] if binary else [sys.executable, RUNNER, target]
        command.append(os.path.join('programs', self.program))
        command += self.text('.args').decode().splitlines()
        done = subprocess.run(command, cwd=self.folder, input=self.text('.in'),
                              capture_output=True, timeout=TIMEOUT)
        return done.stdout, done.stderr, done.returncode

    def bless(self, outcome):
        out, err, code = outcome
        for extension, content in (('.out', out), ('.err', err),
                                   ('.exit', b'%d\n' % code if code else b'')):
            if content or extension == '.out':
                with open(self.path(extension), 'wb') as f:
                    f.write(content)
            elif self.has(extension):
                os.remove(self.path(extension))


def cases():
    for example in sorted(os.listdir(HERE)):
        folder = os.path.join(HERE, example, 'programs')
        if not os.path.isdir(folder):
            continue
        for program in sorted(os.listdir(folder)):
            if os.path.splitext(program)[1] == '.' + EXTENSIONS.get(example, ''):
                yield Case(example, program)


EXTENSIONS = {'bf': 'bf', 'tinyvm': 'tvm', 'kite': 'kite',
              'tiny1': 't1', 'tiny2': 't2', 'regvm': 'rvm',
              'objvm': 'ovm'}


def difference(what, expected, found):
    lines = difflib.unified_diff(
        expected.decode('latin-1').splitlines(),
        found.decode('latin-1').splitlines(),
        'expected ' + what, 'found ' + what, lineterm='')
    return ''.join('    %s\n' % line for line in lines)


def compare(expected, found):
    """A description of the differences; empty if there are none."""
    report = ''
    if expected[0] != found[0]:
        report += difference('output', expected[0], found[0])
    if expected[1] != found[1]:
        report += difference('errors', expected[1], found[1])
    if expected[2] != found[2]:
        report += '    exit code %d, expected %d\n' % (found[2], expected[2])
    return report


def main(argv):
    slow = bless = False
    binary = None
    filters = []
    arguments = iter(argv)
    for argument in arguments:
        if argument == '--slow':
            slow = True
        elif argument == '--bless':
            bless = True
        elif argument == '--binary':
            binary = os.path.abspath(next(arguments))
        elif argument.startswith('-'):
            sys.stderr.write(__doc__)
            return 2
        else:
            filters.append(argument)
    run = failed = skipped = 0
    for case in cases():
        if filters and not any(f in case.name for f in filters):
            continue
        if not case.has('.out') and not bless:
            continue
        if case.has('.slow') and not slow and not binary:
            skipped += 1
            continue
        outcome = case.run(binary)
        run += 1
        if bless:
            case.bless(outcome)
            continue
        report = compare(case.expected(), outcome)
        if report:
            failed += 1
            print('FAIL %s\n%s' % (case.name, report), end='')
        else:
            print('ok   %s' % case.name)
        sys.stdout.flush()
    print('%d run, %d failed, %d skipped as slow' % (run, failed, skipped))
    if run == 0:
        print('no program matches')
    return 1 if failed or run == 0 else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
