import os

from rpython.rlib.jit import JitDriver, elidable

driver = JitDriver(greens=['pc', 'code'], reds=['acc'])


def log(text):
    os.write(2, text)


@elidable
def decode(c):
    log(c)
    return ord(c) - 48


def run(code):
    pc = 0
    acc = 0
    while pc < len(code):
        driver.jit_merge_point(pc=pc, code=code, acc=acc)
        acc += decode(code[pc])
        pc += 1
    return acc


def entry_point(argv):
    return run(argv[0])
