#!/usr/bin/env python3
"""Runs test files of RPython's own source distribution, unmodified, with `genext test`, and writes docs/conformance.md.

    tests/conformance/sdist_tests.py [--genext PROGRAM] [--sdist FOLDER] [--check] [FILE...]

The distribution is downloaded with pip (or taken from an unpacked FOLDER) and never becomes part of this repository. Every test that
does not pass has its reason in `sdist_explained.txt`; a failure without one makes the exit code 1. With `--check` nothing is written.
"""
import argparse
import collections
import json
import pathlib
import subprocess
import sys
import tarfile
import tempfile

VERSION = '0.2.1'
HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FILES = '''
    rpython/flowspace/test/test_objspace.py
    rpython/flowspace/test/test_model.py
    rpython/flowspace/test/test_checkgraph.py
    rpython/flowspace/test/test_unroll.py
    rpython/flowspace/test/test_argument.py
    rpython/flowspace/test/test_flowcontext.py
    rpython/annotator/test/test_annrpython.py
    rpython/annotator/test/test_annsimplifyrpython.py
    rpython/annotator/test/test_model.py
    rpython/rlib/test/test_cache.py
    rpython/rlib/test/test_listsort.py
    rpython/rlib/test/test_nonconst.py
    rpython/rlib/test/test_objectmodel.py
    rpython/rlib/test/test_rarithmetic.py
    rpython/rlib/test/test_rbigint.py
    rpython/rlib/test/test_rbisect.py
    rpython/rlib/test/test_rcomplex.py
    rpython/rlib/test/test_rfloat.py
    rpython/rlib/test/test_rmarshal.py
    rpython/rlib/test/test_rmmap.py
    rpython/rlib/test/test_rrandom.py
    rpython/rlib/test/test_signature.py
    rpython/rlib/test/test_rmd5.py
    rpython/rlib/test/test_rsha.py
    rpython/rlib/test/test_rStringIO.py
    rpython/rlib/test/test_rstring.py
    rpython/rlib/test/test_longlong2float.py
    rpython/rlib/test/test_mutbuffer.py
    rpython/rlib/test/test_rposix_environ.py
    rpython/rlib/parsing/test/test_deterministic.py
    rpython/rlib/parsing/test/test_regex.py
    rpython/rlib/parsing/test/test_regexparse.py
    rpython/rlib/parsing/test/test_pcre_regtest.py
    rpython/rlib/parsing/test/test_lexer.py
    rpython/rlib/parsing/test/test_tree.py
    rpython/rlib/parsing/test/test_parse.py
    rpython/rlib/parsing/test/test_parseerrors.py
    rpython/rlib/parsing/test/test_ebnfparse.py
    rpython/rlib/parsing/test/test_pypackrat.py
    rpython/rlib/parsing/test/test_pythonlexer.py
    rpython/rlib/parsing/test/test_translate.py
    rpython/rlib/rsre/test/test_char.py
    rpython/rlib/rsre/test/test_ext_opcode.py
    rpython/rlib/rsre/test/test_match.py
    rpython/rlib/rsre/test/test_re.py
    rpython/rlib/rsre/test/test_search.py
    rpython/rlib/rsre/test/test_zinterp.py
    rpython/rtyper/lltypesystem/test/test_lltype.py
    rpython/rtyper/test/test_exception.py
    rpython/rtyper/test/test_generator.py
    rpython/rtyper/test/test_llinterp.py
    rpython/rtyper/test/test_rbool.py
    rpython/rtyper/test/test_rbuilder.py
    rpython/rtyper/test/test_rbuiltin.py
    rpython/rtyper/test/test_rbytearray.py
    rpython/rtyper/test/test_rclass.py
    rpython/rtyper/test/test_rconstantdict.py
    rpython/rtyper/test/test_rdict.py
    rpython/rtyper/test/test_remptydict.py
    rpython/rtyper/test/test_rfloat.py
    rpython/rtyper/test/test_rint.py
    rpython/rtyper/test/test_rlist.py
    rpython/rtyper/test/test_rordereddict.py
    rpython/rtyper/test/test_rpbc.py
    rpython/rtyper/test/test_rrange.py
    rpython/rtyper/test/test_rstr.py
    rpython/rtyper/test/test_rtuple.py
    rpython/rtyper/test/test_rtyper.py
    rpython/rtyper/test/test_runicode.py
    rpython/jit/metainterp/test/test_ajit.py
    rpython/jit/metainterp/test/test_blackhole.py
    rpython/jit/metainterp/test/test_bridgeopt.py
    rpython/jit/metainterp/test/test_bytearray.py
    rpython/jit/metainterp/test/test_call.py
    rpython/jit/metainterp/test/test_compile.py
    rpython/jit/metainterp/test/test_counter.py
    rpython/jit/metainterp/test/test_del.py
    rpython/jit/metainterp/test/test_dict.py
    rpython/jit/metainterp/test/test_exception.py
    rpython/jit/metainterp/test/test_executor.py
    rpython/jit/metainterp/test/test_fficall.py
    rpython/jit/metainterp/test/test_float.py
    rpython/jit/metainterp/test/test_greenfield.py
    rpython/jit/metainterp/test/test_heapcache.py
    rpython/jit/metainterp/test/test_history.py
    rpython/jit/metainterp/test/test_immutable.py
    rpython/jit/metainterp/test/test_jitdriver.py
    rpython/jit/metainterp/test/test_jitiface.py
    rpython/jit/metainterp/test/test_jitprof.py
    rpython/jit/metainterp/test/test_list.py
    rpython/jit/metainterp/test/test_llop.py
    rpython/jit/metainterp/test/test_logger.py
    rpython/jit/metainterp/test/test_longlong.py
    rpython/jit/metainterp/test/test_loop.py
    rpython/jit/metainterp/test/test_loop_unroll.py
    rpython/jit/metainterp/test/test_loop_unroll_disopt.py
    rpython/jit/metainterp/test/test_math.py
    rpython/jit/metainterp/test/test_memmgr.py
    rpython/jit/metainterp/test/test_opencoder.py
    rpython/jit/metainterp/test/test_pyjitpl.py
    rpython/jit/metainterp/test/test_quasiimmut.py
    rpython/jit/metainterp/test/test_rawmem.py
    rpython/jit/metainterp/test/test_recursive.py
    rpython/jit/metainterp/test/test_resoperation.py
    rpython/jit/metainterp/test/test_resume.py
    rpython/jit/metainterp/test/test_resumecode.py
    rpython/jit/metainterp/test/test_send.py
    rpython/jit/metainterp/test/test_slist.py
    rpython/jit/metainterp/test/test_string.py
    rpython/jit/metainterp/test/test_threadlocal.py
    rpython/jit/metainterp/test/test_tl.py
    rpython/jit/metainterp/test/test_tlc.py
    rpython/jit/metainterp/test/test_tracingopts.py
    rpython/jit/metainterp/test/test_typesystem.py
    rpython/jit/metainterp/test/test_virtual.py
    rpython/jit/metainterp/test/test_virtualizable.py
    rpython/jit/metainterp/test/test_virtualref.py
    rpython/jit/metainterp/test/test_warmspot.py
    rpython/jit/metainterp/test/test_warmstate.py
    rpython/jit/metainterp/test/test_zvector.py
    rpython/jit/tl/test/test_tl.py
    rpython/jit/tl/test/test_tlc.py
    rpython/jit/tl/test/test_tlr.py
    rpython/jit/tl/test/test_brainfuck.py
    rpython/jit/tl/tla/test_tla.py
    rpython/tool/algo/test/test_unionfind.py
'''.split()


def sdist(folder):
    """The unpacked distribution, downloaded if need be."""
    if folder:
        return pathlib.Path(folder).resolve()
    target = pathlib.Path(tempfile.gettempdir()) / 'genext-conformance'
    tree = target / f'rpython-{VERSION}'
    if not tree.is_dir():
        target.mkdir(exist_ok=True)
        subprocess.run([sys.executable, '-m', 'pip', 'download', '--quiet', f'rpython=={VERSION}', '--no-deps',
                        '--no-binary', ':all:', '-d', str(target)], check=True)
        with tarfile.open(target / f'rpython-{VERSION}.tar.gz') as archive:
            archive.extractall(target)
    return tree


def write_section(title, lines):
    """Replaces one section of docs/conformance.md (from its heading to the next of the same level), or adds it."""
    path = ROOT / 'docs/conformance.md'
    text = path.read_text() if path.is_file() else '# Conformance\n'
    head, *sections = text.split('\n## ')
    texts = collections.OrderedDict((s.split('\n', 1)[0], s.split('\n', 1)[1].strip()) for s in sections)
    texts[title] = '\n'.join(lines).strip()
    path.write_text('\n'.join([head.strip(), *(f'\n## {t}\n\n{body}' for t, body in texts.items())]) + '\n')


def explanations():
    """Test -> reason. Lines are `file::test: reason`, or `message TEXT: reason` for all failures with this text."""
    found = {}
    for line in (HERE / 'sdist_explained.txt').read_text().splitlines():
        if line.strip() and not line.startswith('#'):
            test, _, reason = line.rpartition(': ') if line.startswith('message ') else line.partition(': ')
            found[test.strip()] = reason.strip()
    return found


def reason_for(test, explained, used, crash=''):
    short = test.removeprefix('rpython/')
    # A test class may inherit its tests from another file: the name alone is enough then.
    file, _, rest = short.partition('::')
    name = rest.split('::')[-1].split('[')[0]
    for key in (short, f'{file}::{name}', f'*::{name}', f'{file}::*'):
        if key in explained:
            used.add(key)
            return explained[key]
    for key, reason in explained.items():
        if key.startswith('message ') and key.removeprefix('message ') in crash:
            used.add(key)
            return reason
    return None


def run(genext, tree, files):
    results = collections.OrderedDict((f, []) for f in files)
    present = [f for f in files if (tree / f).is_file()]
    out = subprocess.run([genext, 'test', '--json', '--timeout', '60', *present], cwd=tree, capture_output=True, text=True)
    summary = {}
    for line in out.stdout.splitlines():
        event = json.loads(line)
        if event['event'] == 'result':
            results[event['nodeid'].split('::')[0]].append(event)
        elif event['event'] == 'summary':
            summary = event
    if not summary:
        sys.exit(f'genext test failed:\n{out.stdout}\n{out.stderr}')
    return results, summary


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--genext', default=str(ROOT / 'target/release/genext'))
    parser.add_argument('--sdist', help='an unpacked source distribution')
    parser.add_argument('--check', action='store_true', help='write nothing')
    parser.add_argument('files', nargs='*', help='test files, below the distribution (default: all that are listed)')
    args = parser.parse_args()
    tree = sdist(args.sdist)
    explained = explanations()
    results, summary = run(str(pathlib.Path(args.genext).resolve()), tree, args.files or FILES)
    rows, failures, unexplained, used = [], [], 0, set()
    for file, events in results.items():
        count = collections.Counter(e['outcome'] for e in events)
        passed = count['passed'] + count['xpassed']
        total = len(events)
        rows.append((file, total, passed, count['skipped'] + count['xfailed'], count['failed'] + count['error']))
        for e in events:
            if e['outcome'] in ('failed', 'error'):
                reason = reason_for(e['nodeid'], explained, used, e['crash'] + e['longrepr'])
                unexplained += reason is None
                failures.append((e['nodeid'], reason or f'**not explained**: {e["crash"]}'))
    lines = [
        f'Test files of RPython {VERSION} (its source distribution on PyPI), run unmodified by `genext test` with genext\'s own '
        '`rpython.*` modules in place of RPython\'s. Written by `tests/conformance/sdist_tests.py`.',
        '',
        '| file | tests | passed | skipped or expected to fail | failed |',
        '| --- | ---: | ---: | ---: | ---: |',
    ]
    for row in rows:
        lines.append('| `%s` | %d | %d | %d | %d |' % row)
    totals = [sum(r[i] for r in rows) for i in range(1, 5)]
    lines.append('| **all** | %d | %d | %d | %d |' % tuple(totals))
    table, lines, file = lines, [], None
    for test, reason in sorted(failures):
        if test.split('::')[0] != file:
            file = test.split('::')[0]
            lines += [f'### `{file}`', '']
        lines.append(f'* `{test.split("::")[-1]}`: {reason}')
    for row in rows:
        print('%-55s %4d tests %4d passed %3d skipped %3d failed' % row)
    print('%-55s %4d tests %4d passed %3d skipped %3d failed' % ('all', *totals), '%.1f s' % summary['seconds'])
    if not args.files:
        for key in explained:
            if key not in used:
                print(f'explains nothing: {key}')
    if unexplained:
        print(f'{unexplained} failures are not explained in sdist_explained.txt')
        for test, reason in failures:
            if reason.startswith('**'):
                print('  ', test, reason)
    if not args.check and not args.files:
        write_section('Test files', table)
        write_section('What fails, and why', lines)
    sys.exit(1 if unexplained else 0)


if __name__ == '__main__':
    main()
