"""Values of the machine: integers, strings and arrays."""

from rpython.rlib.jit import dont_look_inside, we_are_jitted


class Value(object):
    kind = 'value'


class IntValue(Value):
    _immutable_fields_ = ['num']
    kind = 'integer'

    def __init__(self, num):
        self.num = num


class StrValue(Value):
    _immutable_fields_ = ['text']
    kind = 'string'

    def __init__(self, text):
        self.text = text


class ArrayValue(Value):
    kind = 'array'

    def __init__(self):
        self.items = []


SMALLEST_SHARED = -16
SHARED = [IntValue(_n) for _n in range(SMALLEST_SHARED, 257)]


def make_int(num):
    """Small integers are shared, but compiled code has better: no object at all."""
    if not we_are_jitted():
        index = num - SMALLEST_SHARED
        if 0 <= index < len(SHARED):
            return SHARED[index]
    return IntValue(num)


def make_bool(flag):
    if flag:
        return make_int(1)
    return make_int(0)


@dont_look_inside
def to_text(value):
    if isinstance(value, IntValue):
        return str(value.num)
    elif isinstance(value, StrValue):
        return value.text
    elif isinstance(value, ArrayValue):
        parts = []
        for item in value.items:
            parts.append(to_text(item))
        return '[' + ' '.join(parts) + ']'
    return '?'


def is_less(a, b):
    """TypeError for values that have no order."""
    if isinstance(a, IntValue) and isinstance(b, IntValue):
        return a.num < b.num
    if isinstance(a, StrValue) and isinstance(b, StrValue):
        return a.text < b.text
    raise TypeError


def is_equal(a, b):
    if isinstance(a, IntValue):
        return isinstance(b, IntValue) and a.num == b.num
    if isinstance(a, StrValue):
        return isinstance(b, StrValue) and a.text == b.text
    return a is b
