"""tiny1: a string of signs over an accumulator.

    tiny1 PROGRAM.t1 STEP START [COUNT]

Runs the program with the accumulator START, START + 1, ... (COUNT times) and
prints the sum of the results.  A program is a string of

    +   adds STEP                   -   subtracts STEP
    *   doubles                     ~   negates
    ?   skips the next sign if the accumulator is negative
    @   starts over if the accumulator is greater than zero
    .   prints the accumulator

Integers are machine words and wrap.  Blanks and line ends mean nothing; the
rest of a line behind `;` is a comment.
"""

import os

from rpython.rlib.jit import dont_look_inside, hint
from rpython.rlib.rarithmetic import intmask

SIGNS = '+-*~?@.'


class ProgramError(Exception):
    def __init__(self, msg, line):
        self.msg = msg
        self.line = line


def interpret(program, acc, step):
    """The accumulator at the end of the program.

    The hints make the JIT: `program` and `pc` are known when it compiles, so
    that nothing of the dispatch is left; `acc` and `step` are known at run time.
    """
    pc = 0
    while True:
        hint(None, global_merge_point=True)
        program = hint(program, concrete=True)
        if pc >= len(program):
            return acc
        sign = hint(program[pc], concrete=True)
        pc += 1
        if sign == '+':
            acc = intmask(acc + step)
        elif sign == '-':
            acc = intmask(acc - step)
        elif sign == '*':
            acc = intmask(acc + acc)
        elif sign == '~':
            acc = intmask(-acc)
        elif sign == '?':
            if acc < 0:
                pc += 1
        elif sign == '@':
            if acc > 0:
                pc = 0
        elif sign == '.':
            show(acc)


@dont_look_inside
def show(number):
    os.write(1, '%d\n' % number)


def parse(source):
    """The signs without blanks and comments."""
    signs = []
    line = 1
    in_comment = False
    for char in source:
        if char == '\n':
            line += 1
            in_comment = False
        elif in_comment or char == ' ' or char == '\t':
            pass
        elif char == ';':
            in_comment = True
        elif char in SIGNS:
            signs.append(char)
        else:
            raise ProgramError("'%s' is not a sign" % char, line)
    return ''.join(signs)


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


def run(filename, step, start, count):
    try:
        source = read_file(filename)
    except OSError:
        os.write(2, 'cannot read %s\n' % filename)
        return 2
    try:
        program = parse(source)
    except ProgramError as e:
        os.write(2, '%s:%d: %s\n' % (filename, e.line, e.msg))
        return 1
    total = 0
    for i in range(count):
        total = intmask(total + interpret(program, intmask(start + i), step))
    show(total)
    return 0


def entry_point(argv):
    if len(argv) != 4 and len(argv) != 5:
        os.write(2, 'usage: %s PROGRAM.t1 STEP START [COUNT]\n' % argv[0])
        return 2
    count = 1
    try:
        step = int(argv[2])
        start = int(argv[3])
        if len(argv) == 5:
            count = int(argv[4])
    except ValueError:
        os.write(2, 'STEP, START and COUNT are integers\n')
        return 2
    return run(argv[1], step, start, count)


def target(driver, args):
    return entry_point, None
