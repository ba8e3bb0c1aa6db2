"""Values: integers that become floats where they overflow, floats, strings, objects with maps."""

from rpython.rlib.jit import elidable, promote
from rpython.rlib.rarithmetic import intmask, ovfcheck


class VMError(Exception):
    """An exception of the program that runs: any value."""

    def __init__(self, w_value):
        self.w_value = w_value


class W_Root(object):
    _attrs_ = []

    def add(self, other):
        raise VMError(W_Str('cannot add'))

    def sub(self, other):
        raise VMError(W_Str('cannot subtract'))

    def mul(self, other):
        raise VMError(W_Str('cannot multiply'))

    def less(self, other):
        raise VMError(W_Str('cannot compare'))

    def is_true(self):
        return True

    def show(self):
        raise NotImplementedError


class W_Int(W_Root):
    _attrs_ = _immutable_fields_ = ['value']

    def __init__(self, value):
        self.value = value

    def add(self, other):
        if isinstance(other, W_Int):
            try:
                return W_Int(ovfcheck(self.value + other.value))
            except OverflowError:
                return W_Float(float(self.value) + float(other.value))
        if isinstance(other, W_Float):
            return W_Float(float(self.value) + other.value)
        raise VMError(W_Str('cannot add to an integer'))

    def sub(self, other):
        if not isinstance(other, W_Int):
            raise VMError(W_Str('cannot subtract from an integer'))
        return W_Int(intmask(self.value - other.value))

    def mul(self, other):
        if not isinstance(other, W_Int):
            raise VMError(W_Str('cannot multiply an integer'))
        return W_Int(intmask(self.value * other.value))

    def less(self, other):
        if not isinstance(other, W_Int):
            raise VMError(W_Str('cannot compare an integer'))
        return self.value < other.value

    def is_true(self):
        return self.value != 0

    def show(self):
        return str(self.value)


class W_Float(W_Root):
    _attrs_ = _immutable_fields_ = ['value']

    def __init__(self, value):
        self.value = value

    def add(self, other):
        if isinstance(other, W_Float):
            return W_Float(self.value + other.value)
        if isinstance(other, W_Int):
            return W_Float(self.value + float(other.value))
        raise VMError(W_Str('cannot add to a float'))

    def show(self):
        return str(self.value)


class W_Str(W_Root):
    _attrs_ = _immutable_fields_ = ['text']

    def __init__(self, text):
        self.text = text

    def add(self, other):
        return W_Str(self.text + other.show())

    def show(self):
        return self.text


class Map(object):
    """Where the attributes of an object are: the same for all objects that got them in the same order."""
    _immutable_fields_ = ['index', 'longer']

    def __init__(self):
        self.index = {}
        self.longer = {}

    @elidable
    def find(self, name):
        return self.index.get(name, -1)

    @elidable
    def with_attribute(self, name):
        if name not in self.longer:
            m = Map()
            m.index.update(self.index)
            m.index[name] = len(self.index)
            self.longer[name] = m
        return self.longer[name]


EMPTY = Map()


class W_Object(W_Root):
    def __init__(self):
        self.map = EMPTY
        self.storage = []

    def getattr(self, name):
        i = promote(self.map).find(name)
        if i < 0:
            raise VMError(W_Str('no attribute ' + name))
        return self.storage[i]

    def setattr(self, name, w_value):
        here = promote(self.map)
        i = here.find(name)
        if i >= 0:
            self.storage[i] = w_value
        else:
            self.map = here.with_attribute(name)
            self.storage = self.storage + [w_value]

    def show(self):
        return 'object with %d attributes' % len(self.storage)
