"""Generates code from a resolved tree.

Expressions leave their value on the stack, statements leave the stack as it was.
"""

from kite import bytecode as bc
from kite import kast
from kite.errors import KiteSyntaxError
from kite.objects import W_Float, W_Int, W_Str
from kite.parser import parse
from kite.resolver import resolve

BINARY_OPCODES = {
    '+': bc.ADD, '-': bc.SUB, '*': bc.MUL, '/': bc.DIV, '//': bc.FLOORDIV,
    '%': bc.MOD, '==': bc.EQ, '!=': bc.NE, '<': bc.LT, '<=': bc.LE,
    '>': bc.GT, '>=': bc.GE, 'in': bc.IN,
}


class Loop(object):
    """A loop around the statement being compiled."""

    def __init__(self, start, try_depth, parent):
        self.start = start
        self.try_depth = try_depth
        self.parent = parent
        self.breaks = []            # jumps to patch


class Compiler(kast.Visitor):
    """Compiles the body of one function."""

    def __init__(self, function, environment):
        self.function = function
        self.environment = environment
        self.scope = function.scope
        self.instructions = []
        self.lines = []
        self.constants_w = []
        self.int_constants = {}
        self.str_constants = {}
        self.names = []
        self.name_indexes = {}
        self.globals = []
        self.global_names = []
        self.global_indexes = {}
        self.functions = []
        self.loop = None
        self.try_depth = 0
        self.depth = 0
        self.max_depth = 0
        self.line = function.line

    # -- emission -------------------------------------------------------

    def adjust(self, effect):
        self.depth += effect
        assert self.depth >= 0
        if self.depth > self.max_depth:
            self.max_depth = self.depth

    def emit(self, opcode, arg=0):
        """The position of the new instruction."""
        self.instructions.append(opcode | (arg << bc.OPCODE_BITS))
        self.lines.append(self.line)
        self.adjust(bc.STACK_EFFECTS[opcode])
        return len(self.instructions) - 1

    def here(self):
        return len(self.instructions)

    def patch(self, position):
        """Lets the jump at `position` lead here."""
        opcode = self.instructions[position] & bc.OPCODE_MASK
        self.instructions[position] = opcode | (self.here() << bc.OPCODE_BITS)

    def name_index(self, name):
        if name not in self.name_indexes:
            self.name_indexes[name] = len(self.names)
            self.names.append(name)
        return self.name_indexes[name]

    def global_index(self, name):
        if name not in self.global_indexes:
            self.global_indexes[name] = len(self.globals)
            self.globals.append(self.environment.find(name))
            self.global_names.append(name)
        return self.global_indexes[name]

    def emit_constant(self, index):
        self.emit(bc.LOAD_CONST, index)

    def new_constant(self, w_value):
        self.constants_w.append(w_value)
        return len(self.constants_w) - 1

    def finish(self):
        self.emit(bc.LOAD_NIL)
        self.emit(bc.RETURN)
        function = self.function
        params_in_cells = [-1] * len(function.params)
        any_in_cell = False
        for variable in self.scope.variables:
            if variable.param >= 0 and variable.captured:
                params_in_cells[variable.param] = variable.index
                any_in_cell = True
        if not any_in_cell:
            params_in_cells = []
        captured = []
        if self.scope.parent is not None:
            for variable in self.scope.free:
                captured.append(cell_index(self.scope.parent, variable))
        return bc.Code(function.name, len(function.params),
                       self.scope.slot_count, self.scope.cell_count,
                       self.max_depth, self.instructions, self.lines,
                       self.constants_w, self.names, self.globals,
                       self.global_names, self.functions, params_in_cells,
                       captured)

    # -- variables ------------------------------------------------------

    def emit_load(self, variable, name):
        if variable is None:
            self.emit(bc.LOAD_GLOBAL, self.global_index(name))
        elif variable.captured:
            self.emit(bc.LOAD_CELL, cell_index(self.scope, variable))
        else:
            self.emit(bc.LOAD_SLOT, variable.index)

    def emit_store(self, variable, name):
        if variable is None:
            self.emit(bc.STORE_GLOBAL, self.global_index(name))
        elif variable.captured:
            self.emit(bc.STORE_CELL, cell_index(self.scope, variable))
        else:
            self.emit(bc.STORE_SLOT, variable.index)

    def emit_prepare(self, variable):
        """Every execution of a declaration makes a new variable."""
        if variable is not None and variable.captured:
            self.emit(bc.NEW_CELL, variable.index)

    def emit_define(self, variable, name):
        if variable is None:
            self.emit(bc.DEFINE_GLOBAL, self.global_index(name))
        else:
            self.emit_store(variable, name)

    # -- expressions ----------------------------------------------------

    def expr(self, node):
        before = self.depth
        node.accept(self)
        assert self.depth == before + 1
        self.line = node.line

    def visit_nil(self, node):
        self.emit(bc.LOAD_NIL)

    def visit_bool(self, node):
        if node.value:
            self.emit(bc.LOAD_TRUE)
        else:
            self.emit(bc.LOAD_FALSE)

    def visit_int(self, node):
        if node.value not in self.int_constants:
            self.int_constants[node.value] = self.new_constant(W_Int(node.value))
        self.emit_constant(self.int_constants[node.value])

    def visit_float(self, node):
        self.emit_constant(self.new_constant(W_Float(node.value)))

    def visit_string(self, node):
        if node.value not in self.str_constants:
            self.str_constants[node.value] = self.new_constant(W_Str(node.value))
        self.emit_constant(self.str_constants[node.value])

    def visit_name(self, node):
        self.line = node.line
        self.emit_load(node.variable, node.name)

    def visit_list(self, node):
        for item in node.items:
            self.expr(item)
        self.emit(bc.BUILD_LIST, len(node.items))
        self.adjust(-len(node.items))

    def visit_dict(self, node):
        for i in range(len(node.keys)):
            self.expr(node.keys[i])
            self.expr(node.values[i])
        self.line = node.line
        self.emit(bc.BUILD_DICT, len(node.keys))
        self.adjust(-2 * len(node.keys))

    def visit_unary(self, node):
        self.expr(node.operand)
        self.line = node.line
        if node.operator == 'not':
            self.emit(bc.NOT)
        else:
            self.emit(bc.NEG)

    def visit_binary(self, node):
        self.expr(node.left)
        self.expr(node.right)
        self.line = node.line
        self.emit(BINARY_OPCODES[node.operator])

    def visit_logical(self, node):
        self.expr(node.left)
        if node.is_and:
            end = self.emit(bc.JUMP_IF_FALSE_OR_POP)
        else:
            end = self.emit(bc.JUMP_IF_TRUE_OR_POP)
        self.expr(node.right)
        self.patch(end)

    def visit_index(self, node):
        self.expr(node.container)
        self.expr(node.key)
        self.line = node.line
        self.emit(bc.GET_ITEM)

    def visit_attribute(self, node):
        self.expr(node.owner)
        self.line = node.line
        self.emit(bc.GET_ATTR, self.name_index(node.name))

    def visit_call(self, node):
        nargs = len(node.args)
        if nargs > bc.MAX_ARGS:
            raise KiteSyntaxError('too many arguments', node.line)
        callee = node.callee
        if isinstance(callee, kast.Attribute):
            self.expr(callee.owner)
            opcode = bc.CALL_METHOD
            arg = bc.pack_call(self.name_index(callee.name), nargs)
        else:
            self.expr(callee)
            opcode = bc.CALL
            arg = nargs
        for item in node.args:
            self.expr(item)
        self.line = node.line
        self.emit(opcode, arg)
        self.adjust(-nargs)

    def visit_function(self, node):
        self.functions.append(compile_function(node, self.environment))
        self.emit(bc.MAKE_FUNCTION, len(self.functions) - 1)

    # -- statements -----------------------------------------------------

    def stmt(self, node):
        before = self.depth
        self.line = node.line
        node.accept(self)
        assert self.depth == before

    def visit_block(self, node):
        for statement in node.body:
            self.stmt(statement)

    def visit_expr_stmt(self, node):
        self.expr(node.expr)
        self.emit(bc.POP)

    def visit_let(self, node):
        if isinstance(node.value, kast.Function):
            self.emit_prepare(node.variable)
            self.expr(node.value)
        else:
            self.expr(node.value)
            self.emit_prepare(node.variable)
        self.emit_define(node.variable, node.name)

    def visit_assign(self, node):
        target = node.target
        if isinstance(target, kast.Name):
            if node.operator != '':
                target.accept(self)
            self.assigned_value(node)
            self.emit_store(target.variable, target.name)
        elif isinstance(target, kast.Index):
            self.expr(target.container)
            self.expr(target.key)
            if node.operator != '':
                self.emit(bc.DUP_TWO)
                self.emit(bc.GET_ITEM)
            self.assigned_value(node)
            self.emit(bc.SET_ITEM)
        elif isinstance(target, kast.Attribute):
            name = self.name_index(target.name)
            self.expr(target.owner)
            if node.operator != '':
                self.emit(bc.DUP)
                self.emit(bc.GET_ATTR, name)
            self.assigned_value(node)
            self.emit(bc.SET_ATTR, name)

    def assigned_value(self, node):
        self.expr(node.value)
        self.line = node.line
        if node.operator != '':
            self.emit(BINARY_OPCODES[node.operator])

    def visit_if(self, node):
        self.expr(node.condition)
        skip = self.emit(bc.JUMP_IF_FALSE)
        self.stmt(node.then)
        if node.otherwise is None:
            self.patch(skip)
        else:
            end = self.emit(bc.JUMP)
            self.patch(skip)
            self.stmt(node.otherwise)
            self.patch(end)

    def enter_loop(self):
        self.loop = Loop(self.here(), self.try_depth, self.loop)

    def leave_loop(self):
        """All breaks lead here."""
        for jump in self.loop.breaks:
            self.patch(jump)
        self.loop = self.loop.parent

    def visit_while(self, node):
        self.enter_loop()
        self.expr(node.condition)
        end = self.emit(bc.JUMP_IF_FALSE)
        self.stmt(node.body)
        self.emit(bc.JUMP_BACK, self.loop.start)
        self.patch(end)
        self.leave_loop()

    def visit_for(self, node):
        # The iterator is on the stack while the loop runs.
        self.expr(node.iterable)
        self.emit(bc.GET_ITER)
        self.enter_loop()
        end = self.emit(bc.FOR_ITER)
        self.emit_prepare(node.variable)
        self.emit_define(node.variable, node.name)
        self.stmt(node.body)
        self.emit(bc.JUMP_BACK, self.loop.start)
        self.patch(end)
        self.leave_loop()
        self.emit(bc.POP)

    def leave_tries(self, node):
        """A jump out of `try` blocks removes their handlers."""
        if self.loop is None:
            raise KiteSyntaxError('not inside a loop', node.line)
        for _ in range(self.try_depth - self.loop.try_depth):
            self.emit(bc.LEAVE_TRY)

    def visit_break(self, node):
        self.leave_tries(node)
        self.loop.breaks.append(self.emit(bc.JUMP))

    def visit_continue(self, node):
        self.leave_tries(node)
        self.emit(bc.JUMP_BACK, self.loop.start)

    def visit_return(self, node):
        if self.scope.parent is None:
            raise KiteSyntaxError('return outside of a function', node.line)
        self.expr(node.value)
        self.emit(bc.RETURN)

    def visit_throw(self, node):
        self.expr(node.value)
        self.line = node.line
        self.emit(bc.THROW)

    def visit_try(self, node):
        handler = self.emit(bc.ENTER_TRY)
        self.try_depth += 1
        self.stmt(node.body)
        self.try_depth -= 1
        self.emit(bc.LEAVE_TRY)
        end = self.emit(bc.JUMP)
        self.patch(handler)
        # The handler starts with the exception on the stack.
        self.adjust(1)
        self.emit_prepare(node.variable)
        self.emit_define(node.variable, node.name)
        self.stmt(node.handler)
        self.patch(end)

    def visit_class(self, node):
        self.emit_prepare(node.variable)
        if node.base is None:
            self.emit(bc.LOAD_NIL)
        else:
            self.expr(node.base)
        self.line = node.line
        self.emit(bc.MAKE_CLASS, self.name_index(node.name))
        for method in node.methods:
            self.line = method.line
            method.accept(self)
            self.emit(bc.ADD_METHOD, self.name_index(method.name))
        self.emit_define(node.variable, node.name)


def cell_index(scope, variable):
    """The own cells come first, the captured ones follow."""
    if variable.scope is scope:
        return variable.index
    return scope.cell_count + scope.free_index(variable)


def compile_function(function, environment):
    compiler = Compiler(function, environment)
    compiler.visit_block(function.body)
    return compiler.finish()


def compile_source(source, environment):
    """The code of a program whose globals live in `environment`."""
    function = parse(source)
    resolve(function)
    return compile_function(function, environment)
