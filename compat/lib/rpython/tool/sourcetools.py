# genext: python2
"""Making functions."""
import types

import py


def func_with_new_name(func, newname, globals=None):
    """A copy of a function under another name."""
    f = types.FunctionType(func.func_code, globals if globals is not None else func.func_globals, newname,
                           func.func_defaults, func.func_closure)
    if func.func_dict:
        f.func_dict.update(func.func_dict)
    f.__doc__ = func.__doc__
    f.__module__ = func.__module__
    return f


def func_renamer(newname):
    def decorate(func):
        return func_with_new_name(func, newname)
    return decorate


def valid_identifier(stuff):
    text = ''.join([c if c.isalnum() or c == '_' else '_' for c in str(stuff)])
    return text if text and not text[0].isdigit() else '_' + text


def has_varargs(func):
    return bool(getattr(func, 'func_code', func).co_flags & 4)


def has_varkeywords(func):
    return bool(getattr(func, 'func_code', func).co_flags & 8)


def nice_repr_for_func(fn, name=None):
    module = getattr(fn, '__module__', None) or '?'
    if name is None:
        name = getattr(fn, '__name__', '?')
        cls = getattr(fn, 'class_', None)
        if cls is not None:
            name = '%s.%s' % (cls.__name__, name)
    code = getattr(fn, '__code__', None)
    return '(%s:%s)%s' % (module, code.co_firstlineno if code is not None else '?', name)


def compile2(source, filename='', mode='exec', *args):
    return py.code.Source(source).compile(filename or '<compile2>', mode)


def compile_template(source, resultname):
    raise NotImplementedError('compile_template')


def getsource(obj):
    import inspect
    try:
        return inspect.getsource(obj)
    except (IOError, TypeError):
        return None


def rpython_wrapper(f, template, templateargs=None, **globaldict):
    """A function around another one, from a text: `def {name}({arglist}): return {original}({arglist})`."""
    if templateargs is None:
        templateargs = {}
    code = f.func_code
    arglist = ', '.join(code.co_varnames[:code.co_argcount])
    src = template.format(name=f.func_name, arglist=arglist, original=f.func_name + '_original', **templateargs)
    src = py.code.Source(src)
    namespace = dict(globaldict)
    namespace[f.func_name + '_original'] = f
    exec src.compile() in namespace
    result = namespace[f.func_name]
    result.func_defaults = f.func_defaults
    result.func_doc = f.func_doc
    result.func_dict.update(f.func_dict)
    return result
