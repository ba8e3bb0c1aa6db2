"""Interpreting the results of os.stat."""
ST_MODE, ST_INO, ST_DEV, ST_NLINK, ST_UID, ST_GID, ST_SIZE = range(7)
ST_ATIME, ST_MTIME, ST_CTIME = 7, 8, 9
S_IFMT_MASK = 0o170000
S_IFDIR, S_IFCHR, S_IFBLK, S_IFREG = 0o040000, 0o020000, 0o060000, 0o100000
S_IFIFO, S_IFLNK, S_IFSOCK = 0o010000, 0o120000, 0o140000
S_IRUSR, S_IWUSR, S_IXUSR, S_IRWXU = 0o400, 0o200, 0o100, 0o700
S_IRGRP, S_IWGRP, S_IXGRP, S_IRWXG = 0o40, 0o20, 0o10, 0o70
S_ISUID, S_ISGID, S_ISVTX = 0o4000, 0o2000, 0o1000
S_IROTH, S_IWOTH, S_IXOTH, S_IRWXO = 0o4, 0o2, 0o1, 0o7


def S_IFMT(mode):
    return mode & S_IFMT_MASK


def S_IMODE(mode):
    return mode & 0o7777


def S_ISDIR(mode):
    return S_IFMT(mode) == S_IFDIR


def S_ISREG(mode):
    return S_IFMT(mode) == S_IFREG


def S_ISLNK(mode):
    return S_IFMT(mode) == S_IFLNK


def S_ISCHR(mode):
    return S_IFMT(mode) == S_IFCHR


def S_ISBLK(mode):
    return S_IFMT(mode) == S_IFBLK


def S_ISSOCK(mode):
    return S_IFMT(mode) == S_IFSOCK


def S_ISFIFO(mode):
    return S_IFMT(mode) == S_IFIFO
