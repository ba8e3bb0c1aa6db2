"""Source text as an object."""
import textwrap
import _genext
from pytest import ExceptionInfo  # noqa


class Source(object):
    """Lines of source text without their common indentation."""

    def __init__(self, *parts, **kw):
        self.lines = []
        for p in parts:
            if p is None:
                continue
            if isinstance(p, Source):
                lines = p.lines
            elif isinstance(p, (list, tuple)):
                lines = [x.rstrip('\n') for x in p]
            elif isinstance(p, (str, type(u''))):
                lines = p.split('\n')
            else:
                import inspect
                lines = inspect.getsource(p).split('\n')
            if kw.get('deindent', True):
                lines = deindent(lines)
            self.lines.extend(lines)
        # The text is compiled in the Python of the module that asks for it.
        self.compile = _genext.with_caller(self._compile)

    def _compile(self, caller_locals, caller_globals, filename=None, mode='exec', *args, **kw):
        return _genext.compile_in_module(str(self) + '\n', filename or '<source>', mode, caller_globals)

    def __str__(self):
        return '\n'.join(self.lines)

    def __len__(self):
        return len(self.lines)

    def __getitem__(self, i):
        if isinstance(i, slice):
            new = Source()
            new.lines = self.lines[i]
            return new
        return self.lines[i]

    def __eq__(self, other):
        if isinstance(other, Source):
            return self.lines == other.lines
        return str(self) == other

    def __ne__(self, other):
        return not self == other

    __hash__ = None

    def strip(self):
        lines = list(self.lines)
        while lines and not lines[0].strip():
            lines.pop(0)
        while lines and not lines[-1].strip():
            lines.pop()
        new = Source()
        new.lines = lines
        return new

    def indent(self, indent='    '):
        new = Source()
        new.lines = [indent + line for line in self.lines]
        return new

    def deindent(self):
        new = Source()
        new.lines = deindent(self.lines)
        return new

    def putaround(self, before='', after='', indent='    '):
        new = Source()
        new.lines = Source(before).lines + [indent + x for x in self.lines] + Source(after).lines
        return new


def deindent(lines):
    return textwrap.dedent('\n'.join(lines)).split('\n')


def _compile(caller_locals, caller_globals, source, filename=None, mode='exec', *args, **kw):
    return _genext.compile_in_module(str(Source(source)) + '\n', filename or '<source>', mode, caller_globals)


compile = _genext.with_caller(_compile)
compile_ = compile


def getrawcode(obj):
    return getattr(obj, '__code__', obj)


class Code(object):
    def __init__(self, rawcode):
        self.raw = getrawcode(rawcode)
        self.name = self.raw.co_name
        self.firstlineno = self.raw.co_firstlineno - 1

    @property
    def path(self):
        from py.path import local
        return local(self.raw.co_filename)

    def source(self):
        return Source(self.raw)
