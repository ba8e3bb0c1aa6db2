"""Looking at live objects."""
import types
from collections import namedtuple

Arguments = namedtuple('Arguments', 'args varargs keywords')
ArgSpec = namedtuple('ArgSpec', 'args varargs keywords defaults')
FullArgSpec = namedtuple('FullArgSpec',
                         'args varargs varkw defaults kwonlyargs kwonlydefaults annotations')
CO_VARARGS, CO_VARKEYWORDS, CO_GENERATOR = 4, 8, 0x20


def ismodule(x):
    return isinstance(x, types.ModuleType)


def isclass(x):
    return isinstance(x, (type, types.ClassType))


isclass._annspecialcase_ = 'specialize:call_location'


def isfunction(x):
    return isinstance(x, types.FunctionType)


def ismethod(x):
    return isinstance(x, types.MethodType)


def isbuiltin(x):
    return isinstance(x, types.BuiltinFunctionType)


def isroutine(x):
    return isfunction(x) or ismethod(x) or isbuiltin(x)


def isgenerator(x):
    return isinstance(x, types.GeneratorType)


def isgeneratorfunction(x):
    return isfunction(x) and bool(x.__code__.co_flags & CO_GENERATOR)


def iscode(x):
    return isinstance(x, types.CodeType)


def isabstract(x):
    return bool(getattr(x, '__abstractmethods__', None))


def isdatadescriptor(x):
    return hasattr(x, '__set__') and hasattr(x, '__get__')


def getmro(cls):
    return cls.__mro__


def getmembers(obj, predicate=None):
    out = []
    for name in dir(obj):
        try:
            value = getattr(obj, name)
        except AttributeError:
            continue
        if predicate is None or predicate(value):
            out.append((name, value))
    return out


def _function(f):
    if isinstance(f, types.MethodType):
        f = f.__func__
    if not isinstance(f, types.FunctionType):
        raise TypeError('%r is not a Python function' % (f,))
    return f


def getargs(code):
    n = code.co_argcount
    args = list(code.co_varnames[:n])
    n += code.co_kwonlyargcount
    varargs = varkw = None
    if code.co_flags & CO_VARARGS:
        varargs = code.co_varnames[n]
        n += 1
    if code.co_flags & CO_VARKEYWORDS:
        varkw = code.co_varnames[n]
    return Arguments(args, varargs, varkw)


def getargspec(f):
    f = _function(f)
    args, varargs, varkw = getargs(f.__code__)
    return ArgSpec(args, varargs, varkw, f.__defaults__)


def getfullargspec(f):
    f = _function(f)
    code = f.__code__
    args, varargs, varkw = getargs(code)
    n = code.co_argcount
    kwonly = list(code.co_varnames[n:n + code.co_kwonlyargcount])
    return FullArgSpec(args, varargs, varkw, f.__defaults__, kwonly, f.__kwdefaults__,
                       f.__annotations__)


def formatargspec(args, varargs=None, varkw=None, defaults=None):
    parts = []
    first = len(args) - len(defaults or ())
    for i, a in enumerate(args):
        parts.append(a if i < first else '%s=%r' % (a, defaults[i - first]))
    if varargs:
        parts.append('*' + varargs)
    if varkw:
        parts.append('**' + varkw)
    return '(%s)' % ', '.join(parts)


def getcallargs(f, *args, **kw):
    spec = getargspec(f)
    values = dict(zip(spec.args, args))
    if spec.varargs:
        values[spec.varargs] = tuple(args[len(spec.args):])
    extra = {}
    for k, v in kw.items():
        if k in spec.args:
            values[k] = v
        else:
            extra[k] = v
    if spec.keywords:
        values[spec.keywords] = extra
    defaults = spec.defaults or ()
    for name, v in zip(spec.args[len(spec.args) - len(defaults):], defaults):
        values.setdefault(name, v)
    return values


def getdoc(x):
    doc = getattr(x, '__doc__', None)
    if doc is None:
        return None
    return cleandoc(doc)


def cleandoc(doc):
    lines = doc.expandtabs().split('\n')
    margin = None
    for line in lines[1:]:
        text = line.lstrip()
        if text:
            indent = len(line) - len(text)
            margin = indent if margin is None else min(margin, indent)
    lines = [lines[0].lstrip()] + [line[margin or 0:] for line in lines[1:]]
    while lines and not lines[-1].strip():
        lines.pop()
    while lines and not lines[0].strip():
        lines.pop(0)
    return '\n'.join(lines)


def getmodule(x):
    import sys
    return sys.modules.get(getattr(x, '__module__', None))


def getsourcefile(x):
    return getfile(x)


def getfile(x):
    if ismodule(x):
        return x.__file__
    if isclass(x):
        return getattr(getmodule(x), '__file__', None)
    return _function(x).__code__.co_filename


def _first_line_of_class(cls, lines):
    """The number of its line; that of the decorators in front of it, if there are some."""
    for i, line in enumerate(lines):
        words = line.split(None, 1)
        if len(words) == 2 and words[0] == 'class':
            name = words[1]
            for end in '(:':
                name = name.split(end)[0]
            if name.strip() == cls.__name__:
                while i > 0 and lines[i - 1].lstrip().startswith('@'):
                    i -= 1
                return i
    raise IOError('could not find class definition')


def getsourcelines(x):
    if ismodule(x) or isclass(x):
        filename = getfile(x)
        if filename is None:
            raise TypeError('%r has no source' % (x,))
        with open(filename) as f:
            lines = f.readlines()
        if ismodule(x):
            return lines, 0
        first = _first_line_of_class(x, lines)
    else:
        code = x if iscode(x) else _function(x).__code__
        with open(code.co_filename) as f:
            lines = f.readlines()
        first = code.co_firstlineno - 1
    indent = len(lines[first]) - len(lines[first].lstrip())
    end = first + 1
    while end < len(lines):
        line = lines[end]
        if line.strip() and len(line) - len(line.lstrip()) <= indent \
                and not lines[end - 1].lstrip().startswith('@'):
            break
        end += 1
    while end > first + 1 and not lines[end - 1].strip():
        end -= 1
    return lines[first:end], first + 1


def getsource(x):
    return ''.join(getsourcelines(x)[0])


def currentframe():
    import sys
    return sys._getframe(1)


def stack():
    return []


def unwrap(f):
    while hasattr(f, '__wrapped__'):
        f = f.__wrapped__
    return f


class Parameter(object):
    empty = object
    POSITIONAL_ONLY, POSITIONAL_OR_KEYWORD, VAR_POSITIONAL, KEYWORD_ONLY, VAR_KEYWORD = range(5)

    def __init__(self, name, kind, default=object, annotation=object):
        self.name = name
        self.kind = kind
        self.default = default
        self.annotation = annotation


class Signature(object):
    def __init__(self, parameters):
        self.parameters = parameters


def signature(f):
    from collections import OrderedDict
    if ismethod(f):
        skip = 1
        f = f.__func__
    else:
        skip = 0
    spec = getfullargspec(f)
    params = OrderedDict()
    defaults = spec.defaults or ()
    first = len(spec.args) - len(defaults)
    for i, a in enumerate(spec.args):
        if i >= skip:
            params[a] = Parameter(a, 1, defaults[i - first] if i >= first else object)
    if spec.varargs:
        params[spec.varargs] = Parameter(spec.varargs, 2)
    for a in spec.kwonlyargs:
        params[a] = Parameter(a, 3, (spec.kwonlydefaults or {}).get(a, object))
    if spec.varkw:
        params[spec.varkw] = Parameter(spec.varkw, 4)
    return Signature(params)
