# python2
# not-cpython: the stand-in takes what Python takes
"""`string_to_float` takes what RPython's takes, and no underscores as Python 3 does."""
from rpython.rlib.rfloat import string_to_float
from rpython.rlib.rstring import ParseStringError


def entry_point(argv):
    for text in ['1.5', ' 2e3\n', '1_0', '_1', '1_', '1e1_0', 'inf', '-Infinity', '+nan', '', '.', '0x10', '1e400', '1d5']:
        try:
            x = string_to_float(text)
            print '%s: %s' % (text, str(x) if x == x else 'not a number')
        except ParseStringError:
            print '%s: no number' % text
    return 0


def target(d, a): return entry_point, None
