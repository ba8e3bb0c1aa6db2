"""Weak references and containers of them.

RWeakValueDictionary(keyclass, valueclass) and RWeakKeyDictionary(keyclass, valueclass) make an instance of a class of their own for
each pair of classes, so that dictionaries of different types do not meet when the program is annotated.
"""
import weakref

from rpython.rlib.objectmodel import compute_identity_hash, specialize, we_are_translated

ref = weakref.ref


def has_weakref_support():
    return True


@specialize.memo()
def _value_dictionary(keyclass, valueclass):
    try:
        return _value_dictionaries[keyclass, valueclass]
    except KeyError:
        pass

    class WeakValueDictionary(object):
        """Keys to weak references; those that died are taken out when there are twice as many as the last time."""

        def __init__(self):
            self._refs = {}
            self._limit = 16

        def get(self, key):
            if key in self._refs:
                return self._refs[key]()
            return None

        def set(self, key, value):
            if value is None:
                if key in self._refs:
                    del self._refs[key]
                return
            if len(self._refs) >= self._limit:
                self._purge()
            self._refs[key] = weakref.ref(value)

        def length(self):
            self._purge()
            return len(self._refs)

        def _purge(self):
            alive = {}
            for key, r in self._refs.items():
                if r() is not None:
                    alive[key] = r
            self._refs = alive
            self._limit = 2 * len(alive) + 16

    _value_dictionaries[keyclass, valueclass] = WeakValueDictionary
    return WeakValueDictionary


@specialize.memo()
def _key_dictionary(keyclass, valueclass):
    try:
        return _key_dictionaries[keyclass, valueclass]
    except KeyError:
        pass

    class Entry(object):
        def __init__(self, key, value):
            self.key = weakref.ref(key)
            self.value = value

    class WeakKeyDictionary(object):
        """Entries by the identity of their keys, in lists: several objects may have the same number.

        Objects get other numbers when they are translated, so what is put in before is kept in a list of its own.
        """

        def __init__(self):
            self._early = []
            self._lists = {}
            self._count = 0
            self._limit = 16

        def get(self, key):
            for entry in self._early:
                if entry.key() is key:
                    return entry.value
            number = compute_identity_hash(key)
            if number in self._lists:
                for entry in self._lists[number]:
                    if entry.key() is key:
                        return entry.value
            return None

        def set(self, key, value):
            for entry in self._early:
                if entry.key() is key:
                    entry.value = value
                    return
            if not we_are_translated():
                self._early = [e for e in self._early if e.key() is not None and e.value is not None]
                if value is not None:
                    self._early.append(Entry(key, value))
                return
            number = compute_identity_hash(key)
            kept = []
            if number in self._lists:
                for entry in self._lists[number]:
                    if entry.key() is not key:
                        kept.append(entry)
                    else:
                        self._count -= 1
            if value is not None:
                if self._count >= self._limit:
                    self._purge()
                kept.append(Entry(key, value))
                self._count += 1
            if len(kept) > 0:
                self._lists[number] = kept
            elif number in self._lists:
                del self._lists[number]

        def length(self):
            self._purge()
            early = 0
            for entry in self._early:
                if entry.value is not None and entry.key() is not None:
                    early += 1
            return self._count + early

        def _purge(self):
            count = 0
            lists = {}
            for number, entries in self._lists.items():
                alive = [entry for entry in entries if entry.key() is not None]
                if len(alive) > 0:
                    lists[number] = alive
                    count += len(alive)
            self._lists = lists
            self._count = count
            self._limit = 2 * count + 16

    _key_dictionaries[keyclass, valueclass] = WeakKeyDictionary
    return WeakKeyDictionary


_value_dictionaries = {}
_key_dictionaries = {}


@specialize.arg(0, 1)
def RWeakValueDictionary(keyclass, valueclass):
    """Values that nothing else refers to disappear."""
    return _value_dictionary(keyclass, valueclass)()


@specialize.arg(0, 1)
def RWeakKeyDictionary(keyclass, valueclass):
    """Keys that nothing else refers to disappear with their values."""
    return _key_dictionary(keyclass, valueclass)()


class _Gone(object):
    """An object that is no more."""


dead_ref = weakref.ref(_Gone())     # to an object that is gone
