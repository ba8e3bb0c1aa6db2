# genext: python2
"""`os.environ`: the environment of the process that runs, read and written where it is."""
import os


class Environment(object):
    def __getitem__(self, key):
        value = os.getenv(key)
        if value is None:
            raise KeyError(key)
        return value

    def __setitem__(self, key, value):
        os.putenv(key, value)

    def __delitem__(self, key):
        if os.getenv(key) is None:
            raise KeyError(key)
        os.unsetenv(key)

    def __contains__(self, key):
        return os.getenv(key) is not None

    def __len__(self):
        return len(self.items())

    def __iter__(self):
        return iter(self.keys())

    def has_key(self, key):
        return os.getenv(key) is not None

    def get(self, key, default=None):
        value = os.getenv(key)
        if value is None:
            return default
        return value

    def items(self):
        """Names and values, in the order in which they are there."""
        found = []
        text = os._environment()
        if len(text) > 0:
            for entry in text.split('\0'):
                at = entry.find('=')
                if at > 0:
                    found.append((entry[:at], entry[at + 1:]))
        return found

    def keys(self):
        return [name for name, value in self.items()]

    def values(self):
        return [value for name, value in self.items()]

    def iteritems(self):
        return iter(self.items())

    def iterkeys(self):
        return iter(self.keys())

    def itervalues(self):
        return iter(self.values())

    def copy(self):
        all = {}
        for name, value in self.items():
            all[name] = value
        return all

    def setdefault(self, key, value):
        known = os.getenv(key)
        if known is not None:
            return known
        os.putenv(key, value)
        return value

    def pop(self, key, *default):
        value = os.getenv(key)
        if value is None:
            if len(default) > 0:
                return default[0]
            raise KeyError(key)
        os.unsetenv(key)
        return value

    def update(self, other):
        for name in other.keys():
            os.putenv(name, other[name])

    def clear(self):
        for name in self.keys():
            os.unsetenv(name)


environ = Environment()
