# genext: python2
"""Addresses, untranslated: a pointer, or nothing."""
from rpython.rtyper.lltypesystem import lltype


class fakeaddress(object):
    """The address of an object, or of what lies some bytes behind its beginning."""

    def __init__(self, ptr, offset=0):
        if ptr is not None and not ptr:
            ptr = None
        self.ptr = ptr
        self.offset = offset

    def _fixup(self):
        return self

    def __nonzero__(self):
        return self.ptr is not None

    def __eq__(self, other):
        if not isinstance(other, fakeaddress):
            return False
        if self.ptr is None or other.ptr is None:
            return self.ptr is other.ptr
        return self.offset == other.offset and lltype.normalizeptr(self.ptr)._obj is lltype.normalizeptr(other.ptr)._obj

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return id(self.ptr._obj) + self.offset if self.ptr is not None else 0

    def __repr__(self):
        return '<fakeaddr %s%s>' % (self.ptr, '+%d' % self.offset if self.offset else '')

    def __add__(self, n):
        return fakeaddress(self.ptr, self.offset + n)

    def __sub__(self, other):
        if isinstance(other, fakeaddress):
            assert lltype.normalizeptr(self.ptr)._obj is lltype.normalizeptr(other.ptr)._obj
            return self.offset - other.offset
        return fakeaddress(self.ptr, self.offset - other)

    def _cast_to_ptr(self, EXPECTED_TYPE):
        if self.ptr is None:
            return lltype.nullptr(EXPECTED_TYPE.TO)
        if self.offset:
            raise NotImplementedError('a pointer into an object, before translation')
        return lltype.cast_pointer(EXPECTED_TYPE, self.ptr)

    def _cast_to_int(self, symbolic=False):
        return 0 if self.ptr is None else self.ptr._cast_to_int() + self.offset

    def _items(self):
        """The array, and the item at this address."""
        T = lltype.typeOf(self.ptr).TO
        if not isinstance(T, lltype.Array):
            raise NotImplementedError('raw memory other than items of arrays, before translation')
        first, rest = divmod(self.offset - itemoffsetof(T), sizeof(T.OF))
        assert rest == 0, 'not at an item'
        return self.ptr, first


class _NULL(fakeaddress):
    def __init__(self):
        self.ptr = None
        self.offset = 0


# ____________________________________________________________ sizes, in bytes: those of translated programs

_PRIMITIVES = {'Signed': 8, 'Unsigned': 8, 'Float': 8, 'SingleFloat': 4, 'Char': 1, 'Bool': 1, 'UniChar': 4, 'Void': 0,
               'Address': 8}


def _layout(T, at=0):
    """Alignment, size of the fixed part, offsets of the fields."""
    if isinstance(T, lltype.Ptr):
        return 8, 8, {}
    if isinstance(T, lltype.Primitive):
        n = _PRIMITIVES[T._name] if T._name in _PRIMITIVES else T._type.BITS // 8
        return max(n, 1), n, {}
    if isinstance(T, lltype.Array):
        align = _layout(T.OF)[0]
        if not T._hints.get('nolength', False):
            align, at = 8, at + 8
        return align, _round(at, _layout(T.OF)[0]), {}
    if not isinstance(T, lltype.Struct):
        return 8, at, {}
    align, offsets = (8 if T._gckind == 'gc' else 1), {}
    for name in T._names:
        F = T._flds[name]
        if F is lltype.Void:
            continue
        if name == T._first_struct()[0] and T._gckind == 'gc':
            offsets[name] = 0
            at = sizeof(F)
            continue
        a, n, _ = _layout(F)
        at = _round(at, a)
        offsets[name] = at
        at += n
        align = max(align, a)
    return align, at if T._is_varsize() else _round(at, align), offsets


def _round(n, align):
    return (n + align - 1) // align * align


def _header(T):
    return 8 if isinstance(T, lltype.ContainerType) and T._gckind == 'gc' else 0


def sizeof(T, n=None):
    """With n items, if the size varies."""
    size = _layout(T, _header(T))[1]
    if n is not None:
        ARRAY = T._flds[T._arrayfld] if isinstance(T, lltype.Struct) else T
        size += n * sizeof(ARRAY.OF)
    return size


def raw_malloc_usage(size):
    """What an allocation of so many bytes takes."""
    return size


def offsetof(T, field):
    return _layout(T, _header(T))[2][field]


def itemoffsetof(T, n=0):
    if isinstance(T, lltype.FixedSizeArray):
        return n * sizeof(T.OF)
    return _layout(T, _header(T))[1] + n * sizeof(T.OF)


def arraylengthoffset(T):
    return _header(T)


def raw_malloc_usage(size):
    """How much of memory an object of that size takes."""
    return size


def raw_malloc(size):
    return fakeaddress(lltype.malloc(lltype.Array(lltype.Char, hints={'nolength': True}), size, flavor='raw', zero=True))


def raw_free(adr):
    lltype.free(adr.ptr, flavor='raw')


def raw_memclear(adr, size):
    p, first = adr._items()
    OF = lltype.typeOf(p).TO.OF
    for i in range(size // sizeof(OF)):
        p[first + i] = OF._defl()


def raw_memcopy(source, dest, size):
    p, i = source._items()
    q, j = dest._items()
    assert lltype.typeOf(p).TO.OF == lltype.typeOf(q).TO.OF
    n = size // sizeof(lltype.typeOf(p).TO.OF)
    for k, x in enumerate([p[i + k] for k in range(n)]):
        q[j + k] = x


raw_memmove = raw_memcopy


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
