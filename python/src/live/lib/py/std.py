"""`py.std.x` is the module `x` of the standard library."""
import sys


class Std(object):
    def __getattr__(self, name):
        try:
            __import__(name)
        except ImportError:
            raise AttributeError(name)
        return sys.modules[name]


everything = Std()
