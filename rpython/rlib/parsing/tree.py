"""Parse trees, and visitors of them that can be translated.

    Nonterminal('sum', [Symbol('NUMBER', '1', token), ...])

A visitor that is translated is a subclass of `RPythonVisitor`: `visit_SYMBOL(node)` for symbols, `general_symbol_visit(node)` for other
leaves, `general_nonterminal_visit(node)` for other inner nodes, `general_visit(node)` for all the rest; it starts with `dispatch(node)`.
Untranslated, `node.visit(visitor)` works with any object that has `visit_SYMBOL` methods.
"""
from rpython.rlib.objectmodel import not_rpython


class Node(object):
    """A leaf (`Symbol`) or an inner node (`Nonterminal`)."""

    @not_rpython
    def visit(self, visitor):
        dispatch = getattr(visitor, 'dispatch', None) if isinstance(visitor, RPythonVisitor) else None
        return (dispatch or self.method_of(visitor))(self)

    def view(self):
        """There is no viewer: prints the graph."""
        print('digraph G{\n%s\n}' % '\n'.join(self.dot()))

    def dot(self):
        """The lines of a graph."""
        lines = []
        self.draw(lines)
        return lines


def quoted(text):
    """A text between the quotes of a graph."""
    for char, escaped in (('\\', '\\\\'), ('"', '\\"'), ('\n', '\\l')):
        text = text.replace(char, escaped)
    return text


class Symbol(Node):
    """A leaf: the name of a token, its text, and the token itself."""

    def __init__(self, symbol, additional_info, token):
        self.token = token
        self.symbol, self.additional_info = symbol, additional_info

    def getsourcepos(self):
        return self.token.source_pos

    def method_of(self, visitor):
        return getattr(visitor, 'visit_%s' % self.symbol, lambda leaf: leaf)

    def draw(self, lines):
        info = quoted(str(self.additional_info).replace('"', "'")) or '_'
        lines.append('"%s" [shape=box,label="%s\\n%s"];' % (id(self), quoted(self.symbol), info))

    def __repr__(self):
        return 'Symbol%r' % ((self.symbol, self.additional_info),)


class Nonterminal(Node):
    """What a rule of the grammar matched."""

    def __init__(self, symbol, children):
        self.symbol, self.children = symbol, children

    def getsourcepos(self):
        """Where the first leaf stands; IndexError if there is none."""
        if len(self.children) == 0:
            raise IndexError('no leaves')
        return self.children[0].getsourcepos()

    def method_of(self, visitor):
        name = 'visit_%s' % self.symbol
        if hasattr(visitor, 'visit') and not hasattr(visitor, name):
            name = 'visit'
        return getattr(visitor, name)

    def draw(self, lines):
        lines.append('"%s" [label="%s"];' % (id(self), quoted(self.symbol)))
        for child in self.children:
            lines.append('"%s" -> "%s";' % (id(self), id(child)))
            if isinstance(child, Node):
                child.draw(lines)
            else:
                # Visitors may put other objects into trees.
                lines.append('"%s" [label="%s"];' % (id(child), quoted(repr(child))))

    def __repr__(self):
        return 'Nonterminal%r' % ((self.symbol, self.children),)

    def __str__(self):
        return self.symbol + '(' + ', '.join(map(str, self.children)) + ')'


class VisitError(Exception):
    """The visitor has no method for a node."""

    def __init__(self, node):
        self.node, self.args = node, (node,)

    def __str__(self):
        return 'could not visit %s' % (self.node,)


def make_dispatch(methods, of_symbols, of_nonterminals, of_all):
    """The method `dispatch`: by the node's symbol, or else the general method of its sort."""
    def dispatch(self, node):
        found = None
        if isinstance(node, Symbol):
            found = methods.get(node.symbol, of_symbols)
        elif isinstance(node, Nonterminal):
            found = methods.get(node.symbol, of_nonterminals)
        if found is None:
            found = of_all
        if found is None:
            raise VisitError(node)
        return found(self, node)
    return dispatch


class VisitorType(type):
    """Gives each class of visitors its `dispatch`."""

    def __new__(metatype, name, bases, namespace):
        prefix = 'visit_'
        methods = dict([(key[len(prefix):], f) for key, f in namespace.items() if key.startswith(prefix)])
        namespace['dispatch'] = make_dispatch(
            methods, namespace.get('general_symbol_visit'), namespace.get('general_nonterminal_visit'), namespace.get('general_visit'))
        return type.__new__(metatype, name, bases, namespace)


# By a call of the metaclass: its syntax is not the same in both Pythons.
RPythonVisitor = VisitorType('RPythonVisitor', (object,), {'__module__': __name__, '__doc__': 'See the module.'})
