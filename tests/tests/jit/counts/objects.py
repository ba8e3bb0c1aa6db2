"""A stack machine on the heap whose instructions change a field of an object again and again: the list of the object's
fields is not the stack, though both are lists of one type."""
import os
from rpython.rlib.jit import JitDriver, promote

driver = JitDriver(greens=['pc', 'code'], reds=['frame'])


class W_Root(object):
    pass


class W_Int(W_Root):
    def __init__(self, v):
        self.v = v


class W_Object(W_Root):
    def __init__(self, n):
        self.fields = [None] * n


class Frame(object):
    def __init__(self, w_self):
        self.stack = [None] * 8
        self.stack[0] = w_self
        self.top = 1

    def push(self, w):
        top = promote(self.top)
        self.stack[top] = w
        self.top = top + 1

    def pop(self):
        top = promote(self.top) - 1
        assert top >= 0
        w = self.stack[top]
        self.stack[top] = None
        self.top = top
        return w


SELF, GET, PUT, ADD, JMP, END = range(6)


def number(w):
    if isinstance(w, W_Int):
        return w.v
    return 0


def run(frame, code):
    pc = 0
    while pc < len(code):
        driver.jit_merge_point(pc=pc, code=code, frame=frame)
        op = ord(code[pc])
        arg = ord(code[pc + 1])
        pc += 2
        if op == SELF:
            frame.push(frame.stack[0])
        elif op == GET:
            w = frame.pop()
            if isinstance(w, W_Object):
                frame.push(w.fields[arg])
        elif op == PUT:
            value = frame.pop()
            w = frame.pop()
            if isinstance(w, W_Object):
                w.fields[arg] = value
        elif op == ADD:
            frame.push(W_Int(number(frame.pop()) + arg - 128))
        elif op == JMP:
            if number(frame.pop()) > 0:
                pc = arg
                driver.can_enter_jit(pc=pc, code=code, frame=frame)
        elif op == END:
            break


def entry_point(argv):
    w = W_Object(2)
    w.fields[0] = W_Int(int(argv[1]))
    w.fields[1] = W_Int(0)
    code = []
    for k in range(6):
        code += [SELF, 0, SELF, 0, GET, 1, ADD, 128 + k, PUT, 1]
    code += [SELF, 0, SELF, 0, GET, 0, ADD, 127, PUT, 0, SELF, 0, GET, 0, JMP, 0, END, 0]
    run(Frame(w), ''.join([chr(x) for x in code]))
    os.write(1, '%d\n' % number(w.fields[1]))
    return 0
