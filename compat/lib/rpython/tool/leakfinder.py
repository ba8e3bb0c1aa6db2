# genext: python2
"""Memory that `malloc(flavor='raw')` gave and nobody freed."""
# Object -> how it came to be.
ALLOCATED = {}
TRACK_ALLOCATIONS = False


class MallocMismatch(Exception):
    """What was not freed: the argument."""

    def __str__(self):
        leaked = self.args[0]
        return 'leaked: ' + ', '.join(map(repr, leaked))


def start_tracking_allocations():
    global TRACK_ALLOCATIONS
    previous = (TRACK_ALLOCATIONS, ALLOCATED.copy())
    TRACK_ALLOCATIONS = True
    ALLOCATED.clear()
    return previous


def stop_tracking_allocations(check, prev=None, do_collection=None):
    global TRACK_ALLOCATIONS
    assert TRACK_ALLOCATIONS
    result = dict(ALLOCATED)
    ALLOCATED.clear()
    TRACK_ALLOCATIONS = False
    if prev is not None:
        TRACK_ALLOCATIONS, old = prev
        ALLOCATED.update(old)
    if not result or not check:
        return result
    raise MallocMismatch(result)


def remember_malloc(obj, framedepth=1):
    how = 'allocated'
    if TRACK_ALLOCATIONS:
        ALLOCATED[obj] = how


def remember_free(obj):
    if TRACK_ALLOCATIONS:
        ALLOCATED.pop(obj, None)
