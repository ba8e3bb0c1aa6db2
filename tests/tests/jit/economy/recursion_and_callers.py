"""A recursion gets hot first, then 150 functions that call it: they call its code, and have no copies of it. (With
copies there are 460 versions and more, not 250 to 410: how many functions there is time for differs by machine.)"""
# holds: versions<=430
from rpython.rlib.jit import JitDriver

ARG, CONST, SUB, ADD, LESS, JUMP_IF, CALL, RETURN = range(8)


class Code(object):
    _immutable_fields_ = ['ops[*]', 'name']

    def __init__(self, name):
        self.name = name
        self.ops = []


class Frame(object):
    def __init__(self, arg, caller):
        self.arg = arg
        self.caller = caller
        self.stack = [0] * 8
        self.top = 0

    def push(self, n):
        self.stack[self.top] = n
        self.top += 1

    def pop(self):
        self.top -= 1
        return self.stack[self.top]


class Program(object):
    _immutable_fields_ = ['codes[*]']

    def __init__(self, codes):
        self.codes = codes[:]


driver = JitDriver(greens=['pc', 'code', 'program'], reds=['frame'])


def run(code, program, frame):
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, program=program, frame=frame)
        op = code.ops[pc]
        n = code.ops[pc + 1]
        pc += 2
        if op == ARG:
            frame.push(frame.arg)
        elif op == CONST:
            frame.push(n)
        elif op == SUB:
            right = frame.pop()
            frame.push(frame.pop() - right)
        elif op == ADD:
            right = frame.pop()
            frame.push((frame.pop() + right) & 0xffffff)
        elif op == LESS:
            right = frame.pop()
            frame.push(int(frame.pop() < right))
        elif op == JUMP_IF:
            if frame.pop():
                pc = n
        elif op == CALL:
            frame.push(run(program.codes[n], program, Frame(frame.pop(), frame)))
        else:
            return frame.pop()


def assemble(name, ops):
    code = Code(name)
    code.ops = ops[:]
    return code


CALLERS = 150


def make():
    # fib(n) = n if n < 2 else fib(n - 1) + fib(n - 2)
    fib = [ARG, 0, CONST, 2, LESS, 0, JUMP_IF, 26, ARG, 0, CONST, 1, SUB, 0, CALL, 0, ARG, 0, CONST, 2, SUB, 0,
           CALL, 0, ADD, 0, RETURN, 0]
    fib[7] = 28
    fib += [ARG, 0, RETURN, 0]
    codes = [assemble('fib', fib)]
    for i in range(CALLERS):
        codes.append(assemble('caller', [ARG, 0, CONST, i % 3, SUB, 0, CALL, 0, CONST, i, ADD, 0, RETURN, 0]))
    return Program(codes)


def main(argv):
    program = make()
    print(run(program.codes[0], program, Frame(20, None)))
    total = 0
    for i in range(1500):
        for k in range(CALLERS):
            total = (total * 31 + run(program.codes[1 + k], program, Frame(4, None))) & 0xffffff
    print(total)
    return 0


def target(driver, args):
    return main, None
