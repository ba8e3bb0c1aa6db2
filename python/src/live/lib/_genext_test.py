"""The test runner inside one file's process: collects its tests and runs each in a process of its own.

The parent (`genext test`) starts one such process for each file and reads events, one JSON object a line. A test runs
in a fork of the process that imported the file: it sees the module as it is after import and `setup_module`, whatever
other tests did.
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
from _genext_collect import Collector, Fixtures, Setup, UsageError
from _genext_collect import argument_names, call_optional, conftests, is_testcase, line_of
from _genext_fixtures import log_phase
from _genext_report import crash_line, place_of, report


# ---- running one test

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
                call_optional(setup, module)
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
                call_optional(teardown, module)
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
