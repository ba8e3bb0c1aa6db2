# genext: python2
"""Placeholders: see `_placeholders`."""
from rpython.rtyper._placeholders import Placeholder

OBJECTPTR = Placeholder('OBJECTPTR')
OBJECT = Placeholder('OBJECT')
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
