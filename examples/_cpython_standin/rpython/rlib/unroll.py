class unrolling_iterable(object):
    """A constant sequence; loops over it are unrolled by translation."""

    def __init__(self, iterable):
        self._items = list(iterable)

    def __iter__(self):
        return iter(self._items)
