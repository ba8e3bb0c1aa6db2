# genext: python2
"""Signals: their numbers, what they do, and which arrived. A program looks for them between its operations."""
import os
import signal
from rpython.rlib.jit import elidable
from rpython.rlib.objectmodel import we_are_translated
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


OCCURRED = rffi.CStruct('pypysig_long_struct', ('value', lltype.Signed), ('debugger_pending_call', lltype.Signed),
                        ('debugger_script_path', rffi.CCHARP))
OCCURRED_P = lltype.Ptr(OCCURRED)


class _Occurred(object):
    """Untranslated nothing is written here when a signal arrives."""
    c_value = c_debugger_pending_call = 0
    c_debugger_script_path = lltype.nullptr(rffi.CCHARP.TO)


_occurred = _Occurred()


class _Place(object):
    """Where the words are, once somebody has asked: an interpreter asks before each of its instructions."""

    def __init__(self):
        self.address = 0


_place = _Place()


@elidable
def pypysig_getaddr_occurred():
    """Words that a program looks at between its operations. The first becomes -1 when a signal arrives."""
    if we_are_translated():
        address = _place.address
        if address == 0:
            address = os._signal_place()
            _place.address = address
        return rffi.cast(OCCURRED_P, address)
    return _occurred


pypysig_getaddr_occurred_fullstruct = pypysig_getaddr_occurred


# What a signal does.
_DEFAULT, _NOTHING, _NOTED = range(3)


def pypysig_poll():
    """The number of a signal that arrived since the last time, or -1."""
    if _waiting.signals:
        return _waiting.signals.pop()
    return os._signal_poll()


class _Waiting(object):
    """Signals that a program put back."""

    def __init__(self):
        self.signals = []


_waiting = _Waiting()


def pypysig_pushback(signum):
    """Has a signal found by the next call of `pypysig_poll`."""
    _waiting.signals.append(signum)


def _act(signum, action):
    try:
        os._signal(signum, action)
    except OSError:
        # C's functions say nothing either. Those of faults are the program's own.
        pass


def pypysig_default(signum):
    """The signal does what it does by default."""
    _act(signum, _DEFAULT)


def pypysig_setflag(signum):
    """The signal is noted, and found by `pypysig_poll`."""
    _act(signum, _NOTED)


pypysig_reinstall = pypysig_setflag


def pypysig_ignore(signum):
    """The signal does nothing."""
    _act(signum, _NOTHING)


def pypysig_set_wakeup_fd(fd, with_nul_byte=True):
    """Has something written to a descriptor when a signal arrives: only -1, nothing, is there."""
    if fd != -1:
        raise NotImplementedError('signals write nothing')
    return -1


def pypysig_check_and_reset():
    """Whether a signal arrived since the last time."""
    return False


def pypysig_get_wakeup_fd_write_errno():
    """Why a descriptor could not be written to when a signal arrived: 0, it could."""
    return 0


def c_alarm(seconds):
    """Has SIGALRM sent after some seconds; gives those that were left of an earlier call."""
    return os._alarm(seconds)


def c_pause():
    """Waits for a signal."""
    os._pause()
    return -1


# Functions of C, and what they take.
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
