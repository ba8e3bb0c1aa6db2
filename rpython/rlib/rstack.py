# genext: python2
"""The native stack. Overflow raises StackOverflow (see `rstackovf`) without being asked for."""


def stack_check():
    """Overflow is seen at every call."""


def stack_almost_full():
    """Whether little is left: that is not known before nothing is."""
    return False


def _stack_set_length_fraction(fraction):
    """The part of the stack that may be used, as a multiple of the usual: the system says how much there is."""
