# run:
# Inline caches: elidable functions read them, and give None until they are filled. A site has a class and the method
# that was found for it. Code that is compiled while the entry is empty must not fill it again and again, each time with
# another class: other code compares the class of one entry, and would call the method of the next.
import os
from rpython.rlib import jit

driver = jit.JitDriver(greens=['pc', 'code'], reds=['i', 'n', 'machine'])


class Class(object):
    _immutable_fields_ = ['factor', 'even', 'odd']

    def __init__(self, factor):
        self.factor = factor
        self.even = Method(self, 1)
        self.odd = Method(self, 2)

    @jit.elidable_promote('all')
    def lookup(self, odd):
        if odd:
            return self.odd
        return self.even


class Method(object):
    _immutable_fields_ = ['cls', 'more']

    def __init__(self, cls, more):
        self.cls = cls
        self.more = more

    def call(self, receiver):
        if self.cls is not receiver.cls:
            return -1000000
        return self.cls.factor + self.more


class Obj(object):
    _immutable_fields_ = ['cls']

    def __init__(self, cls):
        self.cls = cls


class Code(object):
    _immutable_fields_ = ['text']

    def __init__(self, text):
        self.text = text
        self.classes = [None] * len(text)
        self.methods = [None] * len(text)
        self.fills = [0] * len(text)
        self.the_class = None

    @jit.elidable
    def char(self, i):
        return self.text[i]

    @jit.elidable
    def cached_class(self, i):
        assert 0 <= i < len(self.classes)
        return self.classes[i]

    @jit.elidable
    def cached_method(self, i):
        assert 0 <= i < len(self.methods)
        return self.methods[i]

    @jit.dont_look_inside
    def fill(self, i, cls, method):
        self.fills[i] += 1
        self.classes[i] = cls
        self.methods[i] = method


    # It cannot raise: the result of a second call may be taken from the first.
    @jit.elidable
    def only_class(self):
        return self.the_class

    @jit.dont_look_inside
    def fill_only(self, cls):
        self.fills[0] += 1
        self.the_class = cls


class Machine(object):
    def __init__(self, objects):
        self.objects = objects
        self.sum = 0


def send(code, pc, receiver, odd):
    cls = receiver.cls
    cached = code.cached_class(pc)
    if cached is cls:
        method = code.cached_method(pc)
    else:
        method = cls.lookup(odd)
        if cached is None:
            code.fill(pc, cls, method)
    return method.call(receiver)


def ensure(code, cls):
    if code.only_class() is None:
        code.fill_only(cls)


def run(code, machine, n):
    pc = 0
    i = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, i=i, n=n, machine=machine)
        op = code.char(pc)
        pc += 1
        if op == 'L':
            i += 1
            if i == n:
                return
            pc = 0
            driver.can_enter_jit(pc=pc, code=code, i=i, n=n, machine=machine)
        elif op == 's':
            machine.sum += send(code, pc, machine.objects[i % len(machine.objects)], False)
        elif op == 't':
            machine.sum += send(code, pc, machine.objects[i // 3 % len(machine.objects)], True)
        elif op == 'd':
            # One entry, asked for twice in a row: what fills it first is seen the second time.
            ensure(code, machine.objects[0].cls)
            ensure(code, machine.objects[1].cls)
            machine.sum += code.only_class().factor + 1
        elif op == 'h':
            # The first half of the time is over: what is skipped has not run when the loop is compiled.
            if i < n // 2:
                pc += 4


def main(argv):
    objects = [Obj(Class(10 * k)) for k in range(3)]
    for text in ['s L', 't s L', 'hs t s t L', 's hs t L', 'd L', 'hd   L']:
        code = Code(text)
        machine = Machine(objects)
        run(code, machine, 90)
        run(code, machine, 200)
        os.write(1, '%s %d' % (text, machine.sum))
        for n in code.fills:
            os.write(1, ' %d' % n)
        os.write(1, '\n')
    return 0


def target(driver, args):
    return main
