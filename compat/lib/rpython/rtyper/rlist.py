# genext: python2
"""Placeholders: see `_placeholders`."""
from rpython.rtyper._placeholders import Placeholder

AbstractListRepr = Placeholder('AbstractListRepr')
dum_nocheck = Placeholder('dum_nocheck')
dum_checkidx = Placeholder('dum_checkidx')
