# genext: python2
"""Numbers of objects."""

HUGEVAL_BYTES = 8
HUGEVAL = 256 ** HUGEVAL_BYTES

uid = id


def fixid(result):
    """An address as a number that is not negative."""
    return result if result >= 0 else result + HUGEVAL
