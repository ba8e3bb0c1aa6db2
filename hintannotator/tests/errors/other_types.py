from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc'], reds=['total'])


def ints(n):
    pc = 0
    total = n
    while pc < 10:
        driver.jit_merge_point(pc=pc, total=total)
        total += pc
        pc += 1
    return total


def floats(n):
    pc = 0
    total = n * 0.5
    while pc < 10:
        driver.jit_merge_point(pc=pc, total=total)
        total += pc
        pc += 1
    return int(total)


def entry_point(argv):
    return ints(len(argv)) + floats(len(argv))
