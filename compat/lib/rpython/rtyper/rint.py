# genext: python2
"""Placeholders: see `_placeholders`."""
from rpython.rtyper._placeholders import Placeholder

signed_repr = Placeholder('signed_repr')
unsigned_repr = Placeholder('unsigned_repr')
IntegerRepr = Placeholder('IntegerRepr')
