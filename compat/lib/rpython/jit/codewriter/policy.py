# genext: python2
"""Which functions the JIT looks into, as targets say it: `def jitpolicy(driver): return JitPolicy(...)`."""
from rpython.tool.ansi_print import AnsiLogger

log = AnsiLogger('jitcodewriter')


class JitPolicy(object):
    jithookiface = None

    def __init__(self, jithookiface=None):
        if jithookiface is not None:
            self.jithookiface = jithookiface
        self.unsafe_loopy_graphs = set()

    def dump_unsafe_loops(self):
        """Says nothing: all loops can be looked into."""

    def look_inside_function(self, func):
        """To be overridden: whether the JIT may look into a function."""
        return True

    def _reject_function(self, func):
        """What no policy can allow."""
        if getattr(func, '_elidable_function_', False) or not getattr(func, '_jit_look_inside_', True):
            return True
        module = (getattr(func, '__module__', None) or '') + '.'
        return module.startswith('rpython.rtyper.module.')

    def look_inside_graph(self, graph):
        func = getattr(graph, 'func', None)
        if func is None:
            return True
        return self.look_inside_function(func) and not self._reject_function(func)


class StopAtXPolicy(JitPolicy):
    """Looks into all functions but those given."""

    def __init__(self, *funcs):
        JitPolicy.__init__(self)
        self.excluded = funcs

    def look_inside_function(self, func):
        return not any([func is f for f in self.excluded])


def _supports(what):
    def set_support(self, flag):
        setattr(self, 'supports_' + what, flag)
    return set_support


for _what in ('floats', 'longlong', 'singlefloats'):
    setattr(JitPolicy, 'supports_' + _what, False)
    setattr(JitPolicy, 'set_supports_' + _what, _supports(_what))
