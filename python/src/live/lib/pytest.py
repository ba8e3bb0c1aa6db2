"""What test files import as `pytest`, `py.test`: outcomes, `raises`, marks, fixtures. The runner is `_genext_test`."""
import sys
import _genext

__version__ = '2.9.2'


class OutcomeException(BaseException):
    def __init__(self, msg='', pytrace=True):
        BaseException.__init__(self, msg)
        self.msg = msg
        self.pytrace = pytrace

    def __str__(self):
        return str(self.msg)


class Skipped(OutcomeException):
    pass


class Failed(OutcomeException):
    pass


class XFailed(Failed):
    pass


class Exit(KeyboardInterrupt):
    pass


class UsageError(Exception):
    pass


class PytestWarning(UserWarning):
    pass


def skip(msg='', allow_module_level=False, reason=None):
    raise Skipped(msg or reason or '')


def fail(msg='', pytrace=True, reason=None):
    raise Failed(msg or reason or '', pytrace)


def xfail(reason='', msg=''):
    raise XFailed(reason or msg)


def exit(msg='', returncode=None):
    raise Exit(msg)


skip.Exception = Skipped
fail.Exception = Failed
xfail.Exception = XFailed
exit.Exception = Exit


def importorskip(modname, minversion=None, reason=None):
    try:
        module = __import__(modname)
    except ImportError:
        skip('could not import %r' % modname)
    return sys.modules.get(modname, module)


def set_trace():
    skip('there is no debugger')


class ExceptionInfo(object):
    """The exception caught by `raises`."""

    def __init__(self, value=None):
        if value is None:
            value = sys.exc_info()[1]
        self._set(value)

    def _set(self, value):
        self.value = value
        self.type = value.__class__
        self.typename = self.type.__name__
        self.tb = getattr(value, '__traceback__', None)
        self.excinfo = self._excinfo = (self.type, value, self.tb)

    @property
    def traceback(self):
        return [TracebackEntry(*e) for e in _genext.traceback_list(self.value)]

    def exconly(self, tryshort=False):
        text = _genext.exception_line(self.value)
        prefix = 'AssertionError: '
        if tryshort and text.startswith(prefix):
            text = text[len(prefix):]
        return text

    def errisinstance(self, exc):
        return isinstance(self.value, exc)

    def match(self, regexp):
        import re
        if not re.search(regexp, str(self.value)):
            raise AssertionError('pattern %r not found in %r' % (regexp, str(self.value)))
        return True

    def getrepr(self, *args, **kw):
        return _genext.traceback_text(self.value)

    def __str__(self):
        entries = self.traceback
        if not entries:
            return self.exconly()
        return '%s:%d: %s' % (entries[-1].path, entries[-1].lineno + 1, self.exconly(True))

    def __repr__(self):
        return '<ExceptionInfo %s>' % self.typename


class TracebackEntry(object):
    def __init__(self, path, line, name, text):
        self.path, self.lineno, self.name, self.statement = path, line - 1, name, text


class _Later(ExceptionInfo):
    """What `with raises(...) as info` gives; filled when the block ends."""

    def __init__(self):
        pass

    def __str__(self):
        return ExceptionInfo.__str__(self) if hasattr(self, 'value') else '<no exception yet>'


def _names(expected):
    if isinstance(expected, tuple):
        return '(%s)' % ', '.join([_names(e) for e in expected])
    return getattr(expected, '__name__', repr(expected))


class RaisesContext(object):
    def __init__(self, expected, message=None, match=None):
        self.expected, self.message, self.pattern = expected, message, match
        self.info = _Later()

    def __enter__(self):
        return self.info

    def __exit__(self, type, value, tb):
        if type is None:
            fail(self.message or 'DID NOT RAISE %s' % _names(self.expected))
        if not isinstance(value, BaseException) and not isinstance(value, type):
            value = type(value)
        if not issubclass(type, self.expected):
            return False
        self.info._set(value)
        if self.pattern is not None:
            self.info.match(self.pattern)
        return True


def _raises(caller_locals, caller_globals, expected, *args, **kw):
    if isinstance(expected, tuple):
        classes = expected
    else:
        classes = (expected,)
    for c in classes:
        if not isinstance(c, type) and not _genext.is_classic_class(c):
            raise TypeError('exceptions must be classes, not %s' % type(c).__name__)
    if not args:
        message = kw.pop('message', None)
        match = kw.pop('match', None)
        if kw:
            raise TypeError('unexpected keyword arguments: %s' % ', '.join(sorted(kw)))
        return RaisesContext(expected, message, match)
    try:
        if isinstance(args[0], str):
            namespace = dict(caller_locals)
            namespace.update(kw)
            _genext.exec_in_module(args[0].strip(), caller_globals, namespace)
        else:
            args[0](*args[1:], **kw)
    except expected as e:
        return ExceptionInfo(e)
    fail('DID NOT RAISE %s' % _names(expected))


raises = _genext.with_caller(_raises)


class approx(object):
    """Equality up to rounding."""

    def __init__(self, expected, rel=None, abs=None):
        self.expected, self.rel, self.abs = expected, rel, abs

    def _close(self, a, b):
        if a == b:
            return True
        tolerance = max((self.rel or 1e-6) * abs(b), self.abs or 1e-12)
        return abs(a - b) <= tolerance

    def __eq__(self, actual):
        e = self.expected
        if isinstance(e, dict):
            return sorted(actual) == sorted(e) and all(self._close(actual[k], e[k]) for k in e)
        if isinstance(e, (list, tuple)):
            return len(actual) == len(e) and all(self._close(a, b) for a, b in zip(actual, e))
        return self._close(actual, e)

    def __ne__(self, actual):
        return not self == actual

    __hash__ = None

    def __repr__(self):
        return 'approx(%r)' % (self.expected,)


# ---- marks

class Mark(object):
    def __init__(self, name, args, kwargs):
        self.name, self.args, self.kwargs = name, args, kwargs

    def __repr__(self):
        return 'Mark(%r, %r, %r)' % (self.name, self.args, self.kwargs)


def _is_test(x):
    return (hasattr(x, '__code__') and hasattr(x, '__name__')) or isinstance(x, type) \
        or _genext.is_classic_class(x)


class MarkDecorator(object):
    def __init__(self, mark):
        self.mark = mark
        self.name, self.args, self.kwargs = mark.name, mark.args, mark.kwargs

    def __call__(self, *args, **kwargs):
        if len(args) == 1 and not kwargs and _is_test(args[0]) \
                and getattr(args[0], '__name__', '') != '<lambda>':
            target = args[0]
            own = target.__dict__.get('pytestmark', [])
            if not isinstance(own, list):
                own = [own]
            target.pytestmark = own + [self.mark]
            return target
        return MarkDecorator(Mark(self.name, self.mark.args + args, dict(self.mark.kwargs, **kwargs)))

    with_args = __call__

    def __repr__(self):
        return '<MarkDecorator %r>' % self.name


class MarkGenerator(object):
    def __getattr__(self, name):
        if name.startswith('_'):
            raise AttributeError(name)
        return MarkDecorator(Mark(name, (), {}))


mark = MarkGenerator()


class ParameterSet(object):
    def __init__(self, values, marks, id):
        self.values, self.marks, self.id = values, marks, id


def param(*values, **kw):
    marks = kw.get('marks', ())
    if not isinstance(marks, (list, tuple)):
        marks = [marks]
    return ParameterSet(values, [m.mark for m in marks], kw.get('id'))


def mark_of(x):
    """The marks of a function, class or module, as `Mark`s."""
    marks = getattr(x, '__dict__', {}).get('pytestmark', [])
    if not isinstance(marks, (list, tuple)):
        marks = [marks]
    return [m.mark if isinstance(m, MarkDecorator) else m for m in marks]


# ---- fixtures

class FixtureDef(object):
    def __init__(self, function, scope, params, autouse, name, ids):
        self.function, self.scope, self.params = function, scope, params
        self.autouse, self.name, self.ids = autouse, name, ids

    def __get__(self, obj, cls=None):
        if obj is None:
            return self
        return FixtureDef(_bind(self.function, obj), self.scope, self.params, self.autouse, self.name, self.ids)

    def __call__(self, *args, **kw):
        return self.function(*args, **kw)


def _bind(f, obj):
    import types
    return types.MethodType(f, obj)


def fixture(scope='function', params=None, autouse=False, ids=None, name=None, callable_or_scope=None):
    def decorate(f):
        return FixtureDef(f, scope, list(params) if params is not None else None, autouse,
                          name or f.__name__, ids)
    if hasattr(scope, '__code__'):
        f, scope = scope, 'function'
        return decorate(f)
    return decorate


yield_fixture = fixture


def hookimpl(*args, **kw):
    if args and callable(args[0]):
        return args[0]
    return lambda f: f


hookspec = hookimpl


class Option(object):
    """Command-line options of conftest files: all at their defaults."""

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        return None


class Config(object):
    def __init__(self):
        self.option = Option()
        self.args = []

    def getvalue(self, name, path=None):
        return getattr(self.option, name)

    def getoption(self, name, default=None, skip=False):
        value = getattr(self.option, name.lstrip('-').replace('-', '_'))
        return default if value is None else value

    def getini(self, name):
        return []

    def addinivalue_line(self, name, line):
        pass


config = Config()


class _Collect(object):
    """Classes that conftest files refer to."""

    class Item(object):
        pass

    class Function(Item):
        pass

    class Module(object):
        pass

    class Class(object):
        pass

    class Instance(object):
        pass

    class File(object):
        pass

    class Directory(object):
        pass


collect = _Collect
Item, Function, Module, Class, File = (_Collect.Item, _Collect.Function, _Collect.Module, _Collect.Class,
                                       _Collect.File)


def ensuretemp(name, dir=True):
    import py
    return py.path.local.mkdtemp().join(name).ensure(dir=dir)


def deprecated_call(f, *args, **kw):
    return f(*args, **kw)


def main(args=None, plugins=None):
    import _genext_test
    return _genext_test.main(args)


def cmdline():
    pass


cmdline.main = main
__file__ = '<genext>/pytest.py'
