"""A stable merge sort with the order as a parameter.

RPython has no sort with a comparison; the usual library class would do as well.
"""


def merge_sort(items_w, less, w_context):
    """A sorted copy; `less(w_a, w_b, w_context)` may raise."""
    source = items_w[:]
    target = items_w[:]
    width = 1
    while width < len(source):
        start = 0
        while start < len(source):
            merge(source, target, start, width, less, w_context)
            start += 2 * width
        source, target = target, source
        width *= 2
    return source


def merge(source, target, start, width, less, w_context):
    """Merges the runs source[start:middle] and source[middle:stop] into target."""
    middle = start + width
    if middle > len(source):
        middle = len(source)
    stop = middle + width
    if stop > len(source):
        stop = len(source)
    left = start
    right = middle
    for i in range(start, stop):
        if left < middle and (right >= stop or
                              not less(source[right], source[left], w_context)):
            target[i] = source[left]
            left += 1
        else:
            target[i] = source[right]
            right += 1
