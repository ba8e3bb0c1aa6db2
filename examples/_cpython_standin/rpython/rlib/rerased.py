"""References without a type: untranslated, an object that holds the value and the pair that made it."""


class _Erased(object):
    def __init__(self, value, pair):
        self.value = value
        self.pair = pair


def new_erasing_pair(name):
    """A function that takes the type from a value, and one that gives it back."""
    def erase(value):
        return _Erased(value, name)

    def unerase(erased):
        assert erased.pair == name
        return erased.value

    return erase, unerase


def new_static_erasing_pair(name):
    erase, unerase = new_erasing_pair(name)
    return staticmethod(erase), staticmethod(unerase)


erase_int, unerase_int = new_erasing_pair('int')
