"""A Brainfuck interpreter with a precomputed bracket map.

Cells are bytes that wrap around; the tape grows to the right as needed; reading
past the end of the input leaves 0 in the cell.
"""

import os

from rpython.rlib.jit import JitDriver


def get_location(pc, program, bracket_map):
    """The place in the program, for JIT logs."""
    start = pc - 10
    if start < 0:
        start = 0
    stop = pc + 10
    if stop > len(program):
        stop = len(program)
    return '%d: %s >%s< %s' % (pc, program[start:pc], program[pc],
                               program[pc + 1:stop])


jitdriver = JitDriver(greens=['pc', 'program', 'bracket_map'], reds=['tape'],
                      get_printable_location=get_location)


class ProgramError(Exception):
    """A Brainfuck program that cannot be run."""

    def __init__(self, msg, line):
        self.msg = msg
        self.line = line


class Tape(object):
    def __init__(self):
        self.cells = [0]
        self.position = 0

    def get(self):
        return self.cells[self.position]

    def set(self, value):
        self.cells[self.position] = value

    def inc(self):
        cells = self.cells
        position = self.position
        cells[position] = (cells[position] + 1) & 255

    def dec(self):
        cells = self.cells
        position = self.position
        cells[position] = (cells[position] - 1) & 255

    def advance(self):
        self.position += 1
        if len(self.cells) <= self.position:
            self.cells.append(0)

    def devance(self):
        if self.position == 0:
            raise IndexError
        self.position -= 1


def parse(source):
    """Strips comments: (program, bracket map, line of each instruction).

    The map of an instruction that is no bracket is its own position.
    """
    parsed = []
    lines = []
    bracket_map = []
    open_brackets = []
    line = 1
    for char in source:
        if char == '\n':
            line += 1
        if char in '[]<>+-,.':
            pc = len(parsed)
            parsed.append(char)
            lines.append(line)
            bracket_map.append(pc)
            if char == '[':
                open_brackets.append(pc)
            elif char == ']':
                if len(open_brackets) == 0:
                    raise ProgramError("unexpected ']'", line)
                left = open_brackets.pop()
                bracket_map[left] = pc
                bracket_map[pc] = left
    if len(open_brackets) > 0:
        raise ProgramError("'[' is never closed", lines[open_brackets.pop()])
    return ''.join(parsed), bracket_map, lines


def read_char():
    data = os.read(0, 1)
    if len(data) == 0:
        return 0
    return ord(data[0])


def mainloop(program, bracket_map, lines):
    tape = Tape()
    pc = 0
    while pc < len(program):
        jitdriver.jit_merge_point(pc=pc, program=program,
                                  bracket_map=bracket_map, tape=tape)
        code = program[pc]
        if code == '>':
            tape.advance()
        elif code == '<':
            try:
                tape.devance()
            except IndexError:
                raise ProgramError('moved left of the first cell', lines[pc])
        elif code == '+':
            tape.inc()
        elif code == '-':
            tape.dec()
        elif code == '.':
            os.write(1, chr(tape.get()))
        elif code == ',':
            tape.set(read_char())
        elif code == '[':
            if tape.get() == 0:
                pc = bracket_map[pc]
        elif code == ']':
            if tape.get() != 0:
                pc = bracket_map[pc]
        pc += 1


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
    try:
        program, bracket_map, lines = parse(source)
        mainloop(program, bracket_map, lines)
    except ProgramError as e:
        os.write(2, '%s:%d: %s\n' % (filename, e.line, e.msg))
        return 1
    return 0


def entry_point(argv):
    if len(argv) != 2:
        os.write(2, 'usage: %s PROGRAM.bf\n' % argv[0])
        return 2
    return run(argv[1])


def target(driver, args):
    return entry_point, None
