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
def dict_of(pairs):
    d = {}
    for key, value in pairs:
        d[key] = value
    return d


@specialize.call_location()
def dict_from_keys(keys, value=None):
    d = {}
    for key in keys:
        d[key] = value
    return d


@specialize.call_location()
def max_of(items):
    best = []
    for item in items:
        if len(best) == 0:
            best.append(item)
        elif item > best[0]:
            best[0] = item
    if len(best) == 0:
        raise ValueError
    return best[0]


@specialize.call_location()
def min_of(items):
    best = []
    for item in items:
        if len(best) == 0:
            best.append(item)
        elif item < best[0]:
            best[0] = item
    if len(best) == 0:
        raise ValueError
    return best[0]


@specialize.call_location()
def greater_of(x, y):
    if y > x:
        return y
    return x


@specialize.call_location()
def less_of(x, y):
    if y < x:
        return y
    return x


@specialize.call_location()
def zip_list(x, y):
    pairs = []
    others = iter(y)
    for item in x:
        try:
            other = next(others)
        except StopIteration:
            return pairs
        pairs.append((item, other))
    return pairs


@specialize.call_location()
def extend_list(a, items):
    for item in items:
        a.append(item)


@specialize.call_location()
def extend_bytes(b, items):
    """Either all items are bytes, or none is added."""
    more = bytearray()
    for item in items:
        more.append(item)
    b.extend(more)


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


@specialize.call_location()
def str_join(s, items):
    return s.join([item for item in items])


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
