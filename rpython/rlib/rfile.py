"""Files of translated programs: what `open()` gives, over the descriptors of `os`.

    f = open(name, 'r'); text = f.read(); f.close()

Reading is buffered. What is written goes to the system at once, whatever the buffering that was asked for: nobody has
to close a file, and all that stand for one descriptor (as `create_stdio()` makes at each call) write in the order in
which the program does.  All errors are IOErrors.
"""
import os
# The class of Python 2; for programs in Python 3 it is an OSError.
from __builtin__ import IOError

BUFFER_SIZE = 65536

SEEK_SET = 0
SEEK_CUR = 1
SEEK_END = 2


def _io_error(error):
    return IOError(error.errno, os.strerror(error.errno))


class RFile(object):
    def __init__(self, fd, readable, writable, append):
        self.fd = fd
        self.readable = readable
        self.writable = writable
        self.append = append
        self.buffer = ''
        self.position = 0

    @property
    def closed(self):
        return self.fd < 0

    # -- reading --------------------------------------------------------

    def _check_readable(self):
        if self.fd < 0:
            raise ValueError("I/O operation on closed file")
        if not self.readable:
            raise IOError(9, "File not open for reading")

    def _fill(self):
        """Reads a block behind what is left in the buffer; False at the end of the file."""
        try:
            data = os.read(self.fd, BUFFER_SIZE)
        except OSError as e:
            raise _io_error(e)
        if len(data) == 0:
            return False
        position = self.position
        assert position >= 0
        if position == len(self.buffer):
            self.buffer = data
        else:
            self.buffer = self.buffer[position:] + data
        self.position = 0
        return True

    def _rest(self):
        position = self.position
        assert position >= 0
        rest = self.buffer[position:]
        self.buffer = ''
        self.position = 0
        return rest

    def read(self, size=-1):
        self._check_readable()
        if size < 0:
            parts = [self._rest()]
            while self._fill():
                parts.append(self._rest())
            return ''.join(parts)
        while len(self.buffer) - self.position < size:
            if not self._fill():
                break
        position = self.position
        stop = position + size
        if stop > len(self.buffer):
            stop = len(self.buffer)
        assert position >= 0
        assert stop >= 0
        result = self.buffer[position:stop]
        self.position = stop
        return result

    def readline(self, size=-1):
        """The next line with its newline; the empty string at the end."""
        self._check_readable()
        scanned = self.position
        while True:
            assert scanned >= 0
            found = self.buffer.find('\n', scanned)
            if found >= 0:
                stop = found + 1
                break
            length = len(self.buffer) - self.position
            if size >= 0 and length >= size:
                stop = self.position + length
                break
            if not self._fill():
                stop = len(self.buffer)
                break
            scanned = length
        position = self.position
        if size >= 0 and stop - position > size:
            stop = position + size
        assert position >= 0
        assert stop >= 0
        result = self.buffer[position:stop]
        self.position = stop
        return result

    def readlines(self):
        result = []
        while True:
            line = self.readline()
            if len(line) == 0:
                return result
            result.append(line)

    # Iteration over lines: an addition to RPython's own module.
    def __iter__(self):
        return self

    def next(self):
        line = self.readline()
        if len(line) == 0:
            raise StopIteration
        return line

    __next__ = next

    # -- writing --------------------------------------------------------

    def write(self, text):
        if self.fd < 0:
            raise ValueError("I/O operation on closed file")
        if not self.writable:
            raise IOError(9, "File not open for writing")
        self._forget_input()
        try:
            while len(text) > 0:
                n = os.write(self.fd, text)
                text = text[n:]
        except OSError as e:
            raise _io_error(e)

    def flush(self):
        """Nothing is left to be written."""
        if self.fd < 0:
            raise ValueError("I/O operation on closed file")

    def _forget_input(self):
        """The descriptor goes back to where the reader is."""
        left = len(self.buffer) - self.position
        if left > 0:
            try:
                os.lseek(self.fd, -left, SEEK_CUR)
            except OSError as e:
                raise _io_error(e)
        self.buffer = ''
        self.position = 0

    # -- position and end -----------------------------------------------

    def seek(self, offset, whence=SEEK_SET):
        if self.fd < 0:
            raise ValueError("I/O operation on closed file")
        self._forget_input()
        try:
            os.lseek(self.fd, offset, whence)
        except OSError as e:
            raise _io_error(e)

    def tell(self):
        if self.fd < 0:
            raise ValueError("I/O operation on closed file")
        try:
            at = os.lseek(self.fd, 0, SEEK_CUR)
        except OSError as e:
            raise _io_error(e)
        return at - (len(self.buffer) - self.position)

    def close(self):
        """Unlike in Python the result is a number, 0: it is the status of what is a pipe to a command."""
        if self.fd < 0:
            return 0
        fd = self.fd
        self.fd = -1
        try:
            os.close(fd)
        except OSError as e:
            raise _io_error(e)
        return 0

    def isatty(self):
        return os.isatty(self.fd)

    def fileno(self):
        if self.fd < 0:
            raise ValueError("I/O operation on closed file")
        return self.fd

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.close()


def create_file(filename, mode='r', buffering=-1):
    """`open(filename, mode)`"""
    kind = '?'
    update = False
    for c in mode:
        if c == 'r' or c == 'w' or c == 'a':
            kind = c
        elif c == '+':
            update = True
        elif c != 'b' and c != 'U' and c != 't':
            kind = '?'
            break
    if kind == 'r':
        flags = 0
    elif kind == 'w':
        flags = os.O_CREAT | os.O_TRUNC
    elif kind == 'a':
        flags = os.O_CREAT | os.O_APPEND
    else:
        raise ValueError("invalid file mode")
    if update:
        flags |= os.O_RDWR
    elif kind != 'r':
        flags |= os.O_WRONLY
    try:
        fd = os.open(filename, flags, 0o666)
    except OSError as e:
        raise _io_error(e)
    return RFile(fd, update or kind == 'r', update or kind != 'r', kind == 'a')


def create_fdopen_rfile(fd, mode='r', buffering=-1):
    readable = 'r' in mode or '+' in mode
    writable = 'r' not in mode or '+' in mode
    return RFile(fd, readable, writable, 'a' in mode)


def create_stdio():
    """Standard input, output and error."""
    return (RFile(0, True, False, False), RFile(1, False, True, False), RFile(2, False, True, False))


class RPopenFile(RFile):
    """A pipe to a command that the shell runs, or from one. `close()` waits for it, and gives its status."""

    def __init__(self, fd, pid, reads):
        RFile.__init__(self, fd, reads, not reads, False)
        self.pid = pid

    def close(self):
        if self.fd < 0:
            return 0
        RFile.close(self)
        try:
            pid, status = os.waitpid(self.pid, 0)
        except OSError as e:
            raise _io_error(e)
        return status


def _run_shell(command, end, descriptor):
    """In the new process: puts the pipe in place of standard input or output, and becomes the shell."""
    try:
        if end != descriptor:
            os.dup2(end, descriptor)
            os.close(end)
        os.execv('/bin/sh', ['sh', '-c', command])
    except OSError:
        pass
    os._exit(127)


def create_popen_file(command, type):
    """Runs a command: 'r' reads what it writes to its standard output, 'w' writes to its standard input."""
    if type != 'r' and type != 'w':
        raise ValueError("invalid mode")
    reads = type == 'r'
    read_end, write_end = os.pipe()
    pid = os.fork()
    if pid == 0:
        if reads:
            os.close(read_end)
            _run_shell(command, write_end, 1)
        else:
            os.close(write_end)
            _run_shell(command, read_end, 0)
    if reads:
        os.close(write_end)
        return RPopenFile(read_end, pid, True)
    os.close(read_end)
    return RPopenFile(write_end, pid, False)
