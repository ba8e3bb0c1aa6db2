# genext: python2
"""Numbers of signals. Programs cannot have signals handled: one that arrives does what the system does by default, and polling
finds none."""
import signal

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


_occurred = _Occurred()


def pypysig_getaddr_occurred():
    return _occurred


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
    raise NotImplementedError('signals are not handled')


def pypysig_set_wakeup_fd(fd, with_nul_byte=True):
    raise NotImplementedError('signals are not handled')
