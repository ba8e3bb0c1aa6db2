# genext: python2
"""Runs functions as they are when translated: annotated, typed, and executed by the low-level interpreter."""
import _genext_annotator as _native
from rpython.rlib.rarithmetic import base_int
from rpython.rtyper import _placeholders  # noqa
from rpython.tool.ansi_print import AnsiLogger

log = AnsiLogger('llinterp')


class LLException(Exception):
    """An exception left the function."""

    def __str__(self):
        return '<LLException %s>' % (self.args[0],)


class LLFatalError(Exception):
    pass


class LLAssertFailure(Exception):
    """A safety check ended the program."""


class LLObject(object):
    """A low-level object, as it was when the run ended."""

    def __init__(self, sort, name, cls, text):
        self._sort, self._type, self._class, self._text = sort, name, cls, text
        self._items = None
        self._fields = []

    def __len__(self):
        if self._text is not None:
            return len(self._text)
        return len(self._sequence())

    def __nonzero__(self):
        return True

    def __eq__(self, other):
        if isinstance(other, (str, unicode)) and self._text is not None:
            return type(other) is type(self._text) and self._text == other
        return self is other

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return id(self)

    def __getitem__(self, i):
        return self._sequence()[i]

    def _sequence(self):
        if self._items is not None:
            return self._items
        if self._type in ('list', 'bytearray'):
            return self.items._items[:self.length]
        raise TypeError('not a list: %s' % self._type)

    def __getattr__(self, name):
        # As RPython's rtyper names the fields of instances.
        if name.startswith('inst_'):
            return getattr(self, name[len('inst_'):])
        raise AttributeError("'LLObject' object has no attribute %r" % name)

    def ll_length(self):
        return len(self._sequence())

    def ll_items(self):
        return self._sequence()

    def ll_getitem_fast(self, i):
        return self._sequence()[i]

    @property
    def chars(self):
        if self._text is None:
            raise AttributeError('chars')
        return self._text

    def __repr__(self):
        if self._text is not None:
            return '<low-level %r>' % (self._text,)
        return '<low-level %s>' % (self._class or self._type)


def _build(value, objects):
    made = []
    for sort, name, cls, fields, items, text in objects:
        made.append(LLObject(sort, name, cls, text))

    def convert(v):
        if isinstance(v, tuple) and len(v) == 1:
            return made[v[0]]
        return v

    for obj, (sort, name, cls, fields, items, text) in zip(made, objects):
        for field, v in fields:
            v = convert(v)
            obj._fields.append(field)
            if field not in ('_items', '_text'):
                setattr(obj, field, v)
        if items is not None:
            obj._items = [convert(v) for v in items]
    if isinstance(value, tuple) and len(value) == 2:
        return value[1]
    return convert(value)


def _argument(x):
    """Strings of any length, also of one character, are wrapped by `llstr`."""
    if isinstance(x, base_int) and x.BITS < 64:
        # Smaller integers are `int` in translated code.
        return int(x)
    if isinstance(x, LLObject):
        if x._text is None:
            raise TypeError('interpret() cannot pass %r' % x)
        return (x._text,)
    return x


def _fail(sort, code, message, shown):
    if sort == 'typer':
        from rpython.rtyper.error import TyperError
        return TyperError(shown or message)
    if code.startswith('E03'):
        from rpython.flowspace.flowcontext import FlowingError
        return FlowingError(shown or message)
    from rpython.annotator.model import AnnotatorError
    return AnnotatorError(shown or message)


def run(func, args):
    """The result; raises LLException, LLAssertFailure, or what is wrong with the function."""
    result = _native.interpret(func, [_argument(a) for a in args])
    kind = result[0]
    if kind == 'ok':
        return _build(result[1], result[2])
    if kind == 'raised':
        raise LLException(result[1])
    if kind == 'abort':
        raise LLAssertFailure(result[1])
    if kind == 'error':
        raise _fail(*result[1:])
    raise LLFatalError(result[1])


class LLInterpreter(object):
    """Runs graphs of functions; `interpret` is the way to it."""

    def __init__(self, typer, *args, **kwds):
        self.typer = typer

    def eval_graph(self, graph, args=(), recursive=False):
        return run(graph.func, list(args))

    def find_exception(self, exc):
        """The built-in class of an exception."""
        name = exc.args[0].split('.')[-1]
        found = __builtins__[name] if isinstance(__builtins__, dict) else getattr(__builtins__, name, None)
        if found is None:
            raise ValueError('cannot match exception %s' % name)
        return found
