# genext: python2
"""Types of the library libffi. Libraries cannot be loaded: `CDLL` raises DLOpenError, as for one that does not exist."""
from rpython.rlib._missing import refuse
from rpython.rlib.objectmodel import specialize
from rpython.rlib.nonconst import NonConstant
from rpython.rtyper.lltypesystem import lltype, rffi

FFI_OK, FFI_BAD_TYPEDEF = 0, 1
FFI_DEFAULT_ABI = FFI_UNIX64 = FFI_SYSV = 2
FUNCFLAG_STDCALL, FUNCFLAG_CDECL, FUNCFLAG_PYTHONAPI, FUNCFLAG_USE_ERRNO, FUNCFLAG_USE_LASTERROR = 0, 1, 4, 8, 16
FFI_TYPE_STRUCT = 13

FFI_TYPE_P = lltype.Ptr(lltype.ForwardReference())
FFI_TYPE_PP = rffi.CArrayPtr(FFI_TYPE_P)
FFI_TYPE = rffi.CStruct('ffi_type', ('size', rffi.ULONG), ('alignment', rffi.USHORT), ('type', rffi.USHORT),
                        ('elements', FFI_TYPE_PP))
FFI_TYPE_P.TO.become(FFI_TYPE)
FFI_CIF = rffi.CStruct('ffi_cif', ('abi', rffi.UINT), ('nargs', rffi.UINT), ('arg_types', FFI_TYPE_PP),
                       ('rtype', FFI_TYPE_P), ('bytes', rffi.UINT), ('flags', rffi.UINT))
FFI_CIFP = lltype.Ptr(FFI_CIF)
FFI_CLOSUREP = rffi.CArrayPtr(lltype.Signed)


class DLOpenError(Exception):
    def __init__(self, msg):
        self.msg = msg


class LibFFIError(Exception):
    pass


class FFIArgumentError(Exception):
    pass


def _type(size, number):
    descr = lltype.malloc(FFI_TYPE, flavor='raw', immortal=True)
    descr.c_size = rffi.cast(rffi.ULONG, size)
    descr.c_alignment = rffi.cast(rffi.USHORT, size)
    descr.c_type = rffi.cast(rffi.USHORT, number)
    descr.c_elements = lltype.nullptr(FFI_TYPE_PP.TO)
    return descr


ffi_type_void = _type(1, 0)
ffi_type_float = _type(4, 2)
ffi_type_double = _type(8, 3)
ffi_type_longdouble = _type(16, 4)
ffi_type_uint8 = ffi_type_uchar = _type(1, 5)
ffi_type_sint8 = ffi_type_schar = _type(1, 6)
ffi_type_uint16 = ffi_type_ushort = _type(2, 7)
ffi_type_sint16 = ffi_type_sshort = _type(2, 8)
ffi_type_uint32 = ffi_type_uint = _type(4, 9)
ffi_type_sint32 = ffi_type_sint = _type(4, 10)
ffi_type_uint64 = ffi_type_ulong = _type(8, 11)
ffi_type_sint64 = ffi_type_slong = _type(8, 12)
ffi_type_pointer = _type(8, 14)

_INTEGERS = {(1, True): ffi_type_sint8, (1, False): ffi_type_uint8, (2, True): ffi_type_sint16, (2, False): ffi_type_uint16,
             (4, True): ffi_type_sint32, (4, False): ffi_type_uint32, (8, True): ffi_type_sint64,
             (8, False): ffi_type_uint64}


@specialize.memo()
def cast_type_to_ffitype(TP):
    """The description of a type that is a constant."""
    if TP is lltype.Void:
        return ffi_type_void
    if TP is rffi.DOUBLE:
        return ffi_type_double
    if TP is rffi.FLOAT:
        return ffi_type_float
    if TP is rffi.LONGDOUBLE:
        return ffi_type_longdouble
    if isinstance(TP, lltype.Ptr):
        return ffi_type_pointer
    if TP is lltype.Char or TP is lltype.Bool:
        return ffi_type_uint8
    if TP is lltype.UniChar:
        return ffi_type_sint32
    return _INTEGERS[rffi.sizeof(TP), TP is lltype.Signed or (TP is not lltype.Unsigned and TP._type.SIGNED)]


class CDLL(object):
    def __init__(self, libname, mode=-1, lib=0):
        self.libname = libname
        if NonConstant(True):
            raise DLOpenError('libraries cannot be loaded')

    def getpointer(self, name, argtypes, restype, flags=FUNCFLAG_CDECL):
        raise KeyError(name)

    def getaddressindll(self, name):
        if NonConstant(True):
            raise KeyError(name)
        return lltype.nullptr(rffi.VOIDP.TO)


class _ClosureHeap(object):
    def alloc(self):
        refuse('callbacks of C cannot be made')
        return lltype.nullptr(rffi.VOIDP.TO)

    def free(self, closure):
        refuse('callbacks of C cannot be made')


closureHeap = _ClosureHeap()


def c_ffi_prep_closure(closure, cif, function, data):
    refuse('callbacks of C cannot be made')
    return rffi.cast(rffi.INT, FFI_BAD_TYPEDEF)


def get_libc_name():
    return 'libc.so.6'
