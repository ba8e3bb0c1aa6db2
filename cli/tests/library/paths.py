"""Functions of os.path: by their own names and those of rpath."""
import os
from rpython.rlib import rpath


def show(path):
    head, tail = os.path.split(path)
    root, extension = os.path.splitext(path)
    print('%s: %s|%s %s|%s %s %s' % (path, head, tail, root, extension, os.path.dirname(path), os.path.basename(path)))
    print('%s %s %s' % (os.path.normpath(path), os.path.join(path, 'x'), os.path.join('a', path, 'b')))
    print('%s %s %s' % (os.path.isabs(path), os.path.relpath('/usr/' + path, '/usr/lib'), os.path.abspath('/root/' + path)))


def entry_point(argv):
    for path in ['', '/', 'a', 'a/b.c', '/usr/./lib//x.tar.gz', '../.profile', 'dir.d/file', 'a/b/', '...x.y']:
        show(path)
    for path in ['//a', '///a/b', '//', '//../c']:
        show(path)
    print(os.path.commonprefix(['/usr/lib', '/usr/local', '/usr/libexec']))
    print(os.path.exists('/no such file'))
    print(os.path.isdir(os.path.join('/', argv[0][:0] + 'tmp')))
    print(os.path.expanduser('~root'))
    print(rpath.rjoin('a', '/b', 'c'))
    try:
        print(os.path.relpath(argv[0][:0]))
    except ValueError:
        print('no path')
    return 0


def target(driver, args):
    return entry_point, None
