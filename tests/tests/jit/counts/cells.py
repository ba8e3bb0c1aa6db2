"""A tape with a position that the JIT does not know: a loop over two cells, compiled again when it has turned often, has
them in registers and tests no bounds."""
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc', 'code', 'ends'], reds=['pos', 'tape'])


def run(code, ends, tape):
    pos = len(tape) - 2
    pc = 0
    while pc < len(code):
        driver.jit_merge_point(pc=pc, code=code, ends=ends, pos=pos, tape=tape)
        op = code[pc]
        if op == '<':
            pos -= 1
        elif op == '>':
            pos += 1
        elif op == '+':
            tape[pos] = (tape[pos] + 1) & 255
        elif op == '-':
            tape[pos] -= 1
        elif op == '[':
            if tape[pos] == 0:
                pc = ord(ends[pc])
        elif op == ']':
            if tape[pos] != 0:
                pc = ord(ends[pc])
        pc += 1


def entry_point(argv):
    tape = [0, 0, int(argv[1]), 7]
    run('[>+<-]', '\x05    \x00', tape)
    print('%d %d' % (tape[2], tape[3]))
    return 0
