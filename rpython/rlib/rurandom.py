"""Random bytes of the operating system."""
import os


def init_urandom():
    """What `urandom` wants as its first argument."""
    return None


def urandom(context, n, signal_checker=None):
    """`n` random bytes. They are there at once, so that no signal is looked for meanwhile."""
    return os.urandom(n)
