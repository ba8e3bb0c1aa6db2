"""The tests of a module: which there are, with their parameters, fixtures, and functions of setup and teardown."""
import os
import pytest
import _genext
from _genext_fixtures import BUILTIN
from pytest import Mark, MarkDecorator, ParameterSet, FixtureDef, mark_of


class UsageError(Exception):
    pass


# ---- items

class Item(object):
    def __init__(self, module, cls, name, function, bound_name):
        self.module, self.cls, self.name, self.function = module, cls, name, function
        self.bound_name = bound_name
        self.params = {}          # values from parametrize
        self.fixture_params = {}  # values of parametrized fixtures
        self.marks = []
        self.call = None          # yield tests: (instance, function, arguments)
        self.nodeid = ''
        self.keywords = []

    def copy(self):
        new = Item(self.module, self.cls, self.name, self.function, self.bound_name)
        new.params, new.marks = dict(self.params), list(self.marks)
        new.fixture_params = dict(self.fixture_params)
        new.call = self.call
        return new


def line_of(f):
    code = getattr(f, '__code__', None)
    return code.co_firstlineno if code is not None else 0


def _function_of(x):
    while isinstance(x, FixtureDef):
        x = x.function
    return getattr(x, '__func__', x)


def is_test_class(x):
    return (isinstance(x, type) or _genext.is_classic_class(x)) and not _genext.is_builtin_class(x)


def own_names(cls):
    """Names of a class and its bases, in the order of their definition; the class's own last, as they are collected."""
    out = []
    for c in reversed(_mro(cls)):
        if c is object:
            continue
        for name in list(c.__dict__):
            if name in out:
                continue
            out.append(name)
    return out


def _mro(cls):
    try:
        return list(cls.__mro__)
    except AttributeError:
        out = [cls]
        for b in cls.__bases__:
            for c in _mro(b):
                if c not in out:
                    out.append(c)
        return out


def is_testcase(cls):
    return any(c.__name__ == 'TestCase' and c.__module__ == 'unittest' for c in _mro(cls))


class Collector(object):
    def __init__(self, module, file):
        self.module, self.file = module, file
        self.items = []

    def collect(self):
        module_marks = mark_of(self.module)
        found = []
        for name, value in list(self.module.__dict__.items()):
            if isinstance(value, FixtureDef):
                continue
            if name.startswith('test') and _genext.is_function(value):
                found.append((line_of(value), name, value))
            elif is_test_class(value) and (name.startswith('Test') or is_testcase(value)):
                found.append((self.first_line(value), name, value))
        # Definition order; names imported from elsewhere keep the order of the namespace.
        for line, name, value in found:
            if is_test_class(value):
                self.collect_class(name, value, module_marks)
            else:
                self.add(None, name, value, name, module_marks + mark_of(value))
        return self.items

    def first_line(self, cls):
        lines = [line_of(_function_of(v)) for v in cls.__dict__.values()]
        return min([n for n in lines if n] or [0])

    def collect_class(self, name, cls, marks):
        if not is_testcase(cls):
            if getattr(cls, 'disabled', False):
                return
            init = None
            for c in _mro(cls):
                if c is not object and '__init__' in c.__dict__:
                    init = c
            if init is not None:
                return
        class_marks = []
        for c in reversed(_mro(cls)):
            class_marks = class_marks + [m for m in mark_of(c) if m not in class_marks]
        names = own_names(cls)
        for n in names:
            try:
                value = getattr(cls, n)
            except Exception:
                continue
            if n.startswith('test') and not isinstance(value, FixtureDef) and callable(value) \
                    and not is_test_class(value):
                f = _function_of(value)
                if not (_genext.is_function(f) or hasattr(f, '__wrapped__') or hasattr(f, '__call__')):
                    continue
                self.add(cls, n, f, name, marks + class_marks + mark_of(f), n)
            elif n.startswith('Test') and is_test_class(value):
                self.collect_class(name + '::' + n, value, marks + class_marks)

    def add(self, cls, name, function, prefix, marks, method=None):
        item = Item(self.module, cls, name, function, method or name)
        item.marks = marks
        item.prefix = prefix if cls is not None else ''
        code = getattr(function, '__code__', None)
        generate = getattr(self.module, 'pytest_generate_tests', None)
        if code is not None and code.co_flags & 0x20:
            for n, made in enumerate(self.expand_generator(item)):
                self.finish(made)
            return
        items = [item]
        for m in marks:
            if m.name == 'parametrize':
                items = parametrize(items, *m.args, **m.kwargs)
        if generate is not None:
            meta = Metafunc(item, items)
            generate(meta)
            items = meta.items
        for i in items:
            for j in self.fixture_variants(i):
                self.finish(j)

    def fixture_variants(self, item):
        """One item for each value of the parametrized fixtures that it uses."""
        items = [item]
        fixtures = Fixtures(self.module, item.cls)
        for name in fixtures.closure(argument_names(item)):
            d = fixtures.find(name)
            if d is None or d.params is None or name in item.params:
                continue
            out = []
            for i in items:
                for n, value in enumerate(d.params):
                    new = i.copy()
                    new.prefix = i.prefix
                    if isinstance(value, ParameterSet):
                        new.marks = new.marks + list(value.marks)
                        value = value.values[0]
                    new.fixture_params[name] = value
                    new.name = with_id(i.name, id_of(name, value, n))
                    out.append(new)
            items = out
        return items

    def expand_generator(self, item):
        setup = Setup(item)
        setup.class_level()
        instance = None
        function = item.function
        if item.cls is not None:
            instance = item.cls()
            function = getattr(instance, item.bound_name)
        for n, entry in enumerate(function()):
            if not isinstance(entry, (tuple, list)):
                entry = (entry,)
            entry = list(entry)
            label = None
            if entry and isinstance(entry[0], str):
                label = entry.pop(0)
            new = item.copy()
            new.prefix = item.prefix
            new.call = (instance, entry[0], tuple(entry[1:]))
            new.name = '%s[%s]' % (item.name, "'%s'" % label if label else n)
            yield new

    def finish(self, item):
        parts = [self.file]
        if item.prefix:
            parts.extend(item.prefix.split('::'))
        parts.append(item.name)
        item.nodeid = '::'.join(parts)
        item.keywords = parts[1:] + [os.path.basename(self.file)] + [m.name for m in item.marks]
        self.items.append(item)


def id_of(name, value, n):
    if isinstance(value, MarkDecorator):
        value = value.args[-1]
    if value is None or isinstance(value, (bool, int, float)):
        return str(value)
    if isinstance(value, (str, type(u''))):
        text = str(value) if isinstance(value, str) else value.encode('utf-8')
        return ''.join([c if ' ' <= c <= '~' else '\\x%02x' % ord(c) for c in text])
    if isinstance(getattr(value, '__name__', None), str):
        return value.__name__
    return '%s%d' % (name, n)


def with_id(name, id):
    if name.endswith(']'):
        return '%s-%s]' % (name[:-1], id)
    return '%s[%s]' % (name, id)


def parametrize(items, argnames, argvalues, indirect=False, ids=None, scope=None):
    if isinstance(argnames, (str, type(u''))):
        argnames = [a.strip() for a in str(argnames).split(',') if a.strip()]
        single = len(argnames) == 1
    else:
        single = len(argnames) == 1 and False
    argvalues = list(argvalues)
    out = []
    if not argvalues:
        for item in items:
            new = item.copy()
            new.prefix = item.prefix
            new.marks.append(Mark('skip', (), {'reason': 'got empty parameter set'}))
            out.append(new)
        return out
    for item in items:
        for n, values in enumerate(argvalues):
            new = item.copy()
            new.prefix = item.prefix
            label = None
            if isinstance(values, ParameterSet):
                new.marks = new.marks + list(values.marks)
                label = values.id
                values = values.values
                if single:
                    values = values[0]
            while isinstance(values, MarkDecorator):
                new.marks = new.marks + [Mark(values.name, values.args[:-1], values.kwargs)]
                values = values.args[-1]
            values = [values] if single else list(values)
            if len(values) != len(argnames):
                raise UsageError('in parametrize: %d names but %d values: %r' % (
                    len(argnames), len(values), values))
            for name, value in zip(argnames, values):
                if indirect is True or (isinstance(indirect, (list, tuple)) and name in indirect):
                    new.fixture_params[name] = value
                else:
                    new.params[name] = value
            if ids is not None and label is None:
                if callable(ids):
                    label = '-'.join([str(ids(v)) for v in values])
                else:
                    label = ids[n]
            if label is None:
                label = '-'.join([id_of(a, v, n) for a, v in zip(argnames, values)])
            new.name = with_id(item.name, label)
            out.append(new)
    return out


class Metafunc(object):
    def __init__(self, item, items):
        self.items = items
        self.function, self.cls, self.module = item.function, item.cls, item.module
        self.config = pytest.config
        self.fixturenames = self.funcargnames = argument_names(item)

    def parametrize(self, *args, **kw):
        self.items = parametrize(self.items, *args, **kw)

    def addcall(self, funcargs=None, id=None, param=None):
        base = self.items[0]
        if not getattr(self, 'added', None):
            self.added = []
        new = base.copy()
        new.prefix = base.prefix
        new.params.update(funcargs or {})
        new.name = with_id(base.name, id if id is not None else len(self.added))
        self.added.append(new)
        self.items = self.added


def argument_names(item):
    f = item.function
    f = getattr(f, '__genext_signature__', f)
    code = getattr(f, '__code__', None)
    if code is None:
        return []
    names = list(code.co_varnames[:code.co_argcount])
    if item.cls is not None and not isinstance(item.cls.__dict__.get(item.bound_name), staticmethod):
        names = names[1:]
    n = len(getattr(f, '__defaults__', None) or ())
    return names[:len(names) - n] if n else names


# ---- fixtures

class Request(object):
    def __init__(self, fixtures, item, name=None):
        self._fixtures, self._item = fixtures, item
        self.fixturename = name
        self.module, self.cls, self.function = item.module, item.cls, item.function
        self.config = pytest.config
        self.node = self
        self.name = item.name
        self.nodeid = item.nodeid
        self.keywords = item.keywords
        self.instance = fixtures.instance
        if name in item.fixture_params:
            self.param = item.fixture_params[name]

    def getfixturevalue(self, name):
        return self._fixtures.value(name)

    getfuncargvalue = getfixturevalue

    def addfinalizer(self, f):
        self._fixtures.finalizers.append(f)

    def applymarker(self, marker):
        self._item.marks.append(marker.mark)

    def get_closest_marker(self, name):
        found = [m for m in self._item.marks if m.name == name]
        return found[-1] if found else None

    get_marker = get_closest_marker


class Fixtures(object):
    def __init__(self, module, cls, item=None, instance=None):
        self.module, self.cls, self.item, self.instance = module, cls, item, instance
        self.values = {}
        self.finalizers = []

    def places(self):
        if self.cls is not None:
            for c in _mro(self.cls):
                yield c
        yield self.module
        for m in conftests:
            yield m

    def find(self, name, skip=None):
        for place in self.places():
            for key, d in list(place.__dict__.items()):
                if isinstance(d, FixtureDef) and d.name == name and d is not skip:
                    return d
        return None

    def available(self):
        out = list(BUILTIN) + ['request']
        for place in self.places():
            for key, d in list(place.__dict__.items()):
                if isinstance(d, FixtureDef) and d.name not in out:
                    out.append(d.name)
                elif key.startswith('pytest_funcarg__'):
                    out.append(key[len('pytest_funcarg__'):])
        return sorted(out)

    def autouse(self):
        out = []
        for place in reversed(list(self.places())):
            for d in list(place.__dict__.values()):
                if isinstance(d, FixtureDef) and d.autouse and d.name not in out:
                    out.append(d.name)
        return out

    def closure(self, names):
        out = []
        todo = self.autouse() + list(names)
        while todo:
            n = todo.pop(0)
            if n in out:
                continue
            out.append(n)
            d = self.find(n)
            if d is not None:
                todo.extend(fixture_arguments(d, self.cls))
        return out

    def value(self, name, skip=None):
        item = self.item
        if name in item.params:
            return item.params[name]
        if name in self.values and skip is None:
            return self.values[name]
        d = self.find(name, skip)
        if d is not None:
            v = self.run(d, name)
        elif hasattr(self.module, 'pytest_funcarg__' + name):
            v = getattr(self.module, 'pytest_funcarg__' + name)(Request(self, item, name))
        elif name == 'request':
            return Request(self, item)
        elif name in BUILTIN:
            v = BUILTIN[name](self)
        else:
            raise pytest.FixtureLookupError(name, self.available(), item.function)
        self.values[name] = v
        return v

    def run(self, d, name):
        kw = {}
        for arg in fixture_arguments(d, self.cls):
            if arg == 'request':
                kw[arg] = Request(self, self.item, name)
            else:
                kw[arg] = self.value(arg, d if arg == name else None)
        function = d.function
        if takes_self(d, self.cls):
            function = pytest._bind(function, self.instance)
        if function.__code__.co_flags & 0x20:
            generator = function(**kw)
            v = next(generator)

            def finish():
                for _ in generator:
                    raise AssertionError('fixture %r yields twice' % name)
            self.finalizers.append(finish)
            return v
        return function(**kw)

    def finish(self):
        errors = []
        while self.finalizers:
            try:
                self.finalizers.pop()()
            except BaseException as e:
                errors.append(e)
        if errors:
            raise errors[0]


def takes_self(d, cls):
    if cls is None:
        return False
    for c in _mro(cls):
        for v in c.__dict__.values():
            if v is d or (isinstance(v, FixtureDef) and v.function is d.function):
                return True
    return False


def fixture_arguments(d, cls):
    f = _function_of(d.function)
    names = list(f.__code__.co_varnames[:f.__code__.co_argcount])
    if takes_self(d, cls):
        names = names[1:]
    n = len(f.__defaults__ or ())
    return names[:len(names) - n] if n else names


conftests = []


# ---- setup and teardown

def call_optional(f, *args):
    """Calls a setup function with its argument, or without one if it takes none."""
    raw = getattr(f, '__func__', f)
    code = getattr(raw, '__code__', None)
    if code is not None:
        n = code.co_argcount - (1 if getattr(f, '__self__', None) is not None else 0)
        if n == 0 and not code.co_flags & 4:
            args = ()
    return f(*args)


class Setup(object):
    def __init__(self, item):
        self.item = item

    def class_level(self):
        cls = self.item.cls
        if cls is not None:
            f = getattr(cls, 'setup_class', None) or getattr(cls, 'setUpClass', None)
            if f is not None:
                if getattr(f, '__self__', None) is None:
                    raw = getattr(f, '__func__', f)
                    raw(cls)
                else:
                    f()

    def class_teardown(self):
        cls = self.item.cls
        if cls is not None:
            f = getattr(cls, 'teardown_class', None) or getattr(cls, 'tearDownClass', None)
            if f is not None:
                if getattr(f, '__self__', None) is None:
                    getattr(f, '__func__', f)(cls)
                else:
                    f()

    def enter(self, instance, function):
        if self.item.cls is not None:
            f = getattr(instance, 'setup_method', None)
            if f is not None:
                call_optional(f, function)
            for name in ('setup', 'setUp'):
                f = getattr(instance, name, None)
                if f is not None and callable(f):
                    f()
        else:
            f = getattr(self.item.module, 'setup_function', None)
            if f is not None:
                call_optional(f, self.item.function)

    def leave(self, instance, function):
        if self.item.cls is not None:
            for name in ('tearDown', 'teardown'):
                f = getattr(instance, name, None)
                if f is not None and callable(f):
                    f()
            f = getattr(instance, 'teardown_method', None)
            if f is not None:
                call_optional(f, function)
        else:
            f = getattr(self.item.module, 'teardown_function', None)
            if f is not None:
                call_optional(f, self.item.function)
