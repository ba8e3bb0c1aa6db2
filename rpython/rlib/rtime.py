"""The time, as the module `time` has it."""
import time as _time

# Clocks of C.
HAS_CLOCK_GETTIME = False
ALL_DEFINED_CLOCKS = []


def time():
    """Seconds since 1970."""
    return _time.time()


def clock():
    """Seconds of the processor's time that the program used."""
    return _time.clock()


def sleep(secs):
    _time.sleep(secs)
