from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc'], reds=['total'])


def loop(code):
    pc = 0
    total = 0
    while True:
        driver.jit_merge_point(pc=pc, total=total)
        if pc >= len(code):
            return total
        total += ord(code[pc])
        pc += 1


def entry_point(argv):
    return loop(argv[0])
