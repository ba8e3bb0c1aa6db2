# genext: python2
"""Annotations of low-level values."""
from rpython.annotator import model
from rpython.rtyper._placeholders import Placeholder

SomePtr = Placeholder('SomePtr')
SomeAddress = Placeholder('SomeAddress')
SomeInteriorPtr = Placeholder('SomeInteriorPtr')
SomeLLADTMeth = Placeholder('SomeLLADTMeth')


def lltype_to_annotation(T):
    """The annotation of values of a primitive type."""
    from rpython.rtyper.lltypesystem import lltype
    simple = {'Signed': model.SomeInteger, 'Float': model.SomeFloat, 'Bool': model.SomeBool, 'Char': model.SomeChar,
              'UniChar': model.SomeUnicodeCodePoint}
    if T is lltype.Void:
        return model.s_None
    if isinstance(T, lltype.Primitive) and T._name in simple:
        return simple[T._name]()
    if isinstance(T, lltype.Number):
        return model.SomeInteger(knowntype=T._type)
    raise NotImplementedError('the annotation of %r lives in the engine' % (T,))


def annotation_to_lltype(s_val, info=None):
    raise NotImplementedError('the low-level type of %r is known to the engine' % (s_val,))


ll_to_annotation = Placeholder('ll_to_annotation')
