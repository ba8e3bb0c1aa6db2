# genext: python2
"""Dictionaries whose keys are compared by identity."""
import UserDict


class identity_dict(UserDict.DictMixin, object):
    def __init__(self):
        self._dict = {}

    def __contains__(self, key):
        return id(key) in self._dict

    def __getitem__(self, key):
        try:
            return self._dict[id(key)][1]
        except KeyError:
            raise KeyError(key)

    def __setitem__(self, key, value):
        self._dict[id(key)] = key, value

    def __delitem__(self, key):
        del self._dict[id(key)]

    def keys(self):
        return [x[0] for x in self._dict.itervalues()]


TransparentRef = None
