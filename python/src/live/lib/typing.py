"""Names for annotations. Subscribing any of them gives an inert object that remembers its parts."""


class _Form(object):
    def __init__(self, name, args=()):
        self._name = name
        self.__args__ = args

    def __getitem__(self, args):
        if not isinstance(args, tuple):
            args = (args,)
        return _Form(self._name, args)

    def __or__(self, other):
        return Union[self, other]

    __ror__ = __or__

    def __call__(self, *args, **kw):
        return _Form(self._name)

    def __mro_entries__(self, bases):
        return ()

    def __repr__(self):
        if self.__args__:
            return 'typing.%s[%s]' % (self._name, ', '.join([repr(a) for a in self.__args__]))
        return 'typing.%s' % self._name


Any = _Form('Any')
Union = _Form('Union')
Optional = _Form('Optional')
List = _Form('List')
Dict = _Form('Dict')
Set = _Form('Set')
FrozenSet = _Form('FrozenSet')
Tuple = _Form('Tuple')
Callable = _Form('Callable')
Iterable = _Form('Iterable')
Iterator = _Form('Iterator')
Generator = _Form('Generator')
Sequence = _Form('Sequence')
MutableSequence = _Form('MutableSequence')
Mapping = _Form('Mapping')
MutableMapping = _Form('MutableMapping')
Type = _Form('Type')
ClassVar = _Form('ClassVar')
Final = _Form('Final')
Literal = _Form('Literal')
NoReturn = _Form('NoReturn')
Never = _Form('Never')
Self = _Form('Self')
Generic = _Form('Generic')
Protocol = _Form('Protocol')
Annotated = _Form('Annotated')
AnyStr = _Form('AnyStr')
Text = str
IO = _Form('IO')
TextIO = _Form('TextIO')
BinaryIO = _Form('BinaryIO')
Hashable = _Form('Hashable')
Sized = _Form('Sized')
DefaultDict = _Form('DefaultDict')
Deque = _Form('Deque')
TYPE_CHECKING = False


def TypeVar(name, *constraints, **kw):
    return _Form(name)


def NewType(name, tp):
    return tp


def cast(tp, value):
    return value


def overload(f):
    return f


def final(f):
    return f


def no_type_check(f):
    return f


def runtime_checkable(c):
    return c


def get_type_hints(obj, *args):
    return dict(getattr(obj, '__annotations__', {}))


def NamedTuple(name, fields):
    from collections import namedtuple
    return namedtuple(name, [f for f, _ in fields])
