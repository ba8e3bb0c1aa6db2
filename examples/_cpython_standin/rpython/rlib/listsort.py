"""`make_timsort_class`: a sorter with its own comparison."""

from functools import cmp_to_key


def make_timsort_class(getitem=None, setitem=None, length=None,
                       getitem_slice=None, lt=None):
    less = lt or (lambda a, b: a < b)

    class TimSort(object):
        def __init__(self, list, listlength=None):
            self.list = list

        def lt(self, a, b):
            return less(a, b)

        def sort(self):
            def compare(a, b):
                if self.lt(a, b):
                    return -1
                return 1 if self.lt(b, a) else 0
            self.list.sort(key=cmp_to_key(compare))

    return TimSort


TimSort = make_timsort_class()
