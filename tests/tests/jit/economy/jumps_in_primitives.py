"""Primitives jump back, and say so: the interpreter calls them, and has a `can_enter_jit` of its own elsewhere. Arrivals
at its merge point count, and the loop is compiled. (If only its own marker counted, nothing would be.)"""
# holds: sessions>=1 entries<=100 executed<=3000
from rpython.rlib.jit import JitDriver, promote

driver = JitDriver(greens=['pc', 'code'], reds=['vm'])


class Op(object):
    _immutable_fields_ = ['primitive', 'code']

    def __init__(self, primitive, code):
        self.primitive = primitive
        self.code = code


class Code(object):
    _immutable_fields_ = ['ops[*]', 'args[*]']

    def __init__(self, ops, args):
        self.ops = ops[:]
        self.args = args[:]


class VM(object):
    def __init__(self, n):
        self.n = n
        self.total = 0
        self.calls = []


def add(vm, code, pc):
    vm.total = (vm.total + vm.n * code.args[pc - 1]) & 0xffffff
    return pc


def back(vm, code, pc):
    vm.n -= 1
    if vm.n <= 0:
        return pc
    target = code.args[pc - 1]
    driver.can_enter_jit(pc=target, code=code, vm=vm)
    return target


def run(vm, code):
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, vm=vm)
        if pc >= len(code.ops):
            if not vm.calls:
                return vm.total
            code, pc = vm.calls.pop()
            continue
        op = promote(code.ops[pc])
        pc += 1
        if op.primitive is not None:
            pc = op.primitive(vm, code, pc)
        else:
            again = op.code is code
            vm.calls.append((code, pc))
            code = op.code
            pc = 0
            if again:
                driver.can_enter_jit(pc=pc, code=code, vm=vm)


ADD = Op(add, None)
BACK = Op(back, None)
LOOP = Code([ADD, ADD, BACK], [3, 7, 0])
MAIN = Code([ADD, Op(None, LOOP)], [1, 0])


def main(argv):
    print(run(VM(200000), MAIN))
    return 0


def target(driver, args):
    return main, None
