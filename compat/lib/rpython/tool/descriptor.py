# genext: python2
"""Methods as objects that can be compared."""


class InstanceMethod(object):
    """A function with the object that it belongs to, equal to others with the same."""

    def __init__(self, im_func, im_self, im_class):
        self.im_class = im_class
        self.im_self = im_self
        self.im_func = im_func

    def __call__(self, *args, **kwds):
        if self.im_self is not None:
            return self.im_func(self.im_self, *args, **kwds)
        if not args or not isinstance(args[0], self.im_class):
            raise TypeError('the first argument must be an instance of %r' % (self.im_class,))
        return self.im_func(*args, **kwds)

    def __eq__(self, other):
        return isinstance(other, InstanceMethod) and (self.im_func, self.im_self) == (other.im_func, other.im_self)

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash((self.im_func, self.im_self))
