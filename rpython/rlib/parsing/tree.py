"""Parse trees, and visitors of them that can be translated."""
from rpython.rlib.objectmodel import not_rpython


class Node(object):
    def view(self):
        """There is no viewer: prints the graph."""
        print("\n".join(["digraph G{"] + list(self.dot()) + ["}"]))


def _dot_word(text):
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\l")


class Symbol(Node):
    """A leaf: the token's name, its text, and the token."""

    def __init__(self, symbol, additional_info, token):
        self.symbol = symbol
        self.additional_info = additional_info
        self.token = token

    def getsourcepos(self):
        return self.token.source_pos

    def __repr__(self):
        return "Symbol(%r, %r)" % (self.symbol, self.additional_info)

    def dot(self):
        info = _dot_word(str(self.additional_info).replace('"', "'") or "_")
        yield '"%s" [shape=box,label="%s\\n%s"];' % (id(self), _dot_word(self.symbol), info)

    @not_rpython
    def visit(self, visitor):
        if isinstance(visitor, RPythonVisitor):
            return visitor.dispatch(self)
        method = getattr(visitor, "visit_" + self.symbol, None)
        return self if method is None else method(self)


class Nonterminal(Node):
    """What a rule of the grammar matched."""

    def __init__(self, symbol, children):
        self.symbol = symbol
        self.children = children

    def getsourcepos(self):
        # Found through the first leaf; an IndexError says that there is none.
        try:
            return self.children[0].getsourcepos()
        except IndexError:
            raise

    def __str__(self):
        return "%s(%s)" % (self.symbol, ", ".join([str(child) for child in self.children]))

    def __repr__(self):
        return "Nonterminal(%r, %r)" % (self.symbol, self.children)

    def dot(self):
        yield '"%s" [label="%s"];' % (id(self), self.symbol)
        for child in self.children:
            yield '"%s" -> "%s";' % (id(self), id(child))
            if isinstance(child, Node):
                for line in child.dot():
                    yield line
            else:
                yield '"%s" [label="%s"];' % (id(child), _dot_word(repr(child).replace('"', '')))

    @not_rpython
    def visit(self, visitor):
        if isinstance(visitor, RPythonVisitor):
            return visitor.dispatch(self)
        method = getattr(visitor, "visit_" + self.symbol, None) or getattr(visitor, "visit", None)
        if method is None:
            method = getattr(visitor, "visit_" + self.symbol)
        return method(self)


class VisitError(Exception):
    def __init__(self, node):
        self.node = node
        self.args = (node,)

    def __str__(self):
        return "could not visit %s" % (self.node,)


def make_dispatch_function(methods, nonterminal, symbol, general):
    """`dispatch(self, node)`: the method named after the node's symbol, or else a general one."""
    def dispatch(self, node):
        if isinstance(node, Nonterminal):
            method = methods.get(node.symbol, None)
            if method is not None:
                return method(self, node)
            if nonterminal:
                return nonterminal(self, node)
        elif isinstance(node, Symbol):
            method = methods.get(node.symbol, None)
            if method is not None:
                return method(self, node)
            if symbol:
                return symbol(self, node)
        if general:
            return general(self, node)
        raise VisitError(node)
    return dispatch


class CreateDispatchDictionaryMetaclass(type):
    def __new__(cls, name, bases, attributes):
        methods = {}
        for key, value in attributes.items():
            if key.startswith("visit_"):
                methods[key[len("visit_"):]] = value
        general = [attributes.get("general_%s" % what)
                   for what in ("nonterminal_visit", "symbol_visit", "visit")]
        attributes["dispatch"] = make_dispatch_function(methods, general[0], general[1], general[2])
        return type.__new__(cls, name, bases, attributes)


# The metaclass, in the way of both Pythons.
RPythonVisitor = CreateDispatchDictionaryMetaclass("RPythonVisitor", (object,), {
    "__module__": __name__, "__doc__": "A visitor with `visit_SYMBOL(self, node)` for each symbol, called by `dispatch(node)`."})
