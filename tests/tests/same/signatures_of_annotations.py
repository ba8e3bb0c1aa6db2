# not-cpython: the stand-in library has no annotator
# Signatures made of the annotator's own annotations, and of descriptions inside of them, as RPython allows: there a
# description is an annotation.
from rpython.annotator.listdef import ListDef
from rpython.annotator.model import SomeInteger, SomeList, SomeTuple
from rpython.rlib import types
from rpython.rlib.rarithmetic import r_uint
from rpython.rlib.signature import signature

s_uint = SomeInteger(knowntype=r_uint)
s_range = SomeTuple((s_uint, s_uint))
s_pair = SomeTuple((types.int(), types.str()))
s_ranges = SomeList(ListDef(None, SomeTuple((s_range, types.int())), mutated=False, resized=False))


@signature(s_uint, returns=s_range)
def turn(pc):
    return pc, pc + 1


@signature(types.int(), returns=s_pair)
def named(n):
    return n, 'n%d' % n


@signature(types.any(), returns=s_ranges)
def ranges(n):
    return [(turn(r_uint(i)), -i) for i in range(n)]


def entry_point(argv):
    for (first, last), n in ranges(len(argv) + 2):
        print('%d %d %d %s' % (first, last, n, named(n)[1]))
    return 0


def target(*args):
    return entry_point, None
