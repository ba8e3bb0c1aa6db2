# genext: python2
"""Placeholders: see `_placeholders`."""
from rpython.rtyper._placeholders import Placeholder

ExceptionData = Placeholder('ExceptionData')


class UnknownException(Exception):
    pass
