# An index that is an unsigned word is out of range if it is too large for a signed one: an IndexError, but the
# OverflowError of an argument where a method takes it.
from rpython.rlib.rarithmetic import r_uint


def of_text(s, i):
    try:
        return ord(s[i])
    except IndexError:
        return -1


def of_unicode(s, i):
    try:
        return ord(s[i])
    except IndexError:
        return -1


def of_list(l, i):
    try:
        return l[i]
    except IndexError:
        return -1


def of_pair(i):
    t = (3, 4)
    try:
        return t[i]
    except IndexError:
        return -1


def of_bytes(b, i):
    try:
        return b[i]
    except IndexError:
        return -1


def stored(l, i):
    try:
        l[i] = 9
        return len(l)
    except IndexError:
        return -1


def removed(l, i):
    try:
        del l[i]
        return len(l)
    except IndexError:
        return -1


def taken(l, i):
    try:
        return l.pop(i)
    except IndexError:
        return -1
    except OverflowError:
        return -2


def entry_point(argv):
    n = r_uint(len(argv))
    for i in [n, n + r_uint(1), r_uint(7), r_uint(0) - n, (r_uint(1) << 63) - r_uint(1), r_uint(1) << 63]:
        print('%d %d %d %d %d' % (of_text('abc', i), of_unicode(u'abc', i), of_list([5, 6, 7], i), of_pair(i),
                                  of_bytes(bytearray(b'xyz'), i)))
        print('%d %d %d' % (stored([1, 2], i), removed([1, 2], i), taken([1, 2], i)))
    return 0


def target(driver, args):
    return entry_point, None


if __name__ == '__main__':
    entry_point(['x'])
