# not-cpython: the stand-in library has no maps
# not-low-level: it makes no files
# python2
"""Maps of files and of memory: `rpython.rlib.rmmap`."""
import os

from rpython.rlib import rmmap
from rpython.rlib.rmmap import RTypeError, RValueError


def show(text):
    os.write(1, text + '\n')


def make(path, text):
    fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0600)
    os.write(fd, text)
    return fd


def content(fd):
    os.lseek(fd, 0, 0)
    return os.read(fd, 1000000)


def reading(fd):
    m = rmmap.mmap(fd, 0, access=rmmap.ACCESS_READ)
    show('%d bytes of %d: %s' % (m.len(), m.file_size(), m.readline()[:-1]))
    show(m.read(3) + '|' + m.read_byte() + '|' + m.readline() + '|' + m.readline() + '|%d' % m.tell())
    for pos, whence in [(2, 0), (-1, 1), (-3, 2), (0, 2)]:
        m.seek(pos, whence)
        show('%d %s' % (m.tell(), m.read()))
    for pos, whence in [(1, 2), (-1, 0), (0, 3)]:
        try:
            m.seek(pos, whence)
        except RValueError as e:
            show(e.message)
    try:
        m.read_byte()
    except RValueError as e:
        show(e.message)
    for word in ['o', 'two', 'x', '', 'one\ntwo\nthree', 'ee']:
        for start, end in [(0, 13), (2, -2), (-4, 100), (9, 3), (0, 0)]:
            os.write(1, '%d %d, ' % (m.find(word, start, end), m.find(word, start, end, True)))
        show(word.replace('\n', '/'))
    show(m.getitem(0) + m.getitem(-1) + m.getslice(1, 2) + m.getslice(1, -1))
    for check in range(2):
        try:
            if check:
                m.check_writeable()
            else:
                m.check_resizeable()
        except RTypeError as e:
            show(e.message)
    try:
        m.write_byte('x')
    except RValueError as e:
        show(e.message)
    m.seek(0)
    try:
        m.write_byte('x')
    except OSError as e:
        show('%d' % e.errno)
    m.close()
    m.close()
    try:
        m.check_valid()
    except RValueError as e:
        show(e.message)
    show('%d [%s]' % (m.len(), m.read()))


def writing(fd):
    m = rmmap.mmap(fd, 13, access=rmmap.ACCESS_WRITE)
    m.check_writeable()
    m.write('ONE')
    m.setitem(4, 'T')
    m.setitem(-1, '!')
    m.setslice(5, 'WO')
    m.move(9, 0, 3)
    show(content(fd))
    m.flush()
    m.flush(0, 5)
    for offset, size in [(1, 13), (-1, 2), (0, 14)]:
        try:
            m.flush(offset, size)
        except RValueError as e:
            show(e.message)
    for dest, src, count in [(0, 2, 5), (2, 0, 5), (13, 13, 0), (9, 0, 5), (-1, 0, 1)]:
        try:
            m.move(dest, src, count)
            show(content(fd).replace('\n', '/'))
        except RValueError as e:
            show(e.message)
    m.seek(10)
    try:
        m.write('much')
    except RValueError as e:
        show(e.message)
    for index in [13, -14]:
        try:
            m.setitem(index, 'x')
        except IndexError:
            show('IndexError')
    m.resize(20)
    show('%d %d %d' % (m.len(), m.file_size(), os.fstat(fd).st_size))
    m.setitem(19, 'z')
    show(content(fd).replace('\n', '/').replace('\0', '.'))
    m.close()


def private(fd):
    m = rmmap.mmap(fd, 0, access=rmmap.ACCESS_COPY)
    before = content(fd)
    m.write('mine')
    show(m.getslice(0, 6).replace('\n', '/') + ' %d' % (content(fd) == before))
    m.close()


def pages(fd):
    os.ftruncate(fd, 3 * rmmap.PAGESIZE + 7)
    m = rmmap.mmap(fd, 0, offset=rmmap.PAGESIZE)
    m.setitem(0, 'a')
    m.setitem(2 * rmmap.PAGESIZE + 6, 'b')
    m.setitem(rmmap.PAGESIZE + 1, '\n')
    text = content(fd)
    show('%d %s %s %d' % (m.len(), text[rmmap.PAGESIZE], text[len(text) - 1], len(m.readline())))
    try:
        m.flush(1, 5)
    except OSError as e:
        show('%d' % e.errno)
    m.close()
    page = rmmap.PAGESIZE
    for length, offset in [(0, 1), (1, 4 * page), (5 * page, 0), (0, 4 * page), (1, -1), (-1, 0)]:
        try:
            rmmap.mmap(fd, length, offset=offset)
        except RValueError as e:
            show(e.message)
        except RTypeError as e:
            show(e.message)
        except OSError as e:
            show('%d' % e.errno)


def directly(fd):
    m = rmmap.mmap(fd, 13, access=rmmap.ACCESS_WRITE)
    m.madvise(rmmap.MADV_SEQUENTIAL, 0, 13)
    for flags, start in [(rmmap.MADV_DONTNEED, 0), (rmmap.MADV_NORMAL, 1)]:
        try:
            m.madvise(flags, start, 5)
        except OSError as e:
            show('%d' % e.errno)
    words = 0
    for i in range(m.size):
        if m.data[i] == '\n':
            words += 1
    m.data[0] = 'X'
    show('%d %d %s' % (words, ord(m.data[m.size]), content(fd).replace('\n', '/')))
    m.resize(30)
    m.data[29] = 'Y'
    show('%s %d' % (m.getitem(29), len(content(fd))))
    m.close()


def memory():
    maps = [rmmap.mmap(-1, 100 * (i + 1)) for i in range(3)]
    for i in range(3):
        maps[i].write('abc'[i] * 100)
    maps[1].close()
    maps[1] = rmmap.mmap(-1, 5000)
    show('%d %d %d' % (maps[1].find('b', 0, 5000), maps[0].find('a', 50, 100), maps[2].find('\0', 0, 300)))
    try:
        maps[0].resize(10000)
    except OSError as e:
        show('%d' % e.errno)
    maps[0].resize(3000)
    show('%d %s %d' % (maps[0].len(), maps[0].getitem(99), ord(maps[0].getitem(2999))))
    maps[2].close()
    maps[2] = rmmap.mmap(-1, 10, rmmap.MAP_PRIVATE)
    maps[2].setitem(9, 'p')
    maps[2].resize(10000)
    show('%d %s %d' % (maps[2].len(), maps[2].getitem(9), ord(maps[2].getitem(9999))))
    try:
        maps[0].file_size()
    except OSError as e:
        show('%d' % e.errno)
    for m in maps:
        m.close()


def refused(fd, path):
    for access, flags, prot in [(rmmap.ACCESS_READ, rmmap.MAP_PRIVATE, 3), (7, rmmap.MAP_SHARED, 3)]:
        try:
            rmmap.mmap(fd, 1, flags, prot, access)
        except RValueError as e:
            show(e.message)
    reading_only = os.open(path, os.O_RDONLY, 0600)
    try:
        rmmap.mmap(reading_only, 1, access=rmmap.ACCESS_WRITE)
    except OSError as e:
        show('%d' % e.errno)
    m = rmmap.mmap(reading_only, 1, prot=rmmap.PROT_READ)
    show('%d' % (m.access == rmmap.ACCESS_READ))
    m.close()
    os.close(reading_only)
    os.ftruncate(fd, 0)
    try:
        rmmap.mmap(fd, 0)
    except RValueError as e:
        show(e.message)


def raw():
    data = rmmap.alloc(1000)
    for i in range(0, 1000, 7):
        data[i] = chr(i & 0xff)
    show('%d' % ord(data[700]))
    rmmap.madvise_free(data, 1000)
    rmmap.free(data, 1000)


def entry_point(argv):
    path = '/tmp/genext-rmmap-%d' % os.getpid()
    fd = make(path, 'one\ntwo\nthree')
    reading(fd)
    writing(fd)
    private(fd)
    os.close(make(path, 'one\ntwo\nthree'))
    directly(fd)
    pages(fd)
    refused(fd, path)
    os.close(fd)
    os.unlink(path)
    memory()
    raw()
    return 0


def target(driver, args):
    return entry_point
