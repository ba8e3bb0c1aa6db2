"""The collector, as programs see it. Run live, memory is the host's business."""
import os

from rpython.rlib._missing import refuse
from rpython.rlib.nonconst import NonConstant
from rpython.rlib.objectmodel import instantiate, specialize
from rpython.rtyper.lltypesystem import llmemory, lltype


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


(TOTAL_MEMORY, TOTAL_ALLOCATED_MEMORY, TOTAL_MEMORY_PRESSURE, PEAK_MEMORY, PEAK_ALLOCATED_MEMORY, TOTAL_ARENA_MEMORY,
 TOTAL_RAWMALLOCED_MEMORY, PEAK_ARENA_MEMORY, PEAK_RAWMALLOCED_MEMORY, NURSERY_SIZE, TOTAL_GC_TIME) = range(11)


def get_stats(stat_no):
    """A figure of the collector: bytes, or milliseconds. Arenas have the small objects. Untranslated there are none."""
    if stat_no == TOTAL_MEMORY or stat_no == TOTAL_ALLOCATED_MEMORY:
        return os._heap_figure(0) + os._heap_figure(4)
    if stat_no == PEAK_MEMORY or stat_no == PEAK_ALLOCATED_MEMORY:
        return os._heap_figure(5) + os._heap_figure(4)
    if stat_no == TOTAL_ARENA_MEMORY:
        return os._heap_figure(6)
    if stat_no == TOTAL_RAWMALLOCED_MEMORY:
        return os._heap_figure(7)
    if stat_no == PEAK_ARENA_MEMORY:
        return os._heap_figure(8)
    if stat_no == PEAK_RAWMALLOCED_MEMORY:
        return os._heap_figure(9)
    if stat_no == NURSERY_SIZE:
        return os._heap_figure(4)
    if stat_no == TOTAL_GC_TIME:
        return os._heap_figure(3) // 1000000
    return 0


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


def _no_walk():
    refuse("programs cannot walk over the heap")


def get_rpy_roots():
    """The objects that the stack and prebuilt objects refer to: they are not told."""
    _no_walk()
    return [lltype.nullptr(llmemory.GCREF.TO)]


def get_rpy_referents(gcref):
    """What an object refers to: it is not told."""
    _no_walk()
    return [gcref]


def get_rpy_memory_usage(gcref):
    """Bytes of an object: unknown."""
    return -1


def get_rpy_type_index(gcref):
    """The number of an object's type: unknown."""
    return -1


def has_gcflag_extra():
    """Whether objects have a flag for programs: they have not."""
    return False


ARRAY_OF_CHAR = lltype.Array(lltype.Char)


def get_typeids_z():
    """The names of all types, compressed: they are not told."""
    _no_walk()
    return lltype.malloc(ARRAY_OF_CHAR, 0)


def get_gcflag_extra(gcref):
    _no_walk()
    return False


def toggle_gcflag_extra(gcref):
    _no_walk()


@specialize.arg(0)
def try_cast_gcref_to_instance(Class, gcref):
    _no_walk()
    return instantiate(Class) if NonConstant(False) else None


def dump_rpy_heap(fd):
    """Whether the objects of the heap were written to a descriptor: they are not."""
    return False
