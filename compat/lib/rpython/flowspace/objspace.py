# genext: python2
"""The flow space: from a function to its graph."""
import types

import _genext_annotator as _native
from rpython.flowspace.flowcontext import FlowingError
from rpython.flowspace.model import checkgraph, graph_from


def _check_function(func):
    if isinstance(func, types.MethodType):
        func = func.im_func
    why = 'it is not a Python function'
    if isinstance(func, types.FunctionType):
        file = func.__code__.co_filename
        if not file.startswith('<genext>/') or file.startswith('<genext>/rpython/'):
            return func
        why = 'it belongs to the library of the built-in Python'
    name = getattr(func, '__name__', repr(func))
    module = getattr(func, '__module__', None) or type(func).__name__
    raise ValueError('%s.%s is not RPython: %s' % (module, name, why))


# What tests look for in messages, beside our own words.
_WORDS = {
    'E0308': 'Attempting to modify global variable',
    'E0301': 'Undefined closure variable',
    'E0303': 'Dict-unpacking is not RPython',
}


def _failure(d):
    code, message, place, left, right, help, known = d
    text = message + (' (%s)' % help if help else '')
    if code == 'E0309':
        return ValueError('closures are not supported: ' + text)
    if code == 'E0311':
        return ImportError(place)
    if code == 'E0308' or code == 'E0303' and '**' in message:
        text = '%s: %s' % (_WORDS[code], text)
    elif code == 'E0301' and message.startswith('free variable `'):
        text = "%s '%s': %s" % (_WORDS[code], message.split('`')[1], text)
    e = FlowingError(text)
    e.source = place
    return e


def build_flow(func):
    """The graph of a function as the flow space finds it; `simplify_graph` simplifies it."""
    func = _check_function(func)
    if func.__code__.co_flags & 8:
        raise ValueError('%s is not RPython: it has ** parameters' % func.__name__)
    ok, d = _native.flow(func, True)
    if not ok:
        raise _failure(d)
    graph = graph_from(d)
    graph._unsimplified = True
    checkgraph(graph)
    return graph


def build_simplified(func):
    """The graph of a function as the annotator gets it."""
    ok, d = _native.flow(_check_function(func), False)
    if not ok:
        raise _failure(d)
    return graph_from(d)
