# genext: python2
"""Functions of `os` whose results are not numbers or strings, for translated programs: `flowspace` puts them in the place of the
built-in ones."""
import os


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
