"""Temporary files and folders."""
import os

_count = [0]
template = 'tmp'
tempdir = None


def gettempdir():
    return tempdir or os.environ.get('TMPDIR') or '/tmp'


def _name(suffix, prefix, dir):
    _count[0] += 1
    tag = '%d_%d' % (os.getpid(), _count[0])
    return os.path.join(str(dir or gettempdir()), (prefix or 'tmp') + tag + (suffix or ''))


def mktemp(suffix='', prefix='tmp', dir=None):
    while True:
        name = _name(suffix, prefix, dir)
        if not os.path.exists(name):
            return name


def mkdtemp(suffix='', prefix='tmp', dir=None):
    while True:
        name = _name(suffix, prefix, dir)
        try:
            os.mkdir(name, 0o700)
            return name
        except OSError as e:
            if e.errno != 17:
                raise


def mkstemp(suffix='', prefix='tmp', dir=None, text=False):
    while True:
        name = _name(suffix, prefix, dir)
        try:
            return os.open(name, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), name
        except OSError as e:
            if e.errno != 17:
                raise


class NamedTemporaryFile(object):
    def __init__(self, mode='w+b', bufsize=-1, suffix='', prefix='tmp', dir=None, delete=True):
        fd, self.name = mkstemp(suffix, prefix, dir)
        os.close(fd)
        self.file = open(self.name, mode)
        self.delete = delete

    def __getattr__(self, name):
        return getattr(self.file, name)

    def __iter__(self):
        return iter(self.file)

    def close(self):
        self.file.close()
        if self.delete:
            self.delete = False
            os.unlink(self.name)

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.close()


TemporaryFile = NamedTemporaryFile


class TemporaryDirectory(object):
    def __init__(self, suffix='', prefix='tmp', dir=None):
        self.name = mkdtemp(suffix, prefix, dir)

    def cleanup(self):
        import shutil
        shutil.rmtree(self.name, True)

    def __enter__(self):
        return self.name

    def __exit__(self, *exc):
        self.cleanup()
