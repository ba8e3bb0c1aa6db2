"""Iterator building blocks, as generators."""


class count(object):
    def __init__(self, start=0, step=1):
        self._n = start
        self._step = step

    def __iter__(self):
        return self

    def __next__(self):
        n = self._n
        self._n = n + self._step
        return n

    def __repr__(self):
        return 'count(%r)' % (self._n,)


class repeat(object):
    def __init__(self, object, times=None):
        self._object = object
        self._left = times

    def __iter__(self):
        return self

    def __next__(self):
        if self._left is not None:
            if self._left <= 0:
                raise StopIteration
            self._left -= 1
        return self._object


def cycle(iterable):
    saved = []
    for x in iterable:
        saved.append(x)
        yield x
    while saved:
        for x in saved:
            yield x


class chain(object):
    def __init__(self, *iterables):
        self._it = _chain(iterables)

    @classmethod
    def from_iterable(cls, iterables):
        self = cls()
        self._it = _chain(iterables)
        return self

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._it)


def _chain(iterables):
    for it in iterables:
        for x in it:
            yield x


def islice(iterable, *args):
    s = slice(*args)
    start = s.start or 0
    stop = s.stop
    step = s.step or 1
    if start < 0 or (stop is not None and stop < 0) or step < 0:
        raise ValueError('islice() needs non-negative bounds')
    return _islice(iter(iterable), start, stop, step)


def _islice(it, start, stop, step):
    i = 0
    wanted = start
    while stop is None or wanted < stop:
        try:
            x = next(it)
        except StopIteration:
            return
        if i == wanted:
            yield x
            wanted += step
        i += 1
    while stop is not None and i < stop:
        try:
            next(it)
        except StopIteration:
            return
        i += 1


def takewhile(predicate, iterable):
    for x in iterable:
        if not predicate(x):
            return
        yield x


def dropwhile(predicate, iterable):
    it = iter(iterable)
    for x in it:
        if not predicate(x):
            yield x
            break
    for x in it:
        yield x


def filterfalse(predicate, iterable):
    for x in iterable:
        if not (predicate(x) if predicate is not None else x):
            yield x


ifilterfalse = filterfalse


def starmap(function, iterable):
    for args in iterable:
        yield function(*args)


def izip(*iterables):
    return zip(*iterables)


def imap(function, *iterables):
    if function is None:
        return zip(*iterables)
    return map(function, *iterables)


def ifilter(predicate, iterable):
    return filter(predicate, iterable)


def zip_longest(*iterables, fillvalue=None):
    its = [iter(it) for it in iterables]
    live = len(its)
    while live:
        row = []
        for i, it in enumerate(its):
            if it is None:
                row.append(fillvalue)
                continue
            try:
                row.append(next(it))
            except StopIteration:
                its[i] = None
                live -= 1
                row.append(fillvalue)
        if live:
            yield tuple(row)


izip_longest = zip_longest


def accumulate(iterable, func=None, initial=None):
    it = iter(iterable)
    if initial is None:
        try:
            total = next(it)
        except StopIteration:
            return
    else:
        total = initial
    yield total
    for x in it:
        total = total + x if func is None else func(total, x)
        yield total


def compress(data, selectors):
    for x, keep in zip(data, selectors):
        if keep:
            yield x


def pairwise(iterable):
    it = iter(iterable)
    try:
        a = next(it)
    except StopIteration:
        return
    for b in it:
        yield a, b
        a = b


def tee(iterable, n=2):
    it = iter(iterable)
    queues = [[] for _ in range(n)]

    def gen(mine):
        while True:
            if not mine:
                try:
                    x = next(it)
                except StopIteration:
                    return
                for q in queues:
                    q.append(x)
            yield mine.pop(0)
    return tuple(gen(q) for q in queues)


def groupby(iterable, key=None):
    group = []
    current = None
    first = True
    for x in iterable:
        k = x if key is None else key(x)
        if first:
            current = k
            first = False
        elif not (k == current):
            yield current, iter(group)
            group = []
            current = k
        group.append(x)
    if not first:
        yield current, iter(group)


def product(*iterables, repeat=1):
    pools = [tuple(p) for p in iterables] * repeat
    result = [()]
    for pool in pools:
        result = [x + (y,) for x in result for y in pool]
    return iter(result)


def permutations(iterable, r=None):
    pool = tuple(iterable)
    n = len(pool)
    r = n if r is None else r

    def rec(prefix, used):
        if len(prefix) == r:
            yield tuple(prefix)
            return
        for i in range(n):
            if i not in used:
                for p in rec(prefix + [pool[i]], used | {i}):
                    yield p
    return rec([], frozenset())


def combinations(iterable, r):
    pool = tuple(iterable)

    def rec(start, prefix):
        if len(prefix) == r:
            yield tuple(prefix)
            return
        for i in range(start, len(pool)):
            for p in rec(i + 1, prefix + [pool[i]]):
                yield p
    return rec(0, [])


def combinations_with_replacement(iterable, r):
    pool = tuple(iterable)

    def rec(start, prefix):
        if len(prefix) == r:
            yield tuple(prefix)
            return
        for i in range(start, len(pool)):
            for p in rec(i, prefix + [pool[i]]):
                yield p
    return rec(0, [])
