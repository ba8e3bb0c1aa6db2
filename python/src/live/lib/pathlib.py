"""Paths as objects: POSIX paths, and what one does with files."""
import fnmatch
import io
import os


class PurePath(object):
    def __init__(self, *parts):
        text = ''
        for p in parts:
            text = os.path.join(text, os.fspath(p)) if text else os.fspath(p)
        self._text = _normal(text)

    def __str__(self):
        return self._text

    __fspath__ = __str__

    def as_posix(self):
        return self._text

    def __repr__(self):
        return '%s(%r)' % (self._shown, self._text)

    _shown = 'PurePosixPath'

    def __hash__(self):
        return hash(self._text)

    def __eq__(self, other):
        if not isinstance(other, PurePath):
            return NotImplemented
        return self._text == other._text

    def __ne__(self, other):
        if not isinstance(other, PurePath):
            return NotImplemented
        return self._text != other._text

    def __lt__(self, other):
        return self.parts < other.parts

    def __le__(self, other):
        return self.parts <= other.parts

    def __gt__(self, other):
        return self.parts > other.parts

    def __ge__(self, other):
        return self.parts >= other.parts

    def __truediv__(self, other):
        try:
            return self.__class__(self, other)
        except TypeError:
            return NotImplemented

    __div__ = __truediv__

    def __rtruediv__(self, other):
        try:
            return self.__class__(other, self)
        except TypeError:
            return NotImplemented

    __rdiv__ = __rtruediv__

    def joinpath(self, *others):
        return self.__class__(self, *others)

    @property
    def parts(self):
        names = [p for p in self._text.split('/') if p and p != '.']
        return tuple(([self.root] if self.root else []) + names)

    @property
    def root(self):
        return '/' if self._text.startswith('/') else ''

    drive = ''

    @property
    def anchor(self):
        return self.root

    @property
    def name(self):
        names = [p for p in self.parts if p != '/']
        return names[-1] if names else ''

    @property
    def suffix(self):
        name = self.name
        at = name.rfind('.')
        return name[at:] if 0 < at < len(name) - 1 else ''

    @property
    def suffixes(self):
        name = self.name
        if name.endswith('.'):
            return []
        return ['.' + s for s in name.lstrip('.').split('.')[1:]]

    @property
    def stem(self):
        n = len(self.suffix)
        return self.name[:-n] if n else self.name

    @property
    def parent(self):
        parts = self.parts
        if not parts or parts == ('/',):
            return self
        return self.__class__(*(parts[:-1] or ('.',)))

    @property
    def parents(self):
        out = []
        p = self
        while p.parent != p:
            p = p.parent
            out.append(p)
        return tuple(out)

    def is_absolute(self):
        return self._text.startswith('/')

    def with_name(self, name):
        if not self.name:
            raise ValueError('%r has an empty name' % (self,))
        if not name or '/' in name:
            raise ValueError('Invalid name %r' % (name,))
        return self.parent / name

    def with_stem(self, stem):
        return self.with_name(stem + self.suffix)

    def with_suffix(self, suffix):
        if suffix and not suffix.startswith('.') or suffix == '.':
            raise ValueError('Invalid suffix %r' % (suffix,))
        return self.with_name(self.stem + suffix)

    def relative_to(self, *other):
        base = self.__class__(*other)
        n = len(base.parts)
        if self.parts[:n] != base.parts:
            raise ValueError('%r is not in the subpath of %r' % (str(self), str(base)))
        return self.__class__(*(self.parts[n:] or ('.',)))

    def is_relative_to(self, *other):
        base = self.__class__(*other).parts
        return self.parts[:len(base)] == base

    def match(self, pattern):
        wanted = [p for p in pattern.split('/') if p]
        have = [p for p in self.parts if p != '/']
        if pattern.startswith('/') and (not self.root or len(wanted) != len(have)) or len(have) < len(wanted):
            return False
        return all([fnmatch.fnmatchcase(h, w) for h, w in zip(have[len(have) - len(wanted):], wanted)])


def _normal(text):
    names = [p for p in text.split('/') if p and p != '.']
    return ('/' if text.startswith('/') else '') + '/'.join(names) or '.'


class Path(PurePath):
    _shown = 'PosixPath'

    @classmethod
    def cwd(cls):
        return cls(os.getcwd())

    @classmethod
    def home(cls):
        return cls(os.path.expanduser('~'))

    def stat(self):
        return os.stat(self._text)

    def lstat(self):
        return os.lstat(self._text)

    def exists(self):
        return os.path.exists(self._text)

    def is_file(self):
        return os.path.isfile(self._text)

    def is_dir(self):
        return os.path.isdir(self._text)

    def is_symlink(self):
        return os.path.islink(self._text)

    def samefile(self, other):
        a, b = self.stat(), os.stat(os.fspath(other))
        return (a.st_dev, a.st_ino) == (b.st_dev, b.st_ino)

    def absolute(self):
        return self.__class__(os.getcwd(), self)

    def resolve(self, strict=False):
        if strict:
            self.stat()
        return self.__class__(os.path.realpath(self._text))

    def expanduser(self):
        return self.__class__(os.path.expanduser(self._text))

    def readlink(self):
        return self.__class__(os.readlink(self._text))

    def open(self, mode='r', *args, **kw):
        return io.open(self._text, mode, *args, **kw)

    def _read(self, mode, **kw):
        f = self.open(mode, **kw)
        try:
            return f.read()
        finally:
            f.close()

    def _write(self, mode, data, **kw):
        f = self.open(mode, **kw)
        try:
            f.write(data)
        finally:
            f.close()
        return len(data)

    def read_text(self, encoding=None, errors=None):
        return self._read('r')

    def read_bytes(self):
        return self._read('rb')

    def write_text(self, data, encoding=None, errors=None, newline=None):
        return self._write('w', data)

    def write_bytes(self, data):
        return self._write('wb', data)

    def touch(self, mode=0o666, exist_ok=True):
        flags = os.O_CREAT | os.O_WRONLY | (0 if exist_ok else os.O_EXCL)
        os.close(os.open(self._text, flags, mode))

    def mkdir(self, mode=0o777, parents=False, exist_ok=False):
        if parents and not self.parent.exists():
            self.parent.mkdir(parents=True, exist_ok=True)
        try:
            os.mkdir(self._text, mode)
        except OSError:
            if not exist_ok or not self.is_dir():
                raise

    def rmdir(self):
        os.rmdir(self._text)

    def unlink(self, missing_ok=False):
        if missing_ok and not os.path.lexists(self._text):
            return
        os.unlink(self._text)

    def rename(self, target):
        os.rename(self._text, os.fspath(target))
        return self.__class__(target)

    replace = rename

    def chmod(self, mode):
        os.chmod(self._text, mode)

    def symlink_to(self, target, target_is_directory=False):
        os.symlink(os.fspath(target), self._text)

    def iterdir(self):
        return iter([self / name for name in os.listdir(self._text)])

    def glob(self, pattern):
        wanted = [p for p in pattern.split('/') if p]
        if not wanted:
            raise ValueError('Unacceptable pattern: %r' % (pattern,))
        return iter(_found(self, wanted))

    def rglob(self, pattern):
        return self.glob('**/' + pattern)


def _found(folder, wanted):
    first, rest = wanted[0], wanted[1:]
    out = []
    if first == '**':
        if not rest:
            out.append(folder)
        else:
            out.extend(_found(folder, rest))
        for p in _entries(folder):
            if p.is_dir() and not p.is_symlink():
                out.extend([q for q in _found(p, wanted) if q not in out])
        return out
    for p in _entries(folder):
        if fnmatch.fnmatchcase(p.name, first):
            if not rest:
                out.append(p)
            elif p.is_dir():
                out.extend(_found(p, rest))
    return out


def _entries(folder):
    return sorted(folder.iterdir()) if folder.is_dir() else []


PosixPath = Path
PurePosixPath = PurePath
