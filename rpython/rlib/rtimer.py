"""A clock of small steps."""
import time


def read_timestamp():
    """A number that grows with time, in nanoseconds."""
    return int(time.time() * 1000000000.0)
