# genext: python2
"""What tests of the rtyper inherit from: they run functions as they are when translated, and look at the results.

Results are plain values, or `LLObject`s: what has fields, items or characters.
"""
import py
from rpython.rtyper.annlowlevel import to_ll
from rpython.rtyper.llinterp import LLObject
from rpython.rtyper.test import test_llinterp


def _characters(s):
    return getattr(s, 'chars', None)


def _near(cls, x, y):
    """Whether two floats agree in the digits that count."""
    distance = abs(x - y)
    return distance * 10 ** cls.FLOAT_PRECISION < max(1.0, abs(x), abs(y))


def _field(value, attr_name):
    stored = [name for name in (attr_name, 'inst_' + attr_name) if name in value._fields]
    if not stored:
        raise AttributeError(attr_name)
    return getattr(value, stored[0])


def _skipped(reason):
    py.test.skip("lltypesystem doesn't support %s, yet" % reason)


class BaseRtypingTest(object):
    FLOAT_PRECISION = 8
    float_eq_approx = classmethod(_near)


# All the rest are functions that know no test.
for _name, _function in [
        ('interpret', test_llinterp.interpret),
        ('interpret_raises', test_llinterp.interpret_raises),
        ('gengraph', test_llinterp.gengraph),
        ('_skip_llinterpreter', _skipped),
        # Values into the program, and out of it.
        ('string_to_ll', to_ll),
        ('unicode_to_ll', to_ll),
        ('ll_to_string', _characters),
        ('ll_to_unicode', _characters),
        ('ll_to_list', lambda l: list(l.ll_items())),
        ('ll_unpack_tuple', lambda t, length: tuple([getattr(t, 'item%d' % i) for i in range(length)])),
        # What results are.
        ('float_eq', lambda x, y: x == y),
        ('is_of_type', lambda x, type_: type(x) is type_),
        ('is_of_instance_type', lambda x: isinstance(x, LLObject) and x._sort == 'struct' and x._class is not None),
        ('class_name', lambda value: value._class.split('.')[-1]),
        ('read_attr', _field),
        ('get_callable', lambda fnptr: fnptr._obj._callable)]:
    setattr(BaseRtypingTest, _name, staticmethod(_function))
