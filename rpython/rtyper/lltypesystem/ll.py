"""The vocabulary of LLPython: operations on low-level types and pointers.

Functions of the modules beside this one are *helpers*: the rtyper feeds them back through flow space, annotator and
itself, once per low-level types of their arguments. They work on pointers (`p.field`, `p[i]`, `len(p)`, without bounds
checks) and primitives, and on the functions below, which are known to the annotator and the rtyper by name and never
executed. A type argument is a type (`typeOf(p)`, a parameter given by the rtyper) or the name of a primitive type.
"""


def _only_translated():
    raise NotImplementedError("this function exists in translated programs only")


def malloc(P, n=0):
    """A fresh container that P points to; with room for n items if it is variable-sized. All zero."""
    _only_translated()


def nullptr(P):
    """The null pointer of type P."""
    _only_translated()


def zero(T):
    """The zero of a type."""
    _only_translated()


def typeOf(x):
    """The low-level type of a value."""
    _only_translated()


def fieldtype(P, name):
    """The type of a field of the structure that P points to."""
    _only_translated()


def hasfield(P, name):
    """Whether the structure that P points to has a field, a constant."""
    _only_translated()


def itemtype(P):
    """The type of the items of the array that P points to."""
    _only_translated()


def cast_pointer(P, p):
    """The same pointer, of another type."""
    _only_translated()


def op(T, name, *args):
    """A low-level operation by name, with a result of type T."""
    _only_translated()


def extern(name, T, *args):
    """A call of a function of the runtime."""
    _only_translated()


def getitemfield(a, i, name):
    """A field of the structure inlined as item i of an array."""
    _only_translated()


def setitemfield(a, i, name, value):
    """Sets a field of the structure inlined as item i of an array."""
    _only_translated()


def copyitems(src, dst, srcstart, dststart, n):
    """Copies n items between arrays of one type; the ranges may overlap."""
    _only_translated()


def clearitems(a, start, n):
    """Sets n items to zero."""
    _only_translated()


def abort(why):
    """Ends the program; `why` is the name of a safety error."""
    _only_translated()


def hint_likely(b):
    """The boolean, usually true."""
    _only_translated()


def hint_unlikely(b):
    """The boolean, usually false."""
    _only_translated()
