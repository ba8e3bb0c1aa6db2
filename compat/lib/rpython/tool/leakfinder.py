# genext: python2
"""Memory that `malloc(flavor='raw')` gave and nobody freed."""
TRACK_ALLOCATIONS = False
ALLOCATED = {}


class MallocMismatch(Exception):
    def __str__(self):
        return 'leaked: %s' % ', '.join([repr(o) for o in self.args[0]])


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
    if check and result:
        raise MallocMismatch(result)
    return result


def remember_malloc(obj, framedepth=1):
    if TRACK_ALLOCATIONS:
        ALLOCATED[obj] = 'allocated'


def remember_free(obj):
    if TRACK_ALLOCATIONS:
        ALLOCATED.pop(obj, None)
