#!/usr/bin/env python3
"""Checks, builds and runs the targets of RPython's own source distribution, and writes their table into docs/conformance.md.

    tests/conformance/check_targets.py [--genext PROGRAM] [--sdist FOLDER] [--check] [TARGET...]

For each target: `genext check` (twice: as it is, and with `-Ojit` if it has merge points), `genext build`, and a run of the executable,
whose output must be that of the untranslated run (`genext py`). Each refusal has its reason in `REFUSED`; any other makes the exit
code 1. With `--check` nothing is written. Targets that are functions with types (`return entry_point, [int]`) get them from the command line.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from sdist_tests import ROOT, VERSION, sdist, write_section

TARGETS = ['rpython/jit/tl/target*.py', 'rpython/jit/tl/*/target*.py', 'rpython/translator/goal/target*.py']

# Target -> (command that refuses it, code of the diagnostic, why).
REFUSED = {
    'targettla': ('check', 'E0302', 'the target is wrong: it reads a global `argv` that does not exist'),
    'targetrpystonex': ('check', 'E0114', 'a module that other targets import: it defines no `target`'),
}

WORDS = 'first line\nsecond word\nthird line\n'
TINYFRAME = 'main:\n@loop\nPRINT r0\nADD r0 r1 => r0\nJUMP_IF_ABOVE r2 r0 @loop\nRETURN r0\n'
COUNT_DOWN = ('from rpython.jit.tl.tlopcode import compile, serialize_program\nfrom rpython.jit.tl.tlc import ConstantPool\n'
              'pool = ConstantPool()\ncode = compile("PUSHARG\\nagain:\\nPUSH 1\\nSUB\\nPICK 0\\nBR_COND again\\nPUSH 42\\nADD\\nRETURN", pool)\n'
              'open("count.tlc", "wb").write(serialize_program(code, pool))\n')
SQUARE = 'from rpython.jit.tl import tlr\nopen("square.tlr", "wb").write(tlr.SQUARE)\n'

# Arguments of the runs (files are made by `files`), what to do with the outputs before they are compared: '' nothing, 'times' without
# numbers (programs that measure), 'exit' only that the exit code is 0 (too slow untranslated).
RUNS = {
    'targettiny1': [('+-++ 100 10'.split(), '')],
    'targettiny2': [(['The factorial of #1 is 1 { #1 MUL #1 1 SUB ->#1 #1 }', '5'], '')],
    'targettiny2hotpath': [(['{ #1 #2 #1 #2 ADD ->#2 ->#1 #3 1 SUB ->#3 #3 }', '1', '1', '30'], '')],
    'targettiny3hotpath': [(['#1 1 { #1 MUL #1 1 SUB ->#1 #1 }', '5.0'], '')],
    'targettlc': [(['count.tlc', '1000'], 'times')],
    'targettlr': [(['square.tlr', '1764'], '')],
    'targettinyframe': [(['loop.tf', '0', '3', '20'], '')],
    'targetgcbench': [([], 'exit')],
    'targetjitstandalone': [(['3', '50'], ''), ([], '')],
    'targetnopstandalone': [([], '')],
    'targetosreadbench': [(['words.txt', '5'], 'exit')],
    'targetpushpop': [([], ''), (['a', 'b'], '')],
    'targetreadlines': [(['line', 'words.txt'], '')],
    'targetreallynopstandalone': [([], '')],
    'targetrecursivestandalone': [([], 'exit')],
    'targetrichards': [(['2'], 'times')],
    'targetrpystone': [(['20000'], 'times')],
    'targetrpystonedalone': [(['20000'], 'times')],
    'targetsegfault': [(['1'], '')],
    'targetsha1sum': [(['words.txt'], '')],
    'targetsimpleread': [(['3'], 'times')],
    'targetsimplewrite': [(['3'], 'times')],
    'targettestdicts': [(['d', '300'], ''), (['r', '0x12c'], ''), (['d', '5'], '')],
    'targettestlistvsdict': [(['d', '300'], ''), (['l', '5'], ''), (['d', '5'], '')],
    'targetvarsized': [([], 'exit')],
    'targetwarningalone': [(['4'], ''), (['2'], ''), (['0'], '')],
}


def files(genext, tree, folder):
    """The files that runs read."""
    (folder / 'words.txt').write_text(WORDS)
    (folder / 'loop.tf').write_text(TINYFRAME)
    for text in (COUNT_DOWN, SQUARE):
        (folder / 'make.py').write_text(text)
        subprocess.run([genext, 'py', '--python2', 'make.py'], cwd=folder, env=dict(os.environ, PYTHONPATH=str(tree)), check=True)


def call(command, **options):
    try:
        return subprocess.run(command, capture_output=True, text=True, errors='replace', timeout=120, **options)
    except subprocess.TimeoutExpired as e:
        return subprocess.CompletedProcess(command, 124, '', f'more than {e.timeout} s')


def checked(genext, tree, target, *options):
    """The first error of `genext check` as (code, message), or None; and the number of warnings."""
    r = call([genext, 'check', '--format', 'json', *options, target], cwd=tree)
    found = [json.loads(line) for line in r.stdout.splitlines() if line.startswith('{')]
    errors = [d for d in found if d['kind'] != 'warning']
    warnings = len(found) - len(errors)
    if errors:
        return (errors[0]['code'], errors[0]['message']), warnings
    if r.returncode:
        return (f'exit code {r.returncode}', r.stderr.strip()), warnings
    return None, warnings


def built(genext, tree, target, output):
    r = call([genext, 'build', target, '-o', str(output)], cwd=tree)
    if r.returncode == 0:
        return None
    found = re.search(r'^[a-z ]+\[(\w+)\]: (.*)$', r.stderr, re.M)
    return found.groups() if found else (f'exit code {r.returncode}', r.stderr.strip())


def run(genext, tree, target, program, folder):
    """None, or what is wrong with the runs."""
    name = pathlib.Path(target).stem
    for args, comparison in RUNS[name]:
        ours = call([program, *args], cwd=folder)
        if comparison == 'exit':
            if ours.returncode:
                return f'{args}: exit code {ours.returncode}: {ours.stderr.strip()[-300:]}'
            continue
        live = call([genext, 'py', '--python2', str(tree / target), *args], cwd=folder)
        if ours.returncode != live.returncode:
            return f'{args}: exit code {ours.returncode}, untranslated {live.returncode}: {ours.stderr[-300:]} {live.stderr[-300:]}'
        outputs = []
        for out in (ours.stdout, live.stdout):
            out = out.replace(str(program), 'PROGRAM').replace(str(tree / target), 'PROGRAM')
            outputs.append(re.sub(r'[0-9][0-9.e+-]*', 'N', out) if comparison == 'times' else out)
        if outputs[0] != outputs[1]:
            return f'{args}: output {ours.stdout[:200]!r}, untranslated {live.stdout[:200]!r}'
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--genext', default=str(ROOT / 'target/release/genext'))
    parser.add_argument('--sdist', help='an unpacked source distribution')
    parser.add_argument('--check', action='store_true', help='write nothing')
    parser.add_argument('targets', nargs='*', help='names of targets (default: all)')
    args = parser.parse_args()
    genext = str(pathlib.Path(args.genext).resolve())
    tree = sdist(args.sdist)
    rows, wrong = [], []
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        files(genext, tree, folder)
        for target in (str(p.relative_to(tree)) for pattern in TARGETS for p in sorted(tree.glob(pattern))):
            name = pathlib.Path(target).stem
            if args.targets and name not in args.targets:
                continue
            stage, code, why = REFUSED.get(name, (None, None, ''))
            row = {'target': target, 'check': 'ok', 'jit': '', 'build': '', 'run': '', 'why': why}
            rows.append(row)
            failure, warnings = checked(genext, tree, target)
            if warnings:
                row['check'] = f'ok, {warnings} warnings'
            if failure:
                row['check'] = f'refused ({failure[0]})'
                if (stage, code) != ('check', failure[0]):
                    wrong.append(f'{target}: check: {failure}')
                continue
            failure = checked(genext, tree, target, '-Ojit')[0]
            row['jit'] = 'ok'
            if failure:
                # Without a merge point there is nothing to make a JIT of.
                row['jit'] = f'refused ({failure[0]})' if failure[0] != 'E0700' else ''
                if failure[0] != 'E0700':
                    wrong.append(f'{target}: check -Ojit: {failure}')
            program = folder / name
            failure = built(genext, tree, target, program)
            if failure:
                row['build'] = f'refused ({failure[0]})'
                if (stage, code) != ('build', failure[0]):
                    wrong.append(f'{target}: build: {failure}')
                continue
            row['build'] = 'ok'
            if stage:
                wrong.append(f'{target}: accepted; explained in REFUSED')
            failure = run(genext, tree, target, program, folder) if RUNS.get(name) else None
            row['run'] = 'wrong' if failure else f'{len(RUNS.get(name, []))} ok' if RUNS.get(name) else ''
            if failure:
                wrong.append(f'{target}: run: {failure}')
    lines = [
        f'`genext check`, `genext check -Ojit` (of those with merge points), `genext build`, and runs of the executables, whose output is compared '
        f'with that of the untranslated program, for the targets of RPython {VERSION}. Written by `tests/conformance/check_targets.py`.',
        '',
        '| target | check | check -Ojit | build | run | |',
        '| --- | --- | --- | --- | --- | --- |',
    ]
    lines += ['| `{target}` | {check} | {jit} | {build} | {run} | {why} |'.format(**row) for row in rows]
    for row in rows:
        print('%-55s %-22s %-18s %-18s %s' % (row['target'], row['check'], row['jit'], row['build'], row['run']))
    for w in wrong:
        print(w)
    if not args.check and not args.targets:
        write_section('Targets', lines)
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
