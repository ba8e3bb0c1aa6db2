# genext: python2
"""Placeholders: see `_placeholders`."""
from rpython.rtyper._placeholders import Placeholder

OrderedDictRepr = Placeholder('OrderedDictRepr')
