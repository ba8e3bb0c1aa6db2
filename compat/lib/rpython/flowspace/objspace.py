# genext: python2
"""The flow space: from a function to its graph."""
import _genext_annotator as _native
from rpython.flowspace.flowcontext import FlowingError
from rpython.flowspace.model import graph_from


def build_flow(func):
    ok, d = _native.flow(func)
    if not ok:
        code, message, place, left, right, help, known = d
        e = FlowingError(message + (' (%s)' % help if help else ''))
        e.source = place
        raise e
    return graph_from(d)
