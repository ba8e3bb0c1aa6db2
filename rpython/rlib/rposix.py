# genext: python2
"""The operating system: functions of `os` under the names that RPython's library has for them, and the error number of the last
call of C that saved it."""
import os
from rpython.rlib._missing import refuse
from rpython.rlib.objectmodel import specialize
from rpython.rtyper.lltypesystem import rffi


class _Errno(object):
    def __init__(self):
        self.value = 0


_errno = _Errno()


def get_saved_errno():
    return _errno.value


def set_saved_errno(errno):
    _errno.value = errno


def get_saved_alterrno():
    return _errno.value


def set_saved_alterrno(errno):
    _errno.value = errno


def is_valid_fd(fd):
    """Whether a descriptor is open."""
    try:
        os.close(os.dup(fd))
    except OSError:
        return False
    return True


def validate_fd(fd):
    if not is_valid_fd(fd):
        raise OSError(9, 'Bad file descriptor')


@specialize.argtype(0)
def _as_bytes(path):
    """A path as bytes. Instead of one there may be an object whose `as_bytes()` gives it."""
    assert path is not None
    if isinstance(path, str):
        return path
    if isinstance(path, unicode):
        return path.encode('utf-8')
    return path.as_bytes()


def _with_paths(name, paths, others=''):
    """The function of `os`, for all kinds of paths: the first `paths` arguments are such."""
    args = ['path%d' % i for i in range(paths)]
    given = ['_as_bytes(%s)' % arg for arg in args]
    text = 'def %s(%s): return os.%s(%s)' % (name, ', '.join(args) + others, name, ', '.join(given) + others)
    names = {'_as_bytes': _as_bytes, 'os': os}
    exec(text, names)
    return specialize.argtype(*range(paths))(names[name])


chdir, rmdir, unlink, readlink, listdir, stat, lstat = [_with_paths(_name, 1) for _name in (
    'chdir', 'rmdir', 'unlink', 'readlink', 'listdir', 'stat', 'lstat')]
mkdir, access, chmod, mkfifo = [_with_paths(_name, 1, ', mode') for _name in ('mkdir', 'access', 'chmod', 'mkfifo')]
open = _with_paths('open', 1, ', flags, mode')
utime = specialize.argtype(0, 1)(_with_paths('utime', 1, ', times'))
rename, link, symlink = [_with_paths(_name, 2) for _name in ('rename', 'link', 'symlink')]

# Others that `os` has, under their own names.
for _name in ('read', 'write', 'close', 'dup', 'dup2', 'lseek', 'ftruncate', 'fsync', 'pipe', 'fstat',
              'getcwd', 'fchmod',
              'getpid', 'getppid', 'getuid', 'geteuid', 'getgid', 'getegid', 'kill', 'fork', 'waitpid', 'execv',
              'WCOREDUMP', 'WIFSTOPPED', 'WIFSIGNALED', 'WIFEXITED', 'WEXITSTATUS', 'WSTOPSIG', 'WTERMSIG', 'WIFCONTINUED',
              'execve', 'isatty', 'umask', 'system', 'times', 'urandom', 'strerror', 'putenv', 'unsetenv'):
    if hasattr(os, _name):
        globals()[_name] = getattr(os, _name)


P_WAIT, P_NOWAIT = 0, 1


def _spawned(mode, pid):
    """The process, or how it ended: its exit code, or the number of the signal below zero."""
    if mode == P_NOWAIT:
        return pid
    pid, status = os.waitpid(pid, 0)
    if status & 127:
        return -(status & 127)
    return (status >> 8) & 255


def spawnv(mode, path, args):
    """Runs a program in a process of its own; with `P_WAIT` to its end."""
    pid = os.fork()
    if pid == 0:
        try:
            os.execv(path, args)
        except OSError:
            pass
        os._exit(127)
    return _spawned(mode, pid)


class SuppressIPH(object):
    """Keeps a C library from ending the program for a wrong argument. That of Linux does not."""

    def __enter__(self):
        pass

    def __exit__(self, *args):
        pass


def closerange(fd_low, fd_high):
    """Closes all descriptors of a range that are open."""
    for fd in range(fd_low, fd_high):
        try:
            os.close(fd)
        except OSError:
            pass



@specialize.argtype(0)
def mknod(path, mode, dev):
    refuse('special files cannot be made')


def getfullpathname(path):
    """The path from the root (of Windows: here it is os.path that knows)."""
    return os.path.abspath(path)


# What a status of `waitpid` says.
WAIT_MACROS = ['WCOREDUMP', 'WIFSTOPPED', 'WIFSIGNALED', 'WIFEXITED', 'WEXITSTATUS', 'WSTOPSIG', 'WTERMSIG', 'WIFCONTINUED']

c_read = rffi.llexternal('read', [rffi.INT, rffi.VOIDP, rffi.SIZE_T], rffi.SSIZE_T)
c_write = rffi.llexternal('write', [rffi.INT, rffi.VOIDP, rffi.SIZE_T], rffi.SSIZE_T)
