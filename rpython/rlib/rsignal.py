# genext: python2
"""Numbers of signals. Programs cannot have signals handled: one that arrives does what the system does by default, and polling
finds none."""
import signal
from rpython.rtyper.lltypesystem import lltype, rffi

NSIG = signal.NSIG
SIG_DFL, SIG_IGN = signal.SIG_DFL, signal.SIG_IGN
signal_values = []
signal_names = []
signal_name_values = {}

for _name in sorted(dir(signal)):
    if _name.startswith('SIG') and not _name.startswith('SIG_'):
        _number = getattr(signal, _name)
        globals()[_name] = _number
        signal_names.append(_name)
        signal_name_values[_name] = _number
        if _number not in signal_values:
            signal_values.append(_number)
signal_values.sort()


class _Occurred(object):
    """What C would write when a signal arrives."""

    def __init__(self):
        self.c_value = 0
        self.c_debugger_pending_call = 0
        self.c_debugger_script_path = lltype.nullptr(rffi.CCHARP.TO)


_occurred = _Occurred()


def pypysig_getaddr_occurred():
    return _occurred


pypysig_getaddr_occurred_fullstruct = pypysig_getaddr_occurred


def pypysig_poll():
    """The number of a signal that arrived: -1, none."""
    return -1


def pypysig_pushback(signum):
    raise NotImplementedError('signals are not handled')


def pypysig_default(signum):
    """What holds anyway."""


def pypysig_setflag(signum):
    """To be told of a signal: it does what it does by default."""


def pypysig_reinstall(signum):
    pass


def pypysig_ignore(signum):
    pass


def pypysig_set_wakeup_fd(fd, with_nul_byte=True):
    raise NotImplementedError('signals are not handled')


def pypysig_check_and_reset():
    """Whether a signal arrived since the last time."""
    return False


def pypysig_get_wakeup_fd_write_errno():
    """Why a descriptor could not be written to when a signal arrived: 0, it could."""
    return 0


# Functions of C, and what they take.
c_alarm = rffi.llexternal('alarm', [rffi.INT], rffi.INT)
c_pause = rffi.llexternal('pause', [], rffi.INT)
c_raise = rffi.llexternal('raise', [rffi.INT], rffi.INT)
c_siginterrupt = rffi.llexternal('siginterrupt', [rffi.INT, rffi.INT], rffi.INT)

ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF = range(3)
timeval = rffi.CStruct('timeval', ('tv_sec', rffi.LONG), ('tv_usec', rffi.LONG))
itimerval = rffi.CStruct('itimerval', ('it_interval', timeval), ('it_value', timeval))
itimervalP = rffi.CArrayPtr(itimerval)
c_setitimer = rffi.llexternal('setitimer', [rffi.INT, itimervalP, itimervalP], rffi.INT)
c_getitimer = rffi.llexternal('getitimer', [rffi.INT, itimervalP], rffi.INT)


def strsignal(signum):
    """A text about a signal: none is known."""
    return None
