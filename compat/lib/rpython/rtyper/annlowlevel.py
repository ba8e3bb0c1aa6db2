# genext: python2
"""Strings are the same for tests and translated functions."""
from rpython.rlib._missing import refuse
from rpython.rlib.nonconst import NonConstant
from rpython.rlib.objectmodel import specialize, we_are_translated
from rpython.rlib.rgc import cast_instance_to_gcref  # noqa
from rpython.rtyper.llinterp import LLObject
from rpython.rtyper.lltypesystem import lltype


def hlstr(ll_s):
    """The string of a low-level one."""
    if not we_are_translated() and isinstance(ll_s, LLObject):
        return ll_s._text
    return ll_s


hlunicode = hlstr


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


@specialize.arg(0, 1)
def llhelper(F, f):
    """A pointer to a function, for C. A translated program has none, and asking for one ends it."""
    if not we_are_translated():
        return lltype.functionptr(F.TO, f.__name__, _callable=f)
    refuse('a function of the program cannot be passed to C')
    return NonConstant(lltype.nullptr(F.TO))


def cast_instance_to_base_ptr(instance):
    raise NotImplementedError('instances have no low-level form before translation')


def cast_base_ptr_to_instance(Class, ptr):
    raise NotImplementedError('instances have no low-level form before translation')


def cast_gcref_to_instance(Class, ptr):
    raise NotImplementedError('programs cannot walk over the heap')
