"""A bytecode calls the interpreter's loop again, with a frame of its own: a call costs nothing where the method is known."""
import os
from rpython.rlib.jit import JitDriver, hint

driver = JitDriver(greens=['pc', 'method'], reds=['frame'], virtualizables=['frame'])


class Method(object):
    _immutable_fields_ = ['code', 'callee']

    def __init__(self, code, callee):
        self.code = code
        self.callee = callee


class Int(object):
    def __init__(self, value):
        self.value = value


class Frame(object):
    _virtualizable_ = ['counter', 'total']

    def __init__(self, counter, total):
        self = hint(self, access_directly=True, fresh_virtualizable=True)
        self.counter = counter
        self.total = total


def interpret(method, counter, total):
    frame = Frame(counter, total)
    pc = 0
    while pc < len(method.code):
        driver.jit_merge_point(pc=pc, method=method, frame=frame)
        op = method.code[pc]
        pc += 1
        if op == 'c':
            frame.total = interpret(method.callee, frame.counter, frame.total)
        elif op == 'a':
            frame.total = Int(frame.total.value + frame.counter.value)
        elif op == 'x':
            frame.total = Int(frame.total.value ^ 21)
        elif op == 'j':
            frame.counter = Int(frame.counter.value - 1)
            if frame.counter.value > 0:
                pc = 0
                driver.can_enter_jit(pc=pc, method=method, frame=frame)
    return frame.total


def entry_point(argv):
    inner = Method('axa', None)
    outer = Method('ccj', inner)
    total = interpret(outer, Int(int(argv[1])), Int(0))
    os.write(1, '%d\n' % total.value)
    return 0


def target(driver, args):
    return entry_point, None
