"""The test runner inside one file's process: collects its tests and runs each in a process of its own.

The parent (`genext test`) starts one such process for each file and reads events, one JSON object a line. A test runs in a fork of
the process that imported the file: it sees the module as it is after import and `setup_module`, whatever other tests did.
"""
import os
import sys
import time
import json
import _poll
import _genext
import _genext_compare
import _genext_report
import pytest
from _genext_fixtures import BUILTIN, log_phase
from _genext_report import crash_line, place_of, report
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


# ---- running one test

def _call_optional(f, *args):
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
                _call_optional(f, function)
            for name in ('setup', 'setUp'):
                f = getattr(instance, name, None)
                if f is not None and callable(f):
                    f()
        else:
            f = getattr(self.item.module, 'setup_function', None)
            if f is not None:
                _call_optional(f, self.item.function)

    def leave(self, instance, function):
        if self.item.cls is not None:
            for name in ('tearDown', 'teardown'):
                f = getattr(instance, name, None)
                if f is not None and callable(f):
                    f()
            f = getattr(instance, 'teardown_method', None)
            if f is not None:
                _call_optional(f, function)
        else:
            f = getattr(self.item.module, 'teardown_function', None)
            if f is not None:
                _call_optional(f, self.item.function)


def _condition(m, item):
    """Whether the condition of `skipif` or `xfail` holds, and the reason."""
    conditions = list(m.args)
    if 'condition' in m.kwargs:
        conditions.append(m.kwargs['condition'])
    reason = m.kwargs.get('reason', '')
    if not conditions:
        return True, reason
    for c in conditions:
        if isinstance(c, (str, type(u''))):
            namespace = {'os': os, 'sys': _module('sys'), 'platform': _module('platform'), 'config': pytest.config}
            namespace.update(item.function.__globals__ if hasattr(item.function, '__globals__')
                             else item.module.__dict__)
            value = _genext.eval_in_module(c, item.module.__dict__, namespace)
            text = reason or 'condition: ' + str(c)
        else:
            value, text = c, reason
        if value:
            return True, text
    return False, ''


def _module(name):
    __import__(name)
    return sys.modules[name]


class Phases(object):
    """Setup, call and teardown of a test: how long each took, what it wrote and logged."""

    def __init__(self, result, files):
        self.result, self.files = result, files
        self.start = time.time()
        self.name = None
        result['durations'] = {}
        result['written'] = []

    def begin(self, name):
        self.end(name)
        self.name = self.result['phase'] = name

    def end(self, following=None):
        logged = log_phase(following or 'teardown')
        now = time.time()
        if self.name is not None:
            _genext.flush()
            sizes = [os.lseek(fd, 0, 1) for fd in self.files]
            self.result['durations'][self.name] = now - self.start
            self.result['written'].append([self.name, sizes, logged])
        self.start = now


def run_item(item, files=()):
    """Runs one test, whose output goes to these files; the outcome as a dictionary."""
    start = time.time()
    result = {'nodeid': item.nodeid, 'outcome': 'passed', 'reason': '', 'longrepr': '', 'line': line_of(item.function)}
    phases = Phases(result, files)
    expected = None
    try:
        code = getattr(item.function, '__code__', None)
        if code is not None and code.co_flags & 0x80:
            raise pytest.Skipped('async def functions are not supported')
        for m in item.marks:
            if m.name == 'skipif':
                yes, reason = _condition(m, item)
                if yes:
                    raise pytest.Skipped(reason)
            elif m.name == 'skip':
                raise pytest.Skipped(m.kwargs.get('reason') or (m.args[0] if m.args else 'unconditional skip'))
        for m in item.marks:
            if m.name == 'xfail' and expected is None:
                yes, reason = _condition(m, item)
                if yes:
                    expected = m
                    expected_reason = reason
                    if not m.kwargs.get('run', True):
                        raise pytest.XFailed('[NOTRUN] ' + reason)
        _run(item, phases)
        if expected is not None:
            if expected.kwargs.get('strict'):
                result['outcome'] = 'failed'
                result['longrepr'] = '[XPASS(strict)] ' + expected_reason
            else:
                result['outcome'] = 'xpassed'
                result['reason'] = expected_reason
    except pytest.Skipped as e:
        result['outcome'] = 'skipped'
        result['reason'] = str(e)
        result['where'] = place_of(e)
    except pytest.XFailed as e:
        result['outcome'] = 'xfailed'
        result['reason'] = str(e)
    except BaseException as e:
        wanted = expected.kwargs.get('raises') if expected is not None else None
        if expected is not None and (wanted is None or isinstance(e, wanted)):
            result['outcome'] = 'xfailed'
            result['reason'] = expected_reason
        else:
            result['outcome'] = 'failed' if result.get('phase', 'call') == 'call' else 'error'
            result['longrepr'] = report(e)
            result['crash'] = crash_line(e)
            result['where'] = place_of(e)
    phases.end()
    result['duration'] = time.time() - start
    return result


def _run(item, phases):
    setup = Setup(item)
    phases.begin('setup')
    setup.class_level()
    instance = None
    function = item.function
    if item.call is not None:
        instance, function, args = item.call
        kw = {}
    elif item.cls is not None:
        instance = _genext_instance(item.cls, item.bound_name)
        function = getattr(instance, item.bound_name)
    fixtures = Fixtures(item.module, item.cls, item, instance)
    try:
        for m in item.marks:
            if m.name == 'usefixtures':
                for name in m.args:
                    fixtures.value(name)
        for name in fixtures.autouse():
            fixtures.value(name)
        # Fixtures come after the setup functions, as in the reference.
        setup.enter(instance, function)
        if item.call is None:
            args = ()
            kw = dict([(name, fixtures.value(name)) for name in argument_names(item)])
        phases.begin('call')
        # RPython's own rule: raw memory that a test takes it gives back.
        leaks = sys.modules.get('rpython.tool.leakfinder')
        if leaks is not None and getattr(item.function, 'dont_track_allocations', False):
            leaks = None
        if leaks is not None:
            leaks.start_tracking_allocations()
        try:
            function(*args, **kw)
            if leaks is not None and leaks.TRACK_ALLOCATIONS:
                lost = leaks.stop_tracking_allocations(False)
                if lost:
                    raise leaks.MallocMismatch(lost)
        finally:
            failed = sys.exc_info()[1] is not None
            if failed:
                # An error of the test stays one, whatever tidying up does.
                phases.end()
                phases.name = 'teardown'
            else:
                phases.begin('teardown')
            setup.leave(instance, function)
            setup.class_teardown()
    finally:
        fixtures.finish()


def _genext_instance(cls, name):
    return cls(name) if is_testcase(cls) else cls()


# ---- the process of one file

class Child(object):
    def __init__(self, item, pid, fd, outputs, deadline):
        self.item, self.pid, self.fd, self.outputs, self.deadline = item, pid, fd, outputs, deadline
        self.data = []
        self.start = time.time()


class Session(object):
    def __init__(self, options):
        self.options = options
        # Standard input is the way to `genext test`; tests have none.
        self.report_fd = os.dup(0)
        nothing = os.open('/dev/null', os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        self.capture = not options.get('nocapture')
        self.temp = options['temp']
        self.counter = 0

    def send(self, **event):
        data = json.dumps(event) + '\n'
        while data:
            n = os.write(self.report_fd, data)
            data = data[n:]

    def output_names(self):
        self.counter += 1
        return ['%s/%s-%d-%d' % (self.temp, kind, os.getpid(), self.counter) for kind in ('out', 'err')]

    def redirect(self, names):
        """Sends the output of this process to files; these, open."""
        files = []
        _genext.flush()
        for fd, name in zip((1, 2), names):
            f = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            os.dup2(f, fd)
            files.append(f)
        return files

    def load(self):
        for path in self.options.get('conftest', []):
            conftests.insert(0, _genext.import_file(path))
        return _genext.import_file(self.options['path'])

    def run(self):
        file = self.options['file']
        output = []
        if self.capture:
            output = self.output_names()
            self.redirect(output)
        start = time.time()
        try:
            module = self.load()
            setup = getattr(module, 'setup_module', None) or getattr(module, 'setUpModule', None)
            items = Collector(module, file).collect()
            found = len(items)
            known = set([i.nodeid for i in items])
            stale = [i for i in self.options.get('last_failed') or [] if i not in known]
            items = self.select(items)
            deselected = found - len(items)
            last = self.options.get('last_failed')
            if last and self.options.get('only_failed'):
                items = [i for i in items if i.nodeid in last]
                # `--ff` runs the others of the file later.
                deselected = found - len(items) if self.options.get('deselects') else 0
            elif last:
                items = [i for i in items if i.nodeid not in last]
            if items and setup is not None and not self.options.get('collect'):
                _call_optional(setup, module)
        except UsageError as e:
            self.send(event='usage', message='%s: %s' % (file, e))
            return 4
        except pytest.Skipped as e:
            self.send(event='result', nodeid=file, outcome='skipped', reason=str(e), where=place_of(e),
                      duration=time.time() - start, longrepr='')
            return 0
        except BaseException as e:
            if isinstance(e, KeyboardInterrupt):
                raise
            _genext.flush()
            self.send(event='result', nodeid=file, outcome='error', reason='', where=place_of(e), crash=crash_line(e),
                      duration=time.time() - start, longrepr=report(e, True), phase='collection',
                      sections=self.sections(output, [], ''))
            return 1
        self.send(event='collected', nodeid=file, count=len(items), deselected=deselected, stale=stale,
                  items=[i.nodeid for i in items])
        if self.options.get('collect'):
            return 0
        self.run_children(items)
        teardown = getattr(module, 'teardown_module', None) or getattr(module, 'tearDownModule', None)
        if items and teardown is not None:
            try:
                _call_optional(teardown, module)
            except BaseException as e:
                self.send(event='result', nodeid=file, outcome='error', reason='', where=place_of(e),
                          crash=crash_line(e), duration=0.0, longrepr=report(e), phase='teardown')
        return 0

    def text(self, name):
        try:
            f = open(name, 'rb')
            data = f.read()
            f.close()
        except EnvironmentError:
            return ''
        return data

    def sections(self, names, written, phase):
        """What was written, by phase: (title, text). A test that ended its process never said what it wrote when."""
        texts = [self.text(name) for name in names]
        out = []
        begin = [0] * len(texts)
        written = list(written)
        if not written or [1 for b, e in zip(written[-1][1], texts) if b < len(e)]:
            written.append([phase, [len(text) for text in texts], ''])
        for name, ends, logged in written:
            suffix = ' ' + name if name else ''
            for kind, text, b, e in zip(('stdout', 'stderr'), texts, begin, ends):
                if e > b:
                    out.append(['Captured %s%s' % (kind, suffix), shortened(text[b:e])])
            if logged:
                out.append(['Captured log' + suffix, shortened(logged)])
            begin = ends
        return out

    def finish(self, result, outputs):
        written = result.pop('written', [])
        if result['outcome'] in ('failed', 'error'):
            result['sections'] = self.sections(outputs, written, result.get('phase', 'call'))
        for name in outputs:
            try:
                os.unlink(name)
            except OSError:
                pass
        self.send(event='result', **result)

    def select(self, items):
        wanted = self.options.get('ids') or []
        if wanted:
            chosen = []
            for w in wanted:
                found = [i for i in items if i.nodeid.split('::', 1)[1] == w
                         or i.nodeid.split('::', 1)[1].startswith((w + '::', w + '['))]
                if not found:
                    raise UsageError('not found: %s::%s' % (self.options['file'], w))
                chosen.extend([i for i in found if i not in chosen])
            items = chosen
        if self.options.get('keyword'):
            items = [i for i in items if matches(self.options['keyword'], i.keywords)]
        if self.options.get('marker'):
            items = [i for i in items if matches(self.options['marker'], [m.name for m in i.marks], True)]
        return items

    def run_children(self, items):
        jobs = self.options.get('jobs', 1)
        timeout = self.options.get('timeout') or 0
        waiting = list(reversed(items))
        running = []
        while waiting or running:
            while waiting and len(running) < jobs:
                running.append(self.start(waiting.pop(), timeout))
            now = time.time()
            wait = 1000
            if timeout:
                wait = min([int((c.deadline - now) * 1000) for c in running])
                wait = max(0, min(1000, wait))
            ready = _poll.poll([c.fd for c in running], wait)
            now = time.time()
            for c in list(running):
                if c.fd in ready:
                    part = os.read(c.fd, 65536)
                    if part:
                        c.data.append(part)
                        continue
                    running.remove(c)
                    self.reap(c)
                elif timeout and now >= c.deadline:
                    try:
                        os.kill(-c.pid, 9)
                    except OSError:
                        os.kill(c.pid, 9)
                    running.remove(c)
                    self.reap(c, 'no end within %g seconds' % timeout)

    def start(self, item, timeout):
        r, w = os.pipe()
        outputs = self.output_names() if self.capture else []
        parent = os.getpid()
        pid = os.fork()
        if pid == 0:
            try:
                os.setsid()
                _genext.begin_test(parent)
                os.close(r)
                files = self.redirect(outputs)
                _genext.restart_limits()
                result = run_item(item, files)
                _genext.flush()
                data = json.dumps(result)
                while data:
                    n = os.write(w, data)
                    data = data[n:]
            except BaseException as e:
                # A fault of the runner itself: its text goes to the test's output.
                sys.stderr.write(_genext.traceback_text(e))
                _genext.flush()
            finally:
                os._exit(0)
        os.close(w)
        return Child(item, pid, r, outputs, time.time() + timeout)

    def reap(self, c, why=None):
        os.close(c.fd)
        pid, status = os.waitpid(c.pid, 0)
        text = ''.join(c.data)
        result = None
        if text and why is None and status == 0:
            try:
                result = json.loads(text)
            except ValueError:
                pass
        if result is None:
            if why is None:
                if os.WIFSIGNALED(status):
                    why = 'the process was killed by signal %d' % os.WTERMSIG(status)
                else:
                    why = 'the process ended with exit code %d' % os.WEXITSTATUS(status)
            result = {'nodeid': c.item.nodeid, 'outcome': 'failed', 'reason': '', 'crash': why, 'where': '',
                      'longrepr': 'E   ' + why, 'duration': time.time() - c.start,
                      'line': line_of(c.item.function)}
        self.finish(result, c.outputs)


def shortened(data):
    if len(data) > 200000:
        data = data[:100000] + '\n...\n' + data[-100000:]
    return data.decode('utf-8', 'replace').encode('utf-8')


def matches(expression, keywords, exact=False):
    """Evaluates `-k`: names with `and`, `or`, `not` and parentheses; a name holds if it is part of a keyword."""
    tokens = expression.replace('(', ' ( ').replace(')', ' ) ').split()
    lowered = [k.lower() for k in keywords]
    at = [0]

    def peek():
        return tokens[at[0]] if at[0] < len(tokens) else None

    def term():
        t = peek()
        if t is None:
            raise UsageError('-k: expression ends too early: %r' % expression)
        at[0] += 1
        if t == 'not':
            return not term()
        if t == '(':
            value = disjunction()
            if peek() != ')':
                raise UsageError('-k: `)` is missing: %r' % expression)
            at[0] += 1
            return value
        if t in ('and', 'or', ')'):
            raise UsageError('-k: unexpected %r: %r' % (t, expression))
        t = t.lower()
        return t in lowered if exact else any(t in k for k in lowered)

    def conjunction():
        value = term()
        while peek() == 'and':
            at[0] += 1
            value = term() and value
        return value

    def disjunction():
        value = conjunction()
        while peek() == 'or':
            at[0] += 1
            value = conjunction() or value
        return value

    value = disjunction()
    if peek() is not None:
        raise UsageError('-k: unexpected %r: %r' % (peek(), expression))
    return value


def main(options):
    """The entry point: `options` as JSON text."""
    options = native_strings(json.loads(options))
    _genext.explain_asserts(True)
    _genext.explain_differences(_genext_compare.explain)
    _genext_compare.verbose[0] = options.get('verbose', 0)
    _genext_report.options['style'] = options.get('tb') or 'auto'
    if options.get('locals'):
        _genext.keep_locals()
        _genext_report.options['locals'] = True
    # Packages beside the folder of the tests, as with `python -m pytest`.
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    session = Session(options)
    code = session.run()
    # A file that ends the process by itself never says so.
    session.send(event='done')
    return code


def native_strings(x):
    if isinstance(x, type(u'')):
        return x.encode('utf-8')
    if isinstance(x, list):
        return [native_strings(i) for i in x]
    if isinstance(x, dict):
        return dict([(native_strings(k), native_strings(v)) for k, v in x.items()])
    return x
