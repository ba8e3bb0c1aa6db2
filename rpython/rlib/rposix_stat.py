# genext: python2
"""The status of files, and what there is of it."""
import os
from rpython.rlib import rposix
from rpython.rlib._missing import refuse
from rpython.rlib.objectmodel import specialize
from rpython.rlib.rbigint import rbigint
from rpython.rtyper.lltypesystem import lltype

N_INDEXABLE_FIELDS = 10
_NAMES = ['mode', 'ino', 'dev', 'nlink', 'uid', 'gid', 'size', 'atime', 'mtime', 'ctime', 'blksize', 'blocks', 'rdev']
STAT_FIELDS = ALL_STAT_FIELDS = [('st_' + _name, lltype.Signed) for _name in _NAMES]
PORTABLE_STAT_FIELDS = STAT_FIELDS[:N_INDEXABLE_FIELDS]
STAT_FIELD_TYPES = dict(STAT_FIELDS)
STAT_FIELD_NAMES = [_name for _name, _ in STAT_FIELDS]
STATVFS_FIELDS = [('f_' + _name, lltype.Signed) for _name in ('bsize', 'frsize', 'blocks', 'bfree', 'bavail', 'files', 'ffree',
                                                              'favail', 'flag', 'namemax', 'fsid')]

stat, lstat, fstat = rposix.stat, rposix.lstat, os.fstat


class statvfs_result(object):
    """What a file system says of itself."""

    def __init__(self):
        self.f_bsize = self.f_frsize = self.f_blocks = self.f_bfree = self.f_bavail = self.f_files = 0
        self.f_ffree = self.f_favail = self.f_flag = self.f_namemax = self.f_fsid = 0


@specialize.argtype(0)
def statvfs(path):
    refuse("the status of file systems cannot be asked for")
    return statvfs_result()


def fstatvfs(fd):
    refuse("the status of file systems cannot be asked for")
    return statvfs_result()


@specialize.arg(1)
def get_stat_ns_as_bigint(st, name):
    """The time `name` ("atime", "mtime" or "ctime") in nanoseconds."""
    return rbigint.fromfloat(getattr(st, 'st_' + name) * 1e9)
