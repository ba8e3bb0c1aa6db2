"""Values of the machine: integers, strings and arrays."""


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
    """Small integers are shared."""
    index = num - SMALLEST_SHARED
    if 0 <= index < len(SHARED):
        return SHARED[index]
    return IntValue(num)


def make_bool(flag):
    if flag:
        return make_int(1)
    return make_int(0)


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


def compare(a, b):
    """-1, 0 or 1; TypeError for values that have no order."""
    if isinstance(a, IntValue) and isinstance(b, IntValue):
        if a.num < b.num:
            return -1
        return int(a.num > b.num)
    if isinstance(a, StrValue) and isinstance(b, StrValue):
        if a.text < b.text:
            return -1
        return int(a.text > b.text)
    raise TypeError


def is_equal(a, b):
    if isinstance(a, ArrayValue) or isinstance(b, ArrayValue):
        return a is b
    if a.kind != b.kind:
        return False
    return compare(a, b) == 0
