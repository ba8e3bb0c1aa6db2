"""The fixtures that every test has."""
import os
import sys
import pytest
import _genext


class MonkeyPatch(object):
    _missing = object()

    def __init__(self):
        self._undo = []

    def _resolve(self, path):
        parts = path.split('.')
        module = __import__(parts[0])
        full = parts[0]
        for p in parts[1:-1]:
            full += '.' + p
            if not hasattr(module, p):
                __import__(full)
            module = getattr(module, p)
        return module, parts[-1]

    def setattr(self, target, name, value=_missing, raising=True):
        if value is self._missing:
            value = name
            target, name = self._resolve(target)
        old = getattr(target, name, self._missing)
        if raising and old is self._missing:
            raise AttributeError('%r has no attribute %r' % (target, name))
        if isinstance(target, type) or _genext.is_classic_class(target):
            old = target.__dict__.get(name, self._missing)

        def undo():
            if old is self._missing:
                delattr(target, name)
            else:
                setattr(target, name, old)
        self._undo.append(undo)
        setattr(target, name, value)

    def delattr(self, target, name=_missing, raising=True):
        if name is self._missing:
            target, name = self._resolve(target)
        if not hasattr(target, name):
            if raising:
                raise AttributeError(name)
            return
        old = getattr(target, name)
        self._undo.append(lambda: setattr(target, name, old))
        delattr(target, name)

    def setitem(self, d, key, value):
        old = d.get(key, self._missing)

        def undo():
            if old is self._missing:
                d.pop(key, None)
            else:
                d[key] = old
        self._undo.append(undo)
        d[key] = value

    def delitem(self, d, key, raising=True):
        if key not in d:
            if raising:
                raise KeyError(key)
            return
        old = d[key]
        self._undo.append(lambda: d.__setitem__(key, old))
        del d[key]

    def setenv(self, name, value, prepend=None):
        value = str(value)
        if prepend and name in os.environ:
            value = value + prepend + os.environ[name]
        self.setitem(os.environ, name, value)

    def delenv(self, name, raising=True):
        self.delitem(os.environ, name, raising)

    def syspath_prepend(self, path):
        old = list(sys.path)
        self._undo.append(lambda: sys.path.__setitem__(slice(None), old))
        sys.path.insert(0, str(path))

    def chdir(self, path):
        old = os.getcwd()
        self._undo.append(lambda: os.chdir(old))
        os.chdir(str(path))

    def context(self):
        return _PatchContext()

    def undo(self):
        while self._undo:
            self._undo.pop()()


class _PatchContext(object):
    def __enter__(self):
        self.patch = MonkeyPatch()
        return self.patch

    def __exit__(self, *exc):
        self.patch.undo()


class CaptureFixture(object):
    def __init__(self, capture):
        self._capture = capture
        self._closed = False

    def readouterr(self):
        from collections import namedtuple
        out, err = self._capture.readouterr()
        return namedtuple('CaptureResult', 'out err')(out, err)

    def close(self):
        if self._closed:
            return
        self._closed = True
        out, err = self._capture.reset()
        sys.stdout.write(out)
        sys.stderr.write(err)

    def disabled(self):
        return _PatchContext()


def _monkeypatch(fixtures):
    m = MonkeyPatch()
    fixtures.finalizers.append(m.undo)
    return m


def _capture(kind):
    def make(fixtures):
        import py
        c = CaptureFixture(getattr(py.io, kind)())
        fixtures.finalizers.append(c.close)
        return c
    return make


def _tmpdir(fixtures):
    import py
    name = ''.join([c if c.isalnum() else '_' for c in fixtures.item.name])[:30]
    return base_temp().join('%s-%d' % (name, os.getpid())).ensure(dir=1)


def base_temp():
    import py
    return py.path.local(os.environ.get('GENEXT_TEST_TEMP') or py.path.local.mkdtemp())


class TmpdirFactory(object):
    def mktemp(self, name, numbered=True):
        import py
        if numbered:
            return py.path.local.make_numbered_dir(name, base_temp())
        return base_temp().join(name).ensure(dir=1)

    def getbasetemp(self):
        return base_temp()


class TmpPathFactory(object):
    """As `TmpdirFactory`, with the paths of `pathlib`."""

    def mktemp(self, basename, numbered=True):
        from pathlib import Path
        return Path(str(TmpdirFactory().mktemp(basename, numbered)))

    def getbasetemp(self):
        from pathlib import Path
        return Path(str(base_temp()))


def _tmp_path(fixtures):
    from pathlib import Path
    # The same folder as that of `tmpdir`, if a test has both.
    return Path(str(fixtures.value('tmpdir')))


class LogCapture(object):
    """The fixture `caplog`: the records that reach the root logger."""

    def __init__(self):
        self.handler = log_handler()
        self._saved = []

    @property
    def records(self):
        return self.handler.records

    @property
    def messages(self):
        return [r.getMessage() for r in self.handler.records]

    @property
    def text(self):
        return ''.join([self.handler.format(r) + '\n' for r in self.handler.records])

    @property
    def record_tuples(self):
        return [(r.name, r.levelno, r.getMessage()) for r in self.handler.records]

    def get_records(self, when):
        phases = self.handler.phases
        return self.handler.records if when == phases[-1][0] else dict(phases).get(when, [])

    def clear(self):
        del self.handler.records[:]

    reset = clear

    def set_level(self, level, logger=None):
        import logging
        target = logging.getLogger(logger)
        self._saved.append((target, target.level, self.handler.level))
        target.setLevel(level)
        self.handler.setLevel(level)

    def at_level(self, level, logger=None):
        return _AtLevel(self, level, logger)

    def restore(self):
        while self._saved:
            target, level, own = self._saved.pop()
            target.setLevel(level)
            self.handler.setLevel(own)


class _AtLevel(object):
    def __init__(self, capture, level, logger):
        self.capture, self.level, self.logger = capture, level, logger

    def __enter__(self):
        self.capture.set_level(self.level, self.logger)

    def __exit__(self, *exc):
        target, level, own = self.capture._saved.pop()
        target.setLevel(level)
        self.capture.handler.setLevel(own)


_log = []


def log_handler():
    """The handler that keeps the log of a test; made when a test uses `logging`."""
    if not _log:
        import logging

        class Keeper(logging.Handler):
            def __init__(self):
                logging.Handler.__init__(self)
                self.setFormatter(logging.Formatter('%(levelname)-8s %(name)s:%(filename)s %(message)s'))
                self.records = []
                self.phases = [('setup', self.records)]

            def emit(self, record):
                record.exc_text = None
                self.records.append(record)

        _log.append(Keeper())
        logging.getLogger().addHandler(_log[0])
    return _log[0]


def log_phase(name):
    """A new phase of the test begins; the text logged in the phase before it."""
    if not _log:
        if 'logging' in sys.modules:
            log_handler()
        return ''
    h = _log[0]
    text = ''.join([h.format(r) + '\n' for r in h.records])
    h.records = []
    h.phases.append((name, h.records))
    return text


def _caplog(fixtures):
    c = LogCapture()
    fixtures.finalizers.append(c.restore)
    return c


def _recwarn(fixtures):
    w = pytest.WarningsRecorder()
    w.__enter__()
    fixtures.finalizers.append(w.stop)
    return w


BUILTIN = {
    'caplog': _caplog,
    'capfd': _capture('StdCaptureFD'),
    'capsys': _capture('StdCapture'),
    'monkeypatch': _monkeypatch,
    'pytestconfig': lambda fixtures: pytest.config,
    'recwarn': _recwarn,
    'tmp_path': _tmp_path,
    'tmp_path_factory': lambda fixtures: TmpPathFactory(),
    'tmpdir': _tmpdir,
    'tmpdir_factory': lambda fixtures: TmpdirFactory(),
}
