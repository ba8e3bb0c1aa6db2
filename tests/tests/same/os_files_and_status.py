# Functions of `os` over files, directories, descriptors and processes.
# not-low-level: it makes no files
# python2
import errno
import os


def write(path, text):
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_SYNC, 0600)
    os.write(fd, text)
    os.fsync(fd)
    os.close(fd)


def show_status(text, status):
    now = status.st_mtime
    os.write(1, "%s: mode %o, links %d, size %d %d, blocks of 512: %d, times %d %d\n" % (
        text, status.st_mode, status.st_nlink, status.st_size, status[6], status.st_blocks >= 0,
        status[8] == int(now), status[0] == status.st_mode))
    if status.st_uid != os.getuid() or status.st_ino != status[1] or len(status) != 10:
        os.write(1, "wrong\n")
    if status.st_atime < 1e9 or status.st_ctime < 1e9 or status.st_blksize < 1 or status.st_dev != status[2]:
        os.write(1, "wrong time\n")


def failure(function, path):
    try:
        function(path)
    except OSError as e:
        os.write(1, "%s\n" % errno.errorcode[e.errno] if e.errno == errno.ENOENT else "another\n")
    else:
        os.write(1, "no error\n")


def status_of(path):
    os.stat(path)


def listing_of(path):
    os.listdir(path)


def link_of(path):
    os.readlink(path)


def change(path):
    os.chdir(path)


def descriptors():
    reader, writer = os.pipe()
    copy = os.dup(writer)
    os.dup2(copy, writer)
    os.write(writer, "through ")
    os.write(copy, "a pipe\n")
    os.close(writer)
    os.close(copy)
    os.write(1, os.read(reader, 100))
    os.close(reader)
    try:
        os.fstat(reader)
    except OSError:
        os.write(1, "closed\n")


def processes():
    status = os.system("exit 3")
    os.write(1, "%d %d %d\n" % (os.WIFEXITED(status), os.WEXITSTATUS(status), os.WIFSIGNALED(status)))
    status = os.system("kill -9 $$")
    os.write(1, "%d %d %d\n" % (os.WIFEXITED(status), os.WIFSIGNALED(status), os.WTERMSIG(status)))
    old = os.umask(027)
    os.write(1, "%o %d\n" % (os.umask(old), os.umask(old) == old))
    os.kill(os.getpid(), 0)
    bits = os.urandom(16)
    os.write(1, "%d %d\n" % (len(bits), bits != os.urandom(16)))
    try:
        os.urandom(-len(bits))
    except ValueError:
        os.write(1, "no bytes\n")
    os.write(1, "%d\n" % (os.geteuid() >= 0 and os.getgid() >= 0 and os.getegid() >= 0 and os.getppid() > 0))


def entry_point(argv):
    base = '/tmp/genext_status_%d' % os.getpid()
    os.mkdir(base, 0700)
    os.write(1, "%d names\n" % len(os.listdir(base)))
    path = base + '/b'
    write(path, "some text")
    os.link(path, base + '/a')
    os.symlink('b', base + '/c')
    os.write(1, "%s, %s\n" % (' '.join(sorted(os.listdir(base))), os.readlink(base + '/c')))
    os.chmod(path, 0640)
    show_status("file", os.stat(path))
    show_status("link", os.stat(base + '/c'))
    fd = os.open(path, os.O_RDONLY | os.O_NOCTTY, 0)
    show_status("open", os.fstat(fd))
    os.close(fd)
    os.write(1, "%d %d\n" % (os.lstat(base + '/c').st_mode & 0170000 == 0120000, os.path.getsize(path)))
    os.write(1, "%d %d %d\n" % (os.path.islink(base + '/c'), os.path.islink(path), os.path.islink(base + '/d')))
    os.write(1, "%d %d\n" % (os.path.getmtime(path) == os.stat(path).st_mtime, os.path.lexists(base + '/d')))
    os.write(1, "%d %d\n" % (os.access(path, os.R_OK), os.access(base + '/d', os.F_OK)))
    for function in [status_of, listing_of, link_of, change]:
        failure(function, base + '/none')
    os.chdir(base)
    os.write(1, "%d\n" % (os.getcwd() == base))
    for name in os.listdir('.'):
        os.unlink(name)
    os.chdir('/')
    os.rmdir(base)
    descriptors()
    processes()
    return 0


def target(driver, args):
    return entry_point, None
