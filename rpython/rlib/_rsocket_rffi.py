# genext: python2
"""Sockets of C: none can be called."""
from rpython.rtyper.lltypesystem import rffi

socketfd_type = rffi.INT


def fcntl(fd, cmd, arg):
    raise NotImplementedError('fcntl() cannot be called')
