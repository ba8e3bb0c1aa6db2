# genext: python2
"""Placeholders: see `_placeholders`."""
from rpython.rtyper._placeholders import Placeholder

bool_repr = Placeholder('bool_repr')
BoolRepr = Placeholder('BoolRepr')
