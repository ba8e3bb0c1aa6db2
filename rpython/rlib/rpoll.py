# genext: python2
"""Waiting for descriptors: the numbers are here, asking raises NotImplementedError."""

POLLIN, POLLPRI, POLLOUT, POLLERR, POLLHUP, POLLNVAL = 1, 2, 4, 8, 16, 32
POLLRDNORM, POLLRDBAND, POLLWRNORM, POLLWRBAND, POLLMSG = 64, 128, 256, 512, 1024


class PollError(Exception):
    def __init__(self, errno):
        self.errno = errno

    def get_msg(self):
        return 'error %d' % self.errno


class SelectError(PollError):
    pass


def poll(fddict, timeout=-1):
    raise NotImplementedError('poll() cannot be called')


def _poll(fddict, timeout=-1):
    raise NotImplementedError('poll() cannot be called')


def select(inl, outl, excl, timeout=-1.0, handle_eintr=False):
    raise NotImplementedError('select() cannot be called')
