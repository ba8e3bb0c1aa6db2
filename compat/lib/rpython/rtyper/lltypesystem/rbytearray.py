# genext: python2
"""Placeholders: see `_placeholders`."""
from rpython.rtyper._placeholders import Placeholder

ByteArrayRepr = Placeholder('ByteArrayRepr')


def hlbytearray(b):
    return ''.join([chr(c) if isinstance(c, int) else c for c in b.ll_items()])
