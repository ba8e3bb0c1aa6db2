# genext: python2
"""Addresses, untranslated: a pointer, or nothing."""
from rpython.rtyper.lltypesystem import lltype


class fakeaddress(object):
    """The address of an object."""

    def __init__(self, ptr):
        if ptr is not None and not ptr:
            ptr = None
        self.ptr = ptr

    def _fixup(self):
        return self

    def __nonzero__(self):
        return self.ptr is not None

    def __eq__(self, other):
        if not isinstance(other, fakeaddress):
            return False
        if self.ptr is None or other.ptr is None:
            return self.ptr is other.ptr
        return lltype.normalizeptr(self.ptr)._obj is lltype.normalizeptr(other.ptr)._obj

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return id(self.ptr._obj) if self.ptr is not None else 0

    def __repr__(self):
        return '<fakeaddr %s>' % (self.ptr,)

    def _cast_to_ptr(self, EXPECTED_TYPE):
        if self.ptr is None:
            return lltype.nullptr(EXPECTED_TYPE.TO)
        return lltype.cast_pointer(EXPECTED_TYPE, self.ptr)

    def _cast_to_int(self, symbolic=False):
        return 0 if self.ptr is None else self.ptr._cast_to_int()


class _NULL(fakeaddress):
    def __init__(self):
        self.ptr = None


Address = lltype.Primitive('Address', _NULL())
NULL = Address._default
fakeaddress._TYPE = Address
GCREF = lltype.Ptr(lltype.GcOpaqueType('GCREF'))
HiddenGcRef32 = lltype.Primitive('HiddenGcRef32', None)


def cast_ptr_to_adr(obj):
    assert isinstance(lltype.typeOf(obj), lltype.Ptr)
    return fakeaddress(obj)


def cast_adr_to_ptr(adr, EXPECTED_TYPE):
    return adr._cast_to_ptr(EXPECTED_TYPE)


def cast_adr_to_int(adr, mode='emulated'):
    return adr._cast_to_int()


def cast_int_to_adr(int):
    if int == 0:
        return NULL
    return fakeaddress(lltype._by_int[int])


class _wref(lltype._container):
    _gckind = 'gc'
    _TYPE = WeakRef = lltype.GcOpaqueType('WeakRef')

    def __init__(self, ptarget):
        import weakref
        if ptarget is None:
            self._ref = lambda: None
        else:
            obj = lltype.normalizeptr(ptarget)._obj
            self._ref = weakref.ref(obj)

    def _dereference(self):
        obj = self._ref()
        if obj is None or obj._was_freed():
            return None
        return lltype._ptr(lltype.Ptr(lltype.typeOf(obj)), obj, False)


WeakRef = _wref.WeakRef
WeakRefPtr = lltype.Ptr(WeakRef)
dead_wref = _wref(None)._as_ptr()


def weakref_create(ptarget):
    return _wref(ptarget)._as_ptr()


def weakref_deref(PTRTYPE, pwref):
    p = pwref._obj._dereference()
    if p is None:
        return lltype.nullptr(PTRTYPE.TO)
    return lltype.cast_pointer(PTRTYPE, p)
