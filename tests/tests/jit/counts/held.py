"""A frame whose fields are held in variables, while the classes of other objects are looked at in memory."""
import os
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['step'], reds=['frame', 'others'], virtualizables=['frame'])


class Box(object):
    def add(self, n):
        return n


class IntBox(Box):
    def __init__(self, value):
        self.value = value

    def add(self, n):
        return n + self.value


class Negative(Box):
    def __init__(self, value):
        self.value = value

    def add(self, n):
        return n - self.value


class Frame(object):
    _virtualizable_ = ['top', 'left']

    def __init__(self, left):
        self.top = IntBox(0)
        self.left = left


def run(step, frame, others):
    while frame.left > 0:
        driver.jit_merge_point(step=step, frame=frame, others=others)
        other = others[frame.left & 3]
        # The class of `other` is read: it might be the frame, as far as types tell of what has a class.
        frame.top = IntBox(other.add(frame.top.value) & 0xffff)
        other = others[frame.left & 1]
        frame.top = IntBox(other.add(frame.top.value) & 0xffff)
        frame.left -= step
    return frame.top.value


def entry_point(argv):
    others = [IntBox(3), Negative(5), IntBox(7), Negative(9)]
    os.write(1, '%d\n' % run(1, Frame(int(argv[1])), others))
    return 0


def target(driver, args):
    return entry_point, None
