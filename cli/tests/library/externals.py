# genext: python2
"""C functions that are known, what is asked about headers, and modules around functions of C that are not there."""
from rpython.rlib import clibffi, longlong2float, rlocale, rposix, rsignal, rzlib
from rpython.rlib.rarithmetic import intmask
from rpython.rlib.rstacklet import StackletThread
from rpython.rlib.rsre import rsre_core
from rpython.rlib.rweaklist import RWeakListMixin
from rpython.rtyper.lltypesystem import lltype, rffi
from rpython.rtyper.tool import rffi_platform
from rpython.rtyper.tool.rfficache import sizeof_c_type
from rpython.translator.platform import host_factory
from rpython.translator.tool.cbuild import ExternalCompilationInfo

eci = ExternalCompilationInfo(includes=['errno.h'], post_include_bits=['#define MINE 0x1fUL /* of the program */\n#define ALSO (MINE)'])


class CConfig:
    _compilation_info_ = eci
    EINVAL = rffi_platform.ConstantInteger('EINVAL')
    SIGINT = rffi_platform.ConstantInteger('SIGINT')
    O_CREAT = rffi_platform.DefinedConstantInteger('O_CREAT')
    MINE = rffi_platform.ConstantInteger('MINE')
    ALSO = rffi_platform.ConstantInteger('ALSO')
    size_t = rffi_platform.SimpleType('size_t')
    point = rffi_platform.Struct('struct point', [('x', rffi.INT), ('y', rffi.LONG)])


config = rffi_platform.configure(CConfig)
POINT = config['point']
EINVAL, SIGINT, O_CREAT, MINE, ALSO = [config[name] for name in 'EINVAL SIGINT O_CREAT MINE ALSO'.split()]
SIZES = [sizeof_c_type('int'), sizeof_c_type('char *'), sizeof_c_type('unsigned short'), rffi.sizeof(config['size_t'])]
try:
    rffi_platform.ConstantInteger('NOWHERE_TO_BE_FOUND').answer(eci)
    UNKNOWN = False
except rffi_platform.CompilationError:
    UNKNOWN = True

plain = ExternalCompilationInfo(includes=['ctype.h', 'string.h'])
tolower = rffi.llexternal('tolower', [rffi.INT], rffi.INT, compilation_info=plain)
isspace = rffi.llexternal('isspace', [rffi.INT], rffi.INT, compilation_info=plain)
strlen = rffi.llexternal('strlen', [rffi.CCHARP], rffi.SIZE_T, compilation_info=plain)
magnitude = rffi.llexternal('abs', [rffi.INT], rffi.INT, compilation_info=ExternalCompilationInfo(includes=['stdlib.h']))
long_magnitude = rffi.llexternal('labs', [rffi.LONG], rffi.LONG)
absent = rffi.llexternal('absent', [rffi.INT], lltype.Ptr(POINT), compilation_info=eci)


class Thing(object):
    def __init__(self, number):
        self.number = number


class Things(RWeakListMixin):
    def __init__(self):
        self.initialize()


def pair(n):
    with lltype.scoped_alloc(rffi.SIGNEDP.TO, 2) as p:
        p[0], p[1] = n, 5
        return p[0] + p[1]


def single(n):
    with lltype.scoped_alloc(rffi.SIGNEDP.TO, 1) as p:
        p[0] = n
        return p[0]


def never_called(argv):
    thread = StackletThread()
    point = absent(1)
    print point.c_x + point.c_y, thread.is_empty_handle(thread.new(None, None))


def entry_point(argv):
    print EINVAL, SIGINT, O_CREAT, MINE, ALSO, UNKNOWN
    print SIZES[0], SIZES[1], SIZES[2], SIZES[3]
    print chr(tolower(ord('Q'))), tolower(200), isspace(32), isspace(65) != 0
    print magnitude(-7), magnitude(len(argv)), long_magnitude(-(1 << 40))
    text = rffi.str2charp('some text')
    print intmask(strlen(text))
    rffi.free_charp(text)
    point = lltype.malloc(POINT, flavor='raw')
    point.c_x = rffi.cast(rffi.INT, 3)
    point.c_y = 4
    print intmask(point.c_x) + point.c_y
    lltype.free(point, flavor='raw')
    print intmask(rzlib.crc32('hello')), intmask(rzlib.adler32('hello', rzlib.adler32('x')))
    print rsignal.SIGTERM, rsignal.pypysig_poll(), rlocale.setlocale(rlocale.LC_ALL, None)
    try:
        rlocale.setlocale(rlocale.LC_ALL, 'xx_YY')
    except rlocale.LocaleError as e:
        print e.message
    rposix.set_saved_errno(5)
    print rposix.get_saved_errno(), rposix.is_valid_fd(1), rposix.is_valid_fd(1000)
    try:
        clibffi.CDLL('libm.so')
    except clibffi.DLOpenError as e:
        print e.msg
    for n in [0, -1, 2147483647, -2147483648, len(argv)]:
        bits = longlong2float.encode_int32_into_longlong_nan(n)
        print longlong2float.is_int32_from_longlong_nan(bits), longlong2float.decode_int32_from_longlong_nan(bits),
    print longlong2float.can_encode_int32(2147483648), longlong2float.can_encode_float(1.5)
    print rsre_core.AT_END_STRING, rsre_core.CATEGORY_UNI_NOT_LINEBREAK
    things, kept = Things(), []
    for i in range(9):
        kept.append(Thing(i))
        number = things.add_handle(kept[i])
        if things.fetch_handle(number) is not kept[i]:
            print 'wrong'
    print kept[8].number, things.fetch_handle(1000) is None
    print pair(3), single(4)
    if len(argv) > 5:
        never_called(argv)
    return 0


def handle_config(config, translateconfig):
    host_factory.cflags += ('-DNOTHING',)


def target(driver, args):
    return entry_point, None
