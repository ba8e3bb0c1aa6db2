# genext: python2
"""Which functions the JIT looks into, as targets say it: `def jitpolicy(driver): return JitPolicy(...)`."""


class JitPolicy(object):
    def __init__(self, jithookiface=None):
        self.unsafe_loopy_graphs = set()
        self.supports_floats = False
        self.supports_longlong = False
        self.supports_singlefloats = False
        self.jithookiface = jithookiface

    def set_supports_floats(self, flag):
        self.supports_floats = flag

    def set_supports_longlong(self, flag):
        self.supports_longlong = flag

    def set_supports_singlefloats(self, flag):
        self.supports_singlefloats = flag

    def dump_unsafe_loops(self):
        pass

    def look_inside_function(self, func):
        """To be overridden: whether the JIT may look into a function."""
        return True

    def _reject_function(self, func):
        if getattr(func, '_elidable_function_', False):
            return True
        if getattr(func, '_jit_look_inside_', None) is False:
            return True
        module = getattr(func, '__module__', None) or ''
        return module == 'rpython.rtyper.module' or module.startswith('rpython.rtyper.module.')

    def look_inside_graph(self, graph):
        func = getattr(graph, 'func', None)
        if func is None:
            return True
        return self.look_inside_function(func) and not self._reject_function(func)


class StopAtXPolicy(JitPolicy):
    """Looks into all functions but those given."""

    def __init__(self, *funcs):
        JitPolicy.__init__(self)
        self.funcs = funcs

    def look_inside_function(self, func):
        return func not in self.funcs
