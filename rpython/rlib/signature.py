"""Declared signatures: the annotator checks calls and results against them."""


def signature(*paramtypes, **kwargs):
    """`@signature(types.int(), types.str(), returns=types.none())`"""
    returns = kwargs.pop('returns', None)
    if returns is None:
        raise TypeError('signature: `returns` is missing')
    if kwargs:
        raise TypeError('signature: unknown arguments %s' % sorted(kwargs))

    def decorate(func):
        func._signature_ = (paramtypes, returns)
        return func
    return decorate


def finishsigs(cls):
    """Class decorator: signatures with `self` refer to the class itself."""
    cls._finished_signatures_ = True
    return cls
