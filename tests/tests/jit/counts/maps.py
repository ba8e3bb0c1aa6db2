"""A loop that looks for attributes in the map of an object, which remembers what it has found in a cache of all maps, and
does not have them: methods are looked up so. The cache is that of the elidable function alone, but for being cleared."""
import os
from rpython.rlib.jit import JitDriver, elidable, promote

driver = JitDriver(greens=[], reds=['n', 'total', 'thing'])


class Map(object):
    _immutable_fields_ = ['name', 'index', 'back']

    def __init__(self, name, index, back):
        self.name = name
        self.index = index
        self.back = back
        self.others = {}

    @elidable
    def find(self, name):
        h = (self.index * 7 + len(name)) & 15
        if CACHE.maps[h] is self and CACHE.names[h] == name and CACHE.kinds[h] == KIND:
            return CACHE.found[h]
        at = self
        while at is not None and at.name != name:
            at = at.back
        CACHE.maps[h] = self
        CACHE.names[h] = name
        CACHE.kinds[h] = KIND
        CACHE.found[h] = at
        return at

    def with_name(self, name):
        if name not in self.others:
            self.others[name] = Map(name, self.index + 1, self)
        return self.others[name]


NO_KIND = 2
KIND = 1


class Cache(object):
    def __init__(self):
        self.maps = [None] * 16
        self.names = [None] * 16
        self.kinds = [NO_KIND] * 16
        self.found = [None] * 16

    def clear(self):
        for i in range(16):
            self.maps[i] = None
            self.names[i] = None
            self.kinds[i] = NO_KIND
            self.found[i] = None


CACHE = Cache()
EMPTY = Map('', -1, None)


class Thing(object):
    def __init__(self):
        self.map = EMPTY
        self.values = []

    def set(self, name, value):
        found = self.map.find(name)
        if found is not None:
            self.values[found.index] = value
            return
        self.map = self.map.with_name(name)
        self.values.append(value)

    def get(self, name):
        found = promote(self.map).find(name)
        if found is None:
            return 7
        return self.values[found.index]


def run(n, thing):
    total = 0
    while n > 0:
        driver.jit_merge_point(n=n, total=total, thing=thing)
        total += thing.get('method') + thing.get('x') + thing.get('other')
        total &= 0xffffff
        n -= 1
    return total


def entry_point(argv):
    n = int(argv[1])
    # Lists of the same types as the cache has.
    maps = [EMPTY, EMPTY.with_name('y')]
    names = argv + ['z']
    maps[len(argv) & 1] = EMPTY.with_name('x')
    names[0] = 'x'
    thing = Thing()
    thing.set(names[0], 3)
    total = run(n, thing)
    thing.set('y', len(maps))
    total = total * 31 + run(n, thing)
    CACHE.clear()
    thing.set('other', 5)
    total = total * 31 + run(n, thing)
    os.write(1, '%d\n' % total)
    return 0


def target(driver, args):
    return entry_point, None
