from rpython.rlib.jit import JitDriver, elidable

driver = JitDriver(greens=['pc', 'code'], reds=['acc'])


class Code(object):
    _immutable_fields_ = ["ops[*]"]

    def __init__(self, ops):
        self.ops = ops

    @elidable
    def at(self, pc):
        if pc >= len(self.ops):
            raise IndexError
        return self.ops[pc]


def run(code, acc):
    pc = 0
    while pc < len(code.ops):
        driver.jit_merge_point(pc=pc, code=code, acc=acc)
        op = code.at(pc)
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
    return run(code, len(argv))
