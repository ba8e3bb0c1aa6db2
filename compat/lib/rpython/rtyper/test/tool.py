# genext: python2
"""What tests of the rtyper inherit from."""
import py
from rpython.rtyper.annlowlevel import to_ll
from rpython.rtyper.llinterp import LLObject
from rpython.rtyper.test.test_llinterp import gengraph, interpret, interpret_raises


class BaseRtypingTest(object):
    FLOAT_PRECISION = 8

    @staticmethod
    def gengraph(func, argtypes=[], viewbefore='auto', policy=None, backendopt=False, config=None):
        return gengraph(func, argtypes, viewbefore, policy, backendopt, config)

    @staticmethod
    def interpret(fn, args, **kwds):
        return interpret(fn, args, **kwds)

    @staticmethod
    def interpret_raises(exc, fn, args, **kwds):
        return interpret_raises(exc, fn, args, **kwds)

    @staticmethod
    def float_eq(x, y):
        return x == y

    @classmethod
    def float_eq_approx(cls, x, y):
        limit = 10 ** -cls.FLOAT_PRECISION
        return abs(x - y) < limit or abs(x - y) < limit * max(abs(x), abs(y))

    @staticmethod
    def is_of_type(x, type_):
        return type(x) is type_

    @staticmethod
    def _skip_llinterpreter(reason):
        py.test.skip("lltypesystem doesn't support %s, yet" % reason)

    @staticmethod
    def ll_to_string(s):
        return None if s is None else s.chars

    @staticmethod
    def ll_to_unicode(s):
        return s.chars

    @staticmethod
    def string_to_ll(s):
        return to_ll(s)

    @staticmethod
    def unicode_to_ll(s):
        return to_ll(s)

    @staticmethod
    def ll_to_list(l):
        return list(l.ll_items())

    @staticmethod
    def ll_unpack_tuple(t, length):
        return tuple([getattr(t, 'item%d' % i) for i in range(length)])

    @staticmethod
    def get_callable(fnptr):
        return fnptr._obj._callable

    @staticmethod
    def class_name(value):
        return value._class.split('.')[-1]

    @staticmethod
    def read_attr(value, attr_name):
        for name in (attr_name, 'inst_' + attr_name):
            if name in value._fields:
                return getattr(value, name)
        raise AttributeError(attr_name)

    @staticmethod
    def is_of_instance_type(val):
        return isinstance(val, LLObject) and val._sort == 'struct' and val._class is not None
