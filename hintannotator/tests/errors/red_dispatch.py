from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc', 'code'], reds=['acc'])


class Code(object):
    def __init__(self, ops):
        self.ops = ops

    def patch(self, pc, op):
        self.ops = self.ops[:pc] + [op]


def run(code, acc):
    pc = 0
    while pc < len(code.ops):
        driver.jit_merge_point(pc=pc, code=code, acc=acc)
        op = code.ops[pc]
        if op == 0:
            acc += 1
        elif op == 1:
            acc -= 1
        elif op == 2:
            acc *= 2
        elif op == 3:
            acc //= 2
        elif op == 4:
            acc = -acc
        pc += 1
    return acc


def entry_point(argv):
    code = Code([0, 1, 2, 3, 4])
    code.patch(2, len(argv))
    return run(code, len(argv))
