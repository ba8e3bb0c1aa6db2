"""A clock of small steps."""
import time

_is_64_bit = True


def read_timestamp():
    """A number that grows with time, in nanoseconds."""
    return int(time.time() * 1000000000.0)


UNIT_TSC, UNIT_NS, UNIT_QUERY_PERFORMANCE_COUNTER = 0, 1, 2


def get_timestamp_unit():
    """What the numbers of `read_timestamp` count."""
    return UNIT_NS
