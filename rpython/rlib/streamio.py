"""Streams over file descriptors: `open_file_as_stream`, `fdopen_as_stream`.

    f = open_file_as_stream(name, 'rU')
    line = f.readline()
    f.close()

A stream is a `DiskFile`, which holds nothing back, or layers over one: an output buffer, an input buffer, a filter
that reads '\\r' and '\\r\\n' as '\\n'. The mode and the buffering say which. A layer works over every object with the
methods of `Stream`.
"""
import errno
import os

from rpython.rlib import rposix
from rpython.rlib.objectmodel import specialize
from rpython.rlib.rarithmetic import r_longlong
from rpython.rlib.rstring import StringBuilder

# How much a layer asks for or holds back, unless the buffering says otherwise; the most that it asks for at once.
BUFFER_SIZE = 8192
LARGEST_READ = 524288

# What `getnewlines` adds up.
SEEN_CR = 1
SEEN_LF = 2
SEEN_CRLF = 4


class StreamError(Exception):
    def __init__(self, message):
        self.message = message


class MyNotImplementedError(Exception):
    """A stream does not have this method."""


# What the methods of streams raise.
StreamErrors = (OSError, StreamError)


class Stream(object):
    """What all streams have. A class of its own needs `read` to be read from, `write` to be written to."""

    def read(self, n=-1):
        raise MyNotImplementedError

    def write(self, data):
        raise MyNotImplementedError

    def tell(self):
        raise MyNotImplementedError

    def seek(self, offset, whence=0):
        raise MyNotImplementedError

    def truncate(self, size):
        raise MyNotImplementedError

    def readall(self):
        """All up to the end. After an error it is what was read before, if that is anything."""
        text = StringBuilder()
        size = BUFFER_SIZE
        while True:
            try:
                data = self.read(size)
            except OSError:
                if text.getlength() == 0:
                    raise
                return text.build()
            if not data:
                return text.build()
            text.append(data)
            size = min(2 * size, LARGEST_READ)

    def readline(self):
        """Up to the end of the line. What `peek` shows may be read at once, anything else one character at a time."""
        line = StringBuilder()
        while True:
            pos, text = self.peek()
            assert pos >= 0
            end = text.find('\n', pos)
            if end < 0:
                end = len(text)
            data = self.read(end + 1 - pos)
            line.append(data)
            if not data or data.endswith('\n'):
                return line.build()

    def peek(self):
        """A text and a position in it: what was read ahead stands behind it."""
        return 0, ''

    def count_buffered_bytes(self):
        pos, text = self.peek()
        return len(text) - pos

    def flush(self):
        pass

    def flush_buffers(self):
        """Writes what is held back, and gives back what was read ahead, as far as the descriptor can seek."""

    def flushable(self):
        return False

    def close(self):
        self.close1(True)

    def close1(self, closefileno):
        """The end of the stream; the descriptor is closed if `closefileno`."""

    def getnewlines(self):
        """Which ends of lines a filter has seen."""
        return 0

    def try_to_find_file_descriptor(self):
        return -1


class DiskFile(Stream):
    """A descriptor. Each call is a call of the operating system, repeated when a signal interrupts it."""

    def __init__(self, fd, signal_checker=None):
        self.fd = fd
        self.signal_checker = signal_checker

    def _interrupted(self, error):
        """Raises the error, unless a signal is to blame."""
        if error.errno != errno.EINTR:
            raise error
        if self.signal_checker is not None:
            self.signal_checker()

    def read(self, n=-1):
        if n < 0:
            return self.readall()
        while True:
            try:
                return os.read(self.fd, n)
            except OSError as e:
                self._interrupted(e)

    def readline(self):
        line = StringBuilder()
        while True:
            c = self.read(1)
            line.append(c)
            if c == '' or c == '\n':
                return line.build()

    def write(self, data):
        while data:
            try:
                n = os.write(self.fd, data)
            except OSError as e:
                self._interrupted(e)
            else:
                assert n >= 0
                data = data[n:]

    def tell(self):
        return os.lseek(self.fd, 0, 1)

    def seek(self, offset, whence=0):
        os.lseek(self.fd, offset, whence)

    def truncate(self, size):
        os.ftruncate(self.fd, size)

    def close1(self, closefileno):
        if closefileno:
            os.close(self.fd)

    def try_to_find_file_descriptor(self):
        return self.fd


class Layer(Stream):
    """A stream over another one, `base`: what it does not do itself, that does."""

    def __init__(self, base):
        self.base = base

    def read(self, n=-1):
        return self.base.read(n)

    def write(self, data):
        self.flush_buffers()
        self.base.write(data)

    def tell(self):
        return self.base.tell()

    def seek(self, offset, whence=0):
        self.flush_buffers()
        self.base.seek(offset, whence)

    def truncate(self, size):
        self.flush_buffers()
        self.base.truncate(size)

    def flush(self):
        self.flush_buffers()
        self.base.flush()

    def flushable(self):
        return self.base.flushable()

    def close1(self, closefileno):
        self.base.close1(closefileno)

    def try_to_find_file_descriptor(self):
        return self.base.try_to_find_file_descriptor()

    def _give_back(self, n):
        """Moves the base back by what was read ahead; whether it can."""
        try:
            self.base.seek(-n, 1)
        except (MyNotImplementedError, OSError):
            return False
        return True


class BufferingOutputStream(Layer):
    """Holds back what is written until there is enough of it. What could not be written is tried again with the next
    text only, so that `close` after an error does not fail once more."""

    def __init__(self, base, bufsize=-1):
        Layer.__init__(self, base)
        if bufsize < 0:
            bufsize = BUFFER_SIZE
        self.bufsize = bufsize
        self.pending = []
        self.held = 0
        self.failed = False

    def _hold(self, data):
        self.pending.append(data)
        self.held += len(data)

    def _write_out(self):
        if self.held == 0:
            return
        self.failed = True
        self.base.write(''.join(self.pending))
        self.failed = False
        self.pending = []
        self.held = 0

    def write(self, data):
        self.failed = False
        self._hold(data)
        if self.held >= self.bufsize:
            self._write_out()

    def flush_buffers(self):
        if not self.failed:
            self._write_out()

    def read(self, n=-1):
        self.flush_buffers()
        return self.base.read(n)

    def readall(self):
        self.flush_buffers()
        return self.base.readall()

    def readline(self):
        self.flush_buffers()
        return self.base.readline()

    def tell(self):
        return self.base.tell() + self.held

    def flushable(self):
        return True

    def close1(self, closefileno):
        self.flush_buffers()
        self.base.close1(closefileno)


class LineBufferingOutputStream(BufferingOutputStream):
    """Holds back no more than the last line, as long as it has no end."""

    def write(self, data):
        self.failed = False
        end = data.rfind('\n') + 1
        too_much = self.held + len(data) >= self.bufsize
        if too_much:
            # At least one full buffer goes out.
            end = max(end, self.bufsize - self.held)
        assert end >= 0
        if end > 0 or too_much:
            self._hold(data[:end])
            self._write_out()
            data = data[end:]
        if data:
            self._hold(data)


class BufferingInputStream(Layer):
    """Reads ahead: `buffer` is what was read last, and `pos` how far it was given out."""

    def __init__(self, base, bufsize=-1):
        Layer.__init__(self, base)
        if bufsize < 0:
            bufsize = BUFFER_SIZE
        self.bufsize = bufsize
        self._forget()

    def _forget(self):
        self.buffer = ''
        self.pos = 0

    def _ahead(self):
        return len(self.buffer) - self.pos

    def _fill(self, size):
        """Reads on when all was given out; whether there is more."""
        self.buffer = self.base.read(size)
        self.pos = 0
        return self.buffer != ''

    def _take(self, n):
        """The next n characters, which are there."""
        pos = self.pos
        stop = pos + n
        assert pos >= 0
        assert stop >= 0
        self.pos = stop
        return self.buffer[pos:stop]

    def _line_in_buffer(self):
        """How much of the line is there, with its end."""
        pos = self.pos
        assert pos >= 0
        i = self.buffer.find('\n', pos)
        if i < 0:
            return len(self.buffer) - pos
        return i + 1 - pos

    def read(self, n=-1):
        if n < 0:
            return self.readall()
        if n <= self._ahead():
            return self._take(n)
        text = StringBuilder()
        while True:
            piece = self._take(min(n, self._ahead()))
            text.append(piece)
            n -= len(piece)
            if n == 0 or not self._fill(self.bufsize):
                return text.build()

    def readall(self):
        text = StringBuilder()
        text.append(self._take(self._ahead()))
        size = self.bufsize
        while True:
            try:
                if not self._fill(size):
                    return text.build()
            except OSError:
                self._forget()
                if text.getlength() == 0:
                    raise
                return text.build()
            text.append(self._take(self._ahead()))
            size = min(2 * size, LARGEST_READ)

    def readline(self):
        piece = self._take(self._line_in_buffer())
        if piece.endswith('\n'):
            return piece
        line = StringBuilder()
        line.append(piece)
        while self._fill(self.bufsize):
            piece = self._take(self._line_in_buffer())
            line.append(piece)
            if piece.endswith('\n'):
                break
        return line.build()

    def peek(self):
        return self.pos, self.buffer

    def flush_buffers(self):
        if self.buffer and self._give_back(self._ahead()):
            self._forget()

    def tell(self):
        position = self.base.tell()
        if position < self._ahead():
            # Somebody else has moved the descriptor: the buffer is from another place.
            self._forget()
        return position - self._ahead()

    def seek(self, offset, whence=0):
        if whence == 2:
            self._seek_from_end(offset)
            return
        if whence != 0 and whence != 1:
            raise StreamError("whence should be 0, 1 or 2")
        distance = offset
        if whence == 0:
            distance = offset - self.tell()
        ahead = self._ahead()
        if -self.pos <= distance <= ahead:
            self.pos += distance
            return
        if whence == 1:
            offset = distance - ahead
        try:
            self.base.seek(offset, whence)
        except MyNotImplementedError:
            if distance < 0:
                self._forget()
                raise
            self.read(distance)
        else:
            self._forget()

    def _seek_from_end(self, offset):
        try:
            self.base.seek(offset, 2)
        except MyNotImplementedError:
            rest = self.readall()
            start = len(rest) + offset
            if start < 0:
                raise StreamError("cannot seek back")
            self.buffer = rest
            self.pos = min(start, len(rest))
        else:
            self._forget()


class TextInputFilter(Layer):
    """Reads every end of a line as '\\n' and keeps account of which there were. A '\\r' that was read last is given
    out at once; a '\\n' behind it is left out later."""

    def __init__(self, base):
        Layer.__init__(self, base)
        self.after_cr = False
        self.ahead = ''         # a character that was read to know what a '\r' is
        self.seen = 0

    def _read_base(self, n):
        if self.ahead:
            data = self.ahead
            self.ahead = ''
            return data
        data = self.base.read(n)
        if self.after_cr:
            self.after_cr = False
            if data.startswith('\n'):
                self.seen |= SEEN_CRLF
                data = data[1:]
                if not data:
                    data = self.base.read(n)
            else:
                self.seen |= SEEN_CR
        return data

    def read(self, n=-1):
        data = self._read_base(n)
        cr = data.find('\r')
        if cr < 0:
            if '\n' in data:
                self.seen |= SEEN_LF
            return data
        text = StringBuilder()
        start = 0
        while cr >= 0:
            self._append(text, data, start, cr)
            text.append('\n')
            start = cr + 1
            if start == len(data):
                self.after_cr = True
            elif data[start] == '\n':
                self.seen |= SEEN_CRLF
                start += 1
            else:
                self.seen |= SEEN_CR
            cr = data.find('\r', start)
        self._append(text, data, start, len(data))
        return text.build()

    def _append(self, text, data, start, stop):
        """Adds a part without a '\\r'."""
        assert start >= 0
        assert stop >= 0
        if data.find('\n', start, stop) >= 0:
            self.seen |= SEEN_LF
        text.append_slice(data, start, stop)

    def readall(self):
        return Stream.readall(self)

    def readline(self):
        line = StringBuilder()
        while True:
            pos, text = self.base.peek()
            end = pos
            while end < len(text) and text[end] != '\n' and text[end] != '\r':
                end += 1
            data = self.read(end + 1 - pos)
            line.append(data)
            if not data or data.endswith('\n'):
                return line.build()

    def getnewlines(self):
        return self.seen

    def peek(self):
        return 0, self.ahead

    def _settle(self):
        """Finds out what the last '\\r' is."""
        if self.after_cr:
            self.after_cr = False
            self.ahead = self.base.read(1)
            if self.ahead == '\n':
                self.seen |= SEEN_CRLF
                self.ahead = ''
            else:
                self.seen |= SEEN_CR

    def flush_buffers(self):
        self._settle()
        if self.ahead and self._give_back(len(self.ahead)):
            self.ahead = ''

    def tell(self):
        self._settle()
        return self.base.tell() - len(self.ahead)

    def seek(self, offset, whence=0):
        if whence == 1:
            offset -= len(self.ahead)
        self.base.seek(offset, whence)
        self.after_cr = False
        self.ahead = ''


class Mode(object):
    """What the text of a mode says: 'r', 'w' or 'a', then '+', 'b' and 'U' in any order. 'U' alone is 'rU'."""

    def __init__(self, text):
        if text.startswith('U'):
            text = 'r' + text
        self.kind = text[:1]
        if self.kind != 'r' and self.kind != 'w' and self.kind != 'a':
            raise KeyError(text)
        plus = False
        self.universal = False
        for i in range(1, len(text)):
            if text[i] == '+':
                plus = True
            elif text[i] == 'U':
                self.universal = True
            elif text[i] != 'b':
                break
        self.reads = self.kind == 'r' or plus
        self.writes = self.kind != 'r' or plus

    def flags(self):
        flags = os.O_RDONLY
        if self.reads and self.writes:
            flags = os.O_RDWR
        elif self.writes:
            flags = os.O_WRONLY
        if self.kind == 'w':
            flags |= os.O_CREAT | os.O_TRUNC
        elif self.kind == 'a':
            flags |= os.O_CREAT | os.O_APPEND
        return flags


def _with_layers(stream, mode, buffering):
    """Buffering 0 is none, 1 holds back lines, any other positive number is the size of buffers."""
    if buffering != 0:
        size = buffering
        if buffering == 1:
            size = -1
        if mode.writes:
            if buffering == 1:
                stream = LineBufferingOutputStream(stream)
            else:
                stream = BufferingOutputStream(stream, size)
        if mode.reads:
            stream = BufferingInputStream(stream, size)
    if mode.universal and mode.reads:
        stream = TextInputFilter(stream)
    return stream


@specialize.argtype(0)
def open_file_as_stream(path, mode='r', buffering=-1, signal_checker=None):
    m = Mode(mode)
    fd = rposix.open(path, m.flags(), 438)
    if m.kind == 'a':
        try:
            os.lseek(fd, 0, 2)
        except OSError:
            # A pipe has no positions.
            pass
    return _with_layers(DiskFile(fd, signal_checker), m, buffering)


def fdopen_as_stream(fd, mode, buffering=-1, signal_checker=None):
    return _with_layers(DiskFile(fd, signal_checker), Mode(mode), buffering)


# The methods of streams, and what they take.
STREAM_METHODS = {
    'read': [int], 'write': [str], 'tell': [], 'seek': [r_longlong, int], 'readall': [], 'readline': [], 'truncate': [r_longlong],
    'flush': [], 'flushable': [], 'close1': [int], 'peek': [], 'try_to_find_file_descriptor': [], 'getnewlines': [],
}
O_BINARY = 0


class CallbackReadFilter(Layer):
    """Calls a function before anything is read that might have to be waited for."""

    def __init__(self, base, callback):
        Layer.__init__(self, base)
        self.callback = callback

    def flush_buffers(self):
        self.callback()

    def seek(self, offset, whence=0):
        self.base.seek(offset, whence)

    def write(self, data):
        self.base.write(data)

    def truncate(self, size):
        self.base.truncate(size)

    def flush(self):
        self.base.flush()

    def read(self, n=-1):
        self.callback()
        return self.base.read(n)

    def readall(self):
        self.callback()
        return self.base.readall()

    def readline(self):
        self.callback()
        return self.base.readline()

    def peek(self):
        return self.base.peek()

    def getnewlines(self):
        return self.base.getnewlines()
