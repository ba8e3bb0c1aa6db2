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


class FixtureLookupError(LookupError):
    """A test asks for a fixture that there is not."""

    def __init__(self, name, available, function):
        LookupError.__init__(self, "fixture '%s' not found" % name)
        self.name, self.available, self.function = name, available, function

    def text(self, relative):
        """What is shown: where it is asked for, and which fixtures there are."""
        out = []
        code = getattr(self.function, '__code__', None)
        if code is not None:
            import linecache
            out.append('file %s, line %d' % (relative(code.co_filename), code.co_firstlineno))
            lines = linecache.getlines(code.co_filename)[code.co_firstlineno - 1:]
            for line in lines:
                out.append('  ' + line.rstrip())
                if line.lstrip().startswith(('def ', 'async ')):
                    break
        out.append("E       fixture '%s' not found" % self.name)
        out.append('>       available fixtures: ' + ', '.join(self.available))
        near = [f for f in self.available if _near(f, self.name)]
        if near:
            out.append('>       did you mean %s?' % ' or '.join(["'%s'" % f for f in near]))
        return '\n'.join(out)


def _near(a, b):
    """Whether one name is the other with at most two letters changed, left out or added."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a):
        above, row[0] = row[0], i + 1
        for j, y in enumerate(b):
            above, row[j + 1] = row[j + 1], min(above + (x != y), row[j] + 1, row[j + 1] + 1)
    return row[-1] <= min(2, len(b) // 3)


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


# ---- equality up to rounding

class ApproxBase(object):
    """What `approx` makes: equal to what is close."""
    __hash__ = None

    def __init__(self, expected, rel=None, abs=None, nan_ok=False):
        for name, value in (('relative', rel), ('absolute', abs)):
            if value is not None and (value < 0 or value != value):
                raise ValueError("%s tolerance can't be negative or NaN: %r" % (name, value))
        self.expected, self.rel, self.abs, self.nan_ok = expected, rel, abs, nan_ok

    def __ne__(self, actual):
        return not self == actual

    def _of(self, x):
        return ApproxScalar(x, self.rel, self.abs, self.nan_ok)

    def differences(self, actual):
        """What a failed assertion says."""
        return ['comparison failed', 'Obtained: %r' % (actual,), 'Expected: %r' % (self,)]


class ApproxScalar(ApproxBase):
    def tolerance(self):
        e = self.expected
        absolute = 1e-12 if self.abs is None else self.abs
        if self.rel is None and self.abs is not None:
            return absolute
        return max((1e-6 if self.rel is None else self.rel) * abs(e), absolute)

    def __eq__(self, actual):
        e = self.expected
        if actual == e:
            return True
        if not (_is_number(actual) and _is_number(e)):
            return False
        if e != e:
            return self.nan_ok and actual != actual
        if abs(e) == float('inf'):
            return False
        return bool(abs(actual - e) <= self.tolerance())

    def __repr__(self):
        e = self.expected
        if not _is_number(e) or e != e or abs(e) == float('inf'):
            return repr(e)
        return '%r \xc2\xb1 %.1e' % (e, self.tolerance())


class ApproxSequence(ApproxBase):
    def __eq__(self, actual):
        try:
            if len(actual) != len(self.expected):
                return False
        except TypeError:
            return False
        return all([self._of(e) == a for a, e in zip(actual, self.expected)])

    def __repr__(self):
        parts = ', '.join([repr(self._of(e)) for e in self.expected])
        if isinstance(self.expected, tuple):
            return 'approx((%s%s))' % (parts, ',' if len(self.expected) == 1 else '')
        return 'approx([%s])' % parts

    def differences(self, actual):
        if not hasattr(actual, '__len__'):
            return ApproxBase.differences(self, actual)
        if len(actual) != len(self.expected):
            return ['Impossible to compare lists with different sizes.',
                    'Lengths: %d and %d' % (len(self.expected), len(actual))]
        return self._table('Index', list(enumerate(zip(actual, self.expected))))

    def _table(self, head, entries):
        different = [(k, a, e) for k, (a, e) in entries if not self._of(e) == a]
        numbers = [(a, e) for k, a, e in different if _is_number(a) and _is_number(e)]
        out = ['comparison failed. Mismatched elements: %d / %d:' % (len(different), len(entries))]
        if numbers:
            out.append('Max absolute difference: %s' % max([abs(a - e) for a, e in numbers]))
            relative = [abs(a - e) / float(max(abs(a), abs(e))) for a, e in numbers]
            out.append('Max relative difference: %s' % max(relative))
        rows = [(head, 'Obtained', 'Expected')]
        rows.extend([(str(k), str(a), repr(self._of(e))) for k, a, e in different])
        widths = [max([_width(r[i]) for r in rows]) for i in range(3)]
        for r in rows:
            out.append(' | '.join([c + ' ' * (w - _width(c)) for c, w in zip(r, widths)]).rstrip())
        return out


class ApproxMapping(ApproxSequence):
    def __eq__(self, actual):
        try:
            if set(actual.keys()) != set(self.expected.keys()):
                return False
        except AttributeError:
            return False
        return all([self._of(e) == actual[k] for k, e in self.expected.items()])

    def __repr__(self):
        return 'approx({%s})' % ', '.join(['%r: %r' % (k, self._of(e)) for k, e in self.expected.items()])

    def differences(self, actual):
        if not isinstance(actual, dict):
            return ApproxBase.differences(self, actual)
        if set(actual.keys()) != set(self.expected.keys()):
            return ['comparison failed.', 'Mappings has different keys: expected %r but got %r' % (
                list(self.expected.keys()), list(actual.keys()))]
        return self._table('Index', [(k, (actual[k], e)) for k, e in self.expected.items()])


def _width(text):
    return len(text.decode('utf-8'))


def _is_number(x):
    return isinstance(x, (int, type(1 << 70), float, complex)) and not isinstance(x, bool)


def approx(expected, rel=None, abs=None, nan_ok=False):
    """A value equal to numbers, sequences or dictionaries of numbers that are close to the expected ones."""
    kind = ApproxScalar
    if isinstance(expected, dict):
        kind = ApproxMapping
    elif isinstance(expected, (list, tuple)):
        kind = ApproxSequence
    if kind is not ApproxScalar:
        for x in (expected.values() if kind is ApproxMapping else expected):
            if isinstance(x, (dict, list, tuple)):
                raise TypeError('pytest.approx() does not support nested data structures: %r' % (expected,))
    return kind(expected, rel, abs, nan_ok)


# ---- warnings

class WarningsRecorder(object):
    """The warnings of a block: `with warns(...) as record`, the fixture `recwarn`."""

    def __init__(self):
        self.list = []
        self._context = None

    def __enter__(self):
        import warnings
        self._context = warnings.catch_warnings(record=True)
        self.list = self._context.__enter__()
        warnings.simplefilter('always')
        return self

    def stop(self):
        if self._context is not None:
            self._context.__exit__(None, None, None)
            self._context = None

    def __exit__(self, *exc):
        self.stop()

    def __len__(self):
        return len(self.list)

    def __iter__(self):
        return iter(self.list)

    def __getitem__(self, i):
        return self.list[i]

    def pop(self, cls=Warning):
        for i, w in enumerate(self.list):
            if issubclass(w.category, cls):
                return self.list.pop(i)
        raise AssertionError('%r not found in warning list' % (cls,))

    def clear(self):
        del self.list[:]


class WarningsChecker(WarningsRecorder):
    def __init__(self, expected, match=None):
        WarningsRecorder.__init__(self)
        self.expected = expected if isinstance(expected, tuple) else (expected,)
        for c in self.expected:
            if not (isinstance(c, type) and issubclass(c, Warning)):
                raise TypeError('exceptions must be derived from Warning, not %r' % (c,))
        self.pattern = match

    def _matches(self, w):
        import re
        return issubclass(w.category, self.expected) and (
            self.pattern is None or re.search(self.pattern, str(w.message)) is not None)

    def __exit__(self, kind, value, tb):
        self.stop()
        if kind is not None:
            return False
        found = [w for w in self.list if self._matches(w)]
        if found:
            import warnings
            # What was not asked for is not lost.
            for w in self.list:
                if not self._matches(w):
                    warnings.warn(w.message, w.category)
            return False
        emitted = '\n Emitted warnings: %s.' % [w.message for w in self.list]
        if not [w for w in self.list if issubclass(w.category, self.expected)]:
            fail('DID NOT WARN. No warnings of type %s were emitted.%s' % (_names(self.expected), emitted))
        fail('DID NOT WARN. No warnings of type %s matching the regex were emitted.\n Regex: %s%s' % (
            _names(self.expected), self.pattern, emitted))


def warns(expected_warning=Warning, *args, **kw):
    if not args:
        match = kw.pop('match', None)
        if kw:
            raise TypeError('unexpected keyword arguments: %s' % ', '.join(sorted(kw)))
        return WarningsChecker(expected_warning, match)
    with WarningsChecker(expected_warning):
        return args[0](*args[1:], **kw)


def deprecated_call(*args, **kw):
    return warns((DeprecationWarning, PendingDeprecationWarning, FutureWarning), *args, **kw)


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


def main(args=None, plugins=None):
    import _genext_test
    return _genext_test.main(args)


def cmdline():
    pass


cmdline.main = main
__file__ = '<genext>/pytest.py'
