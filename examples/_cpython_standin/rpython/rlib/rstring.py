"""String builders and the string helpers of RPython."""


class StringBuilder(object):
    def __init__(self, init_size=None):
        self._parts = []
        self._length = 0

    def append(self, s):
        assert isinstance(s, str)
        self._parts.append(s)
        self._length += len(s)

    def append_slice(self, s, start, end):
        assert 0 <= start <= end <= len(s)
        self.append(s[start:end])

    def append_multiple_char(self, c, times):
        assert len(c) == 1
        self.append(c * times)

    def getlength(self):
        return self._length

    def build(self):
        result = ''.join(self._parts)
        self._parts = [result]
        return result


UnicodeBuilder = StringBuilder


class ParseStringError(Exception):
    def __init__(self, msg):
        self.msg = msg


class ParseStringOverflowError(Exception):
    pass


def split(value, by=None, maxsplit=-1):
    return value.split(by, maxsplit)


def rsplit(value, by=None, maxsplit=-1):
    return value.rsplit(by, maxsplit)


def replace(value, sub, by, maxsplit=-1):
    return value.replace(sub, by, maxsplit)


def startswith(value, prefix, start=0, end=None):
    return value.startswith(prefix, start, len(value) if end is None else end)


def endswith(value, suffix, start=0, end=None):
    return value.endswith(suffix, start, len(value) if end is None else end)


def check_str0(s):
    if '\x00' in s:
        raise TypeError('string must not contain null characters')
