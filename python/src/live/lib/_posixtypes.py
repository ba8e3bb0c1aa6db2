"""Small classes and functions behind the native modules os, sys, time and types."""


class _Record(tuple):
    _fields = ()

    def __getattr__(self, name):
        try:
            return self[self._fields.index(name)]
        except ValueError:
            raise AttributeError(name)

    def __repr__(self):
        parts = ['%s=%r' % (n, v) for n, v in zip(self._fields, self)]
        return '%s(%s)' % (type(self).__name__, ', '.join(parts))


class stat_result(_Record):
    _fields = ('st_mode', 'st_ino', 'st_dev', 'st_nlink', 'st_uid', 'st_gid',
               'st_size')

    def __new__(cls, numbers):
        self = tuple.__new__(cls, numbers[:10])
        if len(numbers) > 10:
            self.st_atime = numbers[7] + numbers[10] * 1e-9
            self.st_mtime = numbers[8] + numbers[11] * 1e-9
            self.st_ctime = numbers[9] + numbers[12] * 1e-9
            self.st_rdev, self.st_blksize, self.st_blocks = numbers[13:]
        return self


class struct_time(_Record):
    _fields = ('tm_year', 'tm_mon', 'tm_mday', 'tm_hour', 'tm_min', 'tm_sec',
               'tm_wday', 'tm_yday', 'tm_isdst')


class version_info(_Record):
    _fields = ('major', 'minor', 'micro', 'releaselevel', 'serial')


class SimpleNamespace(object):
    def __init__(self, **kw):
        self.__dict__.update(kw)

    def __repr__(self):
        parts = ['%s=%r' % item for item in self.__dict__.items()]
        return 'namespace(%s)' % ', '.join(parts)

    def __eq__(self, other):
        return self.__dict__ == other.__dict__


DynamicClassAttribute = property


def walk(top, topdown=True, onerror=None, followlinks=False):
    import os
    try:
        names = os.listdir(top)
    except OSError as e:
        if onerror is not None:
            onerror(e)
        return
    dirs = [n for n in names if os.path.isdir(os.path.join(top, n))]
    files = [n for n in names if n not in dirs]
    if topdown:
        yield top, dirs, files
    for name in dirs:
        path = os.path.join(top, name)
        if followlinks or not os.path.islink(path):
            for item in walk(path, topdown, onerror, followlinks):
                yield item
    if not topdown:
        yield top, dirs, files


def tmpnam():
    """A path in /tmp where there is no file yet."""
    import os
    while True:
        path = '/tmp/file' + ''.join(['%02x' % (c if isinstance(c, int) else ord(c)) for c in os.urandom(8)])
        if not os.path.lexists(path):
            return path


def tmpfile():
    """A file that is deleted when it is closed."""
    import os
    path = tmpnam()
    fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    os.unlink(path)
    return os.fdopen(fd, 'w+b')
