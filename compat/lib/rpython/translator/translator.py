# genext: python2
"""The translation context of tests."""
import types

import _genext_annotator as _native


class Options(object):
    """Named settings, read and written as attributes."""
    def __init__(self, **settings):
        self.__dict__.update(settings)

    def set(self, **settings):
        """Of dotted names too: `set(**{'translation.gc': 'boehm'})`."""
        for name, value in settings.items():
            target = self
            parts = name.split('.')
            for part in parts[:-1]:
                target = target.__dict__.setdefault(part, Options())
            setattr(target, parts[-1], value)


class TranslationContext(object):
    FLOWING_FLAGS = {'verbose': False, 'list_comprehension_operations': False}

    def __init__(self, config=None, **flowing_flags):
        if config is None:
            config = Options(translation=Options(
                check_str_without_nul=False,
                list_comprehension_operations=False,
                keepgoing=False,
                verbose=False,
                taggedpointers=False,
                withsmallfuncsets=0,
            ))
        for name in self.FLOWING_FLAGS:
            if name in flowing_flags:
                setattr(config.translation, name, flowing_flags[name])
        self.config = config
        self.annotator = None
        self.rtyper = None
        self.entry_point_graph = None
        self._flowed = []

    @property
    def graphs(self):
        """All graphs known so far, in order of discovery."""
        if self.annotator is None:
            return self._flowed
        bk = self.annotator.bookkeeper
        return self._flowed + [bk._graph(i) for i in range(_native.graph_count(bk._handle))]

    def buildflowgraph(self, func, mute_dot=False):
        from rpython.flowspace.objspace import build_flow
        if not isinstance(func, types.FunctionType):
            raise TypeError('buildflowgraph() expects a function, got %r' % (func,))
        graph = build_flow(func)
        self._flowed.append(graph)
        return graph

    def buildannotator(self, policy=None):
        if self.annotator is not None:
            raise ValueError('we already have an annotator')
        from rpython.annotator.annrpython import RPythonAnnotator
        self.annotator = RPythonAnnotator(self, policy=policy)
        return self.annotator

    def buildrtyper(self):
        if self.annotator is None:
            raise ValueError('no annotator')
        if self.rtyper is not None:
            raise ValueError('we already have an rtyper')
        from rpython.rtyper.rtyper import RPythonTyper
        self.rtyper = RPythonTyper(self.annotator)
        return self.rtyper

    def checkgraphs(self):
        from rpython.flowspace.model import checkgraph
        for graph in self.graphs:
            checkgraph(graph)

    def simplify(self, passes=None):
        pass

    def view(self):
        pass

    show = view


def graphof(translator, func):
    """The one graph of a function."""
    from rpython.flowspace.model import FunctionGraph
    if isinstance(func, FunctionGraph):
        return func
    found = [g for g in translator.graphs if getattr(g, 'func', None) is func]
    assert len(found) == 1, '%d graphs of %r' % (len(found), func)
    return found[0]


TranslationContext._graphof = graphof
