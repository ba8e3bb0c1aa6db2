"""The object model: specialisation, hashes and identities, dictionaries with own keys."""

import sys


# ____________________________________________________________ specialisation


class _Specialize(object):
    """`@specialize.KIND(...)`: how the annotator copies a function.

    memo()              run at translation time, for all combinations of constants
    arg(i, ...)         a copy per value of the given constant arguments
    arg_or_var(i, ...)  the same; an argument that is no constant is fine
    argtype(i, ...)     a copy per type of the given arguments
    arglistitemtype(i)  a copy per type of the items of a list
    ll(), ll_and_arg()  a copy per low-level type (and constant)
    call_location()     a copy per call
    """

    def memo(self):
        return _mark('_annspecialcase_', 'specialize:memo')

    def arg(self, *args):
        return _specialize('arg', args)

    def arg_or_var(self, *args):
        return _specialize('arg_or_var', args)

    def argtype(self, *args):
        return _specialize('argtype', args)

    def arglistitemtype(self, arg):
        return _specialize('arglistitemtype', (arg,))

    def ll(self):
        return _mark('_annspecialcase_', 'specialize:ll')

    def ll_and_arg(self, *args):
        return _specialize('ll_and_arg', args)

    def call_location(self):
        return _mark('_annspecialcase_', 'specialize:call_location')


def _mark(attribute, value):
    def decorate(func):
        setattr(func, attribute, value)
        return func
    return decorate


def _specialize(kind, args):
    return _mark('_annspecialcase_', 'specialize:%s(%s)' % (
        kind, ','.join([str(arg) for arg in args])))


specialize = _Specialize()

class _NotConstant(object):
    """The declaration of an argument whose constant is forgotten."""


NOT_CONSTANT = _NotConstant()


def enforceargs(*types, **kwds):
    """Declares the types of arguments: a type, None for any, NOT_CONSTANT to forget a constant."""
    names = [name for name in kwds if name != 'typecheck']
    if not names:
        return _mark('_annenforceargs_', types)
    if types:
        raise TypeError('enforceargs() takes types by position or by name')

    def declare(func):
        code = func.__code__
        params = code.co_varnames[:code.co_argcount]
        for name in names:
            if name not in params:
                raise TypeError("%s() has no argument '%s'" % (func.__name__, name))
        func._annenforceargs_ = tuple([kwds.get(name) for name in params])
        return func
    return declare


always_inline = _mark('_always_inline_', True)
try_inline = _mark('_always_inline_', 'try')
dont_inline = _mark('_dont_inline_', True)
not_rpython = _mark('_not_rpython_', True)


# ____________________________________________________________ symbolic values


class Symbolic(object):
    """A value that is known to the translated program only."""

    def annotation(self):
        return None

    def lltype(self):
        return None

    def _unknown(self, other):
        raise TypeError('the value of a symbolic is not known')

    __lt__ = __le__ = __gt__ = __ge__ = __cmp__ = _unknown

    def __hash__(self):
        raise TypeError('the value of a symbolic is not known')


class ComputedIntSymbolic(Symbolic):
    """An integer that the back end asks for, as late as possible."""

    def __init__(self, compute_fn):
        self.compute_fn = compute_fn


class CDefinedIntSymbolic(Symbolic):
    def __init__(self, expr, default=0):
        self.expr = expr
        self.default = default


# ____________________________________________________________ translated or not


def we_are_translated():
    """Translated natively: True."""
    return False


we_are_translated_to_c = we_are_translated


def keepalive_until_here(*values):
    """Translated natively: the values are alive at this point."""


def is_annotation_constant(thing):
    """Translated natively."""
    return True


def likely(condition):
    """Translated natively: a hint for branch layout."""
    return condition


def unlikely(condition):
    """Translated natively: a hint for branch layout."""
    return condition


def register_replacement_for(replaced_function, sandboxed_name=None):
    """Calls of `replaced_function` become calls of the decorated function."""
    def decorate(func):
        replaced_function._replacement_ = func
        return func
    return decorate


# ____________________________________________________________ objects


def instantiate(cls, nonmovable=False):
    """Translated natively: an instance without a call of `__init__`."""
    return cls.__new__(cls)


def newlist_hint(sizehint=0):
    """Translated natively: an empty list with room for items."""
    return []


def resizelist_hint(lst, sizehint):
    """Translated natively: the list is about to get that long."""


def compute_hash(x):
    """Translated natively: a hash that depends on the value alone."""
    if isinstance(x, (str, type(u''))):
        return _hash_string(x)
    if isinstance(x, float):
        return _hash_float(x)
    if isinstance(x, tuple):
        return _hash_tuple(x)
    if x is None:
        return 0
    if isinstance(x, int) or hasattr(x, '_other_integer'):
        return int(x)
    return object.__hash__(x)


def compute_identity_hash(x):
    """Translated natively: a hash of the object's identity."""
    assert x is not None
    try:
        return object.__hash__(x)
    except TypeError:
        # Lists and dictionaries have no hash untranslated.
        return id(x) >> 4


def compute_unique_id(x):
    """Translated natively: a number that no other living object has."""
    return id(x)


def current_object_addr_as_int(x):
    """Translated natively: the address, until the object moves."""
    return id(x)


def _intmask(n):
    n = n & 0xFFFFFFFFFFFFFFFF
    if n >= 0x8000000000000000:
        n -= 0x10000000000000000
    return int(n)


def _hash_string(s):
    if len(s) == 0:
        return -1
    h = ord(s[0]) << 7
    for c in s:
        h = _intmask((1000003 * h) ^ ord(c))
    return _intmask(h ^ len(s))


def _hash_float(f):
    import math
    if math.isinf(f):
        return 314159 if f > 0 else -271828
    if math.isnan(f):
        return 0
    mantissa, exponent = math.frexp(f)
    mantissa *= 2147483648.0
    high = int(mantissa)
    low = int((mantissa - float(high)) * 2147483648.0)
    return _intmask(high + low + (exponent << 15))


def _hash_tuple(t):
    h = 0x345678
    for item in t:
        h = _intmask((1000003 * h) ^ compute_hash(item))
    return h


def _slots(cls):
    slots = cls.__slots__
    return [slots] if isinstance(slots, str) else list(slots)


class UnboxedValue(object):
    """A class whose instances are machine words with a tag: one field, `value` by default."""
    __slots__ = ()

    def __init__(self, value):
        fields = _slots(self.__class__)
        assert len(fields) == 1
        setattr(self, fields[0], value)

    def get_untagged_value(self):
        return getattr(self, _slots(self.__class__)[0])


def unboxed_methods(name):
    """The methods of a class of tagged words whose field is `name`, as they are annotated."""
    def __init__(self, value):
        setattr(self, name, value)

    def get_untagged_value(self):
        return getattr(self, name)

    return __init__, get_untagged_value


# ____________________________________________________________ dictionaries


def _same_word(a, b):
    """Whether keys are found without being compared: numbers by their values, all others by identity."""
    if isinstance(a, float):
        return a == b
    return a is b or isinstance(a, int) and a == b


class _Key(object):
    """A key as the underlying dictionary sees it."""
    __slots__ = ('owner', 'value', 'hash')

    def __init__(self, owner, value, hash):
        self.owner = owner
        self.value = value
        self.hash = hash

    def __hash__(self):
        return self.hash

    def __eq__(self, other):
        if _same_word(self.value, other.value):
            return True
        return self.hash == other.hash and self.owner.key_eq(self.value, other.value)

    def __ne__(self, other):
        return not self == other


# What is stored under no key. Functions of the program are asked once for each key that is looked for, as translated.
_missing = object()

# The r_dicts whose text is being made.
_shown = []


class r_dict(object):
    """A dictionary with equality and hash functions of its own.  Translated natively."""

    def __init__(self, key_eq, key_hash, force_non_null=False, simple_hash_eq=False):
        self.key_eq = key_eq
        self.key_hash = key_hash
        self.force_non_null = force_non_null
        self._entries = {}

    def _key(self, value):
        return _Key(self, value, self.key_hash(value))

    def __getitem__(self, key):
        found = self._entries.get(self._key(key), _missing)
        if found is _missing:
            raise KeyError(key)
        return found

    def __setitem__(self, key, value):
        self._entries[self._key(key)] = value

    def __delitem__(self, key):
        if self._entries.pop(self._key(key), _missing) is _missing:
            raise KeyError(key)

    def __len__(self):
        return len(self._entries)

    def __contains__(self, key):
        return self._key(key) in self._entries

    def __iter__(self):
        # A dictionary that changes meanwhile is noticed, as translated.
        for key in self._entries:
            yield key.value

    def get(self, key, default=None):
        return self._entries.get(self._key(key), default)

    def setdefault(self, key, default=None):
        return self._entries.setdefault(self._key(key), default)

    def keys(self):
        return [key.value for key in self._entries]

    def values(self):
        return [self._entries[key] for key in self._entries]

    def items(self):
        return [(key.value, self._entries[key]) for key in self._entries]

    def iterkeys(self):
        return iter(self)

    def itervalues(self):
        for key in self._entries:
            yield self._entries[key]

    def iteritems(self):
        for key in self._entries:
            yield key.value, self._entries[key]

    def copy(self):
        result = self.__class__(self.key_eq, self.key_hash)
        result.update(self)
        return result

    def update(self, other):
        for key in other.keys():
            self[key] = other[key]

    def clear(self):
        self._entries.clear()

    def popitem(self):
        key, value = self._entries.popitem()
        return key.value, value

    def pop(self, key, *default):
        found = self._entries.pop(self._key(key), _missing)
        if found is not _missing:
            return found
        if default:
            return default[0]
        raise KeyError(key)

    def __repr__(self):
        if self in _shown:
            return 'r_dict({...})'
        _shown.append(self)
        try:
            items = ', '.join(['%r: %r' % item for item in self.items()])
        finally:
            _shown.pop()
        return 'r_dict({%s})' % items

    def __eq__(self, other):
        return self is other

    def __ne__(self, other):
        return self is not other

    def __hash__(self):
        raise TypeError('unhashable type: r_dict')


class r_ordereddict(r_dict):
    """All dictionaries keep the order of insertion; the name is kept for old programs."""


def prepare_dict_update(dict, n_elements):
    """Translated natively: room for that many more items."""


def reversed_dict(d):
    """Translated natively: the keys, the last one first."""
    keys = list(d.keys())
    keys.reverse()
    return iter(keys)


@specialize.call_location()
def iterkeys_with_hash(d):
    """Pairs of key and hash."""
    for key in d:
        yield key, _key_hash(d, key)


@specialize.call_location()
def iteritems_with_hash(d):
    """Triples of key, value and hash."""
    for key in d:
        yield key, d[key], _key_hash(d, key)


def _key_hash(d, key):
    """Translated natively: the hash of a key that is in a dictionary."""
    if isinstance(d, r_dict):
        return d.key_hash(key)
    return compute_hash(key)


@specialize.call_location()
def contains_with_hash(d, key, h):
    """The hash is what the dictionary finds itself."""
    return key in d


@specialize.call_location()
def setitem_with_hash(d, key, h, value):
    """The hash is what the dictionary finds itself."""
    d[key] = value


@specialize.call_location()
def getitem_with_hash(d, key, h):
    """The hash is what the dictionary finds itself."""
    return d[key]


@specialize.call_location()
def delitem_with_hash(d, key, h):
    """The hash is what the dictionary finds itself."""
    del d[key]


def delitem_if_value_is(d, key, value):
    """Translated natively."""
    if d.get(key, None) is value:
        del d[key]


def move_to_end(d, key, last=True):
    """Translated natively: makes `key` the last one, or the first."""
    if last:
        value = d[key]
        del d[key]
        d[key] = value
        return
    d[key]
    others = [(k, v) for k, v in d.items() if not k == key]
    value = d[key]
    d.clear()
    d[key] = value
    for k, v in others:
        d[k] = v


@specialize.call_location()
def list_get_physical_size(l):
    """How many items a list has room for: at least as many as it has, and that is all that is known of it."""
    return len(l)


_no_default = object()


def dict_to_switch(d, inline=True, default=_no_default):
    """A function that looks up a constant dictionary with integers or characters as keys by comparing with each of them.
    Without a default it raises KeyError."""
    from rpython.rlib.unroll import unrolling_iterable
    assert d
    integers = [isinstance(key, int) for key in d]
    if not all(integers):
        assert not any(integers) and all([isinstance(key, str) and len(key) == 1 for key in d])
        assert default is _no_default
    items = unrolling_iterable(sorted(d.items()))
    has_default = default is not _no_default

    def lookup(query):
        for key, value in items:
            if key == query:
                return value
        if has_default:
            return default
        raise KeyError
    if inline:
        lookup._always_inline_ = True
    return lookup


# ____________________________________________________________ configuration


def fetch_translated_config():
    """The configuration with which the program is translated; None untranslated."""
    if we_are_translated():
        return _translated_config
    return None


from genext_target import make_config as _make_config
_translated_config = _make_config()


# ____________________________________________________________ mix-ins


def import_from_mixin(M, special_methods=('__init__', '__del__')):
    """Copies the content of a mix-in into the class being defined: every class gets functions of its own."""
    target = sys._getframe(1).f_locals
    own = set(target.keys())
    module = target.get('__module__')
    immutable = []
    for cls in reversed(M.__mro__):
        if cls is object:
            continue
        for name, value in list(cls.__dict__.items()):
            if name.startswith('__') and name.endswith('__'):
                if name not in special_methods:
                    continue
            if name == '_immutable_fields_':
                immutable = list(value) + immutable
                continue
            if name in own:
                raise Exception("the mix-in would overwrite the value already defined locally for '%s'" % name)
            target[name] = _copied(value, module)
    if immutable:
        target['_immutable_fields_'] = list(target.get('_immutable_fields_', [])) + immutable
    target['_mixin_imported_'] = True


def _copied(value, module):
    """A function of its own, which belongs to the module of the class."""
    if isinstance(value, staticmethod):
        return staticmethod(_copied(value.__func__, module))
    if isinstance(value, classmethod):
        return classmethod(_copied(value.__func__, module))
    if type(value) is type(_copied):
        result = type(value)(value.__code__, value.__globals__, value.__name__,
                             value.__defaults__, value.__closure__)
        result.__dict__.update(value.__dict__)
        if module is not None:
            result.__module__ = module
        return result
    return value
