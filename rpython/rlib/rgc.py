"""The collector, as programs see it. Run live, memory is the host's business."""
import os

import _genext

from rpython.rlib._missing import refuse
from rpython.rlib.nonconst import NonConstant
from rpython.rlib.jit import dont_look_inside
from rpython.rlib.objectmodel import instantiate, specialize
from rpython.rtyper.lltypesystem import llmemory, lltype, rffi


def collect(*generation):
    """Collects garbage now."""


def collect_step():
    """Leaves collecting to the collector: nothing is left to be done (see `is_done`; of RPython 0.2.1, a true value)."""
    return 0x0100


def old_state(states):
    """The state of the collector before a step."""
    return (states >> 8) & 0xff


def new_state(states):
    """The state behind a step."""
    return states & 0xff


def is_done__states(oldstate, newstate):
    return oldstate != 0 and newstate == 0


def is_done(states):
    """Whether a step ended a collection."""
    return is_done__states(old_state(states), new_state(states))


def enable():
    pass


def disable():
    pass


def isenabled():
    return True


def set_max_heap_size(nbytes):
    """An upper limit of the heap; beyond it MemoryError is raised."""


class _TypeStatistics(object):
    """Of the objects of a type: how many, their bytes, and how many references to each type they have."""
    count = size = 0
    links = [0]


def heap_stats():
    """Figures of each type: they are not told."""
    if NonConstant(True):
        return None
    return [_TypeStatistics()]


_heap_stats = heap_stats


def may_ignore_finalizer(obj):
    """The finaliser of an object need not be called. It is."""


def increase_root_stack_depth(new_depth):
    """Roots are on the native stack: there is no other to grow."""


def resizable_list_supporting_raw_ptr(lst):
    """A list whose items C may see, if they can be seen at all (`nonmoving_raw_ptr_for_resizable_list`)."""
    return lst


def nonmoving_raw_ptr_for_resizable_list(lst):
    """The address of a list's characters. Lists move: it raises ValueError."""
    if NonConstant(True):
        raise ValueError
    return lltype.nullptr(rffi.CCHARP.TO)


def ll_for_resizable_list(lst):
    refuse("lists have no form for C")
    return lst


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
    """Tells the collector of so many bytes that it does not see: the next collection of all objects is due sooner."""


class FinalizerQueue(object):
    """Objects registered here are handed out by `next_dead` after they died.

    A subclass has the attribute `Class`, of which the objects are instances, and a method `finalizer_trigger`, which is
    called when there is something new. Each queue is one object that is there before translation.
    """

    def _freeze_(self):
        return True

    @specialize.arg(0)
    @dont_look_inside
    def register_finalizer(self, obj):
        assert isinstance(obj, self.Class)
        _register_finalizer(self, obj)

    @specialize.arg(0)
    @dont_look_inside
    def next_dead(self):
        return _next_dead(self)


def _register_finalizer(queue, obj):
    """Registers an object with a queue."""
    _genext.register_finalizer(queue, obj)


def _next_dead(queue):
    """An object of the queue that died."""
    return _genext.next_dead(queue)


def _ignored(where, e):
    os.write(2, 'Exception ignored in %s: %s\n' % (where, e.__class__.__name__))


@specialize.argtype(0)
def _call_finalizer(obj):
    """Calls the `__del__` of an object that died. What it raises ends here."""
    try:
        obj.__del__()
    except Exception as e:
        _ignored('__del__', e)


@specialize.arg(0)
def _call_trigger(queue):
    """Tells a queue that there is something new."""
    try:
        queue.finalizer_trigger()
    except Exception as e:
        _ignored('finalizer_trigger', e)


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
ARRAY_OF_NUMBERS = lltype.Array(lltype.Signed)


def get_typeids_z():
    """The names of all types, compressed: they are not told."""
    _no_walk()
    return lltype.malloc(ARRAY_OF_CHAR, 0, flavor='raw')


def get_gcflag_extra(gcref):
    _no_walk()
    return False


def toggle_gcflag_extra(gcref):
    _no_walk()


def get_gcflag_dummy(gcref):
    return False


def assert_no_more_gcflags():
    """There are none."""


def get_typeids_list():
    """The numbers of all types: they are not told."""
    _no_walk()
    return lltype.malloc(ARRAY_OF_NUMBERS, 0, flavor='raw')


def do_get_objects(callback):
    """What a function makes of each object of the heap. It is called for none."""
    _no_walk()
    return [callback(lltype.nullptr(llmemory.GCREF.TO))]


@specialize.argtype(0)
def cast_instance_to_gcref(instance):
    _no_walk()
    return lltype.nullptr(llmemory.GCREF.TO)


@specialize.arg(0)
def try_cast_gcref_to_instance(Class, gcref):
    _no_walk()
    return instantiate(Class) if NonConstant(False) else None


def dump_rpy_heap(fd):
    """Whether the objects of the heap were written to a descriptor: they are not."""
    return False
