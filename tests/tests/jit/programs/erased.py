"""Fields of erased values, as of an object whose attributes are boxed numbers, a list or a map: erased instances are
themselves, so objects that are never made may be erased, and the class that one is tested for is that of the instance.
"""
# run: 700
import os
from rpython.rlib.jit import JitDriver, promote
from rpython.rlib.rerased import new_erasing_pair


class W_Root(object):
    def add(self, other):
        raise NotImplementedError


class W_Int(W_Root):
    _immutable_fields_ = ['value']

    def __init__(self, value):
        self.value = value

    def add(self, other):
        assert isinstance(other, W_Int)
        return W_Int((self.value + other.value) % 10007)


class W_Pair(W_Root):
    def __init__(self, first, second):
        self.first = first
        self.second = second

    def add(self, other):
        return W_Pair(self.second, self.first.add(other))


class Map(object):
    _immutable_fields_ = ['index']

    def __init__(self, index):
        self.index = index


erase_item, unerase_item = new_erasing_pair("item")
erase_map, unerase_map = new_erasing_pair("map")
erase_list, unerase_list = new_erasing_pair("list")

maps = [Map(0), Map(1)]


class Holder(object):
    def __init__(self):
        self.one = erase_item(None)
        self.two = erase_item(None)
        self.map = erase_map(maps[0])
        self.many = erase_list([0, 0])

    def read(self, which):
        return unerase_item(self.one if which == 0 else self.two)

    def write(self, which, w):
        if which == 0:
            self.one = erase_item(w)
        else:
            self.two = erase_item(w)


# `i`: adds to a field; `s`: the other field is used from now on; `c`: clears a field; `p`: puts a pair in; `l`: counts
# in the list; `m`: the same field holds a list for a while.
programs = ["il", "ils", "isc", "ipi", "ilsm", "pisiic"]

driver = JitDriver(greens=["pc", "program"], reds=["n", "h", "w"])


def run(program, n):
    h = Holder()
    w = W_Int(1)
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, program=program, n=n, h=h, w=w)
        code = programs[program]
        if pc == len(code):
            pc = 0
            n -= 1
            if n == 0:
                break
            continue
        c = code[pc]
        pc += 1
        which = promote(unerase_map(h.map)).index
        if c == "i":
            value = h.read(which)
            if value is None:
                value = w
            h.write(which, value.add(W_Int(n)))
        elif c == "s":
            h.map = erase_map(maps[1 - which])
        elif c == "c":
            h.write(1 - which, None)
        elif c == "p":
            h.write(which, W_Pair(W_Int(n), w))
        elif c == "l":
            numbers = unerase_list(h.many)
            numbers[which] += n
        elif c == "m":
            held = h.one
            h.one = h.many
            h.many = erase_list(unerase_list(h.one) + [n % 5]) if n % 50 == 0 else h.one
            h.one = held
    return h


def text(w):
    if isinstance(w, W_Int):
        return str(w.value)
    if isinstance(w, W_Pair):
        return "(%s %s)" % (text(w.first), text(w.second))
    return "none"


def entry_point(argv):
    n = int(argv[1])
    for i in range(len(programs)):
        h = run(i, n)
        os.write(1, "%s %s %s %s\n" % (programs[i], text(h.read(0)), text(h.read(1)), str(unerase_list(h.many))))
    return 0


def target(*args):
    return entry_point, None
