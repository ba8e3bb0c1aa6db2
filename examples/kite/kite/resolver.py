"""Decides where every variable lives.

A variable of the outermost block is a global and has no `Variable`; all others
belong to one function.  A variable that an inner function uses is *captured*:
it lives in a cell, all others in a slot of the frame.
"""

from kite import kast
from kite.errors import KiteSyntaxError


class Variable(object):
    def __init__(self, name, scope):
        self.name = name
        self.scope = scope
        self.captured = False
        self.param = -1         # position among the parameters
        self.index = -1         # slot or cell number; the resolver's last step


class FunctionScope(object):
    def __init__(self, parent):
        self.parent = parent
        self.variables = []
        self.free = []          # variables of enclosing functions, in use here
        self.cell_count = 0
        self.slot_count = 0
        self.block = None

    def declare_param(self, name):
        variable = self.declare(name)
        variable.param = self.slot_count
        self.slot_count += 1

    def declare(self, name):
        variable = Variable(name, self)
        self.variables.append(variable)
        self.block.names[name] = variable
        return variable

    def lookup(self, name):
        block = self.block
        while block is not None:
            if name in block.names:
                return block.names[name]
            block = block.parent
        if self.parent is None:
            return None
        variable = self.parent.lookup(name)
        if variable is not None:
            variable.captured = True
            self.free_index(variable)
        return variable

    def free_index(self, variable):
        for i in range(len(self.free)):
            if self.free[i] is variable:
                return i
        self.free.append(variable)
        return len(self.free) - 1

    def assign_indexes(self):
        """Cells and slots have numberings of their own.

        Parameters arrive in the first slots, the captured ones as well.
        """
        for variable in self.variables:
            if variable.captured:
                variable.index = self.cell_count
                self.cell_count += 1
            elif variable.param >= 0:
                variable.index = variable.param
            else:
                variable.index = self.slot_count
                self.slot_count += 1


class BlockScope(object):
    def __init__(self, parent):
        self.parent = parent
        self.names = {}


class Resolver(kast.Visitor):
    def __init__(self):
        self.scope = None

    # -- scopes ---------------------------------------------------------

    def enter_function(self):
        self.scope = FunctionScope(self.scope)
        self.enter_block()
        return self.scope

    def leave_function(self):
        scope = self.scope
        scope.assign_indexes()
        self.scope = scope.parent

    def enter_block(self):
        self.scope.block = BlockScope(self.scope.block)

    def leave_block(self):
        self.scope.block = self.scope.block.parent

    def at_top_level(self):
        return self.scope.parent is None and self.scope.block.parent is None

    def declare(self, name, line):
        """The new variable, or None for a global."""
        if self.at_top_level():
            return None
        if name in self.scope.block.names:
            raise KiteSyntaxError("'%s' is already declared in this block" %
                                  name, line)
        return self.scope.declare(name)

    def visit_all(self, nodes):
        for node in nodes:
            node.accept(self)

    def resolve_program(self, function):
        function.scope = self.enter_function()
        self.visit_all(function.body.body)
        self.leave_function()

    # -- expressions ----------------------------------------------------

    def visit_nil(self, node):
        pass

    def visit_bool(self, node):
        pass

    def visit_int(self, node):
        pass

    def visit_float(self, node):
        pass

    def visit_string(self, node):
        pass

    def visit_name(self, node):
        node.variable = self.scope.lookup(node.name)

    def visit_list(self, node):
        for item in node.items:
            item.accept(self)

    def visit_dict(self, node):
        for i in range(len(node.keys)):
            node.keys[i].accept(self)
            node.values[i].accept(self)

    def visit_unary(self, node):
        node.operand.accept(self)

    def visit_binary(self, node):
        node.left.accept(self)
        node.right.accept(self)

    def visit_logical(self, node):
        node.left.accept(self)
        node.right.accept(self)

    def visit_index(self, node):
        node.container.accept(self)
        node.key.accept(self)

    def visit_attribute(self, node):
        node.owner.accept(self)

    def visit_call(self, node):
        node.callee.accept(self)
        for arg in node.args:
            arg.accept(self)

    def visit_function(self, node):
        scope = self.enter_function()
        node.scope = scope
        for param in node.params:
            scope.declare_param(param)
        # The body's block is the parameters' own.
        self.visit_all(node.body.body)
        self.leave_function()

    # -- statements -----------------------------------------------------

    def visit_block(self, node):
        self.enter_block()
        self.visit_all(node.body)
        self.leave_block()

    def visit_expr_stmt(self, node):
        node.expr.accept(self)

    def visit_let(self, node):
        # A function sees its own name, any other value the outer one.
        value = node.value
        if isinstance(value, kast.Function):
            node.variable = self.declare(node.name, node.line)
            value.accept(self)
        else:
            value.accept(self)
            node.variable = self.declare(node.name, node.line)

    def visit_assign(self, node):
        node.target.accept(self)
        node.value.accept(self)

    def visit_if(self, node):
        node.condition.accept(self)
        node.then.accept(self)
        if node.otherwise is not None:
            node.otherwise.accept(self)

    def visit_while(self, node):
        node.condition.accept(self)
        node.body.accept(self)

    def visit_for(self, node):
        node.iterable.accept(self)
        self.enter_block()
        node.variable = self.declare(node.name, node.line)
        node.body.accept(self)
        self.leave_block()

    def visit_break(self, node):
        pass

    def visit_continue(self, node):
        pass

    def visit_return(self, node):
        node.value.accept(self)

    def visit_throw(self, node):
        node.value.accept(self)

    def visit_try(self, node):
        node.body.accept(self)
        self.enter_block()
        node.variable = self.declare(node.name, node.line)
        node.handler.accept(self)
        self.leave_block()

    def visit_class(self, node):
        if node.base is not None:
            node.base.accept(self)
        node.variable = self.declare(node.name, node.line)
        for method in node.methods:
            method.accept(self)


def resolve(function):
    Resolver().resolve_program(function)
