"""A program with many loops one after the other, all in one that goes round: what follows a loop is far from the entry
by the operations that lead there, and is compiled nevertheless when it is reached. (Where it had to wait a Mandelbrot
program took seven times as long: each loop became an entry of its own.)"""
# run: 400 40
# holds: sessions>=3000 executed<=400 entries<=60
import os
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc', 'code', 'jumps'], reds=['pos', 'tape'])

def run(code, jumps, tape):
    pc = 0
    pos = 0
    while pc < len(code):
        driver.jit_merge_point(pc=pc, code=code, jumps=jumps, pos=pos, tape=tape)
        op = code[pc]
        if op == '+':
            tape[pos] += 1
        elif op == '-':
            tape[pos] -= 1
        elif op == '>':
            pos += 1
        elif op == '<':
            pos -= 1
        elif op == '[':
            if tape[pos] == 0:
                pc = jumps[pc]
        elif op == ']':
            if tape[pos] != 0:
                pc = jumps[pc]
        pc += 1

def brackets(code):
    jumps = [0] * len(code)
    open = []
    for i in range(len(code)):
        if code[i] == '[':
            open.append(i)
        elif code[i] == ']':
            start = open.pop()
            jumps[start] = i
            jumps[i] = start
    return jumps

def entry_point(argv):
    # The loops move a cell to the right, again, and back.
    loops = ''
    for i in range(int(argv[1])):
        loops += '[->+<]>[->+<]>[-<<+>>]<<'
    code = '[->+' + loops + '<]'
    tape = [0] * 10
    tape[0] = int(argv[2])
    run(code, brackets(code), tape)
    total = 0
    for cell in tape:
        total = (total * 3 + cell) & 0xffffff
    os.write(1, '%d\n' % total)
    return 0

def target(driver, args):
    return entry_point
