"""Declared signatures: the annotator checks calls and results against them."""
from rpython.rlib import types


def signature(*paramtypes, **kwargs):
    """`@signature(types.int(), types.str(), returns=types.none())`"""
    returns = kwargs.pop('returns', None)
    if returns is None:
        raise TypeError('signature: `returns` is missing')
    if kwargs:
        raise TypeError('signature: unknown arguments %s' % sorted(kwargs))

    def decorate(func):
        func._signature_ = (tuple([types.described(t) for t in paramtypes]), types.described(returns))
        return func
    return decorate


def finishsigs(cls):
    """Class decorator: `types.self()` in signatures of methods becomes an instance of the class."""
    def fix(t):
        return types.instance(cls) if isinstance(t, types.SelfTypeMarker) else t

    for attr in list(cls.__dict__.values()):
        if hasattr(attr, '_signature_'):
            paramtypes, returns = attr._signature_
            attr._signature_ = (tuple([fix(t) for t in paramtypes]), fix(returns))
    return cls


class FieldSpec(object):
    """The declared type of a field. Accepted, not checked."""
    def __init__(self, tp):
        self.tp = tp


class ClassSpec(object):
    """The declared fields of a class. Accepted, not checked."""
    def __init__(self, fields, inherit=False):
        self.fields = fields
        self.inherit = inherit
