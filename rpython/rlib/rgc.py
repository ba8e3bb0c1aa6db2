"""The collector, as programs see it. Run live, memory is the host's business."""


def collect(*generation):
    """Collects garbage now."""


def collect_step():
    return True


def enable():
    pass


def disable():
    pass


def isenabled():
    return True


def set_max_heap_size(nbytes):
    """An upper limit of the heap; beyond it MemoryError is raised."""


def heap_stats():
    return None


def can_move(p):
    return True


def no_collect(func):
    """The function must not allocate."""
    func._gc_no_collect_ = True
    func._dont_inline_ = True
    return func


def no_release_gil(func):
    func._no_release_gil_ = True
    func._dont_inline_ = True
    return func


def must_be_light_finalizer(func):
    func._must_be_light_finalizer_ = True
    return func


def ll_arraycopy(source, dest, source_start, dest_start, length):
    """Copies items between two distinct lists."""
    i = 0
    while i < length:
        dest[dest_start + i] = source[source_start + i]
        i += 1


def add_memory_pressure(estimate, object=None):
    """Tells the collector of memory it does not see."""


class FinalizerQueue(object):
    """Objects registered here are handed out by `next_dead` after they died. Live objects never die here."""

    def register_finalizer(self, obj):
        pass

    def next_dead(self):
        return None


def dump_rpy_heap(fd):
    """Whether the objects of the heap were written to a descriptor: they are not."""
    return False
