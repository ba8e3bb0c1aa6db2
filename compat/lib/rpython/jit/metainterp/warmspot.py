# genext: python2
"""Running a function with a JIT; see `support`."""
from rpython.jit.metainterp.test.support import get_stats, ll_meta_interp  # noqa
from rpython.rtyper._placeholders import Placeholder

WarmRunnerDesc = Placeholder('WarmRunnerDesc')
get_translator = Placeholder('get_translator')


def reset_stats():
    """There are none."""
