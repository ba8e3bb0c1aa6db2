"""Names of `zipfile` that programs import. Archives are read by `rpython.rlib.rzipfile`."""

ZIP_STORED, ZIP_DEFLATED = 0, 8


class BadZipfile(Exception):
    """Not an archive."""


BadZipFile = error = BadZipfile


class ZipFile(object):
    def __init__(self, *args, **kwds):
        raise NotImplementedError('archives cannot be read while a program is translated')
