# genext: python2
"""Signatures of functions, and the shapes of calls."""


class Signature(object):
    """Names of the parameters: positional ones, `*args`, `**kwargs`. It is also a sequence of these three."""
    __slots__ = ('argnames', 'varargname', 'kwargname')

    def __init__(self, argnames, varargname=None, kwargname=None):
        for slot, value in zip(self.__slots__, (argnames, varargname, kwargname)):
            setattr(self, slot, value)

    def __iter__(self):
        return iter([getattr(self, slot) for slot in self.__slots__])

    def __getitem__(self, i):
        return list(self)[i]

    def __len__(self):
        return len(self.__slots__)

    def __eq__(self, other):
        return isinstance(other, Signature) and list(self) == list(other)

    def __ne__(self, other):
        return not self.__eq__(other)

    def __repr__(self):
        return 'Signature(%r, %r, %r)' % tuple(self)

    def has_kwarg(self):
        return self.kwargname is not None

    def has_vararg(self):
        return self.varargname is not None

    def getallvarnames(self):
        return self.argnames + [name for name in list(self)[1:] if name is not None]

    def scope_length(self):
        return len(self.getallvarnames())

    def num_argnames(self):
        return len(self.argnames)

    def find_argname(self, name):
        """The number of a parameter, or -1."""
        return self.argnames.index(name) if name in self.argnames else -1


class CallSpec(object):
    """The arguments of a call."""

    def __init__(self, args_w, keywords=None, w_stararg=None):
        self.w_stararg, self.arguments_w = w_stararg, args_w
        self.keywords = keywords or {}

    def as_list(self):
        if self.keywords:
            raise AssertionError('a call with keywords is no list')
        star = [] if self.w_stararg is None else [self.w_stararg]
        return self.arguments_w + star

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
