"""Values without their type: `erase, unerase = new_erasing_pair('name')`.

Erased values of all pairs are of one type and mix in one variable; `unerase` gives the value back with the type that
all `erase` of the same pair were given.  In a translated program an erased instance is itself, and `unerase` tests
its class.  Another erased value is a small object that holds it; so is `None`, one for each pair.
"""

from rpython.rlib.rarithmetic import ovfcheck


class Erased(object):
    """An erased value."""
    _attrs_ = ()


class ErasingPairIdentity(object):
    """What makes a pair of functions a pair."""
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return 'ErasingPairIdentity(%r)' % (self.name,)

    def __deepcopy__(self, memo):
        return self

    def _freeze_(self):
        return True


def _is_unwrapped(x, cls):
    """Whether `x` is an instance that stands for itself as an erased value of the pair with this class.

    Before translation there are none.
    """
    return False


def _unwrapped(x, cls):
    """Such an instance as an erased value (`Erased`), or as what the values of the pair with this class are."""
    return x


def new_erasing_pair(name):
    """Two functions: from a value to its erased form, and back."""
    identity = ErasingPairIdentity(name)

    class ErasedValue(Erased):
        _attrs_ = ('value',)
        _immutable_fields_ = ['value']
        _identity = identity

        def __init__(self, value):
            self.value = value

        def __repr__(self):
            return 'Erased(%r, %r)' % (self.value, identity)
    ErasedValue.__name__ = 'Erased_' + name

    # Interpreters fill fields and lists with it.
    nothing = ErasedValue(None)

    def erase(x):
        if x is None:
            return nothing
        if _is_unwrapped(x, ErasedValue):
            return _unwrapped(x, Erased)
        return ErasedValue(x)

    def unerase(y):
        if _is_unwrapped(y, ErasedValue):
            return _unwrapped(y, ErasedValue)
        assert isinstance(y, ErasedValue)
        return y.value

    return erase, unerase


def new_static_erasing_pair(name):
    """The same as static methods, for class bodies."""
    erase, unerase = new_erasing_pair(name)
    return staticmethod(erase), staticmethod(unerase)


_erase_int, unerase_int = new_erasing_pair('int')


def erase_int(x):
    """OverflowError for integers that a tagged pointer does not hold, as in RPython."""
    ovfcheck(2 * x)
    return _erase_int(x)
