"""`py.path.local`: paths of files as objects."""
import os
from py.error import checked_call


def _text(x):
    return getattr(x, 'strpath', None) or str(x)


class Checkers(object):
    def __init__(self, path):
        self.path = path

    def check(self, kw):
        for name, wanted in kw.items():
            negate = name.startswith('not')
            key = name[3:] if negate else name
            if key in ('file', 'dir', 'link', 'exists'):
                found = {'file': os.path.isfile, 'dir': os.path.isdir, 'link': os.path.islink,
                         'exists': os.path.exists}[key](self.path.strpath)
                if bool(found) != bool(wanted) ^ negate:
                    return False
            elif key == 'ext':
                dotted = wanted if wanted.startswith('.') or not wanted else '.' + wanted
                if (self.path.ext == dotted) == negate:
                    return False
            elif key == 'basename':
                if (self.path.basename == wanted) == negate:
                    return False
            elif key == 'basestarts':
                if self.path.basename.startswith(wanted) == negate:
                    return False
            elif key == 'endswith':
                if str(self.path).endswith(wanted) == negate:
                    return False
            elif key == 'relto':
                if bool(self.path.relto(wanted)) == negate:
                    return False
            elif key == 'dotfile':
                if self.path.basename.startswith('.') != (bool(wanted) ^ negate):
                    return False
            elif key == 'fnmatch':
                if self.path.fnmatch(wanted) == negate:
                    return False
            else:
                raise TypeError('%s.check(): no checker %r' % (self.path.__class__.__name__, name))
        if not any(k.endswith('exists') or k in ('notfile', 'notdir', 'notlink') for k in kw):
            return os.path.lexists(self.path.strpath)
        return True


class LocalPath(object):
    sep = '/'

    class Checkers(Checkers):
        pass

    def __init__(self, path=None, expanduser=False):
        path = os.getcwd() if path is None else _text(path)
        if expanduser:
            path = os.path.expanduser(path)
        self.strpath = os.path.abspath(path)

    def __str__(self):
        return self.strpath

    def __fspath__(self):
        return self.strpath

    def __repr__(self):
        return 'local(%r)' % self.strpath

    def __hash__(self):
        return hash(self.strpath)

    def __eq__(self, other):
        return self.strpath == (_text(other) if isinstance(other, (LocalPath, str)) else None)

    def __ne__(self, other):
        return not self == other

    def __lt__(self, other):
        return self.strpath < _text(other)

    def __gt__(self, other):
        return self.strpath > _text(other)

    def __add__(self, other):
        return self.__class__(self.strpath + _text(other))

    def __div__(self, other):
        return self.join(other)

    __truediv__ = __div__

    def __contains__(self, name):
        return self.join(name).check()

    def __iter__(self):
        return iter(self.listdir())

    # ---- parts

    @property
    def basename(self):
        return os.path.basename(self.strpath)

    @property
    def dirname(self):
        return os.path.dirname(self.strpath)

    @property
    def ext(self):
        return os.path.splitext(self.basename)[1]

    @property
    def purebasename(self):
        return os.path.splitext(self.basename)[0]

    def parts(self, reverse=False):
        out = [self]
        p = self
        while p.dirpath() != p:
            p = p.dirpath()
            out.append(p)
        if not reverse:
            out.reverse()
        return out

    def join(self, *args, **kw):
        path = self.strpath
        for a in args:
            a = _text(a)
            path = os.path.join(path, a if kw.get('abs') else a.lstrip('/') if len(args) > 1 else a)
        return self.__class__(path)

    def dirpath(self, *args):
        return self.__class__(self.dirname).join(*args) if args else self.__class__(self.dirname)

    def new(self, **kw):
        basename, dirname = self.basename, self.dirname
        pure, ext = os.path.splitext(basename)
        dirname = _text(kw.get('dirname', dirname))
        if 'basename' in kw:
            return self.__class__(os.path.join(dirname, kw['basename']))
        pure = kw.get('purebasename', pure)
        ext = kw.get('ext', ext)
        if ext and not ext.startswith('.'):
            ext = '.' + ext
        return self.__class__(os.path.join(dirname, pure + ext))

    def relto(self, base):
        base = _text(base).rstrip('/') + '/'
        if self.strpath.startswith(base):
            return self.strpath[len(base):]
        return ''

    def bestrelpath(self, dest):
        return os.path.relpath(_text(dest), self.strpath)

    def common(self, other):
        last = None
        for a, b in zip(self.parts(), LocalPath(other).parts()):
            if a != b:
                break
            last = a
        return last

    def realpath(self):
        return self.__class__(os.path.realpath(self.strpath))

    def fnmatch(self, pattern):
        import fnmatch
        return fnmatch.fnmatch(self.strpath if '/' in pattern else self.basename, pattern)

    # ---- questions

    def check(self, **kw):
        return self.Checkers(self).check(kw or {'exists': 1})

    def exists(self):
        return os.path.exists(self.strpath)

    def isfile(self):
        return os.path.isfile(self.strpath)

    def isdir(self):
        return os.path.isdir(self.strpath)

    def islink(self):
        return os.path.islink(self.strpath)

    def stat(self, raising=True):
        st = checked_call(os.stat, self.strpath)
        st_like = Stat()
        for name in dir(st):
            if name.startswith('st_'):
                setattr(st_like, name[3:], getattr(st, name))
        return st_like

    def lstat(self):
        return self.stat()

    def size(self):
        return self.stat().size

    def mtime(self):
        return self.stat().mtime

    def samefile(self, other):
        return os.path.realpath(self.strpath) == os.path.realpath(_text(other))

    def access(self, mode):
        return os.access(self.strpath, mode)

    # ---- contents

    def open(self, mode='r', ensure=False, encoding=None):
        if ensure:
            self.dirpath().ensure(dir=1)
        return checked_call(open, self.strpath, mode)

    def read(self, mode='r'):
        f = self.open(mode)
        try:
            return f.read()
        finally:
            f.close()

    read_binary = read_text = lambda self, *args: self.read('rb')

    def readlines(self, cr=1):
        text = self.read('r')
        if not cr:
            return text.rstrip('\n').split('\n') if text else []
        return text.splitlines(True)

    def write(self, data, mode='w', ensure=False):
        f = self.open(mode, ensure)
        try:
            f.write(data if isinstance(data, (str, type(u''), bytearray)) else str(data))
        finally:
            f.close()

    def write_binary(self, data, ensure=False):
        self.write(data, 'wb', ensure)

    def write_text(self, data, encoding='utf-8', ensure=False):
        self.write(data, 'w', ensure)

    def ensure(self, *args, **kw):
        p = self.join(*args) if args else self
        if kw.get('dir', 0):
            if not p.isdir():
                checked_call(os.makedirs, p.strpath)
            return p
        p.dirpath().ensure(dir=1)
        if not p.exists():
            p.write('')
        return p

    def ensure_dir(self, *args):
        return self.ensure(*args, **{'dir': True})

    def mkdir(self, *args):
        p = self.join(*args) if args else self
        checked_call(os.mkdir, p.strpath)
        return p

    def mksymlinkto(self, value, absolute=1):
        checked_call(os.symlink, _text(value), self.strpath)

    def listdir(self, fil=None, sort=None):
        names = checked_call(os.listdir, self.strpath)
        if isinstance(fil, str):
            pattern = fil
            fil = lambda p: p.fnmatch(pattern)
        out = [self.join(n) for n in names]
        out = [p for p in out if fil is None or fil(p)]
        if sort:
            out.sort()
        return out

    def visit(self, fil=None, rec=None, ignore=None, bf=False, sort=False):
        if isinstance(fil, str):
            pattern = fil
            fil = lambda p: p.fnmatch(pattern)
        for p in self.listdir(sort=sort):
            if fil is None or fil(p):
                yield p
            if p.isdir() and not p.islink() and (rec is None or (rec(p) if callable(rec) else rec)):
                for q in p.visit(fil, rec, ignore, bf, sort):
                    yield q

    def remove(self, rec=1, ignore_errors=False):
        import shutil
        if self.isdir() and not self.islink():
            if rec:
                checked_call(shutil.rmtree, self.strpath, ignore_errors)
            else:
                checked_call(os.rmdir, self.strpath)
        else:
            checked_call(os.unlink, self.strpath)

    def copy(self, target, mode=False, stat=False):
        import shutil
        target = LocalPath(target)
        if self.isfile():
            if target.isdir():
                target = target.join(self.basename)
            checked_call(shutil.copyfile, self.strpath, target.strpath)
            if mode:
                shutil.copymode(self.strpath, target.strpath)
        else:
            for p in self.visit():
                t = target.join(p.relto(self))
                if p.isdir():
                    t.ensure(dir=1)
                else:
                    t.dirpath().ensure(dir=1)
                    p.copy(t)

    def rename(self, target):
        checked_call(os.rename, self.strpath, _text(target))

    move = rename

    def chmod(self, mode, rec=0):
        checked_call(os.chmod, self.strpath, mode)

    def chdir(self):
        old = LocalPath()
        checked_call(os.chdir, self.strpath)
        return old

    def as_cwd(self):
        return _AsCwd(self)

    def setmtime(self, mtime=None):
        pass

    def computehash(self, hashtype='md5', chunksize=524288):
        import hashlib
        return hashlib.new(hashtype, self.read('rb')).hexdigest()

    def sysexec(self, *args, **kw):
        import subprocess
        from py.process import ExecutionFailed
        p = subprocess.Popen([self.strpath] + [str(a) for a in args], stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, **kw)
        out, err = p.communicate()
        if p.returncode:
            raise ExecutionFailed(p.returncode, p.returncode, self, out, err)
        return out

    def pyimport(self, modname=None, ensuresyspath=True):
        import _genext
        return _genext.import_file(self.strpath)

    def pypkgpath(self):
        found = None
        for p in [self] + self.parts(reverse=True):
            if p.isdir():
                if not p.join('__init__.py').exists():
                    break
                found = p
        return found

    # ---- folders of the machine

    @classmethod
    def sysfind(cls, name, checker=None, paths=None):
        import shutil
        found = shutil.which(name)
        return cls(found) if found else None

    @classmethod
    def get_temproot(cls):
        import tempfile
        return cls(tempfile.gettempdir())

    @classmethod
    def mkdtemp(cls, rootdir=None):
        import tempfile
        return cls(tempfile.mkdtemp(dir=_text(rootdir) if rootdir is not None else None))

    @classmethod
    def make_numbered_dir(cls, prefix='session-', rootdir=None, keep=3, lock_timeout=172800):
        root = cls(rootdir) if rootdir is not None else cls.get_temproot()
        n = 0
        for name in os.listdir(root.strpath):
            if name.startswith(prefix) and name[len(prefix):].isdigit():
                n = max(n, int(name[len(prefix):]) + 1)
        while True:
            try:
                return root.mkdir('%s%d' % (prefix, n))
            except EnvironmentError:
                n += 1

    @classmethod
    def _gethomedir(cls):
        return cls(os.path.expanduser('~'))


class Stat(object):
    pass


class _AsCwd(object):
    def __init__(self, path):
        self.path = path

    def __enter__(self):
        self.old = self.path.chdir()
        return self.old

    def __exit__(self, *exc):
        self.old.chdir()


local = LocalPath
