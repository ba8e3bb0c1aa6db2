# genext: python2
"""Flow graphs as tests see them: blocks, links, variables, constants, operations."""

__all__ = ['FunctionGraph', 'Link', 'Block', 'Variable', 'Constant', 'SpaceOperation', 'Atom',
           'c_last_exception', 'summary', 'checkgraph', 'mkentrymap', 'last_exception', 'uniqueitems',
           'copygraph', 'const', 'FSException', 'UnwrapException', 'WrapException', 'safe_iterblocks',
           'safe_iterlinks', 'ConstException']


class FunctionGraph(object):
    def __init__(self, name, startblock, return_var=None):
        self.name, self.startblock = name, startblock
        self.func = self.tag = None
        self.exceptblock = Block([Variable('etype'), Variable('evalue')])
        self.returnblock = Block([return_var or Variable()])
        for last in (self.returnblock, self.exceptblock):
            last.operations = last.exits = ()

    def getreturnvar(self):
        result, = self.returnblock.inputargs
        return result

    def getargs(self):
        return self.startblock.inputargs

    def hasonlyexceptionreturns(self):
        return False

    @property
    def source(self):
        if getattr(self, '_source', None) is not None:
            return self._source
        import inspect
        if self.func is None:
            raise AttributeError('source')
        return inspect.getsource(self.func)

    @source.setter
    def source(self, text):
        self._source = text

    @property
    def startline(self):
        return self.func.__code__.co_firstlineno

    @property
    def filename(self):
        return self.func.__code__.co_filename

    def iterblocks(self):
        # Depth first, the first exit first.
        seen, waiting = set(), [self.startblock]
        while waiting:
            block = waiting.pop()
            if block not in seen:
                seen.add(block)
                yield block
                waiting.extend([link.target for link in reversed(block.exits)])

    def iterlinks(self):
        for block in self.iterblocks():
            for link in block.exits:
                yield link

    def iterblockops(self):
        return iter([(block, op) for block in self.iterblocks() for op in block.operations])

    def show(self, t=None):
        pass

    view = show

    def __repr__(self):
        return '<FunctionGraph of %s>' % self.name


class Link(object):
    def __init__(self, args, target, exitcase=None):
        self.exitcase, self.target = exitcase, target
        self.args, self.prevblock = list(args), None
        self.extravars()

    def extravars(self, last_exception=None, last_exc_value=None):
        """The variables of the exception that comes this way."""
        self.last_exception, self.last_exc_value = last_exception, last_exc_value

    def getextravars(self):
        return [v for v in (self.last_exception, self.last_exc_value) if v is not None]

    def replace(self, mapping):
        return self.copy(lambda v: mapping.get(v, v))

    def copy(self, rename=lambda v: v):
        new = self.__class__([rename(v) for v in self.args], self.target, self.exitcase)
        new.prevblock = self.prevblock
        new.last_exception = self.last_exception and rename(self.last_exception)
        new.last_exc_value = self.last_exc_value and rename(self.last_exc_value)
        return new

    def settarget(self, target):
        assert len(self.args) == len(target.inputargs)
        self.target = target

    def __repr__(self):
        return 'link(%s)' % (self.exitcase,)

    def show(self):
        pass

    view = show


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
        self.exits = tuple(exits)
        for link in self.exits:
            link.prevblock = self

    canraise = property(lambda self: self.exitswitch is c_last_exception)
    raising_op = property(lambda self: self.operations[-1] if self.canraise else None)

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

    def renamevariables(self, mapping):
        self.inputargs = [mapping.get(a, a) for a in self.inputargs]
        for op in self.operations:
            op.args = [mapping.get(a, a) for a in op.args]
            op.result = mapping.get(op.result, op.result)
        self.exitswitch = mapping.get(self.exitswitch, self.exitswitch)
        for link in self.exits:
            link.args = [mapping.get(a, a) for a in link.args]

    def is_final_block(self):
        return self.operations == ()

    def at(self):
        return ''

    def show(self):
        pass

    view = show

    def __repr__(self):
        return 'block@%d' % (id(self) & 0xffff)


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
        self._name = 'v'
        self._id = None
        self.concretetype = None
        if name is not None:
            self.rename(name)

    @property
    def name(self):
        return '%s%d' % (self._name, self.nr)

    @property
    def renamed(self):
        return self._name != 'v'

    def rename(self, name):
        """Gives the variable a name for people, unless it has one."""
        if self.renamed:
            return
        if isinstance(name, Variable):
            name = name._name
            if name == 'v':
                return
        else:
            name = ''.join([c if c.isalnum() or c == '_' else '_' for c in name]) + '_'
            if not name[0].isalpha() and name[0] != '_':
                name = '_' + name
        self._name = name

    def set_name_from(self, v):
        if v._name != 'v':
            self._name, self.nr = v._name, v.nr

    def set_name(self, name, nr):
        self._name, self.nr = name, nr

    def copy(self):
        new = Variable(self)
        new._set = self.annotation
        new.concretetype = self.concretetype
        return new

    def replace(self, mapping):
        return mapping.get(self, self)

    @property
    def dummyname(self):
        return self._name == 'v'

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
        return _same(self.value, other.value)

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        cls = self.value.__class__
        if cls is tuple:
            return hash(len(self.value))
        return hash(self.value) if cls in _PLAIN else id(self.value)

    def replace(self, mapping):
        return self

    def __repr__(self):
        return '(%r)' % (self.value,)


_PLAIN = (int, long, float, str, unicode, bool, type(None))


def _same(a, b):
    if a is b:
        return True
    if a.__class__ is not b.__class__:
        return False
    if a.__class__ in _PLAIN:
        return a == b
    return a.__class__ is tuple and len(a) == len(b) and all(_same(x, y) for x, y in zip(a, b))


class FSException(object):
    """An exception inside the flow space: a pair of values."""

    def __init__(self, w_type, w_value):
        self.w_type, self.w_value = w_type, w_value

    def __eq__(self, other):
        return isinstance(other, FSException) and (self.w_type, self.w_value) == (other.w_type, other.w_value)

    def __ne__(self, other):
        return not self == other

    def __str__(self):
        return '[%s: %s]' % (self.w_type, self.w_value)


class UnwrapException(Exception):
    """A variable where a constant is needed."""


class WrapException(Exception):
    """A value that cannot be a constant of a graph."""


class ConstException(Constant, FSException):
    def __init__(self, klass, value):
        self.value = value
        self.concretetype = None
        self.w_type = Constant(klass)
        self.w_value = Constant(value)


def const(obj):
    if isinstance(obj, (Variable, Constant)):
        raise TypeError('already wrapped: %r' % (obj,))
    if isinstance(obj, Exception):
        return ConstException(type(obj), obj)
    return Constant(obj)


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


def safe_iterblocks(graph):
    block = getattr(graph, 'startblock', None)
    seen = {}
    stack = [block] if block is not None else []
    while stack:
        block = stack.pop()
        if block not in seen:
            yield block
            seen[block] = True
            stack += [link.target for link in reversed(block.exits)]


def safe_iterlinks(graph):
    for block in safe_iterblocks(graph):
        for link in block.exits:
            yield link


def checkgraph(graph):
    """The rules of graphs, as assertions. (Graphs of the engine are verified there.)"""
    final = (graph.returnblock, graph.exceptblock)
    assert len(graph.returnblock.inputargs) == 1, 'the return block has one input argument'
    assert len(graph.exceptblock.inputargs) == 2, 'the except block has two input arguments'
    home = {}

    def define(v, block):
        assert isinstance(v, Variable), '%r is not a variable' % (v,)
        assert v not in home, 'the variable %r is defined twice' % v
        home[v] = block

    blocks = list(graph.iterblocks())
    for block in blocks + [b for b in final if b not in blocks]:
        for v in block.inputargs:
            define(v, block)
        if block in final:
            assert block.operations == () and not block.exits, 'a final block has no operations and no exits'
            continue
        defined = set(block.inputargs)

        def use(a, known=defined):
            assert isinstance(a, (Variable, Constant)), '%r is neither variable nor constant' % (a,)
            if isinstance(a, Variable):
                assert a in known, 'the variable %r is used in a block that does not define it' % a

        for op in block.operations:
            for a in op.args:
                use(a)
            define(op.result, block)
            defined.add(op.result)
        assert block.exits, 'a block without exits that is not final'
        cases = [link.exitcase for link in block.exits]
        if block.exitswitch is None:
            assert cases == [None], 'one exit without a case'
        elif block.canraise:
            assert block.operations, 'nothing can raise here'
            assert cases[0] is None, 'the first exit is the normal one'
            for case in cases[1:]:
                assert isinstance(case, type) or case.__class__ is type(_Classic), 'not an exception class: %r' % (case,)
        else:
            use(block.exitswitch)
            assert None not in cases, 'an exit without a case'
        assert len(set(cases)) == len(cases), 'two exits of one case'
        for link in block.exits:
            assert link.prevblock is block, 'a link that starts elsewhere'
            assert len(link.args) == len(link.target.inputargs), 'a link does not fit its target'
            known = defined
            extra = link.getextravars()
            if extra:
                known = set(defined)
                for v in extra:
                    if isinstance(v, Variable):
                        assert v not in defined, 'a variable is defined twice'
                        known.add(v)
            for a in link.args:
                use(a, known)


class _Classic:
    pass


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
