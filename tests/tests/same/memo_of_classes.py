# python2
"""Memo functions of many classes: results of each kind, classes that are far from each other, several parameters."""
from rpython.rlib.objectmodel import specialize
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['step'], reds=['i', 'n', 'total', 'objects'])


class W_Type(object):
    def __init__(self, name):
        self.name = name
        self.uses = 0


class Space(object):
    def __init__(self):
        self.types = {}

    def _freeze_(self):
        return True

    @specialize.memo()
    def type_of(self, cls):
        # Some classes share a type.
        key = cls.shared or cls.__name__
        if key not in self.types:
            self.types[key] = W_Type(key)
        return self.types[key]

    @specialize.memo()
    def type_or_none(self, cls):
        if cls.__name__[-1] in '02468':
            return None
        return self.type_of(cls)


SPACE = Space()


class W_Root(object):
    shared = None
    weight = 1

    def getclass(self):
        return SPACE.type_of(self.__class__)


class W_0(W_Root):
    pass


class W_1(W_0):
    weight = 2


class W_2(W_0):
    shared = 'both'


class W_3(W_2):
    weight = 5


class W_4(W_Root):
    shared = 'both'
    weight = 7


class W_5(W_4):
    shared = None


class W_6(W_4):
    weight = -3


class Other(object):
    """Of another family."""
    shared = None
    weight = 100


class Other_1(Other):
    pass


@specialize.memo()
def weight(cls):
    return cls.weight


@specialize.memo()
def name(cls):
    return cls.__name__


@specialize.memo()
def half(cls):
    return cls.weight / 2.0


@specialize.memo()
def initial(cls):
    return cls.__name__[0]


@specialize.memo()
def is_light(cls):
    return cls.weight < 3


@specialize.memo()
def pair(cls):
    return (cls.weight, cls.__name__)


@specialize.memo()
def scaled(cls, twice):
    return cls.weight * (2 if twice else 1)


def make(i):
    i = i % 7
    if i == 0:
        return W_0()
    elif i == 1:
        return W_1()
    elif i == 2:
        return W_2()
    elif i == 3:
        return W_3()
    elif i == 4:
        return W_4()
    elif i == 5:
        return W_5()
    return W_6()


def pick(i):
    if i % 9 == 7:
        return Other
    elif i % 9 == 8:
        return Other_1
    return make(i % 9).__class__


def loop(step, objects, n):
    total = 0
    i = 0
    while i < n:
        driver.jit_merge_point(step=step, i=i, n=n, total=total, objects=objects)
        w = objects[i % len(objects)]
        t = w.getclass()
        t.uses += 1
        total += weight(w.__class__) * step + len(t.name)
        i += 1
    return total


def entry_point(argv):
    objects = [make(i * i + i // 3) for i in range(20)]
    for w in objects:
        print w.getclass().name, weight(w.__class__), name(w.__class__), half(w.__class__)
    for i in range(18):
        cls = pick(i)
        a, b = pair(cls)
        print weight(cls), name(cls), half(cls), initial(cls), is_light(cls), a, b, scaled(cls, i > 8)
    for w in objects:
        t = SPACE.type_or_none(w.__class__)
        if t is None:
            print 'no type'
        else:
            print t.name, t is w.getclass()
    print loop(1, objects, 5000), loop(3, objects[:3], 3000), loop(2, objects[3:4], 3000)
    print make(0).getclass().uses, make(2).getclass().uses, make(2).getclass() is make(4).getclass()
    return 0


def target(driver, args):
    return entry_point, None


if __name__ == '__main__':
    import sys
    entry_point(sys.argv)
