"""Streams: what the mode and the buffering say."""
import os
from rpython.rlib import streamio
from rpython.rlib.streamio import fdopen_as_stream, open_file_as_stream


class Names(object):
    text = ''


names = Names()


def show(text):
    os.write(1, '[' + text.replace('\r', '<CR>').replace('\n', '<LF>') + ']\n')


def reader_of(text, mode, buffering):
    """A stream that reads the text from a file; and the descriptor it reads."""
    fd = os.open(names.text, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 438)
    os.write(fd, text)
    os.close(fd)
    fd = os.open(names.text, os.O_RDONLY, 438)
    return fdopen_as_stream(fd, mode, buffering), fd


def reading_ahead():
    for buffering in [0, 1, 4, -1]:
        stream, fd = reader_of('abcdef\nghi\n', 'r', buffering)
        show(stream.read(2))
        show(os.read(fd, 2))
        show(stream.readline())
        show(os.read(fd, 2))
        show(stream.readall())
        stream.close()


def newlines():
    text = 'a\r\nb\rc\n\nd\r\r\ne\r'
    for mode in ['r', 'rb', 'rU', 'U']:
        for buffering in [0, 1, 3, -1]:
            stream, fd = reader_of(text, mode, buffering)
            line = 'x'
            lines = []
            while line:
                line = stream.readline()
                lines.append(line)
            show('|'.join(lines))
            os.write(1, '%d\n' % stream.getnewlines())
            stream.close()
    for n in [1, 2, 3]:
        stream, fd = reader_of(text, 'rU', -1)
        piece = 'x'
        pieces = []
        while piece:
            piece = stream.read(n)
            pieces.append(piece)
        show('|'.join(pieces))
        stream.close()
    stream, fd = reader_of(text, 'rU', 2)
    show(stream.readall())
    stream.close()


def size_of(name):
    fd = os.open(name, os.O_RDONLY, 438)
    size = os.lseek(fd, 0, 2)
    os.close(fd)
    return size


def holding_back():
    """What has arrived in the file after each write: a full stop is written behind it."""
    for buffering in [0, 1, 6, -1]:
        sink = os.open(names.text, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 438)
        stream = fdopen_as_stream(sink, 'w', buffering)
        for text in ['ab', 'c\nd', 'efgh', '\n', 'ijklmnopq', 'r']:
            stream.write(text)
            os.write(sink, '.')
        stream.flush()
        os.write(sink, '.')
        stream.write('end')
        stream.close()
        stream = open_file_as_stream(names.text)
        show(stream.readall())
        stream.close()
    stream = open_file_as_stream(names.text, 'w', 1)
    for text in ['x' * 8000, 'y' * 1000, 'z\n', 'u' * 20000, 'v']:
        stream.write(text)
        os.write(1, '%d\n' % size_of(names.text))
    stream.close()
    os.write(1, '%d\n' % size_of(names.text))


def positions(name):
    stream = open_file_as_stream(name, 'w')
    stream.write('one\ntwo\r\nthree\n')
    os.write(1, '%d\n' % stream.tell())
    stream.close()
    stream = open_file_as_stream(name, 'a')
    os.write(1, '%d\n' % stream.tell())
    stream.write('four\n')
    stream.close()
    for buffering in [0, 4, -1]:
        stream = open_file_as_stream(name, 'r', buffering)
        stream.seek(4, 0)
        show(stream.read(3))
        os.write(1, '%d\n' % stream.tell())
        stream.seek(-2, 1)
        show(stream.readline())
        stream.seek(-5, 2)
        show(stream.readall())
        stream.close()
    stream = open_file_as_stream(name, 'rU')
    stream.readline()
    show(stream.readline())
    os.write(1, '%d\n' % stream.tell())
    show(stream.readline())
    stream.close()
    for buffering in [0, 1, -1]:
        stream = open_file_as_stream(name, 'r+', buffering)
        show(stream.read(2))
        stream.write('X')
        show(stream.readline())
        stream.seek(4, 0)
        stream.write('TWO')
        stream.truncate(9)
        stream.seek(0, 0)
        show(stream.readall())
        stream.close()
    os.unlink(name)


def errors(name):
    try:
        open_file_as_stream(name + '/none', 'r')
    except OSError:
        os.write(1, 'no file\n')
    try:
        open_file_as_stream(name, 'x')
    except KeyError:
        os.write(1, 'no mode\n')
    stream, fd = reader_of('abc', 'r', -1)
    try:
        stream.seek(0, 3)
    except streamio.StreamError as e:
        os.write(1, e.message + '\n')
    try:
        stream.seek(-5, 0)
    except streamio.StreamErrors:
        os.write(1, 'no place\n')
    show(stream.read(2))
    stream.close()


class Letters(streamio.Stream):
    """A stream of a program's own, below a buffer."""

    def __init__(self, text):
        self.text = text

    def read(self, n):
        assert n >= 0
        result = self.text[:n]
        self.text = self.text[n:]
        return result

    def tell(self):
        return 0


def own_streams():
    for size in [2, 100]:
        stream = streamio.TextInputFilter(streamio.BufferingInputStream(Letters('ab\r\ncd\nef'), size))
        show(stream.readline())
        show(stream.readline())
        show(stream.readall())
    show(Letters('ab\ncd').readline())
    show(Letters('ab\ncd').readall())


def entry_point(argv):
    name = '/tmp/genext-streams-%d' % os.getpid()
    names.text = name + '.text'
    reading_ahead()
    newlines()
    holding_back()
    positions(name)
    errors(name)
    own_streams()
    os.unlink(names.text)
    return 0


def target(driver, args):
    return entry_point, None
