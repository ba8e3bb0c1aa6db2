# genext: python2
"""Low-level types and objects, untranslated: what tests and programs see before translation.

Types are compared by structure. Containers (structures, arrays, functions, opaque objects) are never values: values are primitive or
pointers. A container inside another one is reached by a pointer to the part; a part of a GC container is kept alive by
nobody, so such *interior* pointers are weak in translated programs.
"""
import weakref  # noqa

from rpython.rlib import objectmodel, rarithmetic
from rpython.rlib.objectmodel import Symbolic
from rpython.rlib.rarithmetic import (base_int, intmask, is_valid_int, longlonglongmask, longlongmask, r_int,  # noqa
                                      r_longfloat, r_longlong, r_longlonglong, r_singlefloat, r_uint, r_ulonglong,
                                      r_ulonglonglong)
from rpython.rlib.objectmodel import specialize, we_are_translated
from rpython.tool import leakfinder

_DICT = type({})


class frozendict(dict):
    """Never changed: part of a type."""

    def __hash__(self):
        return hash(frozenset(self.items()))


class UninitializedMemoryAccess(Exception):
    pass


class DelayedPointer(Exception):
    pass


class InvalidCast(TypeError):
    pass


class _uninitialized(object):
    """What memory holds before anything was stored."""
    TYPE = None

    def __repr__(self):
        return '<Uninitialized %r>' % (self.TYPE,)

    def __init__(self, TYPE):
        self.TYPE = TYPE


# ____________________________________________________________ types


class LowLevelType(object):
    """A type; immutable. Equal types have equal attributes; recursive ones are compared up to their recursion."""
    _gckind = 'raw'
    _comparing = {}
    _hashing = []

    def _key(self):
        d = self.__dict__
        return [(k, d[k]) for k in sorted(d) if not k.startswith('_cache')]

    def __eq__(self, other):
        if self is other:
            return True
        if not isinstance(other, LowLevelType) or self.__class__ is not other.__class__:
            return False
        key = (id(self), id(other))
        if key in LowLevelType._comparing:
            return True
        LowLevelType._comparing[key] = True
        try:
            return self._key() == other._key()
        finally:
            del LowLevelType._comparing[key]

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        h = self.__dict__.get('_cache_hash')
        if h is None:
            if any([t is self for t in LowLevelType._hashing]):
                return 0
            LowLevelType._hashing.append(self)
            try:
                h = hash(self.__class__.__name__)
                for k, v in self._key():
                    if isinstance(v, (str, int, tuple)):
                        h = h * 1000003 ^ hash(v)
            finally:
                LowLevelType._hashing.pop()
            if not LowLevelType._hashing:
                self.__dict__['_cache_hash'] = h
        return h

    def __setattr__(self, name, value):
        if self.__dict__.get('_cache_hash') is not None:
            raise AttributeError('the type is already in use: %r' % self)
        object.__setattr__(self, name, value)

    def _freeze_(self):
        return True

    # What holds of most types: no pointer-free memory, no variable size.
    _is_varsize = _is_atomic = lambda self: False

    def __str__(self):
        return type(self).__name__

    def __repr__(self):
        return '<' + str(self) + '>'

    def _short_name(self):
        return str(self)

    def _note_inlined_into(self, parent, first, last):
        pass

    def _defl(self):
        raise NotImplementedError

    def _make(self, initialization, parent=None, index=None):
        """What a field of this type holds at first."""
        if initialization in ('zero', 'example'):
            return self._defl()
        return _uninitialized(self)

    def _enforce(self, value):
        if typeOf(value) != self:
            raise TypeError('%r expected, got %r' % (self, typeOf(value)))
        return value

    def _contains_value(self, value):
        return self is Void or isCompatibleType(typeOf(value), self)


class ContainerType(LowLevelType):
    _adtmeths = {}

    def _install_extras(self, adtmeths={}, hints={}, **kwds):
        self._adtmeths = frozendict(adtmeths)
        self._hints = frozendict(hints)

    def __getattr__(self, name):
        adtmeths = self.__dict__.get('_adtmeths') or {}
        if name in adtmeths:
            m = adtmeths[name]
            return typeMethodBound(m, self) if getattr(m, '_type_method', False) else m
        self._nofield(name)

    def _nofield(self, name):
        raise AttributeError('no field %r' % name)

    def _defl(self):
        raise TypeError('%r is a container: use a pointer to it' % (self,))

    def _note_inlined_into(self, parent, first, last):
        raise TypeError('%r cannot be inlined in %r' % (self.__class__.__name__, parent.__class__.__name__))


class Struct(ContainerType):
    """`Struct(name, (field, type)...)`"""
    _gckind = 'raw'

    def __init__(self, name, *fields, **kwds):
        self._name = str(name)
        self._names = tuple([field for field, _ in fields])
        for i, field in enumerate(self._names):
            if field in self._names[:i]:
                raise TypeError('%s: repeated field name %r' % (self._name, field))
            if field[:1] == '_':
                raise NameError('%s: field name %r should not start with an underscore' % (self._name, field))
        inlined = [(i, field, T) for i, (field, T) in enumerate(fields) if isinstance(T, ContainerType)]
        for i, field, T in inlined:
            T._note_inlined_into(self, i == 0, i + 1 == len(fields))
        # The array whose length is that of the structure, if it has one.
        varsized = [field for _, field, T in inlined if T._is_varsize()]
        self._arrayfld = varsized[-1] if varsized else None
        self._flds = frozendict(fields)
        self._install_extras(**kwds)

    def __getattr__(self, name):
        flds = self.__dict__.get('_flds')
        if flds is not None and name in flds:
            return flds[name]
        return ContainerType.__getattr__(self, name)

    def _nofield(self, name):
        raise AttributeError('struct %s has no field %r' % (self._name, name))

    def _first_struct(self):
        if self._names:
            first = self._names[0]
            TYPE = self._flds[first]
            if isinstance(TYPE, Struct) and not isinstance(TYPE, FixedSizeArray) and TYPE._gckind == self._gckind:
                return first, TYPE
        return None, None

    def _note_inlined_into(self, parent, first, last):
        if self._arrayfld is not None:
            raise TypeError('cannot inline a var-sized struct inside another container')
        if self._gckind == 'gc':
            if not first or not isinstance(parent, GcStruct):
                raise TypeError('a GcStruct can only be inlined as the first field of another GcStruct')

    def _is_atomic(self):
        return all([t._is_atomic() for t in self._flds.values()])

    def _is_varsize(self):
        return self._arrayfld is not None

    def _immutable_field(self, field):
        hints = self._hints
        if hints.get('immutable'):
            return True
        if 'immutable_fields' in hints:
            return hints['immutable_fields'].fields.get(field, False)
        return False

    def _names_without_voids(self):
        return [n for n in self._names if self._flds[n] is not Void]

    def __str__(self):
        return '%s %s { %s }' % (self.__class__.__name__, self._name, ', '.join(self._names))

    def _short_name(self):
        return '%s %s' % (self.__class__.__name__, self._name)

    def _make(self, initialization, parent=None, index=None, n=None):
        return _struct(self, n, initialization, parent, index)

    def _container_example(self):
        return _struct(self, 1 if self._arrayfld else None, 'example')


class RttiStruct(Struct):
    """With `rtti=True` it has an object that describes it at run time."""
    _runtime_type_info = None

    def _install_extras(self, **kwds):
        if kwds.pop('rtti', False):
            info = opaqueptr(RuntimeTypeInfo, name=self._name, about=self)
            self.__dict__['_runtime_type_info'] = info._obj
        Struct._install_extras(self, **kwds)


class GcStruct(RttiStruct):
    _gckind = 'gc'


STRUCT_BY_FLAVOR = {'raw': Struct, 'gc': GcStruct}


class Array(ContainerType):
    """`Array(type)` or `Array((field, type)...)`"""
    __name__ = 'array'
    _gckind = 'raw'

    def __init__(self, *fields, **kwds):
        self._anonym_struct = not (len(fields) == 1 and isinstance(fields[0], LowLevelType))
        self.OF = Struct('<arrayitem>', *fields) if self._anonym_struct else fields[0]
        if isinstance(self.OF, ContainerType):
            self.OF._note_inlined_into(self, False, False)
        self._install_extras(**kwds)

    def _note_inlined_into(self, parent, first, last):
        if not last or not isinstance(parent, Struct):
            raise TypeError('cannot inline an array in another container unless as the last field of a structure')
        if self._gckind == 'gc':
            raise TypeError('cannot inline a GC array inside a structure')
        if parent._gckind == 'gc' and self._hints.get('nolength', False):
            raise TypeError('cannot inline a no-length array inside a GcStruct')

    def _is_varsize(self):
        return True

    def _is_atomic(self):
        return self.OF._is_atomic()

    def _immutable_field(self, index=None):
        return self._hints.get('immutable', False)

    def __str__(self):
        return '%s of %s' % (self.__class__.__name__, self.OF._short_name())

    def _short_name(self):
        return '%s %s' % (self.__class__.__name__, self.OF._short_name())

    def _make(self, initialization, parent=None, index=None, n=0):
        return _array(self, n, initialization, parent, index)

    def _container_example(self):
        return _array(self, 1, 'example')


class GcArray(Array):
    _gckind = 'gc'

    def _note_inlined_into(self, parent, first, last):
        raise TypeError('cannot inline a GC array inside a structure')


class FixedSizeArray(Struct):
    """A structure with fields `item0`, `item1`, ..."""

    def __init__(self, OF, length, **kwds):
        fields = [('item%d' % i, OF) for i in range(length)]
        Struct.__init__(self, 'array%d' % length, *fields, **kwds)
        self.OF = OF
        self.length = length
        if isinstance(OF, ContainerType):
            OF._note_inlined_into(self, False, False)

    def _first_struct(self):
        return None, None

    def __str__(self):
        return '%s of %d %s' % (self.__class__.__name__, self.length, self.OF._short_name())

    _short_name = __str__


class FuncType(ContainerType):
    """`FuncType([argument types], result type)`"""
    _gckind = 'raw'
    __name__ = 'func'

    def __init__(self, args, result, abi='FFI_DEFAULT_ABI'):
        self.ABI, self.RESULT, self.ARGS = abi, result, tuple(args)
        assert all([isinstance(T, LowLevelType) for T in self.ARGS])
        if any([isinstance(T, ContainerType) for T in self.ARGS]):
            raise TypeError('function arguments can only be primitives or pointers')
        if isinstance(result, ContainerType):
            raise TypeError('function result can only be primitive or pointer')

    def __str__(self):
        return 'Func ( %s ) -> %s' % (', '.join([str(a) for a in self.ARGS]), self.RESULT)

    def _short_name(self):
        return 'Func(%s)->%s' % (', '.join([a._short_name() for a in self.ARGS]), self.RESULT._short_name())

    def _trueargs(self):
        return filter(lambda T: T is not Void, self.ARGS)

    def _container_example(self):
        # It can be called with anything.
        return _func(self, _callable=lambda *args: self.RESULT._defl())


class OpaqueType(ContainerType):
    _gckind = 'raw'

    def __init__(self, tag, hints={}):
        self.tag = tag
        self.__name__ = tag
        self._hints = frozendict(hints)

    def __str__(self):
        return '%s (opaque)' % self.tag

    _short_name = __str__

    def _note_inlined_into(self, parent, first, last):
        if self._gckind == 'gc':
            raise TypeError('%r cannot be inlined' % (self,))

    def _make(self, initialization, parent=None, index=None):
        return _opaque(self, parent, index)

    _container_example = lambda self: _opaque(self)


class GcOpaqueType(OpaqueType):
    _gckind = 'gc'

    def __str__(self):
        return '%s (gcopaque)' % self.tag

    _short_name = __str__


RuntimeTypeInfo = OpaqueType('RuntimeTypeInfo')


class ForwardReference(ContainerType):
    """A type to be defined later with `become`."""
    _gckind = 'raw'

    def become(self, realcontainertype):
        if not isinstance(realcontainertype, ContainerType):
            raise TypeError('ForwardReference can only be to a container, not %r' % (realcontainertype,))
        if realcontainertype._gckind != self._gckind:
            raise TypeError('become() gives conflicting gckind, use the correct XxForwardReference')
        self.__class__ = realcontainertype.__class__
        self.__dict__ = realcontainertype.__dict__

    def __hash__(self):
        raise TypeError('%r object is not hashable' % self.__class__.__name__)

    def __getattr__(self, name):
        raise AttributeError(name)


class GcForwardReference(ForwardReference):
    _gckind = 'gc'


class FuncForwardReference(ForwardReference):
    _gckind = 'raw'


FORWARDREF_BY_FLAVOR = {'raw': ForwardReference, 'gc': GcForwardReference}


class Primitive(LowLevelType):
    """A type of numbers, characters, truth values or nothing."""

    def __init__(self, name, default):
        self._default = default
        self.__name__ = self._name = name

    def _key(self):
        return [('_name', self._name)]

    def __str__(self):
        return self._name

    def _defl(self):
        return self._default

    def _is_atomic(self):
        return True

    def _example(self):
        return self._default


def _wrapping(type):
    """A conversion that keeps the low bits."""
    if not issubclass(type, base_int):
        return type

    def cast(value):
        value = long(value) & ((1 << type.BITS) - 1)
        if type.SIGNED and value >> (type.BITS - 1):
            value -= 1 << type.BITS
        return type(value)
    return cast


class Number(Primitive):
    """Of an integer class of Python's."""

    def __init__(self, name, type, cast=None):
        self._cast, self._type = cast or _wrapping(type), type
        Primitive.__init__(self, name, type())

    def normalized(self):
        return build_number(None, rarithmetic.normalizedinttype(self._type))


_numbertypes = {int: Number('Signed', int, intmask)}
_numbertypes[r_int] = _numbertypes[int]


def build_number(name, type):
    """The low-level type of an integer class; it is made if there is a name for it."""
    if type not in _numbertypes:
        if name is None:
            raise ValueError('No matching lowlevel type for %r' % type)
        _numbertypes[type] = Number(name, type)
    return _numbertypes[type]


Signed = build_number('Signed', int)
Unsigned = build_number('Unsigned', r_uint)
SignedLongLong = build_number('SignedLongLong', r_longlong) if r_longlong is not r_int else Signed
SignedLongLongLong = build_number('SignedLongLongLong', r_longlonglong)
UnsignedLongLong = build_number('UnsignedLongLong', r_ulonglong)
UnsignedLongLongLong = build_number('UnsignedLongLongLong', r_ulonglonglong)
Float = Primitive('Float', 0.0)
SingleFloat = Primitive('SingleFloat', r_singlefloat(0.0))
LongFloat = Primitive('LongFloat', r_longfloat(0.0))
r_singlefloat._TYPE = SingleFloat
Char = Primitive('Char', '\x00')
Bool = Primitive('Bool', False)
Void = Primitive('Void', None)
UniChar = Primitive('UniChar', u'\x00')


class Ptr(LowLevelType):
    """A pointer to a container."""
    __name__ = property(lambda self: '%sPtr' % self.TO.__class__.__name__)

    def __init__(self, TO, use_cache=True):
        if not isinstance(TO, ContainerType):
            raise TypeError('can only point to a Container type, not to %s' % (TO,))
        self.TO = TO

    def _needsgc(self):
        return self.TO._gckind not in ('raw', 'prebuilt')

    def _gcflavor(self):
        return self.TO._gckind

    def __str__(self):
        return '* %s' % (self.TO,)

    def _short_name(self):
        return 'Ptr %s' % (self.TO._short_name(),)

    def _is_atomic(self):
        return self.TO._gckind == 'raw'

    def _defl(self):
        return _ptr(self, None)

    def _make(self, initialization, parent=None, index=None):
        # Pointers to GC objects are null at first.
        if initialization == 'malloc' and not self._needsgc():
            return _uninitialized(self)
        return self._defl()

    def _example(self):
        return _ptr(self, self.TO._container_example(), solid=True)


def constPtr(T):
    return Ptr(T)


# ____________________________________________________________ values and their types

_primitives = {}


# Python's type of a value, and the low-level one.
_PLAIN = {type(None): Void, bool: Bool, int: Signed, long: Signed, float: Float, str: Char, unicode: UniChar}


def typeOf(val):
    """The low-level type of a value. Pointers into GC objects have none: they may not be kept."""
    if val.__class__ is _interior_ptr:
        raise TypeError('typeOf(%r)' % (val,))
    try:
        return val._TYPE
    except AttributeError:
        pass
    tp = type(val)
    if tp in _PLAIN:
        T = _PLAIN[tp]
        if T is Signed and not -1 << 63 <= val < 1 << 63:
            raise OverflowError('%r does not fit in an Integer' % (val,))
        assert T not in (Char, UniChar) or len(val) == 1
        return T
    if issubclass(tp, base_int):
        return build_number(None, tp)
    if issubclass(tp, r_singlefloat):
        return SingleFloat
    if issubclass(tp, Symbolic):
        return val.lltype()
    raise TypeError('typeOf(%r object)' % (tp.__name__,))


def isCompatibleType(TYPE1, TYPE2):
    return TYPE1 == TYPE2


def enforce(TYPE, value):
    return TYPE._enforce(value)


def _ordinal(value):
    if isinstance(value, (str, unicode)):
        return ord(value)
    return value


_FROM_NUMBER = {Char: lambda n: chr(int(n)), UniChar: lambda n: unichr(int(n)), Float: float, SingleFloat: r_singlefloat, Bool: bool}


@specialize.call_location()
def cast_primitive(TGT, value):
    if we_are_translated():
        from rpython.rtyper.lltypesystem.rffi import cast
        return cast(TGT, value)
    return _cast_primitive(TGT, value)


def _cast_primitive(TGT, value):
    ORIG = typeOf(value)
    if not (isinstance(ORIG, Primitive) and isinstance(TGT, Primitive)):
        raise TypeError('can only primitive to primitive')
    if TGT == ORIG:
        return value
    # By way of a number.
    number = ord(value) if ORIG in (Char, UniChar) else value
    if isinstance(TGT, Number):
        return TGT._cast(long(float(number)) if ORIG in (Float, SingleFloat) else number)
    if TGT not in _FROM_NUMBER:
        raise TypeError('unsupported cast')
    return _FROM_NUMBER[TGT](number)


def erasedType(T):
    while isinstance(T, Ptr) and isinstance(T.TO, Struct):
        first, FIRST = T.TO._first_struct()
        if first is None:
            break
        T = Ptr(FIRST)
    return T


# ____________________________________________________________ casts


def _castdepth(OUTSIDE, INSIDE):
    if OUTSIDE == INSIDE:
        return 0
    depth = 0
    while isinstance(OUTSIDE, Struct):
        first, FIRST = OUTSIDE._first_struct()
        if first is None:
            break
        depth += 1
        if FIRST == INSIDE:
            return depth
        OUTSIDE = FIRST
    return -1


def castable(PTRTYPE, CURTYPE):
    """How many structures up (positive) or down (negative)."""
    if CURTYPE.TO._gckind != PTRTYPE.TO._gckind:
        raise TypeError('cast_pointer() cannot change the gc status: %s to %s' % (CURTYPE, PTRTYPE))
    if CURTYPE == PTRTYPE:
        return 0
    if not isinstance(CURTYPE.TO, Struct) or not isinstance(PTRTYPE.TO, Struct):
        raise InvalidCast(CURTYPE, PTRTYPE)
    for sign, outer, inner in ((1, CURTYPE.TO, PTRTYPE.TO), (-1, PTRTYPE.TO, CURTYPE.TO)):
        depth = _castdepth(outer, inner)
        if depth >= 0:
            return sign * depth
    raise InvalidCast(CURTYPE, PTRTYPE)


def cast_pointer(PTRTYPE, ptr):
    """A pointer to the structure around its target, or to the first one inside."""
    if isinstance(PTRTYPE, Ptr) and isinstance(typeOf(ptr), Ptr):
        return ptr._cast_to(PTRTYPE)
    raise TypeError('can only cast pointers to other pointers')


def cast_opaque_ptr(PTRTYPE, ptr):
    CURTYPE = typeOf(ptr)
    if not isinstance(CURTYPE, Ptr) or not isinstance(PTRTYPE, Ptr):
        raise TypeError('can only cast pointers to other pointers')
    if CURTYPE == PTRTYPE:
        return ptr
    if CURTYPE.TO._gckind != PTRTYPE.TO._gckind:
        raise TypeError('cast_opaque_ptr() cannot change the gckind: %s to %s' % (CURTYPE, PTRTYPE))
    from_opaque, to_opaque = isinstance(CURTYPE.TO, OpaqueType), isinstance(PTRTYPE.TO, OpaqueType)
    if not from_opaque and not to_opaque:
        raise TypeError('invalid cast_opaque_ptr(): %r -> %r' % (CURTYPE, PTRTYPE))
    if not ptr:
        return nullptr(PTRTYPE.TO)
    if from_opaque and to_opaque:
        obj = ptr._obj
        hidden = getattr(obj, '_hidden', None)
        return opaqueptr(PTRTYPE.TO, 'hidden', container=hidden) if hidden is not None else \
            opaqueptr(PTRTYPE.TO, 'hidden', container=ptr)
    if to_opaque:
        return opaqueptr(PTRTYPE.TO, 'hidden', container=ptr, solid=ptr._solid)
    hidden = getattr(ptr._obj, '_hidden', None)
    if hidden is None:
        raise InvalidCast('%r does not come from a container' % (ptr,))
    # The hidden pointer may be to a part of what is asked for, or the other way round.
    while typeOf(hidden) != PTRTYPE:
        try:
            return cast_pointer(PTRTYPE, hidden)
        except InvalidCast:
            raise InvalidCast('cast_opaque_ptr to %r: the object is a %r' % (PTRTYPE, typeOf(hidden)))
    return hidden


def cast_ptr_to_int(ptr):
    return ptr._cast_to_int()


_by_int = {}
# Where raw arrays lie, as numbers: (address, array) by identity. Other objects have their identities.
_addresses = {}
_free_address = [1 << 32]


def _place(obj):
    """What raw memory begins with, and how many bytes behind that a part of it lies."""
    from rpython.rtyper.lltypesystem.rffi import sizeof
    at = 0
    while True:
        if isinstance(obj, _subarray) and not isinstance(obj._base, str):
            at += obj._base * sizeof(obj._of._TYPE.OF)
        elif getattr(obj, '_kind', None) == 'view':
            at += obj._at
        else:
            return obj, at
        obj = obj._of


def _address(obj):
    """A number for raw memory: those of parts are as far from each other as these."""
    from rpython.rtyper.lltypesystem.rffi import sizeof
    of, at = _place(obj)
    if id(of) not in _addresses:
        _addresses[id(of)] = _free_address[0], of
        _free_address[0] += (of._bounds()[1] * sizeof(of._TYPE.OF) | 15) + 1
    return _addresses[id(of)][0] + at


def _is_raw_array(obj):
    while isinstance(obj, _subarray) and not isinstance(obj._base, str) or getattr(obj, '_kind', None) == 'view':
        obj = obj._of
    return isinstance(obj, _array) and obj._TYPE._gckind == 'raw'


def cast_int_to_ptr(PTRTYPE, oddint):
    if oddint == 0:
        return nullptr(PTRTYPE.TO)
    if oddint in _by_int:
        known = _by_int[oddint]
        if typeOf(known) != PTRTYPE and _is_raw_array(known._obj):
            from rpython.rtyper.lltypesystem import _views, rffi
            return _views.cast(PTRTYPE, known, rffi.sizeof)
        return cast_pointer(PTRTYPE, known)
    if not (oddint & 1):
        raise ValueError('only odd integers can be cast back to ptr')
    return _ptr(PTRTYPE, oddint, solid=True)


def direct_fieldptr(structptr, fieldname):
    """A pointer to a field, as to an array of one item."""
    CURTYPE = typeOf(structptr).TO
    if not isinstance(CURTYPE, Struct):
        raise TypeError('direct_fieldptr: not a struct')
    if fieldname not in CURTYPE._flds:
        raise TypeError('%s has no field %r' % (CURTYPE, fieldname))
    if not structptr:
        raise RuntimeError('direct_fieldptr: NULL argument')
    return _subarray._makeptr(structptr._obj, fieldname, structptr._solid)


def direct_arrayitems(arrayptr):
    """A pointer to the items of an array, as to an array without length."""
    CURTYPE = typeOf(arrayptr).TO
    if not isinstance(CURTYPE, (Array, FixedSizeArray)):
        raise TypeError('direct_arrayitems: not an array')
    if not arrayptr:
        raise RuntimeError('direct_arrayitems: NULL argument')
    return _subarray._makeptr(arrayptr._obj, 0, arrayptr._solid)


def direct_ptradd(ptr, n):
    if not ptr:
        raise RuntimeError('direct_ptradd: NULL argument')
    obj, n = ptr._obj, intmask(n)
    of, base = (obj._of, obj._base) if isinstance(obj, _subarray) else (obj, 0)
    T = typeOf(ptr).TO
    # The same type, but for what has a length.
    if isinstance(T, Array) and T._hints.get('nolength', False) and not isinstance(base, str):
        return _ptr(Ptr(T), _subarray(T, of, base + n), ptr._solid)
    return _subarray._makeptr(of, base + n, ptr._solid)


def parentlink(container):
    return container._parent, container._parentindex


def top_container(container):
    while container._parent is not None:
        container = container._parent
    return container


def normalizeptr(p, check=True):
    """A pointer to the outermost structure that begins with what p points to."""
    if not p:
        return None
    if isinstance(p._obj0, int):
        return p
    obj = p._getobj(check)
    outer = obj._normalizedcontainer()
    if outer is not obj:
        return _ptr(Ptr(typeOf(outer)), outer, p._solid)
    return p


# ____________________________________________________________ pointers


class _ptr(object):
    """A pointer value."""
    __slots__ = ('_TYPE', '_obj0', '_solid')

    def __init__(self, TYPE, pointing_to, solid=False):
        object.__setattr__(self, '_TYPE', TYPE)
        object.__setattr__(self, '_obj0', pointing_to)
        object.__setattr__(self, '_solid', solid)

    @property
    def _T(self):
        return self._TYPE.TO

    @property
    def _obj(self):
        return self._getobj()

    def _getobj(self, check=True):
        obj = self._obj0
        if obj is not None and not isinstance(obj, (int, str)) and check:
            obj._check()
        return obj

    def _as_obj(self, check=True):
        return self._getobj(check)

    def _as_ptr(self):
        return self

    def _needsgc(self):
        return self._TYPE._needsgc()

    def _was_freed(self):
        obj = self._obj0
        return obj is not None and not isinstance(obj, (int, str)) and obj._was_freed()

    def _togckind(self):
        return self._TYPE.TO._gckind

    def _same_obj(self, other):
        return self._obj is other._obj or (self._obj0 is not None and self._key() is other._key()) or (isinstance(self._obj0, int) and self._obj0 == other._obj0) or (
            isinstance(self._obj0, _subarray) and isinstance(other._obj0, _subarray)
            and self._obj0._of is other._obj0._of and self._obj0._base == other._obj0._base) or self._same_place(other)

    def _same_place(self, other):
        x, y = self._obj0, other._obj0
        if not (isinstance(x, _container) and isinstance(y, _container) and _is_raw_array(x) and _is_raw_array(y)):
            return False
        (of, at), (other_of, other_at) = _place(x), _place(y)
        return of is other_of and at == other_at

    def _key(self):
        # Opaque objects that hide the same object are the same.
        obj = self._obj0
        hidden = getattr(obj, '_hidden', None) if isinstance(obj, _opaque) else None
        return normalizeptr(hidden)._obj if hidden is not None else obj

    def __eq__(self, other):
        if not isinstance(other, _ptr):
            if other is None:
                return not self
            raise TypeError('comparing pointer with %r object' % (type(other).__name__,))
        if self._TYPE != other._TYPE:
            raise TypeError('comparing %r and %r' % (self._TYPE, other._TYPE))
        return self._same_obj(other)

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        raise TypeError('pointer objects are not hashable')

    def __nonzero__(self):
        return self._obj0 is not None

    def _lookup_adtmeth(self, name):
        if isinstance(self._T, ContainerType):
            adt = self._T.__dict__.get('_adtmeths') or {}
            if name in adt:
                m = adt[name]
                if isinstance(m, staticAdtMethod):
                    return m.__get__(self)
                if getattr(m, '_type_method', False):
                    return typeMethodBound(m, self._T)
                try:
                    getter = m.__get__
                except AttributeError:
                    return m
                return getter(self)
        raise AttributeError(name)

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        T = self._T
        if isinstance(T, Struct) and name in T._flds:
            if not self:
                raise AttributeError('cannot access field %r of a NULL pointer' % name)
            obj = self._obj
            value = obj._values[name]
            if isinstance(value, _uninitialized):
                raise UninitializedMemoryAccess('%r.%s' % (self, name))
            return self._expose(value)
        if isinstance(T, ContainerType):
            try:
                return self._lookup_adtmeth(name)
            except AttributeError:
                pass
        raise AttributeError('%r instance has no field %r' % (T, name))

    def __setattr__(self, name, value):
        T = self._T
        if isinstance(T, Struct) and name in T._flds:
            if not self:
                raise AttributeError('cannot access field %r of a NULL pointer' % name)
            self._obj._store(name, T._flds[name], value, repr(self))
            return
        raise AttributeError('%r instance has no field %r' % (T, name))

    def __getitem__(self, i):
        T = self._T
        if isinstance(T, (Array, FixedSizeArray)):
            if not self:
                raise RuntimeError('NULL pointer')
            obj = self._obj
            self._check_index(obj, i)
            value = obj._item(i)
            if isinstance(value, _uninitialized):
                raise UninitializedMemoryAccess('%r[%s]' % (self, i))
            return self._expose(value)
        raise TypeError('%r instance is not an array' % (T,))

    def __setitem__(self, i, value):
        T = self._T
        if isinstance(T, (Array, FixedSizeArray)):
            if isinstance(T.OF, ContainerType):
                raise TypeError('cannot directly assign to container array items')
            if not self:
                raise RuntimeError('NULL pointer')
            obj = self._obj
            self._check_index(obj, i)
            obj._set_item(i, _checked(T.OF, value, repr(self)))
            return
        raise TypeError('%r instance is not an array' % (T,))

    def _check_index(self, obj, i):
        if not isinstance(i, (int, long)) and not isinstance(i, Symbolic):
            raise TypeError('array index must be an integer')
        low, high = obj._bounds()
        if not low <= i < high:
            raise IndexError('array index out of bounds')

    def __len__(self):
        T = self._T
        if isinstance(T, (Array, FixedSizeArray)):
            if isinstance(T, Array) and T._hints.get('nolength', False):
                raise TypeError('%r instance has no length' % (T,))
            if not self:
                raise RuntimeError('NULL pointer')
            return self._obj._bounds()[1]
        raise TypeError('%r instance is not an array' % (T,))

    def _fixedlength(self):
        return len(self)

    def __call__(self, *args):
        T = self._T
        if not isinstance(T, FuncType):
            raise TypeError('%r instance is not a function' % (T,))
        if len(args) != len(T.ARGS):
            raise TypeError('calling %r with wrong argument number: %r' % (T, args))
        for a, ARG in zip(args, T.ARGS):
            if ARG is not Void and typeOf(a) != ARG:
                raise TypeError('calling %r with wrong argument types: %r' % (T, args))
        call = self._obj._callable
        if call is None:
            raise RuntimeError('calling undefined function')
        return call(*args)

    def _expose(self, value):
        """A part that is a container is reached by a pointer."""
        if isinstance(value, _container):
            T = value._TYPE
            if self._T._gckind == 'gc' and T._gckind == 'raw' and not isinstance(T, OpaqueType) or \
                    self.__class__ is _interior_ptr:
                return _interior_ptr(Ptr(T), value, self._solid)
            return _ptr(Ptr(T), value, self._solid)
        return value

    def _cast_to(self, PTRTYPE):
        CURTYPE = self._TYPE
        down = castable(PTRTYPE, CURTYPE)
        if down == 0:
            return self
        if not self:
            return _ptr(PTRTYPE, None)
        if isinstance(self._obj0, int):
            return _ptr(PTRTYPE, self._obj0, solid=True)
        if down > 0:
            obj = self._obj
            for _ in range(down):
                obj = obj._values[obj._TYPE._names[0]]
            return _ptr(PTRTYPE, obj, solid=self._solid)
        struc = self._obj
        for _ in range(-down):
            parent = struc._parent
            if parent is None:
                raise RuntimeError('widening to trash: %r' % self)
            if struc._parentindex != parent._TYPE._names[0]:
                raise InvalidCast(CURTYPE, PTRTYPE)
            struc = parent
        if struc._TYPE != PTRTYPE.TO:
            raise RuntimeError('widening %r inside %r instead of %r' % (CURTYPE, struc._TYPE, PTRTYPE.TO))
        return _ptr(PTRTYPE, struc, solid=self._solid)

    def _cast_to_int(self, check=True):
        if not self:
            return 0
        if isinstance(self._obj0, int):
            return self._obj0
        obj = normalizeptr(self, check)._getobj(check)
        n = _address(obj) if _is_raw_array(obj) else intmask(id(obj)) & ~1
        _by_int[n] = _ptr(Ptr(typeOf(obj)), obj, solid=True)
        return n

    def _identityhash(self):
        p = normalizeptr(self)
        hidden = getattr(p._obj, '_hidden', None)
        if hidden is not None:
            p = normalizeptr(hidden)
        return intmask(id(p._obj))

    def _setobj(self, pointing_to, solid=False):
        object.__setattr__(self, '_obj0', pointing_to)
        object.__setattr__(self, '_solid', solid)

    def _become(self, other):
        assert self._TYPE == other._TYPE
        self._setobj(other._obj, other._solid)

    def __repr__(self):
        return '<%s>' % (self,)

    def __str__(self):
        if self._was_freed():
            return '* DEAD %s' % self._T
        return '* %s' % (self._obj0,)


class _interior_ptr(_ptr):
    """A pointer to a part of a GC object."""
    __slots__ = ()


def _checked(TYPE, value, where):
    try:
        T = typeOf(value)
    except AssertionError:
        T = None
    if T == TYPE or TYPE is Void:
        return value
    raise TypeError('%s: expects %r, got %r' % (where, TYPE, T))


# ____________________________________________________________ containers


class _container(object):
    _parent = None
    _parentindex = None
    _dead = False

    def _check(self):
        if self._dead:
            raise RuntimeError('accessing freed %r' % (self._TYPE,))
        if self._parent is not None:
            self._parent._check()

    def _was_freed(self):
        return self._dead or (self._parent is not None and self._parent._was_freed())

    def _free(self):
        self._check()
        self._dead = True

    def _parentstructure(self, check=True):
        return self._parent

    def _normalizedcontainer(self, check=True):
        obj = self
        while obj._parent is not None:
            T = obj._parent._TYPE
            if not isinstance(T, Struct) or T._first_struct() == (None, None) or obj._parentindex != T._names[0]:
                break
            obj = obj._parent
        return obj

    def _as_obj(self, check=True):
        return self

    def _as_ptr(self):
        pointer_type = Ptr(self._TYPE)
        return _ptr(pointer_type, self, True)

    def __repr__(self):
        return '<%s>' % (self,)

    def __str__(self):
        return '%s at %x' % (self._TYPE._short_name(), id(self) & 0xffffff)


class _struct(_container):
    _kind = 'structure'

    def __init__(self, TYPE, n=None, initialization=None, parent=None, parentindex=None):
        if n is not None and TYPE._arrayfld is None:
            raise TypeError('%r is not variable-sized' % (TYPE,))
        if n is None and TYPE._arrayfld is not None:
            raise TypeError('%r is variable-sized' % (TYPE,))
        self._TYPE = TYPE
        self._parent, self._parentindex = parent, parentindex
        values = self._values = {}
        for name in TYPE._names:
            T = TYPE._flds[name]
            if name == TYPE._arrayfld:
                values[name] = T._make(initialization, self, name, n)
            else:
                values[name] = T._make(initialization, self, name)

    def _store(self, name, TYPE, value, where):
        if isinstance(TYPE, ContainerType):
            raise TypeError('cannot directly assign to container field %r' % name)
        self._values[name] = _checked(TYPE, value, '%s.%s' % (where, name))

    def __getattr__(self, name):
        values = self.__dict__.get('_values')
        if values is not None and name in values:
            return values[name]
        raise AttributeError(name)

    def _getattr(self, name, uninitialized_ok=False):
        return self._values[name]

    # Of fixed-size arrays.

    def _bounds(self):
        return 0, self._TYPE.length

    def _item(self, i):
        return self._values['item%d' % i]

    def _set_item(self, i, value):
        self._values['item%d' % i] = value

    def getlength(self):
        return self._TYPE.length

    def getitem(self, i, uninitialized_ok=False):
        return self._item(i)

    setitem = _set_item


class _array(_container):
    _kind = 'array'

    def __init__(self, TYPE, n, initialization=None, parent=None, parentindex=None):
        if not is_valid_int(n):
            raise TypeError('array length must be an int')
        if n < 0:
            raise ValueError('negative array length')
        self._TYPE = TYPE
        self._parent, self._parentindex = parent, parentindex
        self.items = [TYPE.OF._make(initialization, self, j) for j in range(n)]

    def _bounds(self):
        return 0, len(self.items)

    getbounds = _bounds

    def _item(self, i):
        return self.items[i]

    def _set_item(self, i, value):
        self.items[i] = value

    def shrinklength(self, newlength):
        self.items = self.items[:newlength]

    def getlength(self):
        return len(self.items)

    def getitem(self, i, uninitialized_ok=False):
        return self.items[i]

    setitem = _set_item


class _subarray(_container):
    """A window on an array or on one field."""
    _kind = 'subarray'

    def __init__(self, TYPE, of, base):
        self._TYPE, self._of, self._base = TYPE, of, base
        self._parent, self._parentindex = of, base

    @staticmethod
    def _makeptr(of, base, solid):
        if isinstance(base, str):
            ITEM = of._TYPE._flds[base]
            ARRAY = FixedSizeArray(ITEM, 1)
        else:
            ITEM = of._TYPE.OF
            ARRAY = FixedSizeArray(ITEM, 1)
        return _ptr(Ptr(ARRAY), _subarray(ARRAY, of, base), solid)

    def _bounds(self):
        if isinstance(self._base, str):
            return 0, 1
        low, high = self._of._bounds()
        return low - self._base, high - self._base

    def _item(self, i):
        if isinstance(self._base, str):
            return self._of._values[self._base]
        return self._of._item(self._base + i)

    def _set_item(self, i, value):
        if isinstance(self._base, str):
            self._of._values[self._base] = value
        else:
            self._of._set_item(self._base + i, value)


class _func(_container):
    _kind = 'function'

    def __init__(self, TYPE, **attrs):
        known = {'_name': '?', '_callable': None, '_TYPE': TYPE}
        known.update(attrs)
        self.__dict__.update(known)

    def __eq__(self, other):
        return self is other or (isinstance(other, _func) and self._TYPE == other._TYPE
                                 and self._callable is not None and self._callable == other._callable)

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self._name)

    def __str__(self):
        return 'fn %s' % self._name


class _opaque(_container):
    _kind = 'opaque'

    def __init__(self, TYPE, parent=None, parentindex=None, **attrs):
        self._TYPE = TYPE
        self._parent, self._parentindex = parent, parentindex
        self._name = '?'
        self.__dict__.update(attrs)

    def __eq__(self, other):
        if self is other:
            return True
        mine, its = getattr(self, '_hidden', None), getattr(other, '_hidden', None)
        if mine is None or its is None:
            return False
        return normalizeptr(mine)._obj is normalizeptr(its)._obj

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self._TYPE)


# ____________________________________________________________ making objects


def malloc(T, n=None, flavor='gc', immortal=False, zero=False, track_allocation=True, add_memory_pressure=False,
           nonmovable=False):
    """A new container; with n items if it is variable-sized."""
    assert flavor in ('gc', 'raw')
    if zero or immortal:
        initialization = 'zero'
    else:
        initialization = 'malloc'
    if isinstance(T, Struct):
        o = T._make(initialization, n=n)
    elif isinstance(T, Array):
        o = T._make(initialization, n=n)
    elif isinstance(T, OpaqueType):
        assert n is None
        o = _opaque(T)
    else:
        raise TypeError('malloc: unmallocable type')
    if flavor == 'gc' and T._gckind != 'gc' and not immortal:
        raise TypeError('gc flavor malloc of a non-GC non-immortal structure')
    if flavor == 'raw' and not immortal and track_allocation:
        leakfinder.remember_malloc(o, framedepth=2)
    return _ptr(Ptr(T), o, immortal or flavor == 'raw')


def free(p, flavor, track_allocation=True):
    if flavor.startswith('gc'):
        raise TypeError('gc flavor free')
    T = typeOf(p)
    if not isinstance(T, Ptr) or p._togckind() != 'raw':
        raise TypeError('free(): only for pointers to non-gc containers')
    if track_allocation:
        leakfinder.remember_free(p._obj0)
    p._obj0._free()


def render_immortal(p, track_allocation=True):
    T = typeOf(p)
    if not isinstance(T, Ptr) or p._togckind() != 'raw':
        raise TypeError('render_immortal(): only for pointers to non-gc containers')
    if track_allocation:
        leakfinder.remember_free(p._obj0)


class scoped_alloc(object):
    """`with scoped_alloc(T) as p`: raw memory for the time of a block."""
    _annspecialcase_ = 'specialize:ctr_location'

    def __init__(self, T, n=None, zero=False):
        if n is not None:
            self.buf = malloc(T, n, flavor='raw', zero=zero)
        else:
            self.buf = malloc(T, flavor='raw', zero=zero)
    __init__._annspecialcase_ = 'specialize:call_location'

    def __exit__(self, *args):
        free(self.buf, flavor='raw')

    def __enter__(self):
        return self.buf


def nullptr(T):
    return Ptr(T)._defl()


def functionptr(TYPE, name, **attrs):
    if not isinstance(TYPE, FuncType):
        raise TypeError('functionptr() for FuncTypes only')
    return _ptr(Ptr(TYPE), _func(TYPE, _name=name, **attrs), solid=True)


def opaqueptr(TYPE, name='opaque', **attrs):
    if not isinstance(TYPE, OpaqueType):
        raise TypeError('opaqueptr() for OpaqueTypes only')
    solid = attrs.pop('solid', True)
    container = attrs.pop('container', None)
    o = _opaque(TYPE, _name=name, **attrs)
    if container is not None:
        o._hidden = container
    return _ptr(Ptr(TYPE), o, solid)


def getfunctionptr(graph, getconcretetype=None):
    raise TypeError('getfunctionptr() needs a typed graph')


def attachRuntimeTypeInfo(GCSTRUCT, funcptr=None, destrptr=None, customtraceptr=None):
    if not isinstance(GCSTRUCT, RttiStruct):
        raise TypeError('expected a RttiStruct: %s' % GCSTRUCT)
    if GCSTRUCT.__dict__.get('_runtime_type_info') is None:
        GCSTRUCT.__dict__['_runtime_type_info'] = opaqueptr(RuntimeTypeInfo, name=GCSTRUCT._name, about=GCSTRUCT)._obj
    info = GCSTRUCT.__dict__['_runtime_type_info']
    if funcptr is not None:
        info.query_funcptr = funcptr
    if destrptr is not None:
        info.destructor_funcptr = destrptr
    return _ptr(Ptr(RuntimeTypeInfo), info, True)


def getRuntimeTypeInfo(GCSTRUCT):
    if not isinstance(GCSTRUCT, RttiStruct):
        raise TypeError('expected a RttiStruct: %s' % GCSTRUCT)
    if GCSTRUCT.__dict__.get('_runtime_type_info') is None:
        raise ValueError("no attached runtime type info for GcStruct %s" % GCSTRUCT._name)
    return _ptr(Ptr(RuntimeTypeInfo), GCSTRUCT.__dict__['_runtime_type_info'], True)


def runtime_type_info(p):
    """The type information of the outermost structure."""
    T = typeOf(p)
    if not isinstance(T, Ptr) or not isinstance(T.TO, RttiStruct):
        raise TypeError('runtime_type_info on non-RttiStruct pointer: %s' % p)
    top = p._obj._normalizedcontainer()
    result = getRuntimeTypeInfo(top._TYPE)
    query = getattr(getRuntimeTypeInfo(T.TO)._obj, 'query_funcptr', None)
    if query is not None:
        funcptr = query
        found = funcptr(cast_pointer(typeOf(funcptr).TO.ARGS[0], p))
        if found != result:
            raise RuntimeError('runtime type-info function for %s:\n        returned: %s,\nshould have been: %s' % (
                p, found, result))
    return result


def identityhash(p):
    assert p
    return p._identityhash()


identityhash_nocache = identityhash


def length_of_simple_gcarray_from_opaque(opaque_ptr):
    hidden = opaque_ptr._obj._hidden
    return len(hidden)


def isGcPtr(T):
    return isinstance(T, Ptr) and T.TO._gckind == 'gc'


# ____________________________________________________________ methods of types


def typeMethod(func):
    """A method of a type: it gets the type as its first argument."""
    func._type_method = True
    return func


class typeMethodBound(object):
    def __init__(self, func, TYPE):
        self.func, self.TYPE = func, TYPE

    def __call__(self, *args):
        return self.func(self.TYPE, *args)


class staticAdtMethod(object):
    def __init__(self, meth):
        self.meth = meth

    def __get__(self, inst, cls=None):
        return self.meth

    def __hash__(self):
        return hash(self.meth)

    def __eq__(self, other):
        return isinstance(other, staticAdtMethod) and self.meth == other.meth

    def __ne__(self, other):
        return not self == other


def dissect_ll_instance(v, t=None, memo=None):
    """All (type, value) reachable from a value."""
    memo = {} if memo is None else memo
    t = typeOf(v) if t is None else t
    yield t, v
    if isinstance(t, Ptr) and v and id(v._obj) not in memo:
        memo[id(v._obj)] = True
        obj = v._obj
        if isinstance(t.TO, Struct):
            for n in t.TO._names:
                for x in dissect_ll_instance(v._expose(obj._values[n]), None, memo):
                    yield x

from rpython.rtyper import _placeholders  # noqa
