"""A loop that looks a method up in a class with a version: with a second argument a call in the loop may change classes."""
import os
from rpython.rlib.jit import JitDriver, dont_look_inside, elidable_promote, hint

driver = JitDriver(greens=['calls'], reds=['n', 'total', 'cls', 'scratch'])


class Version(object):
    pass


class Cls(object):
    _immutable_fields_ = ['version?', 'table?[*]', 'scale?']

    def __init__(self):
        self.version = Version()
        self.table = [1, 2, 3]
        self.scale = 3
        self.methods = {}

    def define(self, name, weight):
        self.methods[name] = weight
        self.version = Version()

    def find(self, name):
        return self.find_at(name, self.version)

    @elidable_promote()
    def find_at(self, name, version):
        return self.methods.get(name, -1)


@dont_look_inside
def change(cls, n):
    cls.define('f', n)


def run(calls, n, cls, scratch):
    total = 0
    while n > 0:
        driver.jit_merge_point(calls=calls, n=n, total=total, cls=cls, scratch=scratch)
        cls = hint(cls, promote=True)
        total += cls.find('f') * cls.scale + cls.table[1]
        total &= 0xffffff
        if calls:
            change(scratch, n)
        n -= 1
    return total


def entry_point(argv):
    cls = Cls()
    cls.define('f', 5)
    n = int(argv[1])
    total = run(len(argv) > 2, n, cls, Cls())
    # The code is there, and the class changes.
    cls.define('f', 6)
    cls.scale = 4
    os.write(1, '%d %d\n' % (total, run(len(argv) > 2, 10, cls, Cls())))
    return 0


def target(driver, args):
    return entry_point, None
