"""The syntax tree and its visitor.

The resolver fills in the `variable` fields and the scopes.
"""


class Node(object):
    def __init__(self, line):
        self.line = line

    def accept(self, visitor):
        raise NotImplementedError


# ____________________________________________________________ expressions


class Expr(Node):
    pass


class Nil(Expr):
    def accept(self, visitor):
        visitor.visit_nil(self)


class Bool(Expr):
    def __init__(self, line, value):
        Expr.__init__(self, line)
        self.value = value

    def accept(self, visitor):
        visitor.visit_bool(self)


class Int(Expr):
    def __init__(self, line, value):
        Expr.__init__(self, line)
        self.value = value

    def accept(self, visitor):
        visitor.visit_int(self)


class Float(Expr):
    def __init__(self, line, value):
        Expr.__init__(self, line)
        self.value = value

    def accept(self, visitor):
        visitor.visit_float(self)


class String(Expr):
    def __init__(self, line, value):
        Expr.__init__(self, line)
        self.value = value

    def accept(self, visitor):
        visitor.visit_string(self)


class Name(Expr):
    variable = None

    def __init__(self, line, name):
        Expr.__init__(self, line)
        self.name = name

    def accept(self, visitor):
        visitor.visit_name(self)


class ListExpr(Expr):
    def __init__(self, line, items):
        Expr.__init__(self, line)
        self.items = items

    def accept(self, visitor):
        visitor.visit_list(self)


class DictExpr(Expr):
    def __init__(self, line, keys, values):
        Expr.__init__(self, line)
        self.keys = keys
        self.values = values

    def accept(self, visitor):
        visitor.visit_dict(self)


class Unary(Expr):
    def __init__(self, line, operator, operand):
        Expr.__init__(self, line)
        self.operator = operator
        self.operand = operand

    def accept(self, visitor):
        visitor.visit_unary(self)


class Binary(Expr):
    def __init__(self, line, operator, left, right):
        Expr.__init__(self, line)
        self.operator = operator
        self.left = left
        self.right = right

    def accept(self, visitor):
        visitor.visit_binary(self)


class Logical(Expr):
    """`and` and `or`."""

    def __init__(self, line, is_and, left, right):
        Expr.__init__(self, line)
        self.is_and = is_and
        self.left = left
        self.right = right

    def accept(self, visitor):
        visitor.visit_logical(self)


class Index(Expr):
    def __init__(self, line, container, key):
        Expr.__init__(self, line)
        self.container = container
        self.key = key

    def accept(self, visitor):
        visitor.visit_index(self)


class Attribute(Expr):
    def __init__(self, line, owner, name):
        Expr.__init__(self, line)
        self.owner = owner
        self.name = name

    def accept(self, visitor):
        visitor.visit_attribute(self)


class Call(Expr):
    def __init__(self, line, callee, args):
        Expr.__init__(self, line)
        self.callee = callee
        self.args = args

    def accept(self, visitor):
        visitor.visit_call(self)


class Function(Expr):
    """A function expression; `scope` comes from the resolver."""
    scope = None

    def __init__(self, line, name, params, body):
        Expr.__init__(self, line)
        self.name = name
        self.params = params
        self.body = body

    def accept(self, visitor):
        visitor.visit_function(self)


# ____________________________________________________________ statements


class Stmt(Node):
    pass


class Block(Stmt):
    def __init__(self, line, body):
        Stmt.__init__(self, line)
        self.body = body

    def accept(self, visitor):
        visitor.visit_block(self)


class ExprStmt(Stmt):
    def __init__(self, line, expr):
        Stmt.__init__(self, line)
        self.expr = expr

    def accept(self, visitor):
        visitor.visit_expr_stmt(self)


class Let(Stmt):
    variable = None

    def __init__(self, line, name, value):
        Stmt.__init__(self, line)
        self.name = name
        self.value = value

    def accept(self, visitor):
        visitor.visit_let(self)


class Assign(Stmt):
    """`target = value`; an `operator` other than '' makes it `target op= value`."""

    def __init__(self, line, target, operator, value):
        Stmt.__init__(self, line)
        self.target = target
        self.operator = operator
        self.value = value

    def accept(self, visitor):
        visitor.visit_assign(self)


class If(Stmt):
    def __init__(self, line, condition, then, otherwise):
        Stmt.__init__(self, line)
        self.condition = condition
        self.then = then
        self.otherwise = otherwise

    def accept(self, visitor):
        visitor.visit_if(self)


class While(Stmt):
    def __init__(self, line, condition, body):
        Stmt.__init__(self, line)
        self.condition = condition
        self.body = body

    def accept(self, visitor):
        visitor.visit_while(self)


class For(Stmt):
    variable = None

    def __init__(self, line, name, iterable, body):
        Stmt.__init__(self, line)
        self.name = name
        self.iterable = iterable
        self.body = body

    def accept(self, visitor):
        visitor.visit_for(self)


class Break(Stmt):
    def accept(self, visitor):
        visitor.visit_break(self)


class Continue(Stmt):
    def accept(self, visitor):
        visitor.visit_continue(self)


class Return(Stmt):
    def __init__(self, line, value):
        Stmt.__init__(self, line)
        self.value = value

    def accept(self, visitor):
        visitor.visit_return(self)


class Throw(Stmt):
    def __init__(self, line, value):
        Stmt.__init__(self, line)
        self.value = value

    def accept(self, visitor):
        visitor.visit_throw(self)


class Try(Stmt):
    variable = None

    def __init__(self, line, body, name, handler):
        Stmt.__init__(self, line)
        self.body = body
        self.name = name
        self.handler = handler

    def accept(self, visitor):
        visitor.visit_try(self)


class ClassDef(Stmt):
    variable = None

    def __init__(self, line, name, base, methods):
        Stmt.__init__(self, line)
        self.name = name
        self.base = base
        self.methods = methods

    def accept(self, visitor):
        visitor.visit_class(self)


class Visitor(object):
    """One method per kind of node."""

    def visit_nil(self, node):
        raise NotImplementedError

    def visit_bool(self, node):
        raise NotImplementedError

    def visit_int(self, node):
        raise NotImplementedError

    def visit_float(self, node):
        raise NotImplementedError

    def visit_string(self, node):
        raise NotImplementedError

    def visit_name(self, node):
        raise NotImplementedError

    def visit_list(self, node):
        raise NotImplementedError

    def visit_dict(self, node):
        raise NotImplementedError

    def visit_unary(self, node):
        raise NotImplementedError

    def visit_binary(self, node):
        raise NotImplementedError

    def visit_logical(self, node):
        raise NotImplementedError

    def visit_index(self, node):
        raise NotImplementedError

    def visit_attribute(self, node):
        raise NotImplementedError

    def visit_call(self, node):
        raise NotImplementedError

    def visit_function(self, node):
        raise NotImplementedError

    def visit_block(self, node):
        raise NotImplementedError

    def visit_expr_stmt(self, node):
        raise NotImplementedError

    def visit_let(self, node):
        raise NotImplementedError

    def visit_assign(self, node):
        raise NotImplementedError

    def visit_if(self, node):
        raise NotImplementedError

    def visit_while(self, node):
        raise NotImplementedError

    def visit_for(self, node):
        raise NotImplementedError

    def visit_break(self, node):
        raise NotImplementedError

    def visit_continue(self, node):
        raise NotImplementedError

    def visit_return(self, node):
        raise NotImplementedError

    def visit_throw(self, node):
        raise NotImplementedError

    def visit_try(self, node):
        raise NotImplementedError

    def visit_class(self, node):
        raise NotImplementedError
