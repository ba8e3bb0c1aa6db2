"""What is promoted is loaded behind stores to the same field, and to items of lists of the same type: of other objects,
of new ones, and of the very same object, so that what arrives is what was stored."""
# run: 400
import os
from rpython.rlib.jit import JitDriver, promote

driver = JitDriver(greens=['pc', 'code'], reds=['n', 'frame', 'thing'])


class W_Root(object):
    def kind(self):
        return 0


class W_Int(W_Root):
    def __init__(self, n):
        self.n = n

    def kind(self):
        return 1


class W_Pair(W_Root):
    def __init__(self, first, second):
        self.fields = [first, second]

    def kind(self):
        return 2


class Frame(object):
    def __init__(self):
        self.stack = [None] * 8
        self.height = 0

    def push(self, w):
        self.stack[self.height] = w
        self.height += 1

    def pop(self):
        self.height -= 1
        w = self.stack[self.height]
        self.stack[self.height] = None
        return w


def number(w):
    if isinstance(w, W_Int):
        return promote(w.n)
    return -1


def interpret(code, n, frame, thing):
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, n=n, frame=frame, thing=thing)
        op = code[pc]
        pc += 1
        if op == 'i':
            frame.push(W_Int(n & 3))
        elif op == 't':
            frame.push(thing)
        elif op == 'f':
            # A list of the same type as the stack, behind stores to that.
            w = frame.pop()
            if isinstance(w, W_Pair):
                frame.push(w.fields[promote(number(w.fields[1]) & 1)])
            else:
                frame.push(w)
        elif op == 's':
            # Stored, and loaded again: what arrives is what was stored.
            w = frame.pop()
            if isinstance(thing, W_Pair):
                thing.fields[1] = w
                frame.push(W_Int(number(thing.fields[1])))
        elif op == 'x':
            # Two references that may be to one object.
            w = frame.pop()
            if isinstance(w, W_Int) and isinstance(thing, W_Pair):
                v = thing.fields[0]
                if isinstance(v, W_Int):
                    w.n = (w.n + 1) & 7
                    frame.push(W_Int(promote(v.n) + w.n * 10))
                else:
                    frame.push(w)
            else:
                frame.push(w)
        elif op == '+':
            w = frame.pop()
            v = frame.pop()
            frame.push(W_Int((number(w) * 3 + number(v) + w.kind() + v.kind()) & 63))
        elif op == '!':
            w = frame.pop()
            if isinstance(thing, W_Pair):
                thing.fields[0] = w
        elif op == 'j':
            n -= 1
            if n > 0:
                pc = 0
                driver.can_enter_jit(pc=pc, code=code, n=n, frame=frame, thing=thing)
        else:
            return number(frame.pop())


def main(argv):
    n = int(argv[1])
    for code in ["itf+!j;", "is!j;", "ixtfs+!j;", "tfxi+!tf!j;", "isitf++!ixtf+!j;"]:
        frame = Frame()
        thing = W_Pair(W_Int(5), W_Int(1))
        frame.push(W_Int(9))
        acc = interpret(code, n, frame, thing)
        first = number(thing.fields[0]) * 100 + number(thing.fields[1])
        os.write(1, b"%d %d\n" % (acc, first))
    return 0


def target(driver, args):
    return main, None
