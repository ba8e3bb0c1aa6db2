# genext: python2
"""Operations of flow graphs, to be made by hand in tests: `op.add(v, w)`."""
from rpython.flowspace.model import Constant, SpaceOperation, Variable, const


class _Operations(object):
    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)

        def make(*args):
            return HLOperation(name, args)
        make.__name__ = make.opname = name
        return make


class HLOperation(SpaceOperation):
    def __init__(self, opname, args):
        args = [a if isinstance(a, (Variable, Constant)) else const(a) for a in args]
        SpaceOperation.__init__(self, opname, args, Variable())

    def replace(self, mapping):
        new = HLOperation(self.opname, [mapping.get(a, a) for a in self.args])
        new.result = mapping.get(self.result, self.result)
        return new


op = _Operations()
