# genext: python2
"""Calls through libffi: none can be made."""
from rpython.rlib._missing import refuse
from rpython.rlib.clibffi import FFI_BAD_TYPEDEF, FFI_CIF, FFI_TYPE_P, FFI_TYPE_PP, FFI_OK  # noqa: F401
from rpython.rtyper.lltypesystem import lltype, rffi

SIZE_OF_FFI_ARG = 8
CIF_DESCRIPTION = lltype.Struct(
    'CIF_DESCRIPTION', ('cif', FFI_CIF), ('abi', rffi.INT), ('nargs', lltype.Signed), ('rtype', FFI_TYPE_P),
    ('atypes', FFI_TYPE_PP), ('exchange_size', lltype.Signed), ('exchange_result', lltype.Signed),
    ('exchange_args', lltype.Array(lltype.Signed, hints={'nolength': True})))
CIF_DESCRIPTION_P = lltype.Ptr(CIF_DESCRIPTION)


def jit_ffi_prep_cif(cif_description):
    refuse('functions of C cannot be called')
    return rffi.cast(rffi.INT, FFI_BAD_TYPEDEF)


def jit_ffi_call(cif_description, func_addr, exchange_buffer):
    refuse('functions of C cannot be called')
