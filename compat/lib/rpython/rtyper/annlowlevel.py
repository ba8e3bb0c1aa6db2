# genext: python2
"""Strings are the same for tests and translated functions."""
from rpython.rtyper.llinterp import LLObject


def hlstr(ll_s):
    """The string of a low-level one."""
    return ll_s


def hlunicode(ll_u):
    return ll_u


def llstr(s):
    return s


def llunicode(u):
    return u


def to_ll(s):
    """A string as an argument of `interpret`."""
    if s is None:
        return None
    return LLObject('string', 'rpy_unicode' if isinstance(s, unicode) else 'rpy_string', None, s)


class LowLevelAnnotatorPolicy(object):
    def __init__(self, rtyper=None):
        self.rtyper = rtyper


def llhelper(F, f):
    """A pointer to a function."""
    from rpython.rtyper.lltypesystem import lltype
    return lltype.functionptr(F.TO, f.__name__, _callable=f)


def cast_instance_to_base_ptr(instance):
    raise NotImplementedError('instances have no low-level form before translation')


cast_base_ptr_to_instance = cast_instance_to_base_ptr
