"""Higher-order functions."""
from _genext import reduce

WRAPPER_ASSIGNMENTS = ('__module__', '__name__', '__qualname__', '__doc__')
WRAPPER_UPDATES = ('__dict__',)


def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS,
                   updated=WRAPPER_UPDATES):
    for attr in assigned:
        try:
            setattr(wrapper, attr, getattr(wrapped, attr))
        except (AttributeError, TypeError):
            pass
    for attr in updated:
        getattr(wrapper, attr).update(getattr(wrapped, attr, {}))
    wrapper.__wrapped__ = wrapped
    return wrapper


def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    def decorator(wrapper):
        return update_wrapper(wrapper, wrapped, assigned, updated)
    return decorator


class partial(object):
    def __init__(self, func, *args, **kw):
        self.func = func
        self.args = args
        self.keywords = kw

    def __call__(self, *args, **kw):
        if self.keywords:
            kw = dict(self.keywords, **kw)
        return self.func(*(self.args + args), **kw)

    def __repr__(self):
        parts = [repr(self.func)] + [repr(a) for a in self.args]
        parts += ['%s=%r' % item for item in self.keywords.items()]
        return 'functools.partial(%s)' % ', '.join(parts)


class partialmethod(object):
    def __init__(self, func, *args, **kw):
        self.func = func
        self.args = args
        self.keywords = kw

    def __get__(self, obj, cls=None):
        return partial(self.func.__get__(obj, cls), *self.args, **self.keywords)


def cmp_to_key(mycmp):
    class K(object):
        __slots__ = ['obj']

        def __init__(self, obj):
            self.obj = obj

        def __lt__(self, other):
            return mycmp(self.obj, other.obj) < 0

        def __gt__(self, other):
            return mycmp(self.obj, other.obj) > 0

        def __eq__(self, other):
            return mycmp(self.obj, other.obj) == 0

        def __le__(self, other):
            return mycmp(self.obj, other.obj) <= 0

        def __ge__(self, other):
            return mycmp(self.obj, other.obj) >= 0
    return K


def total_ordering(cls):
    d = {}
    for k in cls.__mro__[:-1]:
        d.update(k.__dict__)
    if '__lt__' in d:
        new = {'__gt__': lambda a, b: not (a < b or a == b),
               '__le__': lambda a, b: a < b or a == b,
               '__ge__': lambda a, b: not a < b}
    elif '__le__' in d:
        new = {'__ge__': lambda a, b: not a <= b or a == b,
               '__lt__': lambda a, b: a <= b and not a == b,
               '__gt__': lambda a, b: not a <= b}
    elif '__gt__' in d:
        new = {'__lt__': lambda a, b: not (a > b or a == b),
               '__ge__': lambda a, b: a > b or a == b,
               '__le__': lambda a, b: not a > b}
    elif '__ge__' in d:
        new = {'__le__': lambda a, b: not a >= b or a == b,
               '__gt__': lambda a, b: a >= b and not a == b,
               '__lt__': lambda a, b: not a >= b}
    else:
        raise ValueError('must define at least one ordering operation: < > <= >=')
    for name, f in new.items():
        if name not in d:
            f.__name__ = name
            setattr(cls, name, f)
    return cls


def lru_cache(maxsize=128, typed=False):
    if callable(maxsize):
        return lru_cache()(maxsize)

    def decorator(f):
        cache = {}
        stats = [0, 0]

        def wrapper(*args, **kw):
            key = (args, tuple(sorted(kw.items()))) if kw else args
            if key in cache:
                stats[0] += 1
                value = cache[key]
                if maxsize is not None:
                    del cache[key]
                    cache[key] = value
                return value
            stats[1] += 1
            value = f(*args, **kw)
            cache[key] = value
            if maxsize is not None and len(cache) > maxsize:
                del cache[next(iter(cache))]
            return value

        def cache_clear():
            cache.clear()
            stats[:] = [0, 0]

        def cache_info():
            return (stats[0], stats[1], maxsize, len(cache))
        wrapper.cache_clear = cache_clear
        wrapper.cache_info = cache_info
        return update_wrapper(wrapper, f)
    return decorator


def cache(f):
    return lru_cache(maxsize=None)(f)


class cached_property(object):
    def __init__(self, func):
        self.func = func
        self.name = func.__name__
        self.__doc__ = func.__doc__

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, obj, cls=None):
        if obj is None:
            return self
        value = self.func(obj)
        obj.__dict__[self.name] = value
        return value


def singledispatch(func):
    registry = {object: func}

    def dispatch(cls):
        for k in cls.__mro__:
            if k in registry:
                return registry[k]

    def register(cls, f=None):
        if f is None:
            return lambda f: register(cls, f)
        registry[cls] = f
        return f

    def wrapper(*args, **kw):
        return dispatch(args[0].__class__)(*args, **kw)
    wrapper.register = register
    wrapper.dispatch = dispatch
    return update_wrapper(wrapper, func)
