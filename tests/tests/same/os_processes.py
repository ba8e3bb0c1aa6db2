# Functions of `os` about processes, who they are, and who owns files.
# not-low-level: it makes processes
# not-in-process: it makes processes
# python2
import errno
import os


def show(text):
    os.write(1, text + "\n")


def children():
    pid = os.fork()
    if pid == 0:
        os._exit(7)
    found, status = os.waitpid(pid, 0)
    show("%d %d %d" % (found == pid, os.WIFEXITED(status), os.WEXITSTATUS(status)))
    pid = os.fork()
    if pid == 0:
        try:
            os.execv("/bin/sh", ["sh", "-c", "echo \"$0 $1\"; exit 5", "two words", ""])
        except OSError:
            os._exit(1)
    found, status = os.waitpid(pid, 0)
    show("%d %d" % (found == pid, os.WEXITSTATUS(status)))
    pid = os.fork()
    if pid == 0:
        try:
            os.execv("sh", ["sh"])
        except OSError as e:
            os._exit(e.errno)
    show("%d" % (os.WEXITSTATUS(os.waitpid(pid, 0)[1]) == errno.ENOENT))
    try:
        os.waitpid(pid, 0)
    except OSError as e:
        show("%d" % (e.errno == errno.ECHILD))


def identity():
    show("%d %d" % (os.getpgid(0) == os.getpgrp(), os.getsid(0) > 0))
    names = os.uname()
    system, node, release, version, machine = names
    show("%s %d %d %d %s" % (system, len(node) > 0, len(release) > 0, len(version) > 0, machine))
    user, kernel, user_below, kernel_below, elapsed = os.times()
    show("%d %d" % (user >= 0.0 and kernel >= 0.0, elapsed > 0.0))
    show("%s %d" % (os.ctermid(), len(os.getgroups()) >= 0))
    pid = os.fork()
    if pid == 0:
        os.setpgid(0, 0)
        good = os.getpgrp() == os.getpid()
        os.setuid(os.getuid())
        os.setegid(os.getegid())
        os._exit(10 + good)
    show("%d" % os.WEXITSTATUS(os.waitpid(pid, 0)[1]))
    pid = os.fork()
    if pid == 0:
        os.setsid()
        os.killpg(os.getpgrp(), 9)
        os._exit(0)
    show("%d" % os.WTERMSIG(os.waitpid(pid, 0)[1]))
    try:
        os.getpgid(-5)
    except OSError:
        show("no process")
    try:
        os.ttyname(10000)
    except OSError:
        show("no terminal")


def files():
    path = '/tmp/genext_processes_%d' % os.getpid()
    os.mkfifo(path, 0600)
    show("%o" % (os.stat(path).st_mode & 0170000))
    os.chown(path, -1, os.getgid())
    os.unlink(path)
    fd = os.open(path, os.O_RDWR | os.O_CREAT, 0600)
    os.fchmod(fd, 0640)
    show("%o" % (os.fstat(fd).st_mode & 0777))
    f = os.fdopen(fd, 'w')
    f.write("some text")
    f.close()
    show("%d" % os.path.getsize(path))
    os.unlink(path)
    f = os.tmpfile()
    f.write("abc")
    f.seek(0)
    show(f.read())
    f.close()


def entry_point(argv):
    children()
    identity()
    files()
    return 0


def target(driver, args):
    return entry_point, None
