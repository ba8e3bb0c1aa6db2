"""Functions of `os` and `time` over the runtime: a negative result is an error number. STR is the type of strings."""
import os

from rpython.rtyper.lltypesystem.ll import extern, op


def _ll_check(n):
    if n < 0:
        raise OSError(-n, os.strerror(-n))
    return n


def _ll_check_string(s):
    if not s:
        errno = extern('gx_errno', 'Signed')
        raise OSError(errno, os.strerror(errno))
    return s


def ll_os_write(fd, s):
    return _ll_check(extern('gx_os_write', 'Signed', fd, s))


def ll_os_read(STR, fd, n):
    if n < 0:
        raise OSError(22, os.strerror(22))
    return _ll_check_string(extern('gx_os_read', STR, fd, n))


def ll_os_open(path, flags, mode):
    return _ll_check(extern('gx_os_open', 'Signed', path, flags, mode))


def ll_os_close(fd):
    _ll_check(extern('gx_os_close', 'Signed', fd))


def ll_os_lseek(fd, pos, how):
    return _ll_check(extern('gx_os_lseek', 'Signed', fd, pos, how))


def ll_os_ftruncate(fd, size):
    _ll_check(extern('gx_os_ftruncate', 'Signed', fd, size))


def ll_os_isatty(fd):
    return extern('gx_os_isatty', 'Signed', fd) > 0


def ll_os_getenv(STR, name):
    return extern('gx_os_getenv', STR, name)


def ll_os_putenv(name, value):
    _ll_check(extern('gx_os_putenv', 'Signed', name, value))


def ll_os_unsetenv(name):
    _ll_check(extern('gx_os_unsetenv', 'Signed', name))


def ll_os_environment(STR):
    return _ll_check_string(extern('gx_os_environment', STR))


def ll_os_getpid():
    return extern('gx_os_getpid', 'Signed')


def ll_os_unlink(path):
    _ll_check(extern('gx_os_unlink', 'Signed', path))


def ll_os_getcwd(STR):
    return _ll_check_string(extern('gx_os_getcwd', STR))


def ll_os_mkdir(path, mode):
    _ll_check(extern('gx_os_mkdir', 'Signed', path, mode))


def ll_os_rmdir(path):
    _ll_check(extern('gx_os_rmdir', 'Signed', path))


def ll_os_rename(old, new):
    _ll_check(extern('gx_os_rename', 'Signed', old, new))


def ll_os_dup(fd):
    return _ll_check(extern('gx_os_dup', 'Signed', fd))


def ll_os_dup2(fd, to):
    _ll_check(extern('gx_os_dup2', 'Signed', fd, to))


def ll_os_fsync(fd):
    _ll_check(extern('gx_os_fsync', 'Signed', fd))


def ll_os_pipe():
    return _ll_check(extern('gx_os_pipe', 'Signed'))


def ll_os_access(path, mode):
    return extern('gx_os_access', 'Signed', path, mode) == 0


def ll_os_chdir(path):
    _ll_check(extern('gx_os_chdir', 'Signed', path))


def ll_os_chmod(path, mode):
    _ll_check(extern('gx_os_chmod', 'Signed', path, mode))


def ll_os_utime(path, accessed, modified):
    _ll_check(extern('gx_os_utime', 'Signed', path, accessed, modified))


def ll_os_link(old, new):
    _ll_check(extern('gx_os_link', 'Signed', old, new))


def ll_os_symlink(old, new):
    _ll_check(extern('gx_os_symlink', 'Signed', old, new))


def ll_os_readlink(STR, path):
    return _ll_check_string(extern('gx_os_readlink', STR, path))


def ll_os_listing(STR, path):
    return _ll_check_string(extern('gx_os_listing', STR, path))


def ll_os_status(STR, path, follow):
    return _ll_check_string(extern('gx_os_status', STR, path, follow))


def ll_os_fstatus(STR, fd):
    return _ll_check_string(extern('gx_os_fstatus', STR, fd))


def ll_os_urandom(STR, n):
    if n < 0:
        raise ValueError
    return _ll_check_string(extern('gx_os_urandom', STR, n))


def ll_os_system(command):
    return extern('gx_os_system', 'Signed', command)


def ll_os_kill(pid, signal):
    _ll_check(extern('gx_os_kill', 'Signed', pid, signal))


def ll_os_signal(signum, action):
    _ll_check(extern('gx_signal_action', 'Signed', signum, action))


def ll_os_signal_poll():
    return extern('gx_signal_poll', 'Signed')


def ll_os_signal_place():
    return extern('gx_signal_place', 'Signed')


def ll_os_alarm(seconds):
    return extern('gx_os_alarm', 'Signed', seconds)


def ll_os_pause():
    extern('gx_os_pause', 'Signed')


def ll_os_fchmod(fd, mode):
    _ll_check(extern('gx_os_fchmod', 'Signed', fd, mode))


def ll_os_chown(path, uid, gid):
    _ll_check(extern('gx_os_chown', 'Signed', path, uid, gid))


def ll_os_chroot(path):
    _ll_check(extern('gx_os_chroot', 'Signed', path))


def ll_os_mkfifo(path, mode):
    _ll_check(extern('gx_os_mkfifo', 'Signed', path, mode))


def ll_os_killpg(group, signal):
    _ll_check(extern('gx_os_killpg', 'Signed', group, signal))


def ll_os_getpgid(pid):
    return _ll_check(extern('gx_os_getpgid', 'Signed', pid))


def ll_os_getpgrp():
    return extern('gx_os_getpgrp', 'Signed')


def ll_os_getsid(pid):
    return _ll_check(extern('gx_os_getsid', 'Signed', pid))


def ll_os_setsid():
    _ll_check(extern('gx_os_setsid', 'Signed'))


def ll_os_setpgid(pid, group):
    _ll_check(extern('gx_os_setpgid', 'Signed', pid, group))


def ll_os_setuid(uid):
    _ll_check(extern('gx_os_setuid', 'Signed', uid))


def ll_os_seteuid(uid):
    _ll_check(extern('gx_os_seteuid', 'Signed', uid))


def ll_os_setgid(gid):
    _ll_check(extern('gx_os_setgid', 'Signed', gid))


def ll_os_setegid(gid):
    _ll_check(extern('gx_os_setegid', 'Signed', gid))


def ll_os_fork():
    return _ll_check(extern('gx_os_fork', 'Signed'))


def ll_os_waitpid(pid, options):
    return _ll_check(extern('gx_os_waitpid', 'Signed', pid, options))


def ll_os_execv(path, args):
    _ll_check(extern('gx_os_execv', 'Signed', path, args))


def ll_os_execve(path, args, env):
    _ll_check(extern('gx_os_execve', 'Signed', path, args, env))


def ll_os_uname(STR):
    return _ll_check_string(extern('gx_os_uname', STR))


def ll_os_times(STR):
    return extern('gx_os_times', STR)


def ll_os_getgroups(STR):
    return _ll_check_string(extern('gx_os_getgroups', STR))


def ll_os_getlogin(STR):
    return _ll_check_string(extern('gx_os_getlogin', STR))


def ll_os_ttyname(STR, fd):
    return _ll_check_string(extern('gx_os_ttyname', STR, fd))


def ll_os_umask(mask):
    return extern('gx_os_umask', 'Signed', mask)


def ll_os_getuid():
    return extern('gx_os_getuid', 'Signed')


def ll_os_geteuid():
    return extern('gx_os_geteuid', 'Signed')


def ll_os_getgid():
    return extern('gx_os_getgid', 'Signed')


def ll_os_getegid():
    return extern('gx_os_getegid', 'Signed')


def ll_os_getppid():
    return extern('gx_os_getppid', 'Signed')


def ll_os_strerror(STR, n):
    return extern('gx_os_strerror', STR, n)


def ll_os_exit(code):
    extern('gx_exit', 'Void', code)


def ll_os_exists(path):
    return extern('gx_os_exists', 'Signed', path) > 0


def ll_os_isdir(path):
    return extern('gx_os_isdir', 'Signed', path) > 0


def ll_os_isfile(path):
    return extern('gx_os_isfile', 'Signed', path) > 0


def ll_time_time():
    return extern('gx_time_time', 'Float')


def _ll_clock_seconds(clock):
    return op('Float', 'cast_int_to_float', extern('gx_time_clock_gettime', 'Signed', clock)) * 1e-9


def ll_time_clock():
    return _ll_clock_seconds(2)     # CLOCK_PROCESS_CPUTIME_ID


def ll_time_perf_counter():
    return _ll_clock_seconds(1)     # CLOCK_MONOTONIC


def ll_time_clock_gettime(clock):
    return _ll_check(extern('gx_time_clock_gettime', 'Signed', clock))


def ll_time_sleep(seconds):
    if seconds < 0.0:
        raise ValueError
    extern('gx_time_sleep', 'Void', seconds)


def ll_map_open(fd, size, protection, flags, offset):
    return _ll_check(extern('gx_map_open', 'Signed', fd, size, protection, flags, offset))


def ll_map_read(STR, number, offset, count):
    return _ll_check_string(extern('gx_map_read', STR, number, offset, count))


def ll_map_write(number, offset, s):
    _ll_check(extern('gx_map_write', 'Signed', number, offset, s))


def ll_map_sync(number, offset, count):
    _ll_check(extern('gx_map_sync', 'Signed', number, offset, count))


def ll_map_resize(number, size):
    _ll_check(extern('gx_map_resize', 'Signed', number, size))


def ll_map_close(number):
    _ll_check(extern('gx_map_close', 'Signed', number))


def ll_map_address(number):
    return _ll_check(extern('gx_map_address', 'Signed', number))


def ll_heap_figure(which):
    return extern('gx_gc_stat', 'Signed', which)
