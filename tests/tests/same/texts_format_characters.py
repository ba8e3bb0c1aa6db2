# not-cpython: its texts are of code points
# `%c` of numbers: at the limits of bytes and of code points, and beyond them.
import os


def byte(n):
    try:
        text = '<%c>' % n
    except OverflowError:
        return -1
    return ord(text[1]) * 10 + len(text)


def point(n):
    try:
        text = u'<%c>' % n
    except OverflowError:
        return -1
    return ord(text[1]) * 10 + len(text)


def padded(n):
    try:
        return len('%3c|%-2c' % (n, n))
    except OverflowError:
        return -2


def entry_point(argv):
    k = len(argv)
    for n in [0, 65, 127, 128, 233, 255, 256, 300, 0x20ac, 0xffff, 0x10ffff, 0x110000, 1 << 40, -1, -65]:
        n = n * k
        os.write(1, b'%d %d %d %d\n' % (n, byte(n), point(n), padded(n)))
    return 0


def target(driver, args):
    return entry_point, None
