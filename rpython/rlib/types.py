"""Type descriptions for `rpython.rlib.signature`. They are inert when run live."""


class _Type(object):
    def __init__(self, name, *args):
        self.name = name
        self.args = args

    def __repr__(self):
        return '<type description %s>' % self.name


def none():
    return _Type('none')


def impossible():
    return _Type('impossible')


def float():
    return _Type('float')


def singlefloat():
    return _Type('singlefloat')


def longfloat():
    return _Type('longfloat')


def int():
    return _Type('int')


def int_nonneg():
    return _Type('int_nonneg')


def bool():
    return _Type('bool')


def char():
    return _Type('char')


def unichar():
    return _Type('unichar')


def str(can_be_None=False):
    return _Type('str', can_be_None)


def str0():
    return _Type('str0')


def unicode():
    return _Type('unicode')


def unicode0():
    return _Type('unicode0')


def bytearray():
    return _Type('bytearray')


def list(element):
    return _Type('list', element)


def array(element):
    return _Type('array', element)


def dict(key, value):
    return _Type('dict', key, value)


def tuple(*items):
    return _Type('tuple', *items)


def pbc(value):
    return _Type('pbc', value)


def ptr(lltype):
    return _Type('ptr', lltype)


def instance(cls, can_be_None=False):
    return _Type('instance', cls, can_be_None)


def any():
    return _Type('any')


# The names of Python's types stand for descriptions here.
_int, _bool = (0).__class__, True.__class__


def _plain():
    """The classes of annotations that say no more than the name of a description."""
    from rpython.annotator import model
    return {
        'none': model.SomeNone, 'impossible': model.SomeImpossibleValue, 'float': model.SomeFloat,
        'longfloat': model.SomeLongFloat, 'singlefloat': model.SomeSingleFloat, 'bool': model.SomeBool,
        'int': model.SomeInteger, 'char': model.SomeChar, 'unichar': model.SomeUnicodeCodePoint,
        'bytearray': model.SomeByteArray,
    }


def annotation(t):
    """The annotation of a description: in RPython it is one. Other objects are returned as they are."""
    if not isinstance(t, _Type):
        return t
    from rpython.annotator import listdef, dictdef, model
    plain = _plain()
    if t.name in plain:
        return plain[t.name]()
    if t.name == 'int_nonneg':
        return model.SomeInteger(nonneg=True)
    if t.name in ('str', 'str0'):
        return model.SomeString(can_be_None=t.args == (True,), no_nul=t.name == 'str0')
    if t.name in ('unicode', 'unicode0'):
        return model.SomeUnicodeString(no_nul=t.name == 'unicode0')
    if t.name in ('list', 'array'):
        return model.SomeList(listdef.ListDef(None, annotation(t.args[0]), resized=t.name == 'list'))
    if t.name == 'dict':
        return model.SomeDict(dictdef.DictDef(None, annotation(t.args[0]), annotation(t.args[1])))
    if t.name == 'tuple':
        return model.SomeTuple([annotation(item) for item in t.args])
    raise TypeError('the annotation of %r is not known outside of a program' % (t,))


def described(s):
    """The description of an annotation: of numbers, texts and tuples. Of others nothing is claimed."""
    if isinstance(s, (_Type, SelfTypeMarker, AnyTypeMarker)):
        return s
    from rpython.annotator import model
    if s.__class__ is model.SomeInteger:
        word = s.knowntype is _int
        bits, signed = (64, True) if word else (s.knowntype.BITS, _bool(s.knowntype.SIGNED))
        return _Type('integer', bits, signed, s.nonneg)
    if s.__class__ is model.SomeTuple:
        return _Type('tuple', *[described(item) for item in s.items])
    if s.__class__ is model.SomeString:
        return str0() if s.no_nul else str(s.can_be_None)
    for name, cls in _plain().items():
        if s.__class__ is cls:
            return _Type(name)
    return any()


class SelfTypeMarker(object):
    pass


class AnyTypeMarker(object):
    pass


def self():
    return SelfTypeMarker()
