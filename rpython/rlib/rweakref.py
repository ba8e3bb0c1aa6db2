"""Weak references and containers of them."""
import weakref

ref = weakref.ref


def has_weakref_support():
    return True


class RWeakValueDictionary(object):
    """Values that nothing else refers to disappear."""

    def __init__(self, keyclass, valueclass):
        self._dict = weakref.WeakValueDictionary()
        self._keyclass = keyclass
        self._valueclass = valueclass

    def get(self, key):
        return self._dict.get(key)

    def set(self, key, value):
        if value is None:
            if key in self._dict:
                del self._dict[key]
        else:
            self._dict[key] = value


class RWeakKeyDictionary(object):
    """Keys that nothing else refers to disappear with their values."""

    def __init__(self, keyclass, valueclass):
        self._dict = weakref.WeakKeyDictionary()
        self._keyclass = keyclass
        self._valueclass = valueclass

    def get(self, key):
        return self._dict.get(key)

    def set(self, key, value):
        if value is None:
            if key in self._dict:
                del self._dict[key]
        else:
            self._dict[key] = value

    def length(self):
        return len(self._dict)
