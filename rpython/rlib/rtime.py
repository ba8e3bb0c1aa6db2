"""The time, as the module `time` has it, and the clocks of the system."""
import time as _time
from rpython.rtyper.lltypesystem import lltype, rffi

# Clocks of C.
HAS_CLOCK_GETTIME = HAS_CLOCK_GETTIME_RUNTIME = True
CLOCK_REALTIME = 0
CLOCK_MONOTONIC = 1
CLOCK_PROCESS_CPUTIME_ID = 2
CLOCK_THREAD_CPUTIME_ID = 3
CLOCK_MONOTONIC_RAW = 4
CLOCK_REALTIME_COARSE = 5
CLOCK_MONOTONIC_COARSE = 6
CLOCK_BOOTTIME = 7
ALL_DEFINED_CLOCKS = ['CLOCK_REALTIME', 'CLOCK_MONOTONIC', 'CLOCK_PROCESS_CPUTIME_ID', 'CLOCK_THREAD_CPUTIME_ID',
                      'CLOCK_MONOTONIC_RAW', 'CLOCK_REALTIME_COARSE', 'CLOCK_MONOTONIC_COARSE', 'CLOCK_BOOTTIME']
TIMESPEC = rffi.CStruct('timespec', ('tv_sec', rffi.TIME_T), ('tv_nsec', rffi.LONG))


def time():
    """Seconds since 1970."""
    return _time.time()


def clock():
    """Seconds of the processor's time that the program used."""
    return _time.clock()


def sleep(secs):
    _time.sleep(secs)


def c_clock_gettime(clock_id, timespec):
    """Writes what a clock shows into a TIMESPEC: 0, or -1 if there is no such clock."""
    try:
        nanoseconds = _time._clock_gettime(clock_id)
    except OSError:
        return -1
    timespec.c_tv_sec = nanoseconds // 1000000000
    timespec.c_tv_nsec = nanoseconds % 1000000000
    return 0


def c_clock_getres(clock_id, timespec):
    """Writes the resolution of a clock into a TIMESPEC: 0, or -1 if there is no such clock. All are taken for exact."""
    try:
        _time._clock_gettime(clock_id)
    except OSError:
        return -1
    timespec.c_tv_sec = 0
    timespec.c_tv_nsec = 1
    return 0
