"""Assembles a program and runs it.

    tinyvm PROGRAM.tvm
"""

import os

from assembler import Assembler
from machine import Halt, MachineError, execute

MAX_TRACE = 12


def read_file(filename):
    fd = os.open(filename, os.O_RDONLY, 0o777)
    try:
        data = ''
        while True:
            piece = os.read(fd, 65536)
            if len(piece) == 0:
                return data
            data += piece
    finally:
        os.close(fd)


def report(error, filename):
    frame = error.frame
    function = frame.function
    os.write(2, '%s:%d: %s: %s\n' % (filename, function.lines[error.pc],
                                     function.name, error.msg))
    shown = 0
    while frame.caller is not None and shown < MAX_TRACE:
        # The return address is behind the call.
        line = frame.caller.function.lines[frame.return_pc - 1]
        frame = frame.caller
        os.write(2, '    called from %s, line %d\n' % (frame.function.name, line))
        shown += 1


def run(filename):
    try:
        source = read_file(filename)
    except OSError:
        os.write(2, 'cannot read %s\n' % filename)
        return 2
    assembler = Assembler(source)
    program = assembler.assemble()
    if len(assembler.errors) > 0:
        for e in assembler.errors:
            os.write(2, '%s:%d: %s\n' % (filename, e.line, e.msg))
        return 1
    try:
        execute(program)
    except MachineError as e:
        report(e, filename)
        return 1
    except Halt:
        pass
    return 0


def entry_point(argv):
    if len(argv) != 2:
        os.write(2, 'usage: %s PROGRAM.tvm\n' % argv[0])
        return 2
    return run(argv[1])


def target(driver, args):
    return entry_point, None
