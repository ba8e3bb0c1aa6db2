"""Random bytes of the operating system."""
import os
from rpython.rlib.objectmodel import specialize


def init_urandom():
    """What `urandom` wants as its first argument."""
    return None


@specialize.argtype(0)
def urandom(context, n=None, signal_checker=None):
    """`n` random bytes, as `urandom(context, n)` or `urandom(n)`, the form of later versions of RPython; both may have a function
    that looks for signals at the end. The bytes are there at once, so that none is looked for meanwhile."""
    if isinstance(context, int):
        return os.urandom(context)
    assert n is not None
    return os.urandom(n)
