# python2
"""Memo functions that are methods, have keyword arguments or defaults, and whose arguments are not single constants."""
from rpython.rlib.objectmodel import specialize


class Definition(object):
    def __init__(self, name):
        self.name = name

    def _freeze_(self):
        return True


class Class(object):
    def __init__(self, name):
        self.name = name


class Cache(object):
    def __init__(self, name):
        self.name = name
        self.contents = {}

    def _freeze_(self):
        return True

    @specialize.memo()
    def get(self, definition):
        if definition not in self.contents:
            self.contents[definition] = Class(self.name + definition.name)
        return self.contents[definition]

    @specialize.memo()
    def get_two(self, first, second=Definition('default')):
        key = (first, second)
        if key not in self.contents:
            self.contents[key] = Class(self.name + first.name + second.name)
        return self.contents[key]


class W_Object(object):
    definition = Definition('Object')

    def cls(self):
        return LEFT.get(self.__class__.definition)


class W_A(W_Object):
    definition = Definition('A')


class W_B(W_Object):
    definition = Definition('B')


class W_C(W_B):
    definition = Definition('C')


LEFT = Cache('left ')
RIGHT = Cache('right ')
DEFINITIONS = [W_Object.definition, W_A.definition, W_B.definition]


@specialize.memo()
def text_of(definition, flag):
    return definition.name + str(flag)


def cache(i):
    if i % 2 == 0:
        return LEFT
    return RIGHT


def entry_point(argv):
    for w in [W_Object(), W_A(), W_B(), W_C(), W_A()]:
        print w.cls().name
    n = len(argv)
    for i in range(3):
        definition = DEFINITIONS[i]
        print cache(i).get(definition).name, cache(i + 1).get(definition).name
        print LEFT.get_two(definition).name, LEFT.get_two(W_A.definition, second=definition).name
        print LEFT.get_two(second=W_B.definition, first=definition).name
        print text_of(definition, n > i), text_of(flag=i > 1, definition=W_C.definition)
    return 0


def target(driver, args):
    return entry_point
