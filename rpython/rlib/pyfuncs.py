"""Python's conveniences for translated programs: what the annotator puts in place of `any`, `all`, `sorted` and the padding
methods of strings.  Each is copied for the type of its argument."""
from rpython.rlib.objectmodel import specialize


@specialize.call_location()
def any(items):
    for item in items:
        if item:
            return True
    return False


@specialize.call_location()
def all(items):
    for item in items:
        if not item:
            return False
    return True


@specialize.call_location()
def list_of(items):
    return [item for item in items]


@specialize.call_location()
def sum_of(items, start=0):
    total = start
    for item in items:
        total += item
    return total


@specialize.call_location()
def sorted_list(items):
    """A sorted copy; equal items keep their order."""
    a = [item for item in items]
    b = a[:]
    length = len(a)
    width = 1
    while width < length:
        start = 0
        while start < length:
            middle = min(start + width, length)
            stop = min(start + 2 * width, length)
            i = start
            j = middle
            k = start
            while k < stop:
                if i < middle and (j >= stop or not a[j] < a[i]):
                    b[k] = a[i]
                    i += 1
                else:
                    b[k] = a[j]
                    j += 1
                k += 1
            start += 2 * width
        a, b = b, a
        width *= 2
    return a


def str_zfill(s, width):
    if width <= len(s):
        return s
    missing = width - len(s)
    if len(s) > 0 and (s[0] == '-' or s[0] == '+'):
        return s[0] + '0' * missing + s[1:]
    return '0' * missing + s


def _one_character(fill):
    if len(fill) != 1:
        raise TypeError


def str_ljust(s, width, fill=' '):
    _one_character(fill)
    if width <= len(s):
        return s
    missing = width - len(s)
    return s + fill * missing


def str_rjust(s, width, fill=' '):
    _one_character(fill)
    if width <= len(s):
        return s
    missing = width - len(s)
    return fill * missing + s


def str_center(s, width, fill=' '):
    _one_character(fill)
    if width <= len(s):
        return s
    missing = width - len(s)
    left = missing // 2 + (missing & width & 1)
    return fill * left + s + fill * (missing - left)


@specialize.arg(0)
def key_eq(number, eq, x, y):
    """`eq(x, y)` for the r_dicts of one type: they hold `eq`."""
    return eq(x, y)


@specialize.arg(0)
def key_hash(number, hash, x):
    """`hash(x)` for the r_dicts of one type: they hold `hash`."""
    return hash(x)
