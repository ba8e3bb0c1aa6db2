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
    def __init__(self, name, is_immutable):
        self.name, self.is_immutable = name, is_immutable

    def __nonzero__(self):
        return self.is_immutable

    def __repr__(self):
        return '<%s>' % self.name


IR_MUTABLE = ImmutableRanking('mutable', False)
IR_IMMUTABLE = ImmutableRanking('immutable', True)
IR_IMMUTABLE_ARRAY = ImmutableRanking('immutable_array', True)
IR_QUASIIMMUTABLE = ImmutableRanking('quasiimmutable', False)
IR_QUASIIMMUTABLE_ARRAY = ImmutableRanking('quasiimmutable_array', False)
