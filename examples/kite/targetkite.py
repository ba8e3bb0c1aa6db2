"""The Kite interpreter.

    kite [--dump] PROGRAM.kite [ARGS...]
"""

import os

from kite.builtins import make_globals, output
from kite.compiler import compile_source
from kite.errors import KiteError, KiteSyntaxError
from kite.interp import run_code
from kite.objects import W_List, W_Str, describe_error

EXIT_ERROR = 1
EXIT_USAGE = 2
TRACE_END = 10          # functions shown at either end of a long trace


def read_file(filename):
    fd = os.open(filename, os.O_RDONLY, 0o777)
    parts = []
    try:
        while True:
            data = os.read(fd, 65536)
            if len(data) == 0:
                break
            parts.append(data)
    finally:
        os.close(fd)
    return ''.join(parts)


def report(error, filename):
    """The trace, the innermost function last, and the message."""
    count = len(error.trace)
    for i in range(count - 1, -1, -1):
        if TRACE_END <= i < count - TRACE_END:
            if i == TRACE_END:
                os.write(2, '... %d more ...\n' % (count - 2 * TRACE_END))
            continue
        entry = error.trace[i]
        os.write(2, '%s:%d: in %s\n' % (filename, entry.line, entry.function))
    os.write(2, describe_error(error.w_value) + '\n')


def run(filename, args, dump):
    try:
        source = read_file(filename)
    except OSError:
        os.write(2, 'cannot read %s\n' % filename)
        return EXIT_USAGE
    globals = make_globals()
    globals.define('args', W_List([W_Str(arg) for arg in args]))
    try:
        code = compile_source(source, globals)
    except KiteSyntaxError as e:
        os.write(2, '%s:%d: %s\n' % (filename, e.line, e.msg))
        return EXIT_ERROR
    if dump:
        os.write(1, code.dump() + '\n')
        return 0
    try:
        run_code(code)
    except KiteError as e:
        output.flush()
        report(e, filename)
        return EXIT_ERROR
    output.flush()
    return 0


def entry_point(argv):
    dump = False
    first = 1
    if len(argv) > 1 and argv[1] == '--dump':
        dump = True
        first = 2
    if len(argv) <= first:
        os.write(2, 'usage: %s [--dump] PROGRAM.kite [ARGS...]\n' % argv[0])
        return EXIT_USAGE
    return run(argv[first], argv[first + 1:], dump)


def target(driver, args):
    return entry_point, None
