# genext: python2
"""Types of C, and strings for it. C functions themselves cannot be called before translation."""
from rpython.rlib import rarithmetic
from rpython.rlib._missing import refuse
from rpython.rlib.nonconst import NonConstant
from rpython.rlib.objectmodel import specialize, we_are_translated
from rpython.rlib.rarithmetic import intmask, r_singlefloat, r_uint as _word
from rpython.rlib.rarithmetic import LONG_BIT, r_longlong, r_uint, r_ulonglong  # noqa
from rpython.rtyper.lltypesystem import _libc, _views, lltype
from rpython.rtyper.lltypesystem.lltype import Array, Char, Ptr, Signed, Struct, UniChar, Unsigned, Void  # noqa

UNSIGNED = Unsigned
_SIZES = [('SIGNEDCHAR', 8, True), ('UCHAR', 8, False), ('SHORT', 16, True), ('USHORT', 16, False), ('INT', 32, True),
          ('UINT', 32, False), ('MODE_T', 32, False), ('WCHAR_T', 32, True), ('PID_T', 32, True)]


def _sized(name, bits, signed):
    cls = rarithmetic.build_int('r_' + name.lower(), signed, bits)
    globals()['r_' + name.lower()] = cls
    globals()[name] = lltype.build_number(name, cls)


for _name, _bits, _signed in _SIZES:
    _sized(_name, _bits, _signed)
r_int_real = globals()['r_int']
SIGNED = LONG = LONGLONG = SSIZE_T = PTRDIFF_T = OFF_T = TIME_T = INTPTR_T = lltype.Signed
ULONG = ULONGLONG = SIZE_T = UINTPTR_T = lltype.Unsigned
INT_real = INT
DOUBLE = lltype.Float
FLOAT = lltype.SingleFloat
CHAR = lltype.Char
LONGDOUBLE = lltype.LongFloat
r_long, r_ulong = int, r_uint
r_time_t = r_ssize_t = r_off_t = int


def CArray(tp):
    return Array(tp, hints={'nolength': True})


def CArrayPtr(tp):
    return Ptr(CArray(tp))


def CFixedArray(tp, size):
    return lltype.FixedSizeArray(tp, size)


def CStruct(name, *fields, **kwds):
    return Struct(name, *[('c_' + n, T) for n, T in fields], **kwds)


def CStructPtr(*args, **kwds):
    return Ptr(CStruct(*args, **kwds))


def CCallback(args, res):
    return Ptr(lltype.FuncType(args, res))


def COpaque(name=None, ptr_typedef=None, hints=None, compilation_info=None):
    return lltype.OpaqueType(name or 'opaque')


def COpaquePtr(*args, **kwds):
    return Ptr(COpaque(*args, **kwds))


CCHARP = CONST_CCHARP = CArrayPtr(Char)
VOIDP = CONST_VOIDP = CCHARP
CWCHARP = CArrayPtr(UniChar)
CCHARPP = CArrayPtr(CCHARP)
VOIDPP = CArrayPtr(VOIDP)
for _name in [_name for _name, _, _ in _SIZES]:
    globals()[_name + 'P'] = CArrayPtr(globals()[_name])
LONGLONGP = SSIZE_TP = OFF_TP = TIME_TP = CArrayPtr(Signed)
ULONGLONGP = UINTPTR_TP = CArrayPtr(Unsigned)
LONGDOUBLEP = CArrayPtr(LONGDOUBLE)
SIGNEDP = LONGP = CArrayPtr(Signed)
ULONGP = UNSIGNEDP = SIZE_TP = CArrayPtr(Unsigned)
DOUBLEP, FLOATP = CArrayPtr(DOUBLE), CArrayPtr(FLOAT)
NULL = None


@specialize.memo()
def sizeof(tp):
    sizes = {'Signed': 8, 'Unsigned': 8, 'Float': 8, 'SingleFloat': 4, 'LongFloat': 16, 'Char': 1, 'Bool': 1,
             'UniChar': 4, 'Address': 8}
    if isinstance(tp, lltype.Ptr):
        return 8
    if isinstance(tp, lltype.FixedSizeArray):
        return tp.length * sizeof(tp.OF)
    if isinstance(tp, lltype.Struct):
        size, biggest = 0, 1
        for name in tp._names:
            n = sizeof(tp._flds[name])
            biggest = max(biggest, min(n, 8))
            size = (size + min(n, 8) - 1) // min(n, 8) * min(n, 8) + n
        return (size + biggest - 1) // biggest * biggest
    if tp._name in sizes:
        return sizes[tp._name]
    return tp._type.BITS // 8


INTEGER, WORD, CHARACTER, UNICHARACTER, REAL, SINGLE, TRUTH, OTHER = range(8)


@specialize.memo()
def _kind(TP):
    """What a translated program makes of a value of a primitive type."""
    for T, kind in ((lltype.Unsigned, WORD), (lltype.Char, CHARACTER), (lltype.UniChar, UNICHARACTER), (lltype.Float, REAL),
                    (lltype.SingleFloat, SINGLE), (lltype.Bool, TRUTH)):
        if TP == T:
            return kind
    return INTEGER if isinstance(TP, lltype.Number) else OTHER


@specialize.memo()
def _spare_bits(TP):
    return 64 - 8 * sizeof(TP)


@specialize.memo()
def _is_signed(TP):
    return TP == lltype.Signed or bool(TP._type.SIGNED)


@specialize.argtype(0)
def _as_int(value):
    if isinstance(value, str) or isinstance(value, unicode):
        return ord(value)
    if isinstance(value, float):
        return int(value)
    if isinstance(value, r_singlefloat):
        return int(float(value))
    return intmask(value)


@specialize.argtype(0)
def _as_float(value):
    return float(value)


@specialize.memo()
def _null(TP):
    return lltype.nullptr(TP.TO)


@specialize.call_location()
def cast(TP, value):
    """A value of another type. In translated programs integers that are smaller than a word are `int`, with the bits of their type."""
    if we_are_translated():
        kind = _kind(TP)
        if kind == OTHER:
            refuse('a pointer cannot be cast to another type')
            return NonConstant(_null(TP))
        if kind == REAL:
            return _as_float(value)
        if kind == SINGLE:
            return r_singlefloat(_as_float(value))
        n = _as_int(value)
        if kind == WORD:
            return _word(n)
        if kind == CHARACTER:
            return chr(n & 0xff)
        if kind == UNICHARACTER:
            return unichr(n)
        if kind == TRUTH:
            return n != 0
        spare = _spare_bits(TP)
        if _is_signed(TP):
            return intmask(n << spare) >> spare
        return n & ((1 << (64 - spare)) - 1)
    return _cast(TP, value)


def _cast(TP, value):
    T = lltype.typeOf(value)
    if isinstance(TP, lltype.Ptr) and isinstance(T, lltype.Ptr):
        if T == TP:
            return value
        if not value:
            return lltype.nullptr(TP.TO)
        return _views.cast(TP, value, sizeof)
    if isinstance(TP, lltype.Ptr):
        return lltype.cast_int_to_ptr(TP, int(value))
    if isinstance(T, lltype.Ptr):
        value = lltype.cast_ptr_to_int(value)
    if isinstance(TP, lltype.Number) and T != TP and isinstance(T, lltype.Primitive):
        if T == lltype.Char or T == lltype.UniChar:
            value = ord(value)
        # The low bits, as C has it.
        bits = 8 * sizeof(TP)
        n = int(value) & ((1 << bits) - 1)
        if _is_signed(TP) and n >> (bits - 1):
            n -= 1 << bits
        return TP._type(n)
    return lltype.cast_primitive(TP, value)


# What is to be done about the error number around a call.
RFFI_ERR_NONE, RFFI_SAVE_ERRNO, RFFI_READSAVED_ERRNO, RFFI_ZERO_ERRNO_BEFORE = 0, 1, 2, 4
RFFI_FULL_ERRNO = RFFI_SAVE_ERRNO | RFFI_READSAVED_ERRNO
RFFI_FULL_ERRNO_ZERO = RFFI_SAVE_ERRNO | RFFI_ZERO_ERRNO_BEFORE
RFFI_SAVE_LASTERROR, RFFI_READSAVED_LASTERROR, RFFI_SAVE_WSALASTERROR, RFFI_ALT_ERRNO = 8, 16, 32, 64


def llexternal(name, args, result, **kwds):
    """A function of C. Those of the C library that `_libc` has work; calling another raises NotImplementedError."""
    known = _libc.find(name, args, result, kwds.get('compilation_info'))
    what = 'the C function %s() cannot be called' % name
    its_result = _value_of(result)

    # What pointers a function takes that does not run is nothing that callers have to agree about.
    @specialize.argtype(*range(len(args)))
    def call(*given):
        if known is not None:
            return known(*given)
        refuse(what)
        return NonConstant(its_result)
    call.__name__ = name
    return call


def _value_of(T):
    """A value of a type, as translated programs have it: integers that are smaller than a word are `int`."""
    if T is lltype.Void:
        return None
    if isinstance(T, lltype.Ptr):
        return lltype.nullptr(T.TO)
    if isinstance(T, lltype.Number) and T is not lltype.Unsigned:
        return 0
    return T._defl()


def ptradd(ptr, n):
    return lltype.direct_ptradd(ptr, n)


def str2charp(s, track_allocation=True):
    """The characters with a null at the end, in raw memory."""
    array = lltype.malloc(CCHARP.TO, len(s) + 1, flavor='raw', track_allocation=track_allocation)
    for i in range(len(s)):
        array[i] = s[i]
    array[len(s)] = '\x00'
    return array


def utf82wcharp(utf8, utf8len, track_allocation=True):
    """The code points of a text in UTF-8, `utf8len` of them, with a null at the end, in raw memory."""
    from rpython.rlib import rutf8
    array = lltype.malloc(CWCHARP.TO, utf8len + 1, flavor='raw', track_allocation=track_allocation)
    count = 0
    for point in rutf8.Utf8StringIterator(utf8):
        if count == utf8len:
            break
        array[count] = unichr(point)
        count += 1
    array[count] = u'\x00'
    return array


def free_wcharp(wcp, track_allocation=True):
    lltype.free(wcp, flavor='raw', track_allocation=track_allocation)


def free_charp(cp, track_allocation=True):
    lltype.free(cp, flavor='raw', track_allocation=track_allocation)


def charp2str(cp):
    """The characters up to the null."""
    out = []
    while cp[len(out)] != '\x00':
        out.append(cp[len(out)])
    return ''.join(out)


def charp2strn(cp, maxlen):
    out = []
    while len(out) < maxlen and cp[len(out)] != '\x00':
        out.append(cp[len(out)])
    return ''.join(out)


def charpsize2str(cp, size):
    return ''.join([cp[i] for i in range(size)])


def wcharpsize2utf8(w, size):
    """The text of wide characters as UTF-8; `rutf8.OutOfRange` if one is no code point."""
    from rpython.rlib import rutf8
    from rpython.rlib.rstring import StringBuilder
    text = StringBuilder(size)
    for i in range(size):
        rutf8.unichr_as_utf8_append(text, ord(w[i]), True)
    return text.build()


class scoped_str2charp(object):
    """Raw memory with a text; a null pointer for None."""

    def __init__(self, value):
        self.given = value is not None
        self.buf = str2charp(value) if self.given else lltype.nullptr(CCHARP.TO)

    def __exit__(self, *args):
        if self.given:
            free_charp(self.buf)

    def __enter__(self):
        return self.buf


def get_nonmovingbuffer_ll_final_null(data):
    """A copy of a text with a null behind it, in raw memory, an object to be kept (none) and what is to be done with the memory."""
    from rpython.rtyper.lltypesystem import llmemory
    return str2charp(data, track_allocation=False), lltype.nullptr(llmemory.GCREF.TO), '\x06'


def free_nonmovingbuffer_ll(buf, llobj, flag):
    """Frees what `get_nonmovingbuffer_ll_final_null` gave."""
    free_charp(buf, track_allocation=False)


class scoped_nonmovingbuffer(object):
    """Raw memory with a text while it is read."""

    def __init__(self, data):
        self.buf = str2charp(data)

    def __enter__(self):
        return self.buf

    def __exit__(self, *args):
        free_charp(self.buf)


class scoped_view_charp(scoped_nonmovingbuffer):
    """The same; the callee asks for no null at the end."""


class scoped_alloc_buffer(object):
    def __init__(self, size):
        self.size = size
        self.raw = lltype.malloc(CCHARP.TO, size, flavor='raw')

    def __enter__(self):
        return self

    def __exit__(self, *args):
        lltype.free(self.raw, flavor='raw')

    def str(self, length):
        return charpsize2str(self.raw, length)


@specialize.call_location()
def getintfield(pdst, fieldname):
    """An integer field of a structure, as a machine word with a sign."""
    return intmask(getattr(pdst, fieldname))


@specialize.memo()
def _type_of_field(T, fieldname):
    return T.TO._flds[fieldname]


@specialize.call_location()
def setintfield(pdst, fieldname, value):
    """Sets an integer field, of whatever size."""
    setattr(pdst, fieldname, cast(_type_of_field(lltype.typeOf(pdst), fieldname), value))


@specialize.memo()
def offsetof(STRUCT, fieldname):
    """The bytes in front of a field of a structure of C."""
    at = 0
    for name in STRUCT._names:
        n = sizeof(STRUCT._flds[name])
        at = (at + min(n, 8) - 1) // min(n, 8) * min(n, 8)
        if name == fieldname:
            return at
        at += n
    raise AttributeError(fieldname)


def charpp2liststr(charpp):
    """The strings of an array of them that ends with a null pointer."""
    out = []
    while charpp[len(out)]:
        out.append(charp2str(charpp[len(out)]))
    return out


def ll_liststr2charpp(texts):
    """Raw memory with the addresses of texts, each in raw memory of its own, and a null pointer at the end."""
    array = lltype.malloc(CCHARPP.TO, len(texts) + 1, flavor='raw')
    for i in range(len(texts)):
        array[i] = str2charp(texts[i])
    array[len(texts)] = lltype.nullptr(CCHARP.TO)
    return array


liststr2charpp = ll_liststr2charpp


def free_charpp(charpp):
    """Frees an array of texts that ends with a null pointer, and the texts."""
    count = 0
    while charpp[count]:
        free_charp(charpp[count])
        count += 1
    lltype.free(charpp, flavor='raw')


def c_memcpy(dst, src, count):
    """Copies bytes."""
    for i in range(intmask(count)):
        dst[i] = src[i]


def constant(value):
    return value
