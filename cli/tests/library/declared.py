# genext: python2
"""Declared signatures of texts that may be None; bounds of slices that are tested when the program runs; names of arguments behind
hints of the JIT."""
from rpython.rlib import jit
from rpython.rlib.rfile import create_file
from rpython.rlib.rstring import StringBuilder
from rpython.rlib.signature import signature
from rpython.rlib import types


@signature(types.str(can_be_None=True), types.int(), returns=types.str(can_be_None=True))
def first(text, n):
    return None if text is None or len(text) < n else text[:max(n, 0)]


def shrink(builder, n):
    text = builder.build()
    smaller = StringBuilder()
    smaller.append_slice(text, 0, len(text) - n)
    return smaller.build()


@jit.look_inside_iff(lambda space, n: jit.isconstant(n))
def looked_into(space, n):
    return space + n


PLACE = looked_into.__code__.co_varnames.index('n')


def entry_point(argv):
    for text in ['abc', '', None]:
        found = first(text, 2)
        print 'none' if found is None else found
    builder = StringBuilder()
    builder.append('some text')
    print shrink(builder, 5), looked_into(3, len(argv)), PLACE
    f = create_file('/dev/null', 'w')
    print f.close(), f.close()
    return 0


def target(driver, args):
    return entry_point, None
