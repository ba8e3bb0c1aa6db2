"""Jumps over a dictionary that nothing declares constant: more brackets than a promotion takes values."""
import os
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc', 'program', 'partners'], reds=['cells', 'at'])


def parse(program):
    partners = {}
    opened = []
    for i in range(len(program)):
        if program[i] == '[':
            opened.append(i)
        elif program[i] == ']':
            other = opened.pop()
            partners[i] = other
            partners[other] = i
    return partners


def run(program, partners, turns):
    pc = 0
    at = 0
    cells = [0] * 64
    cells[0] = turns
    while pc < len(program):
        driver.jit_merge_point(pc=pc, program=program, partners=partners, cells=cells, at=at)
        op = program[pc]
        if op == '>':
            at += 1
        elif op == '<':
            at -= 1
        elif op == '+':
            cells[at] += 1
        elif op == '-':
            cells[at] -= 1
        elif op == '[' and cells[at] == 0:
            pc = partners[pc]
        elif op == ']' and cells[at] != 0:
            pc = partners[pc]
        pc += 1
    return cells[at]


def entry_point(argv):
    # Each turn of the outer loop: forty small loops that move a number one cell on, and one that clears it.
    program = '[->+++' + '[->+<]>[-<+>]<' * 20 + '[-]<]'
    os.write(1, '%d\n' % run(program, parse(program), int(argv[1])))
    return 0


def target(driver, args):
    return entry_point, None
