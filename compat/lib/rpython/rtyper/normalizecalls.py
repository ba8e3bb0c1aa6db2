# genext: python2
"""Placeholders: see `_placeholders`."""
from rpython.rtyper._placeholders import Placeholder

TotalOrderSymbolic = Placeholder('TotalOrderSymbolic')


class TooLateForNewSubclass(Exception):
    pass
