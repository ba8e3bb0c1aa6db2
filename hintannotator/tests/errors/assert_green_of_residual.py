from rpython.rlib.jit import JitDriver, assert_green, dont_look_inside

driver = JitDriver(greens=['pc'], reds=["n", "total"])


@dont_look_inside
def step(pc):
    return pc + 1


def loop(n):
    pc = 0
    total = 0
    while total < n:
        driver.jit_merge_point(pc=pc, n=n, total=total)
        width = step(pc)
        assert_green(width)
        total += width
        pc = (pc + 1) % 3
    return total


def entry_point(argv):
    return loop(len(argv))
