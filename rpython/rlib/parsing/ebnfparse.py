"""Grammars in EBNF: a lexer and a parser of them, and a visitor that makes the tree smaller.

    regexs, rules, ToAST = parse_ebnf('''
        NUMBER: "[0-9]+";
        IGNORE: " ";
        sum: <NUMBER> | NUMBER ["+"] sum;
    ''')
    parse = make_parse_function(regexs, rules, eof=True)
    tree = ToAST().transform(parse("1 + 2"))

Names in capitals are tokens, others rules. Behind a symbol `*`, `+` and `?` repeat it. In the tree that `transform` makes `["+"]` leaves a
symbol out, `<x>` takes the place of the whole rule's node, and `>x<` puts the children of `x` where `x` was.

A rule with an optional part becomes rules without (`__NAME_rest_0_0`); `x*` becomes `_star_symbol0: x _star_symbol0 | x`.
"""
from rpython.rlib.parsing.deterministic import DFA
from rpython.rlib.parsing.lexer import Lexer, DummyLexer
from rpython.rlib.parsing.parsing import PackratParser, ParseError, ErrorInformation, Rule
from rpython.rlib.parsing.regex import StringExpression
from rpython.rlib.parsing.regexparse import parse_regex, unescape
from rpython.rlib.parsing.tree import Nonterminal, Symbol, RPythonVisitor

# What happens to a symbol of an expansion in the tree of `transform`.
KEEP, DROP, SPLICE, ALONE = ' ', '[', '>', '<'


def _make_lexer():
    names = ['SYMBOLNAME', 'NONTERMINALNAME', 'QUOTE', 'QUOTE', 'IGNORE', 'IGNORE']
    texts = ['_*[A-Z]([A-Z]|_)*', '([a-z]|_)[a-z0-9_]*', r'"[^"]*(\\"[^"]*)*"', "'\"'", '#[^\\n]*\\n', '[ \\t\\r\\n]+']
    regexs = [parse_regex(text) for text in texts]
    for char in ':;|*+?[]<>()':
        names.append(char)
        regexs.append(StringExpression(char))
    return Lexer(regexs, names, ignore=['IGNORE'])


lexer = _make_lexer()


class GrammarReader(object):
    """Reads a grammar: recursive descent over its tokens."""

    def __init__(self, text):
        self.tokens = lexer.tokenize(text, eof=True)
        self.pos = 0
        self.names = []
        self.regexs = []
        self.rules = []
        self.changes = []
        self.first_rule = None
        self.literals = {}
        self.optional = {}      # names of the rules made of `x*` and `x?`
        self.repeated = 0       # number of the rules made of `x+`

    @property
    def next(self):
        return self.tokens[self.pos].name

    def accept(self, name):
        if self.next != name:
            return False
        self.pos += 1
        return True

    def expect(self, *names):
        if self.next not in names:
            raise ParseError(self.tokens[self.pos].source_pos, ErrorInformation(self.pos, list(names)))
        self.pos += 1
        return self.tokens[self.pos - 1].source

    def add_rule(self, name, expansions, changes):
        self.rules.append(Rule(name, expansions))
        self.changes.append(changes)

    def read(self):
        while True:
            if self.next == 'SYMBOLNAME':
                self.read_token()
            else:
                self.read_rule()
            if self.next == 'EOF':
                return

    def read_token(self):
        name = self.expect('SYMBOLNAME')
        self.expect(':')
        text = self.expect('QUOTE')[1:-1].replace('\\"', '"')
        self.expect(';')
        self.names.append(name)
        self.regexs.append(parse_regex(text))

    def read_rule(self):
        name = self.expect('NONTERMINALNAME', 'SYMBOLNAME')
        self.expect(':')
        if self.accept(';'):
            self.add_rule(name, [[]], [])
            return
        expansions, changes = [], []
        while True:
            pairs = self.read_expansion()
            expansions.append([symbol for symbol, _ in pairs])
            changes.append(''.join([change for _, change in pairs]))
            if not self.accept('|'):
                break
        self.expect(';')
        if self.first_rule is None:
            self.first_rule = name
        self.add_rule(name, expansions, changes)

    def read_expansion(self):
        """Pairs of a symbol and what happens to it."""
        pairs = self.read_decorated()
        while self.next in ('NONTERMINALNAME', 'SYMBOLNAME', 'QUOTE', '[', '(', '>') or (self.next == '<' and not self.closes()):
            pairs += self.read_decorated()
        return pairs

    def closes(self):
        """Whether `<` ends a `>...<`: it begins `<x>` only if a symbol and `>` follow."""
        names = [t.name for t in self.tokens[self.pos + 1:self.pos + 3]]
        return not (len(names) == 2 and names[0] in ('NONTERMINALNAME', 'SYMBOLNAME', 'QUOTE') and names[1] == '>')

    def read_decorated(self):
        pairs = self.read_enclosed()
        if self.next not in ('*', '+', '?'):
            return pairs
        operator = self.expect('*', '+', '?')
        symbols = [symbol for symbol, _ in pairs]
        changes = ''.join([change for _, change in pairs])
        if operator == '+':
            name = '_plus_symbol%d' % self.repeated
            self.repeated += 1
        else:
            name = '_%s_symbol%d' % ('star' if operator == '*' else 'maybe', len(self.optional))
            self.optional[name] = operator
        if operator == '?':
            self.add_rule(name, [symbols], [changes])
        elif operator == '*':
            # The rule's own name is optional: `split` makes the second expansion.
            self.add_rule(name, [symbols + [name]], [changes + SPLICE])
        else:
            self.add_rule(name, [symbols + [name], symbols], [changes + SPLICE, changes])
        return [(name, SPLICE)]

    def read_enclosed(self):
        if self.accept('('):
            pairs = self.read_expansion()
            self.expect(')')
            return pairs
        for opening, closing in (('[', ']'), ('>', '<'), ('<', '>')):
            if self.accept(opening):
                pairs = [self.read_primary()] if opening == '<' else self.read_expansion()
                self.expect(closing)
                for _, change in pairs:
                    assert change in (KEEP, opening), "cannot put %r around %r" % (opening, change)
                return [(symbol, opening) for symbol, _ in pairs]
        return [self.read_primary()]

    def read_primary(self):
        quoted = self.next == 'QUOTE'
        text = self.expect('NONTERMINALNAME', 'SYMBOLNAME', 'QUOTE')
        return (self.literal(unescape(text[1:-1])) if quoted else text), KEEP

    def literal(self, text):
        """The token of a text that stands in a rule. Such tokens come before those that have names."""
        if text not in self.literals:
            name = self.literals[text] = '__%d_%s' % (len(self.literals), text)
            self.names.insert(0, name)
            self.regexs.insert(0, StringExpression(text))
        return self.literals[text]

    def get_rules_and_changes(self):
        """The rules, the first one of the text first, without optional symbols."""
        order = sorted(range(len(self.rules)), key=lambda i: self.rules[i].nonterminal != self.first_rule)
        rules, changes, more_rules, more_changes = [], [], [], []
        for i in order:
            rule = self.rules[i]
            if rule.expansions == [[]]:
                rules.append(rule)
                changes.append([])
                continue
            expansions, expansion_changes = [], []
            for number, (expansion, change) in enumerate(zip(rule.expansions, self.changes[i])):
                pieces = self.split(rule.nonterminal, number, expansion, change)
                for name, new_expansions, new_changes in pieces[1:]:
                    more_rules.append(Rule(name, new_expansions))
                    more_changes.append(new_changes)
                expansions += pieces[0][1]
                expansion_changes += pieces[0][2]
            rules.append(Rule(rule.nonterminal, expansions))
            changes.append(expansion_changes)
        return rules + more_rules, changes + more_changes

    def split(self, name, number, expansion, change):
        """An expansion without optional symbols: for each of them one piece (name, expansions with and without it, changes)."""
        places = [i for i, symbol in enumerate(expansion) if symbol in self.optional]
        if not places:
            return [(name, [expansion], [change])]
        if len(places) == len(expansion):
            raise ValueError("Rule %r's expansion needs at least one symbol with >0 repetitions" % name)
        pieces = []
        start = 0
        current = name
        for k, place in enumerate(places):
            if k + 1 < len(places):
                rest_name = '__%s_rest_%s_%s' % (name, number, k)
                rest, rest_change = [rest_name], SPLICE
            else:
                rest_name = ''
                rest, rest_change = expansion[place + 1:], change[place + 1:]
            pieces.append((current,
                           [expansion[start:place + 1] + rest, expansion[start:place] + rest],
                           [change[start:place + 1] + rest_change, change[start:place] + rest_change]))
            start = place + 1
            current = rest_name
        return pieces


def parse_ebnf(s):
    """The tokens (pairs of name and regular expression), the rules, and the class of the transformer of a grammar."""
    reader = GrammarReader(s)
    reader.read()
    rules, changes = reader.get_rules_and_changes()
    ToAST = TransformerMaker(rules, changes).make_transformer()
    return list(zip(reader.names, reader.regexs)), rules, ToAST


def check_for_missing_names(names, regexs, rules):
    known = dict.fromkeys(list(names) + ["EOF"] + [rule.nonterminal for rule in rules])
    for rule in rules:
        for expansion in rule.expansions:
            for symbol in expansion:
                if symbol not in known:
                    raise ValueError("symbol '%s' not known" % (symbol,))


def make_parse_function(regexs, rules, eof=False):
    """`parse(text)`; with `eof` the text ends in the token `EOF`."""
    names = [name for name, _ in regexs]
    expressions = [expression for _, expression in regexs]
    check_for_missing_names(names, expressions, rules)
    ignore = ["IGNORE"] if "IGNORE" in names else []
    lexer = Lexer(expressions, names, ignore=ignore)
    parser = PackratParser(rules, rules[0].nonterminal)

    def parse(s):
        return parser.parse(lexer.tokenize(s, eof=eof))
    return parse


class Alternative(object):
    """An expansion of a rule, and what happens to its symbols."""

    def __init__(self, symbols, change):
        self.symbols = symbols
        self.change = change

    def matches(self, children):
        if len(children) != len(self.symbols):
            return False
        for i in range(len(children)):
            if children[i].symbol != self.symbols[i]:
                return False
        return True


def expand(table, node):
    """What becomes of a node: a list of one or (`<x>` of a rule that is empty) of some nodes."""
    alternatives = table.get(node.symbol, None)
    if alternatives is None or len(alternatives) == 0:
        return [node]
    assert isinstance(node, Nonterminal)
    for alternative in alternatives:
        if len(alternatives) == 1 or alternative.matches(node.children):
            return apply_change(table, node, alternative.change)
    raise AssertionError("the tree is of another grammar")


def apply_change(table, node, change):
    alone = change.find(ALONE)
    if alone >= 0:
        return expand(table, node.children[alone])
    children = []
    for i in range(len(change)):
        c = change[i]
        if c == DROP:
            continue
        new = expand(table, node.children[i])
        if c == SPLICE:
            assert len(new) == 1
            only = new[0]
            assert isinstance(only, Nonterminal)
            children.extend(only.children)
        else:
            children.extend(new)
    return [Nonterminal(node.symbol, children)]


class TransformerMaker(object):
    """Makes the class `ToAST`: `transform(tree)`, and `visit_RULE(node)` for each rule, which gives a list of nodes."""

    def __init__(self, rules, changes):
        self.rules = rules
        self.changes = changes

    def make_transformer(self, print_code=False):
        table = {}
        for rule, changes in zip(self.rules, self.changes):
            alternatives = []
            for expansion, change in zip(rule.expansions, changes):
                assert change.count(ALONE) <= 1, "cannot expand more than one node in rule %s" % (rule,)
                alternatives.append(Alternative(expansion, change))
            table[rule.nonterminal] = alternatives
        start = self.rules[0].nonterminal

        class ToAST(object):
            def transform(self, tree):
                assert isinstance(tree, Nonterminal)
                assert tree.symbol == start
                nodes = expand(table, tree)
                assert len(nodes) == 1
                return nodes[0]

        def make_visit():
            def visit(self, node):
                return expand(table, node)
            return visit
        for rule in self.rules:
            setattr(ToAST, "visit_" + rule.nonterminal, make_visit())
        ToAST.__module__ = __name__
        ToAST.changes = self.changes
        return ToAST
