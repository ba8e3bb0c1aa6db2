"""Portals with few greens and one with many: they share counters, so the records of the former are compared with the
greens of the latter."""
# run: 300
import os
from rpython.rlib.jit import JitDriver

one = JitDriver(greens=['a'], reds=['i', 'step'], name='one')
two = JitDriver(greens=['a', 'b'], reds=['i', 'step'], name='two')
many = JitDriver(greens=['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'k', 'l'], reds=['i', 'step', 'total'], name='many')


def run_one(a, step):
    i = 0
    while i < 3:
        one.jit_merge_point(a=a, i=i, step=step)
        i += step[i]
    return i


def run_two(a, b, step):
    i = 0
    while i < 4:
        two.jit_merge_point(a=a, b=b, i=i, step=step)
        i += step[i]
    return i


def run_many(a, b, c, d, e, f, g, h, k, l, step):
    i = 0
    total = 0
    while i < 4:
        many.jit_merge_point(a=a, b=b, c=c, d=d, e=e, f=f, g=g, h=h, k=k, l=l, i=i, step=step, total=total)
        i += step[i]
        total += a + b * c - d + e * f - g + h * k - l
    return total


def main(argv):
    n = int(argv[1])
    step = [1] * (n // 10)
    total = 0
    for i in range(n):
        total += run_one(i, step)
        total += run_two(i, i & 7, step)
        total += run_many(i & 63, 1, 2, 3, 4, 5, 6, 7, 8, 9, step)
    os.write(1, str(total) + '\n')
    return 0


def target(driver, args):
    return main, None


if __name__ == '__main__':
    import sys
    main(sys.argv)
