"""objvm: a stack machine with dynamically typed values, objects and exceptions.

    objvm PROGRAM.ovm

Written the way large interpreters in RPython are: virtualizable frames, objects
with maps, globals that compiled code takes for constants until they change.
"""

import os

from assembler import AssemblyError, assemble
from machine import Frame, Space, driver, execute
from objects import VMError
from rpython.rlib import jit


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


def run(filename):
    try:
        source = read_file(filename)
    except OSError:
        os.write(2, 'cannot read %s\n' % filename)
        return 2
    space = Space()
    try:
        space.functions = assemble(source)
    except AssemblyError as e:
        os.write(2, '%s:%d: %s\n' % (filename, e.line, e.text))
        return 1
    try:
        execute(space, Frame(space.functions[0]))
    except VMError as e:
        os.write(2, 'uncaught: %s\n' % e.w_value.show())
        return 1
    return 0


def entry_point(argv):
    if len(argv) == 4 and argv[1] == '--jit':
        try:
            jit.set_user_param(driver, argv[2])
        except ValueError:
            os.write(2, '%s: wrong settings: %s\n' % (argv[0], argv[2]))
            return 2
        return run(argv[3])
    if len(argv) != 2:
        os.write(2, 'usage: %s [--jit SETTINGS] PROGRAM.ovm\n' % argv[0])
        return 2
    return run(argv[1])


def jitpolicy(driver):
    from rpython.jit.codewriter.policy import JitPolicy
    return JitPolicy()


def target(driver, args):
    return entry_point, None
