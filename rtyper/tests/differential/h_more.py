# genext: python2
from collections import OrderedDict

from rpython.rlib.objectmodel import compute_hash, move_to_end, r_dict, reversed_dict
from rpython.rlib.rarithmetic import r_uint
from rpython.rlib.rfloat import copysign
from rpython.rlib.rstring import StringBuilder, UnicodeBuilder


def order(d):
    r = 0
    for k in d:
        r = r * 10 + k
    return r


def t_ordered_dict(n):
    d = OrderedDict()
    d[3] = 1
    d[n] = 2
    d[5] = 3
    k, v = d.popitem()
    return order(d) * 100 + k * 10 + v


def t_move_to_end(n):
    d = OrderedDict()
    for i in range(1, 6):
        d[i] = i
    move_to_end(d, 2)
    if n > 3:
        del d[4]
    move_to_end(d, 3, n % 2 == 0)
    r = order(d)
    move_to_end(d, 1, last=False)
    try:
        move_to_end(d, 77)
    except KeyError:
        r = -r
    return r * 100000 + order(d) + d[3] + len(d)


PREBUILT = {1: 10, 2: 20, 3: 30}


def t_popitem_of_prebuilt(n):
    d = PREBUILT.copy()
    k, v = d.popitem()
    d[n + 4] = 1
    return k * 1000 + v * 10 + len(d) + d[1]


def last_digits_equal(a, b):
    return a % 10 == b % 10


def last_digit(a):
    return a % 10


CUSTOM = r_dict(last_digits_equal, last_digit)
CUSTOM[11] = 5
CUSTOM[22] = 6


def t_prebuilt_r_dict(n):
    return CUSTOM[1] * 10 + CUSTOM[102] + (n in CUSTOM)


get = PREBUILT.get


def t_captured_method(n):
    return get(n, -1) + get(1, 0)


class Base(object):
    pass


class One(Base):
    value = 10
    name = "one"


class Two(Base):
    value = 20
    name = "b"


class Three(Base):
    value = 30
    name = "three"


def pick(n):
    if n == 1:
        return One
    elif n == 2:
        return Two
    return Three


def t_class_attributes(n):
    c = pick(n)
    return c.value * 100 + len(c.name)


class Frozen(object):
    def __init__(self, value):
        self.value = value

    def _freeze_(self):
        return True

    def plus(self, n):
        return self.value + n


F1, F2, F3 = Frozen(1), Frozen(2), Frozen(2.5)


def t_method_of_frozen(n):
    if n > 2:
        f = F1
    else:
        f = F2
    return f.plus(n) * 10 + f.plus(n=3)


def any_frozen(n):
    if n > 5:
        return F2
    return F3


def t_frozen_attribute_of_some(n):
    if n > 2:
        f = F1
    else:
        f = F2
    return f.value * 10 + int(any_frozen(n).value)


def t_hex_of_unsigned(n):
    return hex(r_uint(n)).rstrip('L') + oct(r_uint(n)).rstrip('L')


def t_splitlines(n):
    s = ["", "\n", "a\n\nb", "x\r\ny\r", "\rz", "end"][n % 6]
    r = ''
    for line in s.splitlines(True):
        r += '<' + line + '>'
    for line in s.splitlines():
        r += '[' + line + ']'
    return r


def t_text_of_none(n):
    if n > 2:
        s = None
    else:
        s = 'abc'
    return str(s) + '%s' % s


def t_none_in_unicode_format(n):
    if n > 2:
        u = None
    else:
        u = unichr(n + 100)
    return len(u'<%s>' % (u,)) * 10 + len(u'%s' % 'abc')


def t_bytearray_concat(n):
    b = 'a' + str(n) + bytearray('bc') + 'd'
    return str(b)


def t_text_of_unicode(n):
    u = unichr(n + 70) + u'bc'
    return str(u)


def t_list_of_unicode(n):
    l = list(u'ab' + unichr(n + 70))
    l += u'xy'
    return len(l) * 1000 + ord(l[2]) + ord(l[4])


def t_bytearray(n):
    b = bytearray('abc')
    b[1] = n + 65
    b.append(66)
    total = 0
    for c in b:
        total += c
    return str(b) + str(total) + str(b[0]) + str(97 in b)


def t_copysign(n):
    return copysign(n + 1.5, -0.0)


def t_hash_of_empty(n):
    s = 'x' * (n % 2)
    d = {'': 5, 'x': 7}
    return d[s] * 1000 + int(compute_hash(s) == compute_hash(''))


def t_hash_of_float(n):
    return compute_hash(n * 0.75)


def t_lists_and_none(n):
    a = [[1, 2], [3], None][n % 3]
    b = [[1, 2], None, [3]][n % 2]
    return int(a == b) + 10 * int(a != b) + 100 * int(a == [3])


def t_lists_of_two_kinds(n):
    a = [1, 2]
    b = [1]
    b.append(n)
    return a is b


class Nullable(object):
    pass


class Below(Nullable):
    pass


def maybe(n):
    if n == 0:
        return None
    elif n == 1:
        return Nullable()
    return Below()


def t_type_of_none(n):
    return type(maybe(n)) is Nullable


SB = StringBuilder()
SB.append('ab')
UB = UnicodeBuilder()
UB.append(u'abc')


def t_prebuilt_builders(n):
    if n > 2:
        b = SB
    else:
        b = StringBuilder()
        b.append('x')
    return b.build() + str(len(UB.build()))


GROWING = StringBuilder()
GROWING.append('ab')


def t_grow_prebuilt_builder(n):
    b = GROWING
    before = b.getlength()
    for i in range(3):
        b.append('xyz')
    return b.build()[before:]


class Keys(object):
    def __init__(self, modulus):
        self.modulus = modulus

    def _freeze_(self):
        return True

    def eq(self, a, b):
        return a % self.modulus == b % self.modulus

    def hash(self, a):
        return a % self.modulus


KEYS = Keys(7)


def t_r_dict_of_frozen_methods(n):
    d = r_dict(KEYS.eq, KEYS.hash)
    d[n] = 1
    d[n + 7] = 2
    d[n + 8] = 3
    return len(d) * 10 + d[n + 14]


def t_reversed_dict(n):
    d = {5: 1, n + 10: 2, 7: 3}
    r = 0
    for k in reversed_dict(d):
        r = r * 100 + k
    return r


def t_hash_of_special_floats(n):
    x = [0.0, -0.0, 1e300, -1e-300, 5e-324, 1e300 * 1e300, -1e300 * 1e300][n % 7]
    return compute_hash(x)
