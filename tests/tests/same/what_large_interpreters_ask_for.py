# not-low-level: it asks the system for its own number, clocks and files
# not-in-process: it makes a process and changes the folder
# not-cpython: it is Python 2
# python2
# What Pycket and the parts of PyPy that it uses ask for: functions of the library that give their argument back,
# classes as values, functions with entries in RPython's registry, and tests of `a and b` whose types differ.
import inspect
import os
import types
from rpython.rlib import debug, rposix, rposix_stat, rtime, runicode, rurandom, rutf8, streamio
from rpython.rlib.objectmodel import specialize
from rpython.rlib.rbigint import rbigint
from rpython.rlib.rsre import rsre_core
from rpython.rlib.rsre.rpy import get_code
from rpython.rlib.rstring import replace_count
from rpython.rtyper.extregistry import ExtRegistryEntry
from rpython.rtyper.lltypesystem import lltype, rffi


class Node(object):
    def __init__(self, n):
        self.n = n


class Other(Node):
    pass


def one():
    return 1


def two():
    return 2


def node_or_none(n):
    return Node(n) if n > 2 else None


def tested_together(n):
    node = node_or_none(n)
    same = node and node.n == 3
    if same:
        return node.n
    either = node or n == 1
    if either:
        return -1
    return -2


@specialize.ll()
def wrapped(*args):
    if len(args) == 1:
        if isinstance(args[0], int):
            return Node(args[0])
        return args[0]
    first = wrapped(args[0])
    return Node(first.n + wrapped(args[1]).n)


def item_at(d, i):
    return d.items()[i]


class Entry(ExtRegistryEntry):
    _about_ = item_at


class PatternAt(object):
    def __init__(self, pattern):
        self.pattern = pattern

    @specialize.argtype(1)
    def found(self, text):
        start, end = rsre_core._adjust(0, 100, len(text))
        if isinstance(text, unicode):
            ctx = rsre_core.UnicodeMatchContext(text, start, end)
        else:
            ctx = rsre_core.StrMatchContext(text, start, end)
        if not rsre_core.search_context(ctx, self.pattern):
            return -1
        return first_of(ctx)


@rsre_core.specializectx
def first_of(ctx):
    first, end = ctx.span(0)
    return first


PATTERN = PatternAt(rsre_core.CompiledPattern(get_code(r'b+c'), 0))
escape = rutf8.make_utf8_escape_function()
quoted = rutf8.make_utf8_escape_function(quotes=True, prefix='u')


def classes(n):
    cls = Node if n > 2 else Other
    function = one if n > 2 else two
    print isinstance(cls, type), isinstance(cls, types.FunctionType)
    print isinstance(function, types.FunctionType), isinstance(function, type)
    print inspect.isclass(cls), inspect.isclass(Node(1)), inspect.isclass(one)


def surplus(n):
    try:
        return 'no place' % n
    except TypeError:
        return 'TypeError'


def errors(n):
    try:
        if n < 9:
            raise OSError('text')
        raise OSError(3, 'number')
    except OSError as e:
        return str(e.strerror)


def files(n):
    path = os.path.join('/tmp', 'genext-utime-%d' % os.getpid())
    os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0600))
    os.utime(path, (n, n + 1.5))
    st = os.stat(path)
    print int(st.st_atime), int(st.st_mtime * 2)
    os.utime(path, None)
    print os.stat(path).st_mtime > 1000000
    os.unlink(path)
    try:
        os.utime(path, (1, 1))
    except OSError as e:
        print e.errno


class PathObject(object):
    def __init__(self, path):
        self.path = path

    def as_bytes(self):
        return self.path


class OtherPath(PathObject):
    def as_bytes(self):
        return self.path + '-other'


class QuotedPath(PathObject):
    def as_bytes(self):
        return self.path.strip('"')


@specialize.argtype(0)
def content(path):
    stream = streamio.open_file_as_stream(path)
    text = stream.readall()
    stream.close()
    return text


def path_objects(n):
    name = '/tmp/genext-paths-%d' % os.getpid()
    folder = PathObject(name)
    rposix.mkdir(folder, 0700)
    here = rposix.getcwd()
    rposix.chdir(folder)
    print rposix.listdir('.'), rposix.listdir(folder), rposix.listdir(u'.'), rposix.stat('.').st_ino == rposix.stat(folder).st_ino
    first = PathObject('first') if n > 2 else QuotedPath('"first"')
    stream = streamio.open_file_as_stream(first, 'w')
    stream.write('text %d' % n)
    stream.close()
    fd = rposix.open(OtherPath('first'), os.O_CREAT | os.O_WRONLY, 0600)
    rposix.write(fd, 'more')
    rposix.close(fd)
    print content(first), content('first-other'), content(u'first-other'), sorted(rposix.listdir('.'))
    rposix.chmod(first, 0400)
    for st in [rposix_stat.stat(first), rposix_stat.lstat('first'), rposix.stat(u'first')]:
        print st.st_size, st.st_mode & 0777,
    rposix.rename(first, PathObject('second'))
    rposix.link('second', OtherPath('third'))
    rposix.symlink(u'second', PathObject('fourth'))
    print rposix.readlink(PathObject('fourth')), rposix.access(OtherPath('third'), os.R_OK), rposix.access('first', os.F_OK)
    print rposix_stat.lstat(PathObject('fourth')).st_mode == rposix_stat.stat('fourth').st_mode
    rposix.utime(PathObject('second'), (1000000, 2000000 + n))
    st = rposix_stat.stat(OtherPath('third'))
    print rposix_stat.get_stat_ns_as_bigint(st, 'mtime').str(), rposix_stat.get_stat_ns_as_bigint(st, 'atime').str(), st.st_nlink
    fd = rposix.open('second', os.O_RDONLY, 0)
    st = rposix_stat.fstat(fd)
    print st.st_size, int(st.st_mtime), len(rposix_stat.STAT_FIELD_NAMES), rposix_stat.N_INDEXABLE_FIELDS
    rposix.closerange(fd, fd + 5)
    try:
        rposix.read(fd, 1)
    except OSError as e:
        print 'closed', e.errno
    for path in ['second', 'third-other', 'fourth', 'first-other']:
        rposix.unlink(PathObject(path))
    rposix.chdir(here)
    rposix.rmdir(folder)
    try:
        rposix.stat(folder)
    except OSError as e:
        print 'none', e.errno
    with rposix.SuppressIPH():
        print rposix.access(folder, os.F_OK), rposix.getfullpathname('/tmp/../tmp/x')


def environment(n):
    """A process with an environment of its own, whose output comes back through a pipe."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        os.dup2(writing, 1)
        try:
            if n > 2:
                os.execve('/bin/sh', ['sh', '-c', 'echo "$X:$Y:$HOME:$#:$1"', 'name', 'an argument', ''], {'X': 'a b', 'Y': '%d=' % n})
            else:
                rposix.execve('/bin/sh', ['sh', '-c', 'echo "[$X]"; exit 3'], {})
        except OSError:
            pass
        os._exit(77)
    os.close(writing)
    text = ''
    while True:
        part = os.read(reading, 100)
        if part == '':
            break
        text += part
    os.close(reading)
    found, status = os.waitpid(pid, 0)
    print text.strip(), found == pid, os.WIFEXITED(status), os.WEXITSTATUS(status)
    try:
        os.execve('/no/such/program', ['x'], {'A': 'b'})
    except OSError as e:
        print 'not run', e.errno


def random_bytes(n):
    print len(rurandom.urandom(n)), len(rurandom.urandom(None, 5)), len(rurandom.urandom(rurandom.init_urandom(), n + 1, None))
    print rurandom.urandom(16) != rurandom.urandom(None, 16), rurandom.urandom(0) == ''


def clocks():
    before = debug.debug_start('section', timestamp=True)
    debug.debug_start('inner')
    debug.debug_stop('inner')
    after = debug.debug_stop('section', timestamp=True)
    print before > 0, after >= before
    with lltype.scoped_alloc(rtime.TIMESPEC) as a:
        failed = rtime.c_clock_gettime(rtime.CLOCK_MONOTONIC_RAW, a)
        seconds = rffi.getintfield(a, 'c_tv_sec')
        print failed, seconds >= 0, 0 <= rffi.getintfield(a, 'c_tv_nsec') < 1000000000
        print rtime.c_clock_gettime(12345, a)


def texts(n):
    text = 'a\xc3\xa9\xf0\x9f\x98\x80' + chr(n)
    print escape(text), quoted(text + "'"), quoted('"'), escape('')
    print rutf8.decode_latin_1('\xe9a') == '\xc3\xa9a', rutf8.decode_latin_1('plain')
    print escape(rutf8.reencode_utf8_with_surrogates('\xed\xa0\xbd\xed\xb8\x80x\xed\xa0\xbd'))
    try:
        rutf8.check_ascii(text)
    except rutf8.CheckError as e:
        print e.pos
    for old, new, times in [('a', 'bb', -1), ('', '-', -1), ('', '-', 2), ('x', '', 1), ('a', 'b', 0)]:
        result, count = replace_count('xaxa', old, new, times)
        print result, count
    result, count = replace_count('\xc3\xa9x', '', '-', -1, True)
    print escape(result), count
    wide, count = replace_count(u'xaxa', u'a', u'', 1)
    print wide.encode('ascii'), count
    print [ord(runicode._utf8_code_length[i - 0x80]) for i in [0x80, 0xc1, 0xc2, 0xdf, 0xe0, 0xf4, 0xf5, 0xff]]


def main(n):
    print debug.check_nonneg(len('abc')), debug.check_regular_int(n), len(debug.check_list_of_chars(['a', 'b']))
    print [tested_together(i) for i in range(6)]
    print wrapped(n).n, wrapped(n, 2).n, wrapped(Node(n), 3).n, wrapped(Node(n), Node(4)).n
    a, b = item_at({'x': n}, 0)
    c, d = item_at({n: 2.5}, 0)
    print a, b, c, d
    print PATTERN.found('aabbc'), PATTERN.found(u'bc'), PATTERN.found('bb')
    classes(n)
    print surplus(n), errors(n)
    print rbigint.fromint(n).udigit(0)
    files(n)
    path_objects(n)
    environment(n)
    random_bytes(n)
    clocks()
    texts(n)


def entry_point(argv):
    main(len(argv) + 4)
    main(len(argv))
    return 0


def target(*args):
    return entry_point, None
