# not-low-level: it sends signals to itself
# not-in-process: signals are the process's
# not-cpython: it is Python 2
# python2
# Signals: what they do, and finding those that arrived.
import os
from rpython.rlib import rsignal
def entry_point(argv):
    rsignal.pypysig_setflag(rsignal.SIGUSR1)
    os.kill(os.getpid(), rsignal.SIGUSR1)
    print rsignal.pypysig_poll() == rsignal.SIGUSR1, rsignal.pypysig_poll()
    rsignal.pypysig_ignore(rsignal.SIGUSR1)
    os.kill(os.getpid(), rsignal.SIGUSR1)
    print rsignal.pypysig_poll()
    rsignal.pypysig_pushback(7)
    print rsignal.pypysig_poll(), rsignal.pypysig_poll()
    rsignal.pypysig_setflag(rsignal.SIGALRM)
    print rsignal.c_alarm(1)
    rsignal.c_pause()
    print rsignal.pypysig_poll() == rsignal.SIGALRM
    rsignal.pypysig_default(rsignal.SIGUSR1)
    return 0


def target(*args):
    return entry_point, None
