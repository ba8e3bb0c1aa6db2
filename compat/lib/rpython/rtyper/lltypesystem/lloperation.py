"""Low-level operations by name, for programs that call them: `llop.int_mod(Signed, a, b)`.

Each is a function on machine words, written in terms of Python's operators, so that it has the same value untranslated. The first
argument is the type of the result. Operations that the low-level dialect leaves undefined raise as Python's operators do: a
division by zero, a shift by a negative count.
"""
from rpython.rlib.rarithmetic import intmask, r_uint
from rpython.rlib import debug, rgc
from rpython.rlib.objectmodel import specialize


def _operator(text):
    """A function of the two operands x and y, or of x alone."""
    scope = {'intmask': intmask, 'r_uint': r_uint}
    arguments = 'x, y' if text.endswith((' y', ' y)')) else 'x'
    exec('def operation(RESTYPE, %s):\n    return %s\n' % (arguments, text), scope)
    return specialize.ll()(scope['operation'])


def int_floordiv(RESTYPE, x, y):
    """The quotient, rounded to zero."""
    if y == 0:
        raise ZeroDivisionError
    q = intmask(x // y)
    if intmask(x - intmask(q * y)) != 0 and (x < 0) != (y < 0):
        q += 1
    return q


def int_mod(RESTYPE, x, y):
    """The remainder; its sign is that of x."""
    if y == 0:
        raise ZeroDivisionError
    if y == -1:
        return 0
    r = x % y
    if r != 0 and (x < 0) != (y < 0):
        r -= y
    return r


def int_between(RESTYPE, a, b, c):
    return a <= b < c


def int_force_ge_zero(RESTYPE, x):
    if x < 0:
        return 0
    return x


def gc__collect(RESTYPE, *args):
    rgc.collect()


def keepalive(RESTYPE, x):
    pass


def debug_print(RESTYPE, *args):
    """Says nothing."""


def debug_print_traceback(RESTYPE):
    """The traceback of the exception that was caught last, on standard error."""
    debug.debug_print_traceback()


_SIGNED = {'add': 'x + y', 'sub': 'x - y', 'mul': 'x * y', 'and': 'x & y', 'or': 'x | y', 'xor': 'x ^ y', 'lshift': 'x << y',
           'rshift': 'x >> y', 'neg': '-x', 'invert': '~x', 'abs': 'abs(x)'}
_COMPARED = {'eq': 'x == y', 'ne': 'x != y', 'lt': 'x < y', 'le': 'x <= y', 'gt': 'x > y', 'ge': 'x >= y'}
_UNSIGNED = {'floordiv': 'x // y', 'mod': 'x % y', 'add': 'x + y', 'sub': 'x - y', 'mul': 'x * y', 'and': 'x & y', 'or': 'x | y',
             'xor': 'x ^ y', 'lshift': 'x << y', 'rshift': 'x >> y', 'invert': '~x'}
_FLOAT = {'add': 'x + y', 'sub': 'x - y', 'mul': 'x * y', 'truediv': 'x / y', 'neg': '-x', 'abs': 'abs(x)'}
_OTHERS = {'int_is_true': 'x != 0', 'uint_is_true': 'x != 0', 'float_is_true': 'x != 0.0', 'bool_not': 'not x', 'same_as': 'x',
           'cast_int_to_uint': 'r_uint(x)', 'cast_uint_to_int': 'intmask(x)', 'cast_int_to_float': 'float(x)',
           'cast_float_to_int': 'int(x)', 'cast_bool_to_int': 'int(x)', 'cast_int_to_char': 'chr(x)',
           'cast_char_to_int': 'ord(x)', 'cast_int_to_unichar': 'unichr(x)', 'cast_unichar_to_int': 'ord(x)',
           'cast_ptr_to_int': 'id(x)'}


class LLOps(object):
    """The operations as attributes."""

    def _freeze_(self):
        return True

    def __init__(self):
        for name, text in _SIGNED.items():
            setattr(self, 'int_' + name, _operator('intmask(%s)' % text))
        for prefix, table in [('uint_', _UNSIGNED), ('float_', _FLOAT)]:
            for name, text in table.items():
                setattr(self, prefix + name, _operator(text))
        for prefix in ['int_', 'uint_', 'float_', 'char_', 'unichar_']:
            for name, text in _COMPARED.items():
                setattr(self, prefix + name, _operator(text))
        for name, text in _OTHERS.items():
            setattr(self, name, _operator(text))
        for function in [int_floordiv, int_mod, int_between, int_force_ge_zero, gc__collect, keepalive,
                         debug_print, debug_print_traceback]:
            setattr(self, function.__name__, specialize.ll()(function))


llop = LLOps()
