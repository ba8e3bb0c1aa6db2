# genext: python2
"""Checks of translated programs."""


def ll_assert(x, msg):
    """After translation a failure ends the program."""
    assert type(x) is bool, 'bad type %r' % (type(x),)
    assert type(msg) is str, 'bad type %r' % (type(msg),)
    assert x, msg


def fatalerror(msg):
    raise AssertionError(msg)


fatalerror_notb = fatalerror
