"""A loop that pushes a frame, looks a method up by the version of a type, and pops the frame. The lookup reads which
frame is the topmost one, but what it gives depends on the version alone. With a second argument the type changes
halfway."""
import os
from rpython.rlib.jit import JitDriver, elidable, promote

driver = JitDriver(greens=[], reds=['n', 'total', 'context', 'type'])


class Version(object):
    pass


class Frame(object):
    def __init__(self, back, local):
        self.back = back
        self.local = local


class Context(object):
    def __init__(self):
        self.top = None


CONTEXT = Context()


class Method(object):
    _immutable_fields_ = ['value']

    def __init__(self, value):
        self.value = value


class Type(object):
    _immutable_fields_ = ['version?']

    def __init__(self):
        self.version = Version()
        self.methods = {}

    def define(self, name, value):
        self.version = Version()
        self.methods[name] = Method(value)

    def lookup(self, name):
        self = promote(self)
        return self.find(name, self.version)

    @elidable
    def find(self, name, version):
        if CONTEXT.top is None:
            return Method(-1)
        return self.methods.get(name, None)


def call(context, type, n):
    frame = Frame(context.top, n)
    context.top = frame
    method = type.lookup('area')
    if method is None:
        result = 1
    else:
        result = method.value + frame.local
    context.top = frame.back
    return result


def run(n, context, type):
    total = 0
    while n > 0:
        driver.jit_merge_point(n=n, total=total, context=context, type=type)
        total = (total + call(context, type, n)) & 0xffffff
        n -= 1
    return total


def entry_point(argv):
    n = int(argv[1])
    CONTEXT.top = Frame(None, 0)
    type = Type()
    type.define('area', 3)
    total = run(n, CONTEXT, type)
    if len(argv) > 2:
        type.define('area', 4)
    total = total * 31 + run(n, CONTEXT, type)
    os.write(1, '%d\n' % total)
    return 0


def target(driver, args):
    return entry_point, None
