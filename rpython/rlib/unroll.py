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
        # The places are made from the last to the first, so that each knows the next from the start.
        place = _Place()
        for item in reversed(list(iterable)):
            place = _Place((item, place))
        self._first = place

    def __iter__(self):
        place = self._first
        while place.rest is not None:
            item, place = place.rest
            yield item

    def get_unroller(self):
        return self._first


class _Place(SpecTag):
    """A place in the sequence; `rest` is the item there and the next place, None at the end."""

    def __init__(self, rest=None):
        self.rest = rest

    def step(self):
        if self.rest is None:
            raise StopIteration
        return self.rest
