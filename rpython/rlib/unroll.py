"""Loops that translation unrolls."""
from rpython.rlib.objectmodel import we_are_translated


class SpecTag(object):
    """Values whose identity keeps code paths of the flow space apart."""

    def _freeze_(self):
        return True


class unrolling_iterable(SpecTag):
    """A sequence known at translation time: `for` over it is copied for every item.

        for name in unrolling_iterable(['x', 'y']):
            total += getattr(self, name)
    """

    def __init__(self, iterable):
        # Made at run time, it is a sequence like others.
        self._items = list(iterable)
        if not we_are_translated():
            self._first = _places(self._items)

    def __iter__(self):
        return iter(self._items)

    def get_unroller(self):
        return self._first


def _places(items):
    """The places are made from the last to the first, so that each knows the next from the start."""
    place = _Place()
    for item in reversed(items):
        place = _Place((item, place))
    return place


class _Place(SpecTag):
    """A place in the sequence; `rest` is the item there and the next place, None at the end."""

    def __init__(self, rest=None):
        self.rest = rest

    def step(self):
        if self.rest is None:
            raise StopIteration
        return self.rest
