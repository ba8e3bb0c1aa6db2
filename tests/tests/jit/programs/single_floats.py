"""Single floats in every role: constants that meet other values, results of portals, virtual ones, fields that change rarely."""
# run: 30
import os
from rpython.rlib.jit import JitDriver, dont_look_inside, elidable, promote
from rpython.rlib.longlong2float import float2longlong
from rpython.rlib.rarithmetic import intmask, r_singlefloat

inner = JitDriver(greens=[], reds=['n', 'box'])
driver = JitDriver(greens=['kind'], reds=['n', 'f', 'h', 'settings', 'row'])


class Settings(object):
    _immutable_fields_ = ['factor?', 'offset']

    def __init__(self):
        self.factor = r_singlefloat(-3.25)
        self.offset = r_singlefloat(0.1)


class Box(object):
    def __init__(self, value):
        self.value = value


class Negative(Exception):
    def __init__(self, value):
        self.value = value


def bits(x):
    return intmask(float2longlong(float(x)))


@elidable
def halved(x):
    return r_singlefloat(float(x) * 0.5)


@dont_look_inside
def opaque(x, y):
    return r_singlefloat(float(x) - float(y))


def test(x):
    if float(x) < 0.0:
        raise Negative(r_singlefloat(-0.5))
    return x


def summed(n, x):
    """A portal that returns one."""
    box = Box(x)
    while n > 0:
        inner.jit_merge_point(n=n, box=box)
        n -= 1
        box.value = r_singlefloat(float(box.value) * 0.5 + n)
    if n < 0:
        return r_singlefloat(0.1)
    return box.value


def run(kind, n, settings):
    f = 0.75
    h = 0
    row = [r_singlefloat(1.5), r_singlefloat(0.3)]
    while n > 0:
        driver.jit_merge_point(kind=kind, n=n, f=f, h=h, settings=settings, row=row)
        n -= 1
        x = r_singlefloat(f)
        if kind == 0:
            x = r_singlefloat(f * 0.5 + 1.5) if n % 3 else r_singlefloat(-3.25)
        elif kind == 1:
            x = Box(r_singlefloat(0.1)).value if n & 1 else row[0]
        elif kind == 2:
            x = opaque(x, halved(r_singlefloat(0.3)))
            row[n & 1] = r_singlefloat(2.75)
        elif kind == 3:
            if n % 11 == 0:
                settings.factor = r_singlefloat(n * 0.125)
            x = r_singlefloat(float(settings.factor) + float(promote(settings).offset))
        elif kind == 4:
            x = summed((n & 3) - 1, x)
        else:
            try:
                x = test(opaque(row[n & 1], x))
            except Negative as e:
                x = e.value
        f = float(x)
        h = intmask(h * 31 + bits(x) + bits(row[n & 1]))
    return h


def main(argv):
    n = int(argv[1])
    for kind in range(6):
        os.write(1, b'%d %d\n' % (kind, run(kind, n, Settings())))
    return 0


def target(driver, args):
    return main, None
