# genext: python2
"""Flow graphs as tests see them: blocks, links, variables, constants, operations."""

__all__ = ['FunctionGraph', 'Link', 'Block', 'Variable', 'Constant', 'SpaceOperation', 'Atom',
           'c_last_exception', 'summary', 'checkgraph', 'mkentrymap', 'last_exception', 'uniqueitems',
           'copygraph', 'const']


class FunctionGraph(object):
    def __init__(self, name, startblock, return_var=None):
        self.name = name
        self.startblock = startblock
        self.returnblock = Block([return_var or Variable()])
        self.returnblock.operations = ()
        self.returnblock.exits = ()
        self.exceptblock = Block([Variable('etype'), Variable('evalue')])
        self.exceptblock.operations = ()
        self.exceptblock.exits = ()
        self.tag = None
        self.func = None

    def getargs(self):
        return self.startblock.inputargs

    def getreturnvar(self):
        return self.returnblock.inputargs[0]

    @property
    def source(self):
        return self.func.__code__.co_filename if self.func else ''

    def iterblocks(self):
        block = self.startblock
        yield block
        seen = {block: True}
        stack = list(block.exits[::-1])
        while stack:
            block = stack.pop().target
            if block not in seen:
                yield block
                seen[block] = True
                stack += block.exits[::-1]

    def iterlinks(self):
        for block in self.iterblocks():
            for link in block.exits:
                yield link

    def iterblockops(self):
        for block in self.iterblocks():
            for op in block.operations:
                yield block, op

    def show(self, t=None):
        pass

    view = show

    def __repr__(self):
        return '<FunctionGraph of %s>' % self.name


class Link(object):
    def __init__(self, args, target, exitcase=None):
        self.args = list(args)
        self.target = target
        self.exitcase = exitcase
        self.prevblock = None
        self.last_exception = None
        self.last_exc_value = None

    def extravars(self, last_exception=None, last_exc_value=None):
        self.last_exception = last_exception
        self.last_exc_value = last_exc_value

    def getextravars(self):
        return [v for v in (self.last_exception, self.last_exc_value) if v is not None]

    def __repr__(self):
        return 'link(%s)' % (self.exitcase,)


class Block(object):
    _id = None

    def __init__(self, inputargs):
        self.inputargs = list(inputargs)
        self.operations = []
        self.exitswitch = None
        self.exits = []

    def closeblock(self, *exits):
        self.recloseblock(*exits)

    def recloseblock(self, *exits):
        for exit in exits:
            exit.prevblock = self
        self.exits = tuple(exits)

    @property
    def canraise(self):
        return self.exitswitch is c_last_exception

    @property
    def raising_op(self):
        return self.operations[-1] if self.canraise else None

    def getvariables(self):
        found = list(self.inputargs)
        for op in self.operations:
            found += [a for a in op.args if isinstance(a, Variable)]
            found.append(op.result)
        return uniqueitems(found)

    def getconstants(self):
        found = []
        for op in self.operations:
            found += [a for a in op.args if isinstance(a, Constant)]
        return uniqueitems(found)

    def is_final_block(self):
        return self.operations == ()


class Atom(object):
    pass


class Variable(Atom):
    _count = [0]
    _bk = None
    _graph = None
    _set = None

    def __init__(self, name=None):
        self._count[0] += 1
        self.nr = self._count[0]
        self._name = name or 'v'
        self._id = None
        self.concretetype = None

    @property
    def name(self):
        return '%s%d' % (self._name, self.nr)

    @property
    def annotation(self):
        if self._set is not None:
            return self._set
        if self._bk is None:
            return None
        import _genext_annotator as _native
        s = self._bk._decode(_native.binding(self._bk._handle, self._graph, self._id))
        from rpython.annotator import model
        if s is model.s_ImpossibleValue:
            return None
        if isinstance(s, model.SomeType) and self._typed is not None:
            t = model.SomeTypeOf([self._typed])
            if s.is_constant():
                t.const = s.const
            return t
        return s

    _typed = None

    @annotation.setter
    def annotation(self, s):
        self._set = s

    def __repr__(self):
        return self.name


class Constant(Atom):
    def __init__(self, value, concretetype=None):
        self.value = value
        self.concretetype = concretetype

    def __eq__(self, other):
        if not isinstance(other, Constant):
            return False
        a, b = self.value, other.value
        return a is b or a.__class__ is b.__class__ and a.__class__ in _PLAIN and a == b

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self.value) if self.value.__class__ in _PLAIN else id(self.value)

    def __repr__(self):
        return '(%r)' % (self.value,)


_PLAIN = (int, float, str, unicode, bool, type(None))
const = Constant


class SpaceOperation(object):
    def __init__(self, opname, args, result, offset=-1):
        self.opname = opname
        self.args = list(args)
        self.result = result
        self.offset = offset

    def __eq__(self, other):
        return (isinstance(other, SpaceOperation) and self.opname == other.opname and
                self.args == other.args and self.result == other.result)

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self.opname)

    def __repr__(self):
        return '%r = %s(%s)' % (self.result, self.opname, ', '.join(map(repr, self.args)))


class _LastException(object):
    def __repr__(self):
        return 'last_exception'


last_exception = _LastException()
c_last_exception = Constant(last_exception)


def uniqueitems(lst):
    result = []
    for item in lst:
        if item not in result:
            result.append(item)
    return result


def summary(graph):
    """How often each operation occurs."""
    insns = {}
    for block, op in graph.iterblockops():
        if op.opname != 'same_as':
            insns[op.opname] = insns.get(op.opname, 0) + 1
    return insns


def mkentrymap(graph):
    startlink = Link(graph.getargs(), graph.startblock)
    result = {graph.startblock: [startlink]}
    for link in graph.iterlinks():
        result.setdefault(link.target, []).append(link)
    return result


def checkgraph(graph):
    """Links fit their targets, variables are defined before use. (Graphs of the engine are verified there.)"""
    for block in graph.iterblocks():
        defined = set(block.inputargs)
        assert len(defined) == len(block.inputargs), 'an input argument is there twice'
        for op in block.operations:
            for arg in op.args:
                assert isinstance(arg, Constant) or arg in defined, 'undefined variable %r' % (arg,)
            assert op.result not in defined, 'a variable is defined twice'
            defined.add(op.result)
        for link in block.exits:
            assert len(link.args) == len(link.target.inputargs), 'a link does not fit its target'
            known = defined | set(link.getextravars())
            for arg in link.args:
                assert isinstance(arg, Constant) or arg in known, 'undefined variable %r' % (arg,)


def copygraph(graph, shallow=False, varmap={}, shallowvars=False):
    """A copy of a graph, block by block."""
    variables, blocks = dict(varmap), {}

    def copyvar(v):
        if not isinstance(v, Variable) or shallowvars:
            return v
        if v not in variables:
            new = Variable(v._name)
            new._set = v.annotation
            new.concretetype = v.concretetype
            variables[v] = new
        return variables[v]

    def copyblock(block):
        if block in blocks:
            return blocks[block]
        new = blocks[block] = Block([copyvar(v) for v in block.inputargs])
        if block.operations == ():
            new.operations = ()
        else:
            new.operations = [SpaceOperation(op.opname, [copyvar(a) for a in op.args], copyvar(op.result), op.offset)
                              for op in block.operations]
        new.exitswitch = copyvar(block.exitswitch)
        exits = []
        for link in block.exits:
            copy = Link([copyvar(a) for a in link.args], copyblock(link.target), link.exitcase)
            copy.extravars(copyvar(link.last_exception), copyvar(link.last_exc_value))
            exits.append(copy)
        new.closeblock(*exits)
        return new

    result = FunctionGraph(graph.name, copyblock(graph.startblock))
    result.returnblock = copyblock(graph.returnblock)
    result.exceptblock = copyblock(graph.exceptblock)
    result.func = graph.func
    return result


def graph_from(description):
    """The objects for a graph of the engine."""
    name, func, start, return_, except_, blocks, names = description
    variables = []
    for i in range(len(names)):
        v = Variable(names[i])
        v._id = i
        variables.append(v)

    def atom(operand):
        is_variable, x = operand
        return variables[x] if is_variable else Constant(x)

    def var(i):
        return None if i is None else variables[i]

    made = {}
    for id, inputargs, ops, switch, exits in blocks:
        block = Block([variables[i] for i in inputargs])
        block._id = id
        made[id] = block
    for id, inputargs, ops, switch, exits in blocks:
        block = made[id]
        block.operations = [SpaceOperation(opname, [atom(a) for a in args], variables[result], line)
                            for opname, args, result, line in ops]
        if switch == 'last_exception':
            block.exitswitch = c_last_exception
        elif switch is not None:
            block.exitswitch = atom(switch)
        links = []
        for case, target, args, last_exc, last_exc_value in exits:
            link = Link([atom(a) for a in args], made[target], case)
            link.extravars(var(last_exc), var(last_exc_value))
            links.append(link)
        block.closeblock(*links)
    graph = FunctionGraph(name.split('.')[-1], made[start])
    for id in (return_, except_):
        made[id].operations = ()
        made[id].exits = ()
    graph.returnblock = made[return_]
    graph.exceptblock = made[except_]
    graph.func = func
    graph._variables = variables
    if len(graph.exceptblock.inputargs) == 2:
        etype, evalue = graph.exceptblock.inputargs
        etype._typed = evalue
    return graph
