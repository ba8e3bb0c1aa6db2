from rpython.rlib.jit import JitDriver

first = JitDriver(greens=['pc'], reds=['total'])
second = JitDriver(greens=['pc'], reds=['total'])


def loop(n):
    pc = 0
    total = n
    while pc < 10:
        first.jit_merge_point(pc=pc, total=total)
        total += pc
        pc += 1
    while pc > 0:
        second.jit_merge_point(pc=pc, total=total)
        total -= pc
        pc -= 2
    return total


def entry_point(argv):
    return loop(len(argv))
