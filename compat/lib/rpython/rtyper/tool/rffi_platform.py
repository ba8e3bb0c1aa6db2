# genext: python2
"""What programs ask a C compiler about its headers: constants, types, structures. There is no compiler in the way.

Constants of Linux on x86-64 are known (`errno`, `fcntl.h`, signals, limits, `locale.h`); others are read from the headers that the
program names, if they are there and say `#define NAME 42`. What has no answer raises CompilationError. A structure has the
fields that the program asks for, in their order: C code, which would see other ones between them, is never called.
"""
import errno
import os
import re
import signal
from rpython.rtyper.lltypesystem import lltype, rffi
from rpython.translator.tool.cbuild import CompilationError, ExternalCompilationInfo  # noqa: F401

_FCNTL = {'F_DUPFD': 0, 'F_GETFD': 1, 'F_SETFD': 2, 'F_GETFL': 3, 'F_SETFL': 4, 'F_GETLK': 5, 'F_SETLK': 6, 'F_SETLKW': 7,
          'F_RDLCK': 0, 'F_WRLCK': 1, 'F_UNLCK': 2, 'FD_CLOEXEC': 1, 'O_ACCMODE': 3, 'O_RDONLY': 0, 'O_WRONLY': 1,
          'O_RDWR': 2, 'O_CREAT': 0o100, 'O_EXCL': 0o200, 'O_NOCTTY': 0o400, 'O_TRUNC': 0o1000, 'O_APPEND': 0o2000,
          'O_NONBLOCK': 0o4000, 'O_NDELAY': 0o4000, 'O_SYNC': 0o4010000, 'O_CLOEXEC': 0o2000000, 'SEEK_SET': 0,
          'SEEK_CUR': 1, 'SEEK_END': 2, 'LOCK_SH': 1, 'LOCK_EX': 2, 'LOCK_NB': 4, 'LOCK_UN': 8}
_LIMITS = {'CHAR_BIT': 8, 'SCHAR_MIN': -128, 'SCHAR_MAX': 127, 'UCHAR_MAX': 255, 'SHRT_MIN': -2 ** 15,
           'SHRT_MAX': 2 ** 15 - 1, 'USHRT_MAX': 2 ** 16 - 1, 'INT_MIN': -2 ** 31, 'INT_MAX': 2 ** 31 - 1,
           'UINT_MAX': 2 ** 32 - 1, 'LONG_MIN': -2 ** 63, 'LONG_MAX': 2 ** 63 - 1, 'PATH_MAX': 4096, 'NAME_MAX': 255,
           'BUFSIZ': 8192, 'EOF': -1, 'EXIT_SUCCESS': 0, 'EXIT_FAILURE': 1, 'CLOCKS_PER_SEC': 1000000,
           'CLOCK_REALTIME': 0, 'CLOCK_MONOTONIC': 1, 'CLOCK_PROCESS_CPUTIME_ID': 2, 'CLOCK_THREAD_CPUTIME_ID': 3}
_LOCALE = {'LC_CTYPE': 0, 'LC_NUMERIC': 1, 'LC_TIME': 2, 'LC_COLLATE': 3, 'LC_MONETARY': 4, 'LC_MESSAGES': 5, 'LC_ALL': 6}

# Types of C by name. Those of `rffi` are looked for there, too.
_TYPES = {'int': rffi.INT, 'unsigned int': rffi.UINT, 'unsigned': rffi.UINT, 'char': lltype.Char, 'long': rffi.LONG,
          'unsigned long': rffi.ULONG, 'long long': rffi.LONGLONG, 'short': rffi.SHORT, 'double': rffi.DOUBLE,
          'float': rffi.FLOAT, 'uid_t': rffi.UINT, 'gid_t': rffi.UINT, 'clock_t': rffi.LONG, 'ino_t': rffi.ULONG,
          'signed char': rffi.SIGNEDCHAR, 'unsigned char': rffi.UCHAR, 'unsigned short': rffi.USHORT,
          'unsigned long long': rffi.ULONGLONG, 'suseconds_t': rffi.LONG, 'socklen_t': rffi.UINT, 'sa_family_t': rffi.USHORT, 'clockid_t': rffi.INT}

_FOLDERS = ['/usr/include', '/usr/local/include', '/usr/include/x86_64-linux-gnu']
_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]+)[>"]', re.M)
_NUMBER = re.compile(r'^(-?)(0[xX][0-9a-fA-F]+|[0-9]+)[uUlL]*$')
_NAME = re.compile(r'^[A-Za-z_][A-Za-z0-9_]*$')
_HEADERS = 400

_parsed = {}


class _Headers(object):
    """The texts of headers and of those that they include."""

    def __init__(self, eci):
        self.folders = [str(folder) for folder in eci.include_dirs] + _FOLDERS
        self.texts = []
        self.seen = {}
        for text in eci.pre_include_bits + eci.post_include_bits:
            self.read(text)
        for name in eci.includes:
            self.load(str(name), None)

    def load(self, name, beside):
        for folder in [beside] + self.folders if beside else self.folders:
            path = os.path.join(folder, name)
            if path in self.seen:
                return
            if os.path.isfile(path) and len(self.seen) < _HEADERS:
                self.seen[path] = True
                f = open(path)
                try:
                    text = f.read()
                finally:
                    f.close()
                self.read(text, os.path.dirname(path))
                return

    def read(self, text, folder=None):
        self.texts.append(text)
        for name in _INCLUDE.findall(text):
            self.load(name, folder)

    def definitions(self, name):
        """What a name is defined to be, wherever it is."""
        found = []
        define = re.compile(r'^[ \t]*#[ \t]*define[ \t]+%s[ \t]+(.*)$' % name, re.M)
        for text in self.texts:
            if name in text:
                found += [value.split('/*')[0].split('//')[0].strip() for value in define.findall(text)]
        return found

    def number(self, name, depth=0):
        """The one value that a name is defined with; None if there is none, or several."""
        texts = self.definitions(name)
        values = [self.value(text, depth) for text in texts]
        return values[0] if values and values.count(values[0]) == len(values) else None

    def value(self, text, depth):
        while text.startswith('(') and text.endswith(')'):
            text = text[1:-1].strip()
        m = _NUMBER.match(text)
        if m is not None:
            digits = m.group(2)
            base = 16 if digits[:2] in ('0x', '0X') else 8 if digits[0] == '0' else 10
            try:
                return int(m.group(1) + digits, base)
            except ValueError:
                return None
        return self.number(text, depth + 1) if depth < 8 and _NAME.match(text) is not None else None


def _headers(eci):
    if eci not in _parsed:
        _parsed[eci] = _Headers(eci)
    return _parsed[eci]


def _constant(name, eci):
    for table in (_FCNTL, _LIMITS, _LOCALE):
        if name in table:
            return table[name]
    for module, prefix in ((errno, 'E'), (signal, 'SIG')):
        if name.startswith(prefix) and isinstance(getattr(module, name, None), (int, long)):
            return getattr(module, name)
    return _headers(eci).number(name)


def _no_answer(what):
    raise CompilationError('there is no C compiler to ask for %s' % what)


class _Entry(object):
    """A question."""


class ConstantInteger(_Entry):
    def __init__(self, name):
        self.name = name

    def answer(self, eci):
        value = _constant(self.name, eci)
        if value is None:
            _no_answer('the constant %s' % self.name)
        return value


class DefinedConstantInteger(ConstantInteger):
    """A constant, or None if there is no such macro: whether there is one is not known without its header."""


class DefinedConstantDouble(ConstantInteger):
    def answer(self, eci):
        return float(ConstantInteger.answer(self, eci))


class DefinedConstantString(_Entry):
    def __init__(self, macro, name=None):
        self.name = macro

    def answer(self, eci):
        texts = _headers(eci).definitions(self.name)
        if len(texts) == 1 and len(texts[0]) >= 2 and texts[0][0] == texts[0][-1] == '"' and '\\' not in texts[0]:
            return texts[0][1:-1]
        _no_answer('the string %s' % self.name)


class Defined(_Entry):
    def __init__(self, macro):
        self.name = macro

    def answer(self, eci):
        if _constant(self.name, eci) is not None or _headers(eci).definitions(self.name):
            return True
        _no_answer('the macro %s' % self.name)


class Has(_Entry):
    def __init__(self, name):
        self.name = name

    def answer(self, eci):
        _no_answer('%s' % self.name)


class Works(_Entry):
    def answer(self, eci):
        return False


class SimpleType(_Entry):
    def __init__(self, name, ctype_hint=rffi.INT, ifdef=None):
        self.name = name

    def answer(self, eci):
        found = _TYPES.get(self.name, getattr(rffi, self.name.upper(), None))
        if not isinstance(found, lltype.LowLevelType):
            _no_answer('the type %s' % self.name)
        return found


class SizeOf(_Entry):
    def __init__(self, name):
        self.name = name

    def answer(self, eci):
        return rffi.sizeof(SimpleType(self.name).answer(eci))


class Struct(_Entry):
    def __init__(self, name, interesting_fields, ifdef=None, adtmeths={}):
        self.name = name
        self.fields = interesting_fields

    def answer(self, eci):
        name = self.name
        for prefix in ('struct ', 'union '):
            if name.startswith(prefix):
                name = name[len(prefix):]
        return rffi.CStruct(name, *self.fields)


def configure(CConfig, ignore_errors=False):
    """The answers to all questions of a class: name -> value."""
    for name in ('_includes_', '_header_'):
        assert not hasattr(CConfig, name), 'use _compilation_info_'
    eci = CConfig._compilation_info_
    answers = {}
    for name in dir(CConfig):
        question = getattr(CConfig, name)
        if isinstance(question, _Entry):
            answers[name] = question.answer(eci)
    return answers



def getstruct(name, c_header_source, interesting_fields):
    return Struct(name, interesting_fields).answer(ExternalCompilationInfo())


def getsimpletype(name, c_header_source, ctype_hint=rffi.INT):
    return SimpleType(name, ctype_hint).answer(ExternalCompilationInfo())


def getconstantinteger(name, c_header_source):
    return ConstantInteger(name).answer(ExternalCompilationInfo(post_include_bits=[c_header_source]))


def getintegerfromheader(name, eci):
    return ConstantInteger(name).answer(eci)


def getdefined(macro, c_header_source):
    return Defined(macro).answer(ExternalCompilationInfo(post_include_bits=[c_header_source]))


def has(name, c_header_source, include_dirs=None, libraries=None):
    return Has(name).answer(ExternalCompilationInfo(post_include_bits=[c_header_source]))


def sizeof(name, eci, **kwds):
    return SizeOf(name).answer(eci)


def memory_alignment():
    return 8


def check_eci(eci):
    """Whether a C compiler accepts it: there is none."""
    return False


def verify_eci(eci):
    raise CompilationError('there is no C compiler')
