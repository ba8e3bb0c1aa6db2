"""Shallow and deep copies."""


class Error(Exception):
    pass


error = Error

_ATOMS = (type(None), int, float, bool, str, type, complex, type(lambda: 0), type(len),
          type(NotImplemented), type(Ellipsis), range)


def copy(x):
    cls = type(x)
    f = getattr(cls, '__copy__', None)
    if f is not None:
        return f(x)
    if cls is list:
        return x[:]
    if cls is dict or cls is set:
        return x.copy()
    if cls is tuple or cls is frozenset or isinstance(x, _ATOMS) and cls in _ATOMS:
        return x
    return _instance(x, lambda v: v)


def _instance(x, f):
    from _genext import instantiate
    cls = x.__class__
    if isinstance(x, type) or not hasattr(x, '__dict__') and not hasattr(cls, '__slots__'):
        if isinstance(x, (list, dict, set, tuple)):
            pass
        else:
            return x
    if isinstance(x, tuple):
        new = tuple.__new__(cls, [f(v) for v in x])
    elif isinstance(x, (int, float, str)) or issubclass(cls.__mro__[-2], int):
        new = cls.__mro__[-2].__new__(cls, x)
    elif isinstance(x, BaseException):
        new = cls.__new__(cls, *x.args)
    else:
        new = instantiate(cls)
    if isinstance(x, list):
        list.extend(new, [f(v) for v in list.__iter__(x)])
    elif isinstance(x, dict):
        for k, v in dict.items(x):
            dict.__setitem__(new, f(k), f(v))
    elif isinstance(x, set):
        set.update(new, [f(v) for v in x])
    if hasattr(x, '__setstate__') and hasattr(x, '__getstate__'):
        new.__setstate__(f(x.__getstate__()))
        return new
    for k, v in getattr(x, '__dict__', {}).items():
        new.__dict__[k] = f(v)
    for k in cls.__mro__:
        slots = k.__dict__.get('__slots__', ())
        if isinstance(slots, str):
            slots = (slots,)
        for s in slots:
            if s not in ('__dict__', '__weakref__') and hasattr(x, s):
                setattr(new, s, f(getattr(x, s)))
    return new


def deepcopy(x, memo=None):
    if memo is None:
        memo = {}
    cls = type(x)
    if cls in _ATOMS or isinstance(x, type):
        return x
    key = id(x)
    if key in memo:
        return memo[key][0]
    f = getattr(cls, '__deepcopy__', None)
    if f is not None:
        new = f(x, memo)
    elif cls is list:
        new = []
        memo[key] = (new, x)
        for v in x:
            new.append(deepcopy(v, memo))
    elif cls is dict:
        new = {}
        memo[key] = (new, x)
        for k, v in x.items():
            new[deepcopy(k, memo)] = deepcopy(v, memo)
    elif cls is tuple:
        new = tuple([deepcopy(v, memo) for v in x])
    elif cls in (set, frozenset):
        new = cls([deepcopy(v, memo) for v in x])
    else:
        new = _deep_instance(x, memo)
    memo[key] = (new, x)
    return new


def _deep_instance(x, memo):
    if hasattr(x, '__dict__') and not isinstance(x, (list, dict, tuple, set, int, float,
                                                     str, BaseException, type)):
        from _genext import instantiate
        new = instantiate(x.__class__)
        memo[id(x)] = (new, x)
        for k, v in x.__dict__.items():
            new.__dict__[k] = deepcopy(v, memo)
        return new
    return _instance(x, lambda v: deepcopy(v, memo))
