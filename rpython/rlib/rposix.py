# genext: python2
"""The operating system: functions of `os` under the names that RPython's library has for them, and the error number of the last
call of C that saved it."""
import os


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


# Those of `os` that genext has, under their own names.
for _name in ('open', 'read', 'write', 'close', 'dup', 'dup2', 'lseek', 'ftruncate', 'fsync', 'pipe', 'stat', 'lstat', 'fstat',
              'getcwd', 'chdir', 'mkdir', 'rmdir', 'unlink', 'rename', 'listdir', 'access', 'chmod', 'fchmod', 'link', 'symlink',
              'readlink', 'getpid', 'getppid', 'getuid', 'geteuid', 'getgid', 'getegid', 'kill', 'fork', 'waitpid', 'execv',
              'execve', 'isatty', 'umask', 'utime', 'system', 'times', 'urandom', 'strerror', 'putenv', 'unsetenv'):
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
