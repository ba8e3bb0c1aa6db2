"""Strings are promoted by value, and many of one value come: each is compared with those before it, so they are kept.
Of those that went another string would come to lie in the same place."""
# run: 40
import os
from rpython.rlib.jit import JitDriver, dont_look_inside, promote_string
from rpython.rlib.rstring import StringBuilder

driver = JitDriver(greens=['code'], reds=['n', 's'])


def clip(s):
    if len(s) > 20:
        return s[:9]
    return s


def longer(s, n):
    builder = StringBuilder()
    builder.append(s)
    builder.append(chr(97 + (n & 7)))
    builder.append_slice(s, 0, len(s) // 2)
    return clip(builder.build())


@dont_look_inside
def show(s):
    os.write(1, s + '\n')


def run(code, n, s):
    while n > 0:
        driver.jit_merge_point(code=code, n=n, s=s)
        s = longer(promote_string(s), -1)
        show(s)
        n -= 1
    return len(s)


def main(argv):
    for code in ['abc', 'de', 'f']:
        for k in range(4):
            run(code, int(argv[1]) + k, 'stuv'[k])
    return 0


def target(driver, args):
    return main, None
