"""Abstract base classes."""


def abstractmethod(f):
    f.__isabstractmethod__ = True
    return f


class abstractproperty(property):
    __isabstractmethod__ = True


class abstractclassmethod(classmethod):
    __isabstractmethod__ = True


class abstractstaticmethod(staticmethod):
    __isabstractmethod__ = True


def _is_abstract(v):
    if isinstance(v, property):
        return any(_is_abstract(f) for f in (v.fget, v.fset, v.fdel) if f is not None)
    if isinstance(v, (staticmethod, classmethod)):
        v = v.__func__
    return getattr(v, '__isabstractmethod__', False)


class ABCMeta(type):
    def __new__(mcls, name, bases, namespace, **kw):
        cls = type.__new__(mcls, name, bases, namespace, **kw)
        names = set(n for n, v in namespace.items() if _is_abstract(v))
        for base in bases:
            for n in getattr(base, '__abstractmethods__', ()):
                if _is_abstract(getattr(cls, n, None)):
                    names.add(n)
        cls.__abstractmethods__ = frozenset(names)
        cls._abc_registry = []
        return cls

    def register(cls, subclass):
        cls._abc_registry.append(subclass)
        return subclass

    def __instancecheck__(cls, obj):
        return cls.__subclasscheck__(obj.__class__)

    def __subclasscheck__(cls, other):
        if type.__subclasscheck__(cls, other):
            return True
        for r in cls.__dict__.get('_abc_registry', ()):
            if issubclass(other, r):
                return True
        for sub in type.__subclasses__(cls):
            if issubclass(other, sub):
                return True
        return False


class ABC(metaclass=ABCMeta):
    pass


def get_cache_token():
    return 0
