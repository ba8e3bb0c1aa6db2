# genext: python2
"""Sockets: their numbers and classes are here, so that programs with a module for them can be translated. Making one, and asking
for names, raises NotImplementedError."""
from rpython.rlib._missing import refuse
from rpython.rlib.nonconst import NonConstant

AF_UNSPEC, AF_UNIX, AF_INET, AF_INET6 = 0, 1, 2, 10
SOCK_STREAM, SOCK_DGRAM, SOCK_RAW = 1, 2, 3
SOL_SOCKET, SO_REUSEADDR, SO_ERROR, SO_BROADCAST, SO_KEEPALIVE = 1, 2, 4, 6, 9
IPPROTO_IP, IPPROTO_ICMP, IPPROTO_TCP, IPPROTO_UDP = 0, 1, 6, 17
MSG_OOB, MSG_PEEK, MSG_WAITALL = 1, 2, 256
SHUT_RD, SHUT_WR, SHUT_RDWR = 0, 1, 2
SOMAXCONN = 128
INADDR_ANY = 0
has_ipv6 = True


class RSocketError(Exception):
    applevelerrcls = 'error'

    def get_msg(self):
        return ''


class SocketError(RSocketError):
    def __init__(self, message=''):
        self.message = message

    def get_msg(self):
        return self.message


class SocketErrorWithErrno(RSocketError):
    def __init__(self, errno):
        self.errno = errno


class CSocketError(SocketErrorWithErrno):
    pass


class SocketTimeout(RSocketError):
    applevelerrcls = 'timeout'


class GAIError(SocketErrorWithErrno):
    applevelerrcls = 'gaierror'


class HSocketError(SocketError):
    applevelerrcls = 'herror'


class Address(object):
    """The address of a socket."""

    def __init__(self):
        refuse('sockets are not there')

    def get_host(self):
        refuse('sockets are not there')
        return NonConstant('')

    def get_port(self):
        refuse('sockets are not there')
        return NonConstant(0)


class INETAddress(Address):
    def __init__(self, host, port):
        refuse('sockets are not there')


class INET6Address(Address):
    def __init__(self, host, port, flowinfo=0, scope_id=0):
        refuse('sockets are not there')


class UNIXAddress(Address):
    def __init__(self, path):
        refuse('sockets are not there')


class RSocket(object):
    def __init__(self, family=AF_INET, type=SOCK_STREAM, proto=0, fd=-1, inheritable=True):
        refuse('sockets are not there')
        self.fd = fd
        self.family = family
        self.type = type
        self.proto = proto

    def accept(self, inheritable=True):
        self._check()
        return self.fd, Address()

    def _check(self):
        if self.fd < -1:
            raise CSocketError(self.fd)

    def bind(self, address):
        self._check()

    def close(self):
        pass

    def connect(self, address):
        self._check()

    def connect_ex(self, address):
        return self.fd

    def detach(self):
        return self.fd

    def getpeername(self):
        return Address()

    def getsockname(self):
        return Address()

    def gettimeout(self):
        return float(self.fd)

    def listen(self, backlog):
        self._check()

    def recv(self, buffersize, flags=0):
        return NonConstant('')

    def recvfrom(self, buffersize, flags=0):
        return NonConstant(''), Address()

    def send(self, data, flags=0):
        return self.fd

    def sendall(self, data, flags=0, signal_checker=None):
        pass

    def sendto(self, data, flags, address):
        return self.fd

    def setblocking(self, block):
        pass

    def settimeout(self, timeout):
        pass

    def setsockopt_int(self, level, option, value):
        pass

    def shutdown(self, how):
        pass


def fromfd(fd, family, type, proto=0, inheritable=True):
    """A socket for a descriptor that is there."""
    return RSocket(family, type, proto, fd, inheritable)


def socketpair(family=AF_UNIX, type=SOCK_STREAM, proto=0):
    """Two sockets that lead to each other."""
    return RSocket(family, type, proto), RSocket(family, type, proto)


def gethostname():
    refuse('gethostname() cannot be called')
    return NonConstant('')


def gethostbyname(name):
    refuse('gethostbyname() cannot be called')
    return Address()


def gethostbyaddr(ip):
    refuse('gethostbyaddr() cannot be called')
    return NonConstant(''), [NonConstant('')], [Address()]


def getservbyname(name, proto=None):
    refuse('getservbyname() cannot be called')
    return NonConstant(0)


def getservbyport(port, proto=None):
    refuse('getservbyport() cannot be called')
    return NonConstant('')


def getprotobyname(name):
    refuse('getprotobyname() cannot be called')
    return NonConstant(0)


def inet_ntop(family, packed):
    refuse('inet_ntop() cannot be called')
    return NonConstant('')


def inet_pton(family, ip):
    refuse('inet_pton() cannot be called')
    return NonConstant('')


def inet_aton(ip):
    refuse('inet_aton() cannot be called')
    return NonConstant('')


def inet_ntoa(packed):
    refuse('inet_ntoa() cannot be called')
    return NonConstant('')


def rsocket_startup():
    """What Windows needs."""
