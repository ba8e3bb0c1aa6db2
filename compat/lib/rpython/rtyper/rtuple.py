# genext: python2
"""Placeholders: see `_placeholders`."""
from rpython.rtyper._placeholders import Placeholder

TUPLE_TYPE = Placeholder('TUPLE_TYPE')
TupleRepr = Placeholder('TupleRepr')
