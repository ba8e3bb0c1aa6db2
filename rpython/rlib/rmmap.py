# genext: python2
"""Memory maps of files and of no file: `mmap(fd, length, ...)` gives an MMap.

What is in memory is read and written through functions of `os` of our own, which know where a map ends. (Untranslated
they read and write the file.) The methods expect that a map is open and may be written: `check_valid` and
`check_writeable` say so.
"""
import errno
import os
import stat

from rpython.rlib.objectmodel import we_are_translated
from rpython.rlib.rarithmetic import intmask
from rpython.rtyper.lltypesystem import lltype, rffi


class RMMapError(Exception):
    def __init__(self, message):
        self.message = message


class RValueError(RMMapError):
    pass


class RTypeError(RMMapError):
    pass


MAP_SHARED, MAP_PRIVATE, MAP_FIXED = 0x1, 0x2, 0x10
MAP_ANON = MAP_ANONYMOUS = 0x20
MAP_DENYWRITE, MAP_EXECUTABLE, MAP_NORESERVE = 0x800, 0x1000, 0x4000
PROT_READ, PROT_WRITE, PROT_EXEC = 0x1, 0x2, 0x4
MS_SYNC = 4
MREMAP_MAYMOVE = 1
MADV_NORMAL, MADV_RANDOM, MADV_SEQUENTIAL, MADV_WILLNEED = 0, 1, 2, 3
MADV_DONTNEED, MADV_FREE = 4, 8
_NAMES = ('MAP_SHARED', 'MAP_PRIVATE', 'MAP_FIXED', 'MAP_ANON', 'MAP_ANONYMOUS', 'MAP_DENYWRITE', 'MAP_EXECUTABLE',
          'MAP_NORESERVE', 'PROT_READ', 'PROT_WRITE', 'PROT_EXEC', 'MS_SYNC', 'MREMAP_MAYMOVE', 'MADV_NORMAL',
          'MADV_RANDOM', 'MADV_SEQUENTIAL', 'MADV_WILLNEED', 'MADV_DONTNEED', 'MADV_FREE')
constants = dict([(_name, globals()[_name]) for _name in _NAMES])
PAGESIZE = ALLOCATIONGRANULARITY = 4096
_POSIX, _MS_WINDOWS, _CYGWIN = True, False, False
HAVE_LARGEFILE_SUPPORT = False          # the offsets of files are machine words anyway
has_mremap = has_madvise = True

_ACCESS_DEFAULT, ACCESS_READ, ACCESS_WRITE, ACCESS_COPY = range(4)

PTR = rffi.CCHARP
NULL = NODATA = lltype.nullptr(PTR.TO)


class _Data(object):
    """What stands for the memory of a map while a program is not translated. Behind the map there are zeros up to the
    end of the page."""

    def __init__(self, map):
        self._map = map

    def __getitem__(self, i):
        if self._map.size <= i < -(-self._map.size // PAGESIZE) * PAGESIZE:
            return '\0'
        return self._map.getslice(i, 1)

    def __setitem__(self, i, c):
        self._map.setslice(i, c)


class MMap(object):
    """A map of a file, or of memory without one. What nobody refers to is closed. `data` is the memory itself, and knows no end."""

    def __init__(self, access, offset):
        self.size = 0
        self.pos = 0
        self.access = access
        self.offset = offset
        self.fd = -1
        self.closed = False
        self._number = -1
        self.data = NODATA

    # What may be done.

    def check_valid(self):
        if self.closed:
            raise RValueError('map closed or invalid')

    def check_writeable(self):
        if self.access == ACCESS_READ:
            raise RTypeError("mmap can't modify a readonly memory map.")

    def check_resizeable(self):
        if self.access != ACCESS_WRITE and self.access != _ACCESS_DEFAULT:
            raise RTypeError("mmap can't resize a readonly or copy-on-write memory map.")

    # The map as a whole.

    def close(self):
        self.closed = True
        if self.fd != -1:
            os.close(self.fd)
            self.fd = -1
        if self.size > 0:
            self.unmap()
            self.size = 0

    def __del__(self):
        if not self.closed:
            self.close()

    def unmap(self):
        os._map_close(self._number)
        self._number = -1
        self.data = NODATA

    def _opened(self, size):
        """The map is in memory, where it was not before."""
        self.size = size
        if we_are_translated():
            self.data = rffi.cast(PTR, os._map_address(self._number))
        else:
            self.data = _Data(self)

    def len(self):
        return self.size

    def file_size(self):
        return os.fstat(self.fd).st_size

    def resize(self, newsize):
        """Makes the file as long, too."""
        if self.fd >= 0:
            os.ftruncate(self.fd, self.offset + newsize)
        os._map_resize(self._number, newsize)
        self._opened(newsize)

    def flush(self, offset=0, size=0):
        """Writes pages to the disk; all, if no size is given."""
        if size == 0:
            size = self.size
        if offset < 0 or size < 0 or offset + size > self.size:
            raise RValueError('flush values out of range')
        os._map_sync(self._number, offset, size)
        return 0

    def madvise(self, flags, start, end):
        """Says how a part will be used. Nothing comes of it."""
        if flags < MADV_NORMAL or flags > MADV_WILLNEED or start < 0 or start % PAGESIZE != 0:
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))

    # Bytes at a place.

    def getptr(self, offset):
        """The address in memory. Only a translated program has one."""
        if not we_are_translated():
            raise NotImplementedError('a map has no address in a program that is not translated')
        return rffi.ptradd(self.data, offset)

    def _expect(self, start, count):
        if start < 0 or count > self.size - start:
            raise IndexError('outside of the map')

    def getslice(self, start, length):
        if length <= 0:
            return ''
        self._expect(start, length)
        return os._map_read(self._number, start, length)

    def setslice(self, start, newdata):
        self._expect(start, len(newdata))
        os._map_write(self._number, start, newdata)

    def getitem(self, index):
        self.check_valid()
        if index < 0:
            index += self.size
        self._expect(index, 1)
        return os._map_read(self._number, index, 1)[0]

    def setitem(self, index, value):
        if len(value) != 1:
            raise RValueError('mmap assignment must be single-character string')
        if index < 0:
            index += self.size
        self.setslice(index, value)

    def move(self, dest, src, count):
        """Copies bytes to another place, which may overlap with the first."""
        if (src < 0 or dest < 0 or count < 0 or src + count > self.size or dest + count > self.size):
            raise RValueError('source or destination out of range')
        self.setslice(dest, self.getslice(src, count))

    def find(self, tofind, start, end, reverse=False):
        """The first (or last) place of a string in a part, or -1."""
        start = self._place(start)
        end = min(self._place(end), self.size)
        if end - start < len(tofind):
            return -1
        part = self.getslice(start, end - start)
        if reverse:
            found = part.rfind(tofind)
        else:
            found = part.find(tofind)
        return found if found < 0 else start + found

    def _place(self, index):
        """Counts from the end if negative."""
        if index < 0:
            index = max(index + self.size, 0)
        return index

    # Bytes at the position.

    def tell(self):
        return self.pos

    def seek(self, pos, whence=0):
        if whence == 0:
            where = pos
        elif whence == 1:
            where = self.pos + pos
        elif whence == 2:
            where = self.size + pos
        else:
            raise RValueError('unknown seek type')
        if not 0 <= where <= self.size:
            raise RValueError('seek out of range')
        self.pos = intmask(where)

    def read(self, num=-1):
        """As many bytes, or those that are left; all that are left without a number."""
        left = self.size - self.pos
        if num < 0 or num > left:
            num = left
        text = self.getslice(self.pos, num)
        self.pos += len(text)
        return text

    def read_byte(self):
        if self.pos >= self.size:
            raise RValueError('read byte out of range')
        value = self.getitem(self.pos)
        self.pos += 1
        return value

    def readline(self):
        """Up to the next '\\n' and with it, or all that is left."""
        parts = []
        pos = self.pos
        while pos < self.size:
            part = self.getslice(pos, min(self.size - pos, PAGESIZE))
            newline = part.find('\n')
            if newline >= 0:
                parts.append(part[:newline + 1])
                break
            parts.append(part)
            pos += len(part)
        line = ''.join(parts)
        self.pos += len(line)
        return line

    def write(self, data):
        if self.pos + len(data) > self.size:
            raise RValueError('data out of range')
        self.setslice(self.pos, data)
        self.pos += len(data)

    def write_byte(self, byte):
        if len(byte) != 1:
            raise RTypeError('write_byte() argument must be char')
        if self.pos >= self.size:
            raise RValueError('write byte out of range')
        self.setslice(self.pos, byte)
        self.pos += 1


def _size_for_file(fd, length, offset):
    """How much of a file is mapped: what is asked for, or without a length all behind the offset."""
    try:
        status = os.fstat(fd)
    except OSError:
        return length
    if not stat.S_ISREG(status.st_mode):
        return length
    size = status.st_size
    if length == 0:
        if size == 0:
            raise RValueError('cannot mmap an empty file')
        if offset > size:
            raise RValueError('mmap offset is greater than file size')
        return size - offset
    if length > size - offset:
        raise RValueError('mmap length is greater than file size')
    return length


def mmap(fileno, length, flags=MAP_SHARED, prot=PROT_WRITE | PROT_READ, access=_ACCESS_DEFAULT, offset=0):
    """Maps a file, or (with -1) new memory. The access says what flags and protection say, in one number."""
    if access != _ACCESS_DEFAULT and (flags != MAP_SHARED or prot != PROT_WRITE | PROT_READ):
        raise RValueError("mmap can't specify both access and flags, prot.")
    if length < 0:
        raise RTypeError('memory mapped size must be positive')
    if offset < 0:
        raise RValueError('negative offset')
    if access == ACCESS_READ:
        prot = PROT_READ
    elif access == ACCESS_COPY:
        flags = MAP_PRIVATE
    elif access == _ACCESS_DEFAULT:
        if not prot & PROT_WRITE:
            access = ACCESS_READ
        elif not prot & PROT_READ:
            access = ACCESS_WRITE
    elif access != ACCESS_WRITE:
        raise RValueError('mmap invalid access parameter.')
    size = _size_for_file(fileno, length, offset)
    map = MMap(access, offset)
    if fileno == -1:
        flags |= MAP_ANONYMOUS
    else:
        map.fd = os.dup(fileno)
    try:
        map._number = os._map_open(fileno, size, prot, flags, offset)
    except OSError:
        map.close()
        raise
    map._opened(size)
    return map


def alloc(map_size):
    """New memory, for `free`."""
    return lltype.malloc(PTR.TO, map_size, flavor='raw', zero=True, track_allocation=False)


def free(ptr, map_size):
    lltype.free(ptr, flavor='raw', track_allocation=False)


def madvise_free(addr, map_size):
    """Says that what is in the memory is not needed. Nothing comes of it."""
