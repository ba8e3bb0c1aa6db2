"""Buffered streams over file descriptors."""
import os


class StreamError(Exception):
    def __init__(self, message):
        self.message = message


class Stream(object):
    """A file opened for reading or writing, with one buffer for each direction."""

    def __init__(self, fd):
        self.fd = fd
        self.buffer = ''
        self.pos = 0
        self.pending = []
        self.pending_size = 0

    def _fill(self):
        """Reads the next chunk behind what is left; whether there was one."""
        chunk = os.read(self.fd, 32768)
        if chunk == '':
            return False
        pos = self.pos
        assert pos >= 0
        self.buffer = self.buffer[pos:] + chunk
        self.pos = 0
        return True

    def _take(self, stop):
        pos = self.pos
        assert pos >= 0
        assert stop >= 0
        data = self.buffer[pos:stop]
        self.pos = stop
        return data

    def read(self, n=-1):
        if n < 0:
            return self.readall()
        while len(self.buffer) - self.pos < n:
            if not self._fill():
                break
        return self._take(min(self.pos + n, len(self.buffer)))

    def readall(self):
        while self._fill():
            pass
        return self._take(len(self.buffer))

    def readline(self):
        searched = self.pos
        while True:
            assert searched >= 0
            i = self.buffer.find('\n', searched)
            if i >= 0:
                return self._take(i + 1)
            left = len(self.buffer) - self.pos
            if not self._fill():
                return self._take(len(self.buffer))
            searched = left

    def write(self, data):
        self.pending.append(data)
        self.pending_size += len(data)
        if self.pending_size >= 32768:
            self.flush()

    def flush(self):
        data = ''.join(self.pending)
        self.pending = []
        self.pending_size = 0
        while data != '':
            n = os.write(self.fd, data)
            assert n >= 0
            data = data[n:]

    def flush_buffers(self):
        self.flush()

    def seek(self, offset, whence=0):
        self.flush()
        if whence == 1:
            offset -= len(self.buffer) - self.pos
        self.buffer = ''
        self.pos = 0
        os.lseek(self.fd, offset, whence)

    def tell(self):
        self.flush()
        return os.lseek(self.fd, 0, 1) - (len(self.buffer) - self.pos)

    def close(self):
        self.flush()
        os.close(self.fd)

    def try_to_find_file_descriptor(self):
        return self.fd


def _flags(mode):
    plus = '+' in mode
    if mode.startswith('r'):
        if plus:
            return os.O_RDWR
        return os.O_RDONLY
    if plus:
        flags = os.O_RDWR
    else:
        flags = os.O_WRONLY
    if mode.startswith('w'):
        return flags | os.O_CREAT | os.O_TRUNC
    if mode.startswith('a'):
        return flags | os.O_CREAT | os.O_APPEND
    raise ValueError('invalid mode')


def open_file_as_stream(path, mode='r', buffering=-1, signal_checker=None):
    return Stream(os.open(path, _flags(mode), 438))


def fdopen_as_stream(fd, mode, buffering=-1, signal_checker=None):
    return Stream(fd)
