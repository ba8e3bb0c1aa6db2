# genext: python2
"""What programs ask of a JIT beyond its hints, and tell it. The JIT here goes its own way, and says what it does in its log
(`genext jitlog`): there is nothing to hold on to, and figures are zero."""
from rpython.rlib.nonconst import NonConstant
from rpython.rlib.objectmodel import specialize
from rpython.rtyper.lltypesystem import lltype


@specialize.call_location()
def get_jitcell_at_key(name, *greenkey):
    """Whether there is code for a place of the program: it is not told."""
    return NonConstant(False)


@specialize.call_location()
def dont_trace_here(name, *greenkey):
    """A wish that the JIT does not know."""


mark_as_being_traced = trace_next_iteration = dont_trace_here


def trace_next_iteration_hash(name, hash):
    """A wish that the JIT does not know."""


def stats_set_debug(warmrunner, flag):
    """Whether loops count their runs: the log has that."""


def stats_get_counter_value(warmrunner, no):
    return 0


def stats_get_times_value(warmrunner, no):
    return 0.0


LOOP_RUN = lltype.Struct('loop_run', ('type', lltype.Char), ('number', lltype.Signed), ('counter', lltype.Signed))


def stats_get_loop_run_times(warmrunner):
    return lltype.malloc(lltype.Array(LOOP_RUN), 0, flavor='raw')


def stats_asmmemmgr_allocated(warmrunner):
    return 0


def stats_asmmemmgr_used(warmrunner):
    return 0


def stats_memmgr_release_all(warmrunner):
    """Code is given up when memory is needed for other code."""
