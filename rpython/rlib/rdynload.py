"""Dynamic libraries: none can be loaded."""
from rpython.rlib.clibffi import DLOpenError
from rpython.rlib.nonconst import NonConstant
from rpython.rtyper.lltypesystem import lltype, rffi
from rpython.translator.tool.cbuild import ExternalCompilationInfo

RTLD_LOCAL, RTLD_LAZY, RTLD_NOW, RTLD_GLOBAL, RTLD_NODELETE, RTLD_NOLOAD = 0, 1, 2, 256, 4096, 4

DLLHANDLE = rffi.VOIDP
eci = ExternalCompilationInfo(includes=['dlfcn.h'])


def _dlopen_default_mode():
    return RTLD_NOW


def dlopen(name, mode=-1):
    # To the annotator there may be a library: what comes behind the call is looked at.
    if NonConstant(True):
        raise DLOpenError("dynamic libraries cannot be loaded")
    return lltype.nullptr(DLLHANDLE.TO)


def dlclose(handle):
    return -1


def dlsym(libhandle, name):
    if NonConstant(True):
        raise KeyError(name)
    return lltype.nullptr(DLLHANDLE.TO)


def dlsym_byordinal(libhandle, index):
    if NonConstant(True):
        raise KeyError(index)
    return lltype.nullptr(DLLHANDLE.TO)
