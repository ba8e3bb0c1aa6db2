"""Type descriptions for `rpython.rlib.signature`. They are inert when run live."""


class _Type(object):
    def __init__(self, name, *args):
        self.name = name
        self.args = args

    def __repr__(self):
        return '<type description %s>' % self.name


def none():
    return _Type('none')


def impossible():
    return _Type('impossible')


def float():
    return _Type('float')


def singlefloat():
    return _Type('singlefloat')


def longfloat():
    return _Type('longfloat')


def int():
    return _Type('int')


def int_nonneg():
    return _Type('int_nonneg')


def bool():
    return _Type('bool')


def char():
    return _Type('char')


def unichar():
    return _Type('unichar')


def str(can_be_None=False):
    return _Type('str', can_be_None)


def str0():
    return _Type('str0')


def unicode():
    return _Type('unicode')


def unicode0():
    return _Type('unicode0')


def bytearray():
    return _Type('bytearray')


def list(element):
    return _Type('list', element)


def array(element):
    return _Type('array', element)


def dict(key, value):
    return _Type('dict', key, value)


def tuple(*items):
    return _Type('tuple', *items)


def pbc(value):
    return _Type('pbc', value)


def ptr(lltype):
    return _Type('ptr', lltype)


def instance(cls, can_be_None=False):
    return _Type('instance', cls, can_be_None)


def any():
    return _Type('any')


class SelfTypeMarker(object):
    pass


class AnyTypeMarker(object):
    pass


def self():
    return SelfTypeMarker()
