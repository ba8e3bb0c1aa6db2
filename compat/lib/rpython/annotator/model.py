# genext: python2
"""Annotations as tests see them.

Each annotation of the engine has a plain description (a tuple, see the Rust side); the classes here give descriptions a face:
`SomeInteger`, `SomeList`, ...  Unions and containment are those of the engine's lattice.
"""
import _genext_annotator as _native
from rpython.rlib.rarithmetic import (r_int, r_uint, r_longlong, r_ulonglong, r_singlefloat, base_int)
from rpython.rlib import rarithmetic as _rarithmetic, types as _types


class AnnotatorError(Exception):
    def __init__(self, msg=None, source=None):
        Exception.__init__(self, msg)
        self.msg = msg
        self.source = source

    def __str__(self):
        parts = [str(self.msg)] if self.msg is not None else []
        if self.source is not None:
            parts.append(str(self.source))
        return '\n'.join(parts)


class UnionError(AnnotatorError):
    """Two annotations that do not unite."""
    def __init__(self, s_obj1, s_obj2, msg=None):
        self.s_obj1 = s_obj1
        self.s_obj2 = s_obj2
        if msg is None:
            msg = 'RPython cannot unify %r and %r' % (s_obj1, s_obj2)
        AnnotatorError.__init__(self, msg)


class State(object):
    """Switches of the lattice."""
    allow_int_to_float = True
    check_str_without_nul = False


TLS = State()

_ABSENT = object()


class SomeObject(object):
    """Top: any object at all."""
    knowntype = object
    immutable = False

    def __eq__(self, other):
        return (self.__class__ is other.__class__ and
                _visible(self) == _visible(other))

    def __ne__(self, other):
        return not (self == other)

    def __hash__(self):
        return hash(self.__class__.__name__)

    def __repr__(self):
        shown = ['%s=%r' % (k, v) for k, v in sorted(self.__dict__.items())
                 if k not in ('is_type_of',)]
        return '%s(%s)' % (self.__class__.__name__, ', '.join(shown))

    def contains(self, other):
        if self is other or self == other:
            return True
        bk = _owner(self, other)
        return _native.contains(bk._handle, self._encode(bk), other._encode(bk))

    def is_constant(self):
        return 'const' in self.__dict__ or _has_const(self)

    is_immutable_constant = is_constant

    def nonnoneify(self):
        return self

    def noneify(self):
        """The annotation that also allows None."""
        raise UnionError(self, s_None)

    def can_be_none(self):
        return True

    def _with(self, *fields):
        known = 'const' in self.__dict__
        return (self._kind, known, self.__dict__.get('const')) + fields

    _kind = 'Static'

    def _encode(self, bk):
        return self._with()

    def _bookkeeper(self):
        return None

    def getattr(self, s_attr):
        raise AnnotatorError('%r has no attribute %r' % (self, getattr(s_attr, 'const', None)))


def _has_const(s):
    return isinstance(getattr(s.__class__, 'const', None), property) and s._const() is not _ABSENT


def _visible(s):
    d = s.__dict__
    if 'no_nul' in d and not TLS.check_str_without_nul:
        d = dict(d)
        d['no_nul'] = False
    if 'const' in d:
        d = dict(d)
        c = d['const']
        d['const'] = (c.__class__, c) if isinstance(c, (int, float, str)) else id(c)
    return d


def _owner(*args_s):
    for s in args_s:
        bk = s._bookkeeper()
        if bk is not None:
            return bk
    return scratch()


_scratch = []


def scratch():
    """The bookkeeper of annotations made outside of any annotator."""
    if not _scratch:
        from rpython.annotator.bookkeeper import Bookkeeper
        _scratch.append(Bookkeeper(None))
    return _scratch[0]


class SomeType(SomeObject):
    knowntype = type
    immutable = True
    _kind = 'TypeOf'

    def can_be_none(self):
        return False

    def _encode(self, bk):
        if 'const' in self.__dict__:
            return ('Const', True, self.const)
        return ('TypeOf', False, None, (), None)


class SomeTypeOf(SomeType):
    """The class of some variables."""

    def __init__(self, args_v):
        self.is_type_of = args_v


def typeof(args_v):
    if len(args_v) == 0:
        return SomeType()
    s_type = SomeTypeOf(args_v)
    # Of one exception of one class it is known.
    exceptions = [v.annotation for v in args_v if isinstance(v.annotation, SomeException)]
    if len(args_v) == len(exceptions) == 1 and len(exceptions[0].classdefs) == 1:
        only, = exceptions[0].classdefs
        s_type.const = only.classdesc.pyobj
    return s_type


class SomeFloat(SomeObject):
    knowntype = float
    immutable = True
    _kind = 'Float'

    def can_be_none(self):
        return False

    def __eq__(self, other):
        if self.__class__ is not other.__class__:
            return False
        return repr(self.__dict__.get('const')) == repr(other.__dict__.get('const'))


class SomeSingleFloat(SomeObject):
    knowntype = r_singlefloat
    immutable = True
    _kind = 'SingleFloat'

    def can_be_none(self):
        return False


class SomeLongFloat(SomeFloat):
    """`long double`; floats have one width here."""


_SIZES = {}


def _sizes():
    if not _SIZES:
        for name in dir(_rarithmetic):
            cls = getattr(_rarithmetic, name)
            if isinstance(cls, type) and issubclass(cls, base_int) and getattr(cls, 'BITS', None):
                _SIZES.setdefault((cls.BITS, bool(cls.SIGNED)), cls)
        _SIZES[64, True] = int
        _SIZES[64, False] = r_uint
    return _SIZES


class SomeInteger(SomeFloat):
    knowntype = int
    _kind = 'Int'

    def __init__(self, nonneg=False, unsigned=None, knowntype=None):
        if knowntype is None:
            knowntype = r_uint if unsigned else int
        elif knowntype is not int:
            # The machine word has one annotation, whatever it is called.
            knowntype = _sizes().get((knowntype.BITS, bool(knowntype.SIGNED)), knowntype)
        unsigned = knowntype is not int and not knowntype.SIGNED
        self.knowntype = knowntype
        self.nonneg = bool(unsigned or nonneg)
        self.unsigned = unsigned

    def __eq__(self, other):
        return SomeObject.__eq__(self, other)

    def _encode(self, bk):
        if self.knowntype is int:
            return self._with(64, True, self.nonneg)
        return self._with(self.knowntype.BITS, bool(self.knowntype.SIGNED), self.nonneg)


class SomeBool(SomeInteger):
    knowntype = bool
    nonneg = True
    unsigned = False
    _kind = 'Bool'

    def __init__(self):
        pass

    def set_knowntypedata(self, knowntypedata):
        if knowntypedata:
            self.knowntypedata = knowntypedata

    def _encode(self, bk):
        return self._with()


class SomeStringOrUnicode(SomeObject):
    immutable = True
    can_be_None = False
    no_nul = False

    def __init__(self, can_be_None=False, no_nul=False):
        if can_be_None:
            self.can_be_None = True
        if no_nul:
            self.no_nul = True

    def __eq__(self, other):
        if self.__class__ is not other.__class__:
            return False
        same = self.can_be_None == other.can_be_None
        if TLS.check_str_without_nul:
            same = same and self.no_nul == other.no_nul
        mine, its = self.__dict__.get('const', _ABSENT), other.__dict__.get('const', _ABSENT)
        return same and (mine is its or mine.__class__ is its.__class__ and mine == its)

    def can_be_none(self):
        return self.can_be_None

    def noneify(self):
        return self.nullable_class()(can_be_None=True, no_nul=self.no_nul)

    def nullable_class(self):
        return self.basestringclass

    def nonnoneify(self):
        return self.__class__(can_be_None=False, no_nul=self.no_nul)

    def nonnulify(self):
        return self.__class__(can_be_None=self.can_be_None, no_nul=True)

    def _encode(self, bk):
        return self._with(self.can_be_None, self.no_nul)

    def getattr(self, s_attr):
        return SomeBuiltinMethod(None, self, s_attr.const)


class SomeString(SomeStringOrUnicode):
    knowntype = str
    _kind = 'Str'

    def noneify(self):
        return SomeString(can_be_None=True, no_nul=self.no_nul)


class SomeUnicodeString(SomeStringOrUnicode):
    knowntype = unicode
    _kind = 'Unicode'

    def noneify(self):
        return SomeUnicodeString(can_be_None=True, no_nul=self.no_nul)


class SomeByteArray(SomeStringOrUnicode):
    immutable = False
    knowntype = bytearray
    _kind = 'ByteArray'

    def can_be_none(self):
        return True

    def _encode(self, bk):
        return self._with()


class SomeChar(SomeString):
    _kind = 'Char'

    def __init__(self, no_nul=False):
        if no_nul:
            self.no_nul = True

    def nonnulify(self):
        return SomeChar(no_nul=True)

    def nonnoneify(self):
        return self

    def _encode(self, bk):
        return self._with(self.no_nul)


class SomeUnicodeCodePoint(SomeUnicodeString):
    _kind = 'UniChar'

    def __init__(self, no_nul=False):
        if no_nul:
            self.no_nul = True

    def nonnulify(self):
        return SomeUnicodeCodePoint(no_nul=True)

    def nonnoneify(self):
        return self

    def _encode(self, bk):
        return self._with(self.no_nul)


class SomeList(SomeObject):
    knowntype = list
    _kind = 'List'

    def __init__(self, listdef):
        self.listdef = listdef

    def __eq__(self, other):
        return (self.__class__ is other.__class__ and
                self.listdef.same_as(other.listdef) and
                ('const' in self.__dict__) == ('const' in other.__dict__) and
                self.__dict__.get('const') is other.__dict__.get('const'))

    def can_be_none(self):
        return True

    def noneify(self):
        return SomeList(self.listdef)

    def _bookkeeper(self):
        return self.listdef._bk

    def _encode(self, bk):
        return self._with(bk._list_id(self.listdef))

    def getattr(self, s_attr):
        return SomeBuiltinMethod(None, self, s_attr.const)


class SomeTuple(SomeObject):
    knowntype = tuple
    immutable = True
    _kind = 'Tuple'

    def __init__(self, items):
        self.items = tuple([_types.annotation(s) for s in items])
        for s in self.items:
            if not s.is_constant():
                break
        else:
            self.const = tuple([s.const for s in self.items])

    def __eq__(self, other):
        return self.__class__ is other.__class__ and self.items == other.items

    def can_be_none(self):
        return False

    def _bookkeeper(self):
        for s in self.items:
            bk = s._bookkeeper()
            if bk is not None:
                return bk
        return None

    def _encode(self, bk):
        return self._with(tuple([s._encode(bk) for s in self.items]))


class SomeDict(SomeObject):
    knowntype = dict
    _kind = 'Dict'

    def __init__(self, dictdef):
        self.dictdef = dictdef

    def __eq__(self, other):
        return (self.__class__ is other.__class__ and
                self.dictdef.same_as(other.dictdef) and
                self.__dict__.get('const') is other.__dict__.get('const'))

    def can_be_none(self):
        return True

    def noneify(self):
        return self.__class__(self.dictdef)

    def _bookkeeper(self):
        return self.dictdef._bk

    def _encode(self, bk):
        return self._with(bk._dict_id(self.dictdef))

    def getattr(self, s_attr):
        return SomeBuiltinMethod(None, self, s_attr.const)


class SomeOrderedDict(SomeDict):
    pass


_ordereddict = __import__('collections').OrderedDict
SomeOrderedDict.knowntype = _ordereddict


class SomeIterator(SomeObject):
    knowntype = type(iter([]))
    _kind = 'Iter'

    def __init__(self, s_container, *variant):
        self.s_container = s_container
        self.variant = variant

    def can_be_none(self):
        return False

    def _bookkeeper(self):
        return self.s_container._bookkeeper()

    def _encode(self, bk):
        name = self.variant[0] if self.variant else 'items'
        name = _VARIANTS_BACK.get(name, name)
        return self._with(self.s_container._encode(bk), name)


_VARIANTS = {'items': (), 'values': ('values',), 'pairs': ('items',), 'enumerate': ('enumerate',),
             'reversed': ('reversed',), 'reversed_keys': ('reversed',), 'zip': ('zip',), 'user': ()}
_VARIANTS_BACK = {'items': 'pairs', 'keys': 'items'}


class SomeInstance(SomeObject):
    _kind = 'Inst'

    def __init__(self, classdef, can_be_None=False, flags={}):
        self.classdef = classdef
        self.can_be_None = can_be_None
        self.flags = flags

    @property
    def knowntype(self):
        return self.classdef.classdesc.pyobj if self.classdef is not None else object

    def can_be_none(self):
        return self.can_be_None

    def noneify(self):
        return SomeInstance(self.classdef, can_be_None=True)

    def nonnoneify(self):
        return SomeInstance(self.classdef, can_be_None=False)

    def _bookkeeper(self):
        return self.classdef._bk if self.classdef is not None else None

    def _encode(self, bk):
        return self._with(bk._class_id(self.classdef), self.can_be_None)


class SomeException(SomeInstance):
    """An exception of one of a few classes."""
    can_be_None = False
    flags = {}

    def __init__(self, classdefs):
        self.classdefs = frozenset(classdefs)

    @property
    def classdef(self):
        result = None
        for c in self.classdefs:
            result = c if result is None else result.commonbase(c)
        return result

    def noneify(self):
        return SomeInstance(self.classdef, can_be_None=True)

    def as_SomeInstance(self):
        return SomeInstance(self.classdef)


class SomePBC(SomeObject):
    immutable = True
    _kind = 'Pbc'

    def __init__(self, descriptions, can_be_None=False, subset_of=None):
        self.descriptions = set(descriptions)
        self.can_be_None = can_be_None
        if len(self.descriptions) == 1 and not can_be_None:
            value = self.any_description().pyobj
            if value is not None:
                self.const = value

    def any_description(self):
        for desc in self.descriptions:
            return desc

    @property
    def knowntype(self):
        return self.any_description().knowntype

    def getKind(self):
        return self.any_description().__class__

    def __eq__(self, other):
        return (self.__class__ is other.__class__ and self.descriptions == other.descriptions and
                self.can_be_None == other.can_be_None)

    def can_be_none(self):
        return self.can_be_None

    def noneify(self):
        return SomePBC(self.descriptions, can_be_None=True)

    def nonnoneify(self):
        return SomePBC(self.descriptions, can_be_None=False)

    def _bookkeeper(self):
        return self.any_description()._bk

    def _encode(self, bk):
        return ('Pbc', False, None, tuple([bk._desc_id(d) for d in self.descriptions]), self.can_be_None)


class SomeNone(SomePBC):
    const = None
    can_be_None = True
    descriptions = frozenset()

    def __init__(self):
        pass

    knowntype = type(None)

    def is_constant(self):
        return True

    is_immutable_constant = is_constant

    def __eq__(self, other):
        return self.__class__ is other.__class__

    def can_be_none(self):
        return True

    def noneify(self):
        return self

    def nonnoneify(self):
        return s_ImpossibleValue

    def _bookkeeper(self):
        return None

    def _encode(self, bk):
        return ('None', True, None)


class SomeBuiltin(SomeObject):
    knowntype = type(len)
    immutable = True
    _kind = 'Builtin'

    def __init__(self, analyser, s_self=None, methodname=None):
        self.methodname, self.s_self = methodname, s_self
        self.analyser = analyser

    def can_be_none(self):
        return False

    def _encode(self, bk):
        if 'const' in self.__dict__:
            return ('Const', True, self.const)
        return self._with(self.methodname or '')


class SomeBuiltinMethod(SomeBuiltin):
    pass


class SomeImpossibleValue(SomeObject):
    knowntype = None
    immutable = True
    _kind = 'Impossible'

    def can_be_none(self):
        return False

    def noneify(self):
        return s_None


class SomeProperty(SomeObject):
    knowntype = property
    immutable = True
    _kind = 'Property'


class SomeWeakRef(SomeObject):
    knowntype = type
    immutable = True
    _kind = 'WeakRef'

    def __init__(self, classdef):
        self.classdef = classdef


class SomeLowLevel(SomeObject):
    """A value that only helpers know: pointers, addresses, low-level types."""
    immutable = True

    def __init__(self, kind, text):
        self._kind = kind
        self.text = text


class SomeBuilder(SomeObject):
    """A string builder."""
    def __init__(self, kind):
        self._kind = kind


s_None = SomeNone()
s_Bool = SomeBool()
s_ImpossibleValue, s_Int = SomeImpossibleValue(), SomeInteger()
s_Unicode0, s_Str0 = SomeUnicodeString(no_nul=True), SomeString(no_nul=True)


def _truth(value):
    s_bool = SomeBool()
    s_bool.const = value
    return s_bool


s_False, s_True = _truth(False), _truth(True)


# ---- the lattice ----

def union(s1, s2):
    """The least annotation above both, as the engine joins them."""
    if s1 == s2:
        return s1
    bk = _owner(s1, s2)
    d = _native.union(bk._handle, s1._encode(bk), s2._encode(bk))
    if d is None:
        raise UnionError(s1, s2, _union_text(s1, s2))
    return bk._decode(d)


def unionof(*somevalues):
    result = s_ImpossibleValue
    for s in somevalues:
        if result != s:
            result = union(result, s)
    return result


def _union_text(s1, s2):
    if isinstance(s1, SomeTuple) and isinstance(s2, SomeTuple):
        return ('RPython cannot unify tuples of different length: %d versus %d' %
                (len(s2.items), len(s1.items)))
    if isinstance(s1, SomeInteger) and isinstance(s2, SomeInteger):
        return 'RPython cannot prove that these integers are of the same signedness'
    if isinstance(s1, SomeInstance) and isinstance(s2, SomeInstance):
        return 'RPython cannot unify instances with no common base class'
    if isinstance(s1, SomeIterator) and isinstance(s2, SomeIterator):
        return 'RPython cannot unify incompatible iterator variants'
    return None


def not_const(s_obj):
    if s_obj.is_constant() and not isinstance(s_obj, SomeNone):
        new_s_obj = SomeObject.__new__(s_obj.__class__)
        new_s_obj.__dict__.update(s_obj.__dict__)
        new_s_obj.__dict__.pop('const', None)
        return new_s_obj
    return s_obj


def commonbase(cls1, cls2):
    """The first class of `cls1`'s bases that `cls2` has, too."""
    for c in getattr(cls1, '__mro__', (cls1, object)):
        if issubclass(cls2, c):
            return c
    return object


def isdegenerated(s_value):
    return s_value.__class__ is SomeObject


def read_can_only_throw(opimpl, *args):
    can_only_throw = getattr(opimpl, 'can_only_throw', None)
    if can_only_throw is None or isinstance(can_only_throw, list):
        return can_only_throw
    return can_only_throw(*args)


def add_knowntypedata(ktd, truth, vars, s_obj):
    for v in vars:
        ktd.setdefault(truth, {})[v] = s_obj


# ---- descriptions to objects ----

def decode(bk, d):
    s = _decode(bk, d)
    if d[1] and not isinstance(s, (SomeNone, SomePBC, SomeTuple)):
        s.const = d[2]
    return s


def _decode(bk, d):
    kind, fields = d[0], d[3:]
    if kind == 'Int':
        bits, signed, nonneg = fields
        return SomeInteger(nonneg=nonneg, knowntype=_sizes().get((bits, signed), int))
    if kind == 'Bool':
        return SomeBool()
    if kind == 'Float':
        return SomeFloat()
    if kind == 'SingleFloat':
        return SomeSingleFloat()
    if kind == 'Char':
        return SomeChar(no_nul=fields[0])
    if kind == 'UniChar':
        return SomeUnicodeCodePoint(no_nul=fields[0])
    if kind == 'Str':
        return SomeString(can_be_None=fields[0], no_nul=fields[1])
    if kind == 'Unicode':
        return SomeUnicodeString(can_be_None=fields[0], no_nul=fields[1])
    if kind == 'ByteArray':
        return SomeByteArray()
    if kind == 'List':
        return SomeList(bk._listdef(fields[0]))
    if kind == 'Dict':
        return SomeOrderedDict(bk._dictdef(fields[0]))
    if kind == 'Tuple':
        return SomeTuple([decode(bk, x) for x in fields[0]])
    if kind == 'Iter':
        return SomeIterator(decode(bk, fields[0]), *_VARIANTS[fields[1]])
    if kind == 'Inst':
        return SomeInstance(bk._classdef(fields[0]), can_be_None=fields[1])
    if kind == 'Pbc':
        return SomePBC([bk._desc(x) for x in fields[0]], can_be_None=fields[1])
    if kind == 'None':
        return s_None
    if kind == 'Impossible':
        return s_ImpossibleValue
    if kind == 'Builtin':
        return SomeBuiltin(None, methodname=fields[0])
    if kind == 'BuiltinMethod':
        return SomeBuiltinMethod(None, decode(bk, fields[1]), fields[0])
    if kind == 'TypeOf':
        return SomeType()
    if kind == 'Property':
        return SomeProperty()
    if kind == 'WeakRef':
        return SomeWeakRef(bk._classdef(fields[0]) if fields[0] is not None else None)
    if kind in ('StringBuilder', 'UnicodeBuilder'):
        return SomeBuilder(kind)
    if kind == 'Static':
        return SomeObject()
    return SomeLowLevel(kind, fields[0] if fields else None)
