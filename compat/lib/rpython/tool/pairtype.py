# genext: python2
"""Classes that can be extended, and dispatch on pairs of objects.

    class __extend__(pairtype(X, Y)):
        def method((x, y), arguments): ...

    pair(x, y).method(arguments)
"""


class extendabletype(type):
    """`class __extend__(C)` adds its contents to C."""

    def __new__(cls, name, bases, namespace):
        if name != '__extend__':
            return super(extendabletype, cls).__new__(cls, name, bases, namespace)
        for base in bases:
            for key, value in namespace.items():
                if key != '__module__':
                    setattr(base, key, value)
        return None


_classes = {}


def pair(a, b):
    """A tuple whose class depends on the classes of its items."""
    return pairtype(a.__class__, b.__class__)((a, b))


def pairtype(cls1, cls2):
    """The class of pairs of two classes; its bases are the classes of pairs of their bases."""
    try:
        return _classes[cls1, cls2]
    except KeyError:
        pass
    bases = [pairtype(base, cls2) for base in cls1.__bases__] + [pairtype(cls1, base) for base in cls2.__bases__]
    name = 'pairtype(%s, %s)' % (cls1.__name__, cls2.__name__)
    result = _classes[cls1, cls2] = extendabletype(name, tuple(bases) or (tuple,), {})
    return result


def pairmro(cls1, cls2):
    """Pairs of base classes, the most special first."""
    for base2 in cls2.__mro__:
        for base1 in cls1.__mro__:
            yield base1, base2


class DoubleDispatchRegistry(object):
    """A mapping from pairs of classes, inherited by their subclasses."""

    def __init__(self):
        self._own = {}
        self._found = {}

    def __getitem__(self, classes):
        try:
            return self._found[classes]
        except KeyError:
            for key in pairmro(*classes):
                if key in self._own:
                    result = self._found[classes] = self._own[key]
                    return result
            raise

    def __setitem__(self, classes, value):
        self._own[classes] = value
        self._found = dict(self._own)


def doubledispatch(func):
    return DoubleDispatchFunction(func)


class DoubleDispatchFunction(object):
    def __init__(self, func):
        self._default, self._registry = func, DoubleDispatchRegistry()

    def __call__(self, a, b, *args, **kwargs):
        try:
            func = self._registry[type(a), type(b)]
        except KeyError:
            func = self._default
        return func(a, b, *args, **kwargs)

    def register(self, cls1, cls2):
        def decorate(func):
            self._registry[cls1, cls2] = func
            return func
        return decorate
