# genext: python2
"""Lengths and items of ranges."""


def ll_rangelen(start, stop, step):
    if step > 0:
        result = (stop - start + (step - 1)) // step
    else:
        result = (start - stop - (step + 1)) // -step
    return max(result, 0)


def dum_nocheck():
    pass


def dum_checkidx():
    pass


class Range(object):
    pass


def ll_rangeitem(func, l, index, step):
    length = ll_rangelen(l.start, l.stop, step)
    if index < 0:
        index += length
    if func is dum_checkidx and not 0 <= index < length:
        raise IndexError
    return l.start + index * step


def ll_rangeitem_nonneg(func, l, index, step):
    if func is dum_checkidx and index >= ll_rangelen(l.start, l.stop, step):
        raise IndexError
    return l.start + index * step
