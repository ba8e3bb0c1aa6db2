# genext: python2
"""Placeholders: see `_placeholders`."""
from rpython.rtyper._placeholders import Placeholder

AbstractLLHelpers = Placeholder('AbstractLLHelpers')
AbstractStringRepr = Placeholder('AbstractStringRepr')
