# genext: python2
"""`interpret` and friends, for tests."""
import py
from rpython.rtyper import llinterp
from rpython.rtyper.llinterp import LLAssertFailure, LLException, log  # noqa


def interpret(func, values, view='auto', viewbefore='auto', policy=None, backendopt=False, config=None,
              malloc_check=True, **kwargs):
    """The result of a function as it is when translated."""
    return llinterp.run(func, values)


def interpret_raises(exc, func, values, view='auto', viewbefore='auto', policy=None, backendopt=False):
    """The function, as translated, must raise an exception of this class."""
    info = py.test.raises((LLException, LLAssertFailure), interpret, func, values)
    got = info.value.args[0].split('.')[-1]
    assert got == exc.__name__, 'wrong exception type, expected %r got %r' % (exc.__name__, got)


def gengraph(func, argtypes=[], viewbefore='auto', policy=None, backendopt=False, config=None, **extraconfigopts):
    py.test.fail('low-level graphs cannot be looked at from tests')


def clear_tcache():
    pass
