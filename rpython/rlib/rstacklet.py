# genext: python2
"""Switching between stacks, which translated programs cannot: they may be made to be able to, and what would make a second stack
raises NotImplementedError."""
from rpython.rlib._missing import refuse
from rpython.rlib.debug import ll_assert  # noqa: F401

DEBUG = False


class _Handle(object):
    """A suspended stack. There is none but the one that stands for no stack."""

    def __init__(self):
        self.empty = True


_null = _Handle()


class StackletThread(object):
    def __init__(self, config=None):
        pass

    def new(self, callback, arg=None):
        refuse('stacklets: a second stack cannot be made')
        return _null

    def switch(self, stacklet):
        refuse('stacklets: there is no second stack')
        return _null

    def is_empty_handle(self, stacklet):
        return stacklet.empty

    def get_null_handle(self):
        return _null
