# genext: python2
"""Placeholders: see `_placeholders`."""
from rpython.rtyper._placeholders import Placeholder
from rpython.rtyper.lltypesystem import lltype

OBJECTPTR = Placeholder('OBJECTPTR')
# The roots of instances and of their classes, for tests that make types of their own.
OBJECT_VTABLE = lltype.Struct('object_vtable', ('subclassrange_min', lltype.Signed), ('subclassrange_max', lltype.Signed))
OBJECT = lltype.GcStruct('object', ('typeptr', lltype.Ptr(OBJECT_VTABLE)))
CLASSTYPE = Placeholder('CLASSTYPE')
ll_issubclass = Placeholder('ll_issubclass')
fishllattr = Placeholder('fishllattr')
getclassrepr = Placeholder('getclassrepr')
getinstancerepr = Placeholder('getinstancerepr')


class ImmutableConflictError(Exception):
    """Fields are immutable in one class only."""


class ImmutableRanking(object):
    """How far a field can change. True if it never does."""

    def __init__(self, name, is_immutable):
        self.is_immutable, self.name = is_immutable, name

    def __repr__(self):
        return '<' + self.name + '>'

    def __nonzero__(self):
        return self.is_immutable


# IR_MUTABLE, ...
for _name in ('mutable', 'immutable', 'immutable_array', 'quasiimmutable', 'quasiimmutable_array'):
    globals()['IR_' + _name.upper()] = ImmutableRanking(_name, _name.startswith('immutable'))


class FieldListAccessor(object):
    """The fields of a structure that are immutable, or virtualizable."""

    def initialize(self, TYPE, fields):
        self.TYPE, self.fields = TYPE, fields
