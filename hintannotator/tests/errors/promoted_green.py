from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc'], reds=['targets', 'total'])


def loop(targets):
    pc = 0
    total = 0
    while pc >= 0:
        driver.jit_merge_point(pc=pc, targets=targets, total=total)
        total += pc
        pc = targets[pc]
    return total


def entry_point(argv):
    targets = [1, 2]
    targets.append(-1 - len(argv))
    return loop(targets)
