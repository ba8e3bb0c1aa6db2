"""A stack machine whose frames are on the heap: what is pushed and popped in one turn is never allocated."""
import os
from rpython.rlib.jit import JitDriver, dont_look_inside

driver = JitDriver(greens=['pc', 'code'], reds=['frame'])


class W_Int(object):
    def __init__(self, v):
        self.v = v


class Frame(object):
    def __init__(self):
        self.stack = [None] * 8
        self.locals = [None] * 4
        self.top = 0

    def push(self, w):
        self.stack[self.top] = w
        self.top += 1

    def pop(self):
        top = self.top - 1
        assert top >= 0
        w = self.stack[top]
        self.stack[top] = None
        self.top = top
        return w


PUSH, LOAD, STORE, ADD, SUB, JMP, LT, PRINT, END = range(9)


@dont_look_inside
def show(w):
    os.write(1, '%d\n' % w.v)


def run(frame, code):
    pc = 0
    while pc < len(code):
        driver.jit_merge_point(pc=pc, code=code, frame=frame)
        op = ord(code[pc])
        arg = ord(code[pc + 1])
        pc += 2
        if op == PUSH:
            frame.push(W_Int(arg))
        elif op == LOAD:
            frame.push(frame.locals[arg])
        elif op == STORE:
            frame.locals[arg] = frame.pop()
        elif op == ADD:
            b = frame.pop()
            a = frame.pop()
            frame.push(W_Int(a.v + b.v))
        elif op == SUB:
            b = frame.pop()
            a = frame.pop()
            frame.push(W_Int(a.v - b.v))
        elif op == JMP:
            w = frame.pop()
            if w.v > 0:
                pc = arg
                driver.can_enter_jit(pc=pc, code=code, frame=frame)
        elif op == PRINT:
            show(frame.pop())
        elif op == END:
            break
    return frame.locals[1]


def entry_point(argv):
    n = int(argv[1])
    f = Frame()
    f.locals[0] = W_Int(n)
    f.locals[1] = W_Int(0)
    code = ''.join([chr(x) for x in [LOAD, 1, LOAD, 0, ADD, 0, STORE, 1, LOAD, 0, PUSH, 1, SUB, 0, STORE, 0, LOAD, 0, JMP, 0, END, 0]])
    print run(f, code).v
    return 0
