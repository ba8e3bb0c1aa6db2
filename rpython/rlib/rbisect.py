"""Places in sorted lists."""


def bisect_left(a, x, hi):
    """Where to insert x among the first `hi` items: before equal items."""
    low, high = 0, hi
    while low < high:
        middle = (low + high) >> 1
        if a[middle] < x:
            low = middle + 1
        else:
            high = middle
    return low


def bisect_right(a, x, hi):
    """Where to insert x among the first `hi` items: after equal items."""
    low, high = 0, hi
    while low < high:
        middle = (low + high) >> 1
        if x < a[middle]:
            high = middle
        else:
            low = middle + 1
    return low
