"""A Brainfuck interpreter with a precomputed bracket map.

Cells are bytes that wrap around; the tape grows to the right as needed; reading
past the end of the input leaves 0 in the cell.
"""

import os

from rpython.rlib.jit import JitDriver, dont_look_inside, elidable


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


jitdriver = JitDriver(greens=['pc', 'program', 'bracket_map'],
                      reds=['position', 'cells'],
                      get_printable_location=get_location)


class ProgramError(Exception):
    """A Brainfuck program that cannot be run."""

    def __init__(self, msg, line):
        self.msg = msg
        self.line = line


class LeftOfTape(Exception):
    """The program moved left of the first cell."""

    def __init__(self, pc):
        self.pc = pc


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


@elidable
def matching(bracket_map, pc):
    """The bracket that belongs to the one at `pc`; the map never changes."""
    return bracket_map[pc]


@dont_look_inside
def read_char():
    data = os.read(0, 1)
    if len(data) == 0:
        return 0
    return ord(data[0])


@dont_look_inside
def write_char(cell):
    os.write(1, chr(cell))


def mainloop(program, bracket_map):
    cells = [0]
    position = 0
    pc = 0
    while pc < len(program):
        jitdriver.jit_merge_point(pc=pc, program=program, bracket_map=bracket_map,
                                  position=position, cells=cells)
        code = program[pc]
        if code == '>':
            position += 1
            if position >= len(cells):
                cells.append(0)
        elif code == '<':
            if position == 0:
                raise LeftOfTape(pc)
            position -= 1
        elif code == '+':
            cells[position] = (cells[position] + 1) & 255
        elif code == '-':
            cells[position] = (cells[position] - 1) & 255
        elif code == '.':
            write_char(cells[position])
        elif code == ',':
            cells[position] = read_char()
        elif code == '[':
            if cells[position] == 0:
                pc = matching(bracket_map, pc)
        elif code == ']':
            if cells[position] != 0:
                pc = matching(bracket_map, pc) + 1
                jitdriver.can_enter_jit(pc=pc, program=program,
                                        bracket_map=bracket_map,
                                        position=position, cells=cells)
                continue
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
    except ProgramError as e:
        os.write(2, '%s:%d: %s\n' % (filename, e.line, e.msg))
        return 1
    try:
        mainloop(program, bracket_map)
    except LeftOfTape as e:
        os.write(2, '%s:%d: moved left of the first cell\n' % (filename, lines[e.pc]))
        return 1
    return 0


def entry_point(argv):
    if len(argv) != 2:
        os.write(2, 'usage: %s PROGRAM.bf\n' % argv[0])
        return 2
    return run(argv[1])


def target(driver, args):
    return entry_point, None
