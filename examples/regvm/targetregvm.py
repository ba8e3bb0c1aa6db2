"""regvm: a machine with eight integer registers.

    regvm PROGRAM.rvm INTEGER...

The integers are put into r0, r1, ...; all else starts as 0.  `assembler.py`
describes the text of a program, `machine.py` runs it.
"""

import os

from assembler import AssemblyError, assemble
from machine import REGISTERS, MachineError, execute


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


def run(filename, registers):
    try:
        source = read_file(filename)
    except OSError:
        os.write(2, 'cannot read %s\n' % filename)
        return 2
    try:
        program = assemble(source)
    except AssemblyError as e:
        os.write(2, '%s:%d: %s\n' % (filename, e.line, e.msg))
        return 1
    try:
        execute(program, registers)
    except MachineError as e:
        os.write(2, '%s:%d: %s\n' % (filename, program.line_at(e.pc), e.msg))
        return 1
    return 0


def entry_point(argv):
    if not 2 <= len(argv) <= 2 + REGISTERS:
        os.write(2, 'usage: %s PROGRAM.rvm INTEGER...\n' % argv[0])
        return 2
    registers = [0] * REGISTERS
    try:
        for i in range(2, len(argv)):
            registers[i - 2] = int(argv[i])
    except ValueError:
        os.write(2, 'the registers are integers\n')
        return 2
    return run(argv[1], registers)


def target(driver, args):
    return entry_point, None
