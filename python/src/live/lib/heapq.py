"""A heap in a list: every item is not greater than its two children."""


def _up(heap, i):
    x = heap[i]
    while i > 0:
        parent = (i - 1) >> 1
        if not x < heap[parent]:
            break
        heap[i] = heap[parent]
        i = parent
    heap[i] = x


def _down(heap, i):
    n = len(heap)
    x = heap[i]
    while True:
        child = 2 * i + 1
        if child >= n:
            break
        if child + 1 < n and heap[child + 1] < heap[child]:
            child += 1
        if not heap[child] < x:
            break
        heap[i] = heap[child]
        i = child
    heap[i] = x


def heappush(heap, item):
    heap.append(item)
    _up(heap, len(heap) - 1)


def heappop(heap):
    last = heap.pop()
    if not heap:
        return last
    first = heap[0]
    heap[0] = last
    _down(heap, 0)
    return first


def heapify(heap):
    for i in range(len(heap) // 2 - 1, -1, -1):
        _down(heap, i)


def heappushpop(heap, item):
    if heap and heap[0] < item:
        item, heap[0] = heap[0], item
        _down(heap, 0)
    return item


def heapreplace(heap, item):
    first = heap[0]
    heap[0] = item
    _down(heap, 0)
    return first


def nsmallest(n, iterable, key=None):
    return sorted(iterable, key=key)[:n]


def nlargest(n, iterable, key=None):
    return sorted(iterable, key=key, reverse=True)[:n]


def merge(*iterables):
    out = []
    for it in iterables:
        out.extend(it)
    return iter(sorted(out))
