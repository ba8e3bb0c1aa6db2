# genext: python2
"""Functions of `os` whose results are not numbers or strings, for translated programs: `flowspace` puts them in the place of the
built-in ones."""
import os
import time
from rpython.rlib.objectmodel import specialize
from rpython.rlib.rfile import create_fdopen_rfile


class stat_result(object):
    def __init__(self, numbers):
        self.st_mode = numbers[0]
        self.st_ino = numbers[1]
        self.st_dev = numbers[2]
        self.st_nlink = numbers[3]
        self.st_uid = numbers[4]
        self.st_gid = numbers[5]
        self.st_size = numbers[6]
        self._seconds = numbers[7:10]
        self.st_atime = numbers[7] + numbers[10] * 1e-9
        self.st_mtime = numbers[8] + numbers[11] * 1e-9
        self.st_ctime = numbers[9] + numbers[12] * 1e-9
        self.st_rdev = numbers[13]
        self.st_blksize = numbers[14]
        self.st_blocks = numbers[15]

    def __len__(self):
        return 10

    def __getitem__(self, i):
        if i < 0:
            i += 10
        if i == 0:
            return self.st_mode
        if i == 1:
            return self.st_ino
        if i == 2:
            return self.st_dev
        if i == 3:
            return self.st_nlink
        if i == 4:
            return self.st_uid
        if i == 5:
            return self.st_gid
        if i == 6:
            return self.st_size
        if 7 <= i < 10:
            return self._seconds[i - 7]
        raise IndexError


def _result(text):
    return stat_result([int(number) for number in text.split(' ')])


def stat(path):
    return _result(os._status(path, 1))


def lstat(path):
    return _result(os._status(path, 0))


def fstat(fd):
    return _result(os._fstatus(fd))


def listdir(path):
    text = os._listing(path)
    if text == '':
        return []
    return text.split('\0')


class _Folder(object):
    """A folder of `walk`: what is in it is read when the walk gets there."""

    def __init__(self, path):
        self.path = path
        self.folders = []
        self.others = []
        self.is_read = False

    def read(self):
        self.is_read = True
        for name in listdir(self.path):
            if os.path.isdir(os.path.join(self.path, name)):
                self.folders.append(name)
            else:
                self.others.append(name)


def walk(top, topdown=True, onerror=None, followlinks=False):
    waiting = [_Folder(top)]
    while waiting:
        folder = waiting.pop()
        if not folder.is_read:
            try:
                folder.read()
            except OSError as error:
                if onerror is not None:
                    onerror(error)
                continue
            if topdown:
                yield folder.path, folder.folders, folder.others
            else:
                waiting.append(folder)
            for i in range(len(folder.folders) - 1, -1, -1):
                path = os.path.join(folder.path, folder.folders[i])
                if followlinks or not islink(path):
                    waiting.append(_Folder(path))
        else:
            yield folder.path, folder.folders, folder.others


def pipe():
    both = os._pipe()
    return both >> 32, both & 0xffffffff


def getsize(path):
    return stat(path).st_size


def getmtime(path):
    return stat(path).st_mtime


def islink(path):
    try:
        status = lstat(path)
    except OSError:
        return False
    return status.st_mode & 0xf000 == 0xa000


def lexists(path):
    try:
        lstat(path)
    except OSError:
        return False
    return True


def WIFEXITED(status):
    return status & 0x7f == 0


def WEXITSTATUS(status):
    return (status >> 8) & 0xff


def WIFSIGNALED(status):
    return 0 < status & 0x7f < 0x7f


def WTERMSIG(status):
    return status & 0x7f


def WCOREDUMP(status):
    return status & 0x80 != 0


def WIFCONTINUED(status):
    return status == 0xffff


def WIFSTOPPED(status):
    return status & 0xff == 0x7f


def WSTOPSIG(status):
    return (status >> 8) & 0xff


def ctermid():
    return '/dev/tty'


def uname():
    texts = os._uname().split('\0')
    return texts[0], texts[1], texts[2], texts[3], texts[4]


def times():
    """Seconds of the processor's time, of this process and of its children, and since some moment."""
    ticks = [int(number) / 100.0 for number in os._times().split(' ')]
    return ticks[0], ticks[1], ticks[2], ticks[3], ticks[4]


def _group(text):
    number = int(text)
    assert number >= 0
    return number


def getgroups():
    return [_group(text) for text in os._getgroups().split(' ') if text != '']


def waitpid(pid, options):
    both = os._waitpid(pid, options)
    return both >> 32, both & 0xffffffff


@specialize.argtype(1)
def utime(path, times):
    """Sets when a file was read and changed last: now, if `times` is None."""
    if times is None:
        now = time.time()
        os._utime(path, now, now)
    else:
        accessed, modified = times
        os._utime(path, float(accessed), float(modified))


def execv(path, args):
    """It returns only by raising OSError."""
    os._execv(path, _joined(args))


def execve(path, args, env):
    """The same with an environment, a dictionary."""
    os._execve(path, _joined(args), _joined([name + '=' + env[name] for name in env]))


def _joined(texts):
    for text in texts:
        if text.find('\0') >= 0:
            raise TypeError
    return '\0'.join(texts)


def fdopen(fd, mode='r', bufsize=-1):
    return create_fdopen_rfile(fd, mode, bufsize)


def tmpnam():
    """A path in /tmp where there is no file yet."""
    while True:
        path = '/tmp/file' + ''.join([hex(256 | ord(c))[3:] for c in os.urandom(8)])
        if not os.path.exists(path):
            return path


def tmpfile():
    """A file that is deleted when it is closed."""
    path = tmpnam()
    fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    os.unlink(path)
    return create_fdopen_rfile(fd, 'w+', -1)
