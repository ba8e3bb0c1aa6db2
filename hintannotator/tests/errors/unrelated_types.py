from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc'], reds=['w'])


class A:
    def __init__(self, n):
        self.n = n


class B:
    def __init__(self, n):
        self.m = n


def loop(n):
    pc = 0
    w = A(n)
    while pc < 10:
        driver.jit_merge_point(pc=pc, w=w)
        w.n += pc
        pc += 1
        driver.can_enter_jit(pc=pc, w=B(n))
    return w.n


def entry_point(argv):
    return loop(len(argv)) + B(len(argv)).m
