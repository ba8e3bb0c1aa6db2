"""In-memory streams, and the names of the open function."""
import os as _os

open = open
SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2
DEFAULT_BUFFER_SIZE = 8192


class UnsupportedOperation(OSError, ValueError):
    pass


class IOBase(object):
    pass


class RawIOBase(IOBase):
    pass


class BufferedIOBase(IOBase):
    pass


class TextIOBase(IOBase):
    pass


class StringIO(TextIOBase):
    _empty = ''

    def __init__(self, initial='', newline='\n'):
        self._data = initial or self._empty
        self._pieces = []
        self._pos = 0
        self.closed = False
        self.softspace = 0

    def _flat(self):
        if self._pieces:
            self._data += self._empty.join(self._pieces)
            self._pieces = []
        return self._data

    def _check(self):
        if self.closed:
            raise ValueError('I/O operation on closed file')

    def write(self, s):
        self._check()
        n = len(s)
        if self._pos is None:
            self._pieces.append(s)
            return n
        data = self._flat()
        if self._pos == len(data):
            self._pieces.append(s)
            self._pos = None
            return n
        pos = self._pos
        if pos > len(data):
            data += '\0' * (pos - len(data))
        self._data = data[:pos] + s + data[pos + n:]
        self._pos = pos + n
        return n

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def _where(self):
        data = self._flat()
        if self._pos is None:
            self._pos = len(data)
        return data, self._pos

    def getvalue(self):
        self._check()
        return self._flat()

    def read(self, n=-1):
        self._check()
        data, pos = self._where()
        end = len(data) if n is None or n < 0 else min(len(data), pos + n)
        self._pos = max(end, pos)
        return data[pos:end]

    def readline(self, limit=-1):
        self._check()
        data, pos = self._where()
        end = data.find('\n', pos)
        end = len(data) if end < 0 else end + 1
        if limit is not None and limit >= 0:
            end = min(end, pos + limit)
        self._pos = end
        return data[pos:end]

    def readlines(self, hint=-1):
        return list(iter(self.readline, self._empty))

    def __iter__(self):
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def seek(self, pos, whence=0):
        data, here = self._where()
        if whence == 1:
            pos += here
        elif whence == 2:
            pos += len(data)
        self._pos = max(pos, 0)
        return self._pos

    def tell(self):
        return self._where()[1]

    def truncate(self, size=None):
        data, pos = self._where()
        size = pos if size is None else size
        self._data = data[:size]
        return size

    reset = lambda self: self.seek(0)

    def flush(self):
        pass

    def close(self):
        self.closed = True

    def isatty(self):
        return False

    def readable(self):
        return True

    def writable(self):
        return True

    def seekable(self):
        return True

    def fileno(self):
        raise UnsupportedOperation('fileno')

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.close()


class BytesIO(StringIO):
    def getbuffer(self):
        return self.getvalue()


TextIOWrapper = StringIO
FileIO = open
