"""A stack machine with lists: a frame whose stack is declared, and lists whose items are of the same type as its stack.

No list of the program is a frame's stack: what is on the stack stays in boxes while items are read.
"""
from rpython.rlib.jit import JitDriver, hint


class W_Root(object):
    pass


class W_Int(W_Root):
    def __init__(self, v):
        self.v = v


class W_List(W_Root):
    def __init__(self, items):
        self.items = items


class Frame(object):
    _virtualizable_ = ['stack[*]', 'top']

    def __init__(self):
        self = hint(self, access_directly=True, fresh_virtualizable=True)
        self.stack = [None] * 8
        self.top = 3

    def push(self, w):
        top = self.top
        assert top >= 0
        self.stack[top] = w
        self.top = top + 1

    def pop(self):
        top = self.top - 1
        assert top >= 0
        w = self.stack[top]
        self.stack[top] = None
        self.top = top
        return w


driver = JitDriver(greens=['pc', 'code'], reds=['frame'], virtualizables=['frame'])

PUSH, LOAD, STORE, ADD, SUB, JMP, ITEM, SET_ITEM = range(8)


def number(w):
    assert isinstance(w, W_Int)
    return w.v


def run(frame, code):
    frame = hint(frame, access_directly=True)
    pc = 0
    while pc < len(code):
        driver.jit_merge_point(pc=pc, code=code, frame=frame)
        op = ord(code[pc])
        arg = ord(code[pc + 1])
        pc += 2
        if op == PUSH:
            frame.push(W_Int(arg))
        elif op == LOAD:
            frame.push(frame.stack[arg])
        elif op == STORE:
            w = frame.pop()
            frame.stack[arg] = w
        elif op == ADD:
            b = number(frame.pop())
            a = number(frame.pop())
            frame.push(W_Int(a + b))
        elif op == SUB:
            b = number(frame.pop())
            a = number(frame.pop())
            frame.push(W_Int(a - b))
        elif op == ITEM:
            i = number(frame.pop())
            w = frame.pop()
            assert isinstance(w, W_List)
            frame.push(w.items[i % len(w.items)])
        elif op == SET_ITEM:
            i = number(frame.pop())
            w = frame.pop()
            assert isinstance(w, W_List)
            w.items[i % len(w.items)] = frame.pop()
        elif op == JMP:
            if number(frame.pop()) > 0:
                pc = arg
                driver.can_enter_jit(pc=pc, code=code, frame=frame)


def entry_point(argv):
    n = int(argv[1])
    items = []
    for i in range(100):
        items.append(W_Int(i))
    items.append(W_List([]))
    items.pop()
    f = Frame()
    f.stack[0] = W_Int(n)
    f.stack[1] = W_Int(0)
    f.stack[2] = W_List(items)
    # 2[5] = 2[3]; 1 += 2[0]; 0 -= 1; while 0 > 0
    code = ''.join([chr(x) for x in [LOAD, 2, PUSH, 3, ITEM, 0, LOAD, 2, PUSH, 5, SET_ITEM, 0,
                                     LOAD, 1, LOAD, 2, LOAD, 0, ITEM, 0, ADD, 0, STORE, 1,
                                     LOAD, 0, PUSH, 1, SUB, 0, STORE, 0, LOAD, 0, JMP, 12]])
    run(f, code)
    print number(f.stack[1])
    return 0


def target(driver, args):
    return entry_point, None
