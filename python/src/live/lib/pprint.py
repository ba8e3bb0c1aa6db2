"""Printing of data structures (without line breaking)."""
import sys


def pformat(x, indent=1, width=80, depth=None):
    if type(x) is dict:
        try:
            items = sorted(x.items())
        except TypeError:
            items = list(x.items())
        return '{%s}' % ', '.join(['%s: %s' % (pformat(k), pformat(v)) for k, v in items])
    return repr(x)


def pprint(x, stream=None, indent=1, width=80, depth=None):
    (stream or sys.stdout).write(pformat(x) + '\n')


class PrettyPrinter(object):
    def __init__(self, *args, **kw):
        pass

    def pformat(self, x):
        return pformat(x)

    def pprint(self, x):
        pprint(x)
