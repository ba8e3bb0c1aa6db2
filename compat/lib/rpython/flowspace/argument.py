# genext: python2
"""Signatures of functions, and the shapes of calls."""


class Signature(object):
    """Names of the parameters: positional ones, `*args`, `**kwargs`."""
    __slots__ = ('argnames', 'varargname', 'kwargname')

    def __init__(self, argnames, varargname=None, kwargname=None):
        self.argnames, self.varargname, self.kwargname = argnames, varargname, kwargname

    def find_argname(self, name):
        try:
            return self.argnames.index(name)
        except ValueError:
            return -1

    def num_argnames(self):
        return len(self.argnames)

    def has_vararg(self):
        return self.varargname is not None

    def has_kwarg(self):
        return self.kwargname is not None

    def scope_length(self):
        return len(self.argnames) + self.has_vararg() + self.has_kwarg()

    def getallvarnames(self):
        return self.argnames + [n for n in (self.varargname, self.kwargname) if n is not None]

    def __repr__(self):
        return 'Signature(%r, %r, %r)' % tuple(self)

    def __eq__(self, other):
        return isinstance(other, Signature) and tuple(self) == tuple(other)

    def __ne__(self, other):
        return not self == other

    def __len__(self):
        return 3

    def __getitem__(self, i):
        return (self.argnames, self.varargname, self.kwargname)[i]

    def __iter__(self):
        return iter((self.argnames, self.varargname, self.kwargname))


class CallSpec(object):
    """The arguments of a call."""

    def __init__(self, args_w, keywords=None, w_stararg=None):
        self.arguments_w = args_w
        self.keywords = keywords or {}
        self.w_stararg = w_stararg

    def as_list(self):
        assert not self.keywords
        if self.w_stararg is None:
            return self.arguments_w
        return self.arguments_w + [self.w_stararg]

    def flatten(self):
        shape, data = self._rawshape()
        return shape, data

    def _rawshape(self):
        names = tuple(sorted(self.keywords))
        shape = (len(self.arguments_w), names, self.w_stararg is not None)
        data = list(self.arguments_w) + [self.keywords[n] for n in names]
        if self.w_stararg is not None:
            data.append(self.w_stararg)
        return shape, data

    @classmethod
    def fromshape(cls, shape, data):
        count, names, star = shape
        data = list(data)
        keywords = dict(zip(names, data[count:count + len(names)]))
        return cls(data[:count], keywords, data[-1] if star else None)


class ArgErr(Exception):
    pass
