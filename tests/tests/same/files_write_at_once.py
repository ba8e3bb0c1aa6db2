# python2
# not-low-level: the low-level interpreter has no files
"""Files of `rfile` that nobody closes or flushes have written everything, in the order in which the program wrote."""
import os

from rpython.rlib import rfile


def show(text):
    """Asks for the three streams at each call, as interpreters do."""
    stdin, stdout, stderr = rfile.create_stdio()
    stdout.write(text)


def content(path):
    fd = os.open(path, os.O_RDONLY, 0)
    text = os.read(fd, 100)
    os.close(fd)
    return text


def entry_point(argv):
    path = '/tmp/genext-files-write-at-once-%d' % os.getpid()
    left_open = rfile.create_file(path, 'w')
    left_open.write('first')
    left_open.write(', second')
    text = content(path)
    os.unlink(path)
    show(text)
    show(' ')
    os.write(1, 'between ')
    show('%d\n' % left_open.tell())
    left_open.close()
    try:
        left_open.flush()
    except ValueError:
        show('closed\n')
    show('the last word')
    return 0


def target(driver, args):
    return entry_point
