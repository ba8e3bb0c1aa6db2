"""Sorting of lists with an order of one's own: stable, n log n, also where translated `list.sort` is not available.

    def lt(a, b): ...
    Sort = make_timsort_class(lt=lt)
    Sort(items).sort()

The method is a merge sort that first looks for runs, as the class's traditional name promises: sorted input takes
linear time.
"""


def make_timsort_class(getitem=None, setitem=None, length=None,
                       getitem_slice=None, lt=None):
    """A class whose instances sort a list in place, given its basic operations."""
    if getitem is None:
        def getitem(list, item):
            return list[item]
    if setitem is None:
        def setitem(list, item, value):
            list[item] = value
    if length is None:
        def length(list):
            return len(list)
    if getitem_slice is None:
        def getitem_slice(list, start, stop):
            return list[start:stop]
    if lt is None:
        def lt(a, b):
            return a < b

    class TimSort(object):
        """Sorts `self.list`; `lt` may be overridden in a subclass."""

        def __init__(self, list, listlength=-1):
            self.list = list
            self.listlength = length(list) if listlength is None or listlength < 0 else listlength

        def lt(self, a, b):
            return lt(a, b)

        def _reverse(self, start, stop):
            stop -= 1
            while start < stop:
                a = getitem(self.list, start)
                b = getitem(self.list, stop)
                setitem(self.list, start, b)
                setitem(self.list, stop, a)
                start += 1
                stop -= 1

        def _run(self, start, end):
            """The end of the run that begins at `start`; descending runs are reversed."""
            stop = start + 1
            if stop >= end:
                return end
            if self.lt(getitem(self.list, stop), getitem(self.list, start)):
                stop += 1
                while stop < end and self.lt(getitem(self.list, stop),
                                             getitem(self.list, stop - 1)):
                    stop += 1
                self._reverse(start, stop)
            else:
                stop += 1
                while stop < end and not self.lt(getitem(self.list, stop),
                                                 getitem(self.list, stop - 1)):
                    stop += 1
            return stop

        def _merge(self, start, middle, stop):
            """Merges two neighbouring sorted ranges."""
            left = getitem_slice(self.list, start, middle)
            i = 0
            n = middle - start
            j = middle
            k = start
            while i < n:
                if j < stop and self.lt(getitem(self.list, j), left[i]):
                    setitem(self.list, k, getitem(self.list, j))
                    j += 1
                else:
                    setitem(self.list, k, left[i])
                    i += 1
                k += 1

        def sort(self):
            end = self.listlength
            if end < 2:
                return
            # Borders of the runs, then of the merged runs.
            borders = [0]
            at = 0
            while at < end:
                at = self._run(at, end)
                borders.append(at)
            while len(borders) > 2:
                merged = [0]
                i = 0
                while i + 2 < len(borders):
                    self._merge(borders[i], borders[i + 1], borders[i + 2])
                    merged.append(borders[i + 2])
                    i += 2
                if i + 1 < len(borders):
                    merged.append(borders[i + 1])
                borders = merged

    return TimSort


TimSort = make_timsort_class()
