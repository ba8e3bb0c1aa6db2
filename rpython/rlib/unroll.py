"""Loops that translation unrolls."""


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
        self._items = list(iterable)
        self._head = _unroller(self._items)

    def __iter__(self):
        return iter(self._items)

    def get_unroller(self):
        return self._head


class _unroller(SpecTag):
    """A place in the sequence: `step()` gives the item and the next place."""

    def __init__(self, items, i=0):
        self._items = items
        self._i = i
        self._next = None

    def step(self):
        if self._i == len(self._items):
            raise StopIteration
        if self._next is None:
            self._next = _unroller(self._items, self._i + 1)
        return self._items[self._i], self._next
