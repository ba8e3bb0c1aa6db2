# genext: python2
"""Operations of flow graphs, to be made by hand in tests: `op.add(v, w)`."""
from rpython.flowspace.model import SpaceOperation, Variable


class _Operations(object):
    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)

        def make(*args):
            return HLOperation(name, args)
        make.__name__ = name
        return make


class HLOperation(SpaceOperation):
    def __init__(self, opname, args):
        SpaceOperation.__init__(self, opname, list(args), Variable())


op = _Operations()
