"""Packrat parsing: recursive descent that keeps every result, so that it takes linear time. Rules are tried in order.

    parser = PackratParser([Rule('list', [['NAME', 'list'], ['NAME']])], 'list')
    parser.parse(lexer.tokenize('a b'))

Whatever fails leaves how far it came and which tokens were wanted there; of the failures of a symbol's expansions the one that came
farthest is kept, of those that came as far the wanted tokens of all. That is the error if the whole text does not parse. What a symbol
that matched had wanted to match beyond that does not count, as in RPython.
"""
import py       # for modules that import `*`
from rpython.rlib.objectmodel import not_rpython
from rpython.rlib.parsing.lexer import SourcePos
from rpython.rlib.parsing.tree import Node, Nonterminal, Symbol


class Rule(object):
    """A nonterminal and its expansions: lists of symbols."""

    def __init__(self, nonterminal, expansions):
        self.expansions = expansions
        self.nonterminal = nonterminal

    def getkey(self):
        return (self.nonterminal,) + tuple(map(tuple, self.expansions))

    def __ne__(self, other):
        return self.getkey() != other.getkey()

    def __eq__(self, other):
        return self.getkey() == other.getkey()

    def __repr__(self):
        return 'Rule%r' % ((self.nonterminal, self.expansions),)

    def __str__(self):
        return '%s: %s' % (self.nonterminal, ' | '.join(map(repr, self.expansions)))


class ErrorInformation(object):
    """How far parsing came (the index of a token), and what was expected there."""

    def __init__(self, pos, failure_reasons=None):
        self.pos = pos
        self.failure_reasons = failure_reasons or []

    def with_reasons_of(self, other):
        """This and another failure at the same place."""
        reasons = self.failure_reasons[:]
        for reason in other.failure_reasons:
            if reason not in self.failure_reasons:
                reasons.append(reason)
        return ErrorInformation(self.pos, reasons)


def combine_errors(self, other):
    """The failure that came farther, or both; one of those that say nothing counts least."""
    if self is None or other is None:
        return other if self is None else self
    silent, other_silent = len(self.failure_reasons) == 0, len(other.failure_reasons) == 0
    if silent or other_silent:
        return self if other_silent else other
    if self.pos == other.pos:
        return self.with_reasons_of(other)
    return self if self.pos > other.pos else other


def listed(words):
    """Some words, as one says what is expected."""
    text = words[0]
    if len(words) > 1:
        text = ', '.join(["'%s'" % words[i] for i in range(len(words) - 1)])
        text += " or '%s'" % words[len(words) - 1]
    return text


class ParseError(Exception):
    """The text does not parse: where, and an `ErrorInformation`."""

    def __init__(self, source_pos, errorinformation):
        self.errorinformation = errorinformation
        self.source_pos = source_pos
        self.args = (source_pos, errorinformation)

    def nice_error_message(self, filename="<unknown>", source=""):
        number = self.source_pos.lineno
        shown = "<couldn't get source>"
        if source:
            shown = source.split('\n')[number] + '\n' + ' ' * self.source_pos.columnno + '^'
        problem = 'ParseError'
        info = self.errorinformation
        if info and len(info.failure_reasons) > 0:
            problem += ': expected ' + listed(info.failure_reasons)
        # People count lines from 1.
        return '  File %s, line %s\n%s\n%s' % (filename, number + 1, shown, problem)


class LazyInputStream(object):
    """The items of an iterator by their index; only as many are taken as are asked for."""

    def __init__(self, iterator):
        self.data, self.more = [], iter(iterator)

    def __getitem__(self, index):
        try:
            while len(self.data) <= index:
                self.data.append(self.more.next())
        except StopIteration:
            raise IndexError('no more tokens')
        assert index >= 0
        return self.data[index]


def name_for_people(symbol):
    """`while` for `__3_while`, the token that `ebnfparse` makes of a text in a rule."""
    if symbol.startswith('__') and symbol[2:3].isdigit():
        bar = symbol.find('_', 2)
        if 0 < bar < len(symbol) - 1:
            return symbol[bar + 1:]
    return symbol


class LazyParseTable(object):
    """All that was matched so far: by index of a token and symbol the node (None: no match), the index behind it, and a failure."""

    def __init__(self, input, parser):
        self.matched = {}
        self.input, self.parser = input, parser

    def match_symbol(self, i, symbol):
        """Matches a symbol at token `i`."""
        if (i, symbol) not in self.matched:
            inner = self.parser.is_nonterminal(symbol)
            self.matched[i, symbol] = self.match_rule(i, symbol) if inner else self.match_token(i, symbol)
        return self.matched[i, symbol]

    def match_token(self, i, symbol):
        try:
            token = self.input[i]
        except IndexError:
            return None, 0, ErrorInformation(i)
        if self.terminal_equality(symbol, token):
            return Symbol(symbol, token.source, token), i + 1, None
        return None, 0, ErrorInformation(i, [name_for_people(symbol)])

    def match_rule(self, i, symbol):
        failure = None
        for expansion in self.parser.get_rule(symbol).expansions:
            children = []
            behind = i
            for part in expansion:
                node, after, why = self.match_symbol(behind, part)
                if node is None:
                    failure = combine_errors(failure, why)
                    break
                behind = after
                children.append(node)
            if len(children) == len(expansion):
                return Nonterminal(symbol, children), behind, failure
        return None, 0, failure

    def terminal_equality(self, symbol, input):
        return input.name == symbol


class PackratParser(object):
    def __init__(self, rules, startsymbol, parsetablefactory=LazyParseTable, check_for_left_recursion=True):
        self.parsetablefactory = parsetablefactory
        self.startsymbol, self.rules = startsymbol, rules
        self.nonterminal_to_rule = dict([(rule.nonterminal, rule) for rule in rules])
        assert not (check_for_left_recursion and self.has_left_recursion()), 'the grammar is left recursive'

    def parse(self, tokeniterator, lazy=False):
        tokens = LazyInputStream(tokeniterator) if lazy else list(tokeniterator)
        tree, _, failure = self.parsetablefactory(tokens, self).match_symbol(0, self.startsymbol)
        if tree is None:
            raise ParseError(tokens[failure.pos].source_pos, failure)
        return tree

    def get_rule(self, symbol):
        return self.nonterminal_to_rule[symbol]

    def is_nonterminal(self, symbol):
        return symbol in self.nonterminal_to_rule

    @not_rpython
    def has_left_recursion(self):
        """Whether a nonterminal can begin with itself."""
        begins = {}
        for rule in self.rules:
            begins[rule.nonterminal] = [e[0] for e in rule.expansions if e and self.is_nonterminal(e[0])]
        for start in begins:
            seen, waiting = set(), begins[start][:]
            while waiting:
                symbol = waiting.pop()
                if symbol == start:
                    return True
                if symbol not in seen:
                    seen.add(symbol)
                    waiting.extend(begins[symbol])
        return False

    def __repr__(self):
        return '%s%r' % (type(self).__name__, (self.rules, self.startsymbol))


class ParserCompiler(object):
    """Makes a class whose instances parse by the rules of a parser, with a method for each symbol."""

    def __init__(self, parser):
        self.parser = parser

    def compile(self):
        parser = self.parser
        numbers = {}
        waiting = [parser.startsymbol]
        while waiting:
            symbol = waiting.pop()
            if symbol not in numbers:
                numbers[symbol] = len(numbers)
                if parser.is_nonterminal(symbol):
                    for expansion in parser.get_rule(symbol).expansions:
                        waiting.extend(expansion)
        ordered = sorted(numbers.items())
        lines = ['class CompileableParser(baseclass):', '    def __init__(self):', '        self.input = []']
        lines += ['        self.matched%d = {}' % number for _, number in ordered]
        lines += [
            '    def parse(self, tokenlist, lazy=True):',
            '        self.__init__()',
            '        self.input = tokenlist',
            '        node, position = self.match%d(0)' % numbers[parser.startsymbol],
            '        if node is None:',
            '            raise ParseError(self.input[position].source_pos, None)',
            '        return node',
        ]
        for symbol, number in ordered:
            lines += [
                '    def match%d(self, i):' % number,
                '        if i not in self.matched%d:' % number,
                '            self.matched%d[i] = self.find%d(i)' % (number, number),
                '        return self.matched%d[i]' % number,
                '    def find%d(self, i):' % number,
            ]
            if parser.is_nonterminal(symbol):
                lines += self.text_of_rule(symbol, numbers)
            else:
                lines += [
                    '        if i < len(self.input) and self.terminal_equality(%r, self.input[i]):' % symbol,
                    '            return Symbol(%r, self.input[i].name, self.input[i]), i + 1' % symbol,
                    '        return None, i',
                ]
        names = dict(baseclass=type(parser), Symbol=Symbol, Nonterminal=Nonterminal, ParseError=ParseError)
        exec('\n'.join(lines) + '\n', names)
        result = names['CompileableParser']
        table = parser.parsetablefactory([], parser)
        equal = type(table).terminal_equality
        result.terminal_equality = lambda self, symbol, token: equal(table, symbol, token)
        return result

    def text_of_rule(self, symbol, numbers):
        lines = ['        farthest = i']
        for expansion in self.parser.get_rule(symbol).expansions:
            lines += ['        children = []', '        position = i']
            indent = '        '
            for part in expansion:
                lines += [
                    indent + 'node, behind = self.match%d(position)' % numbers[part],
                    indent + 'if node is None:',
                    indent + '    farthest = max(farthest, behind)',
                    indent + 'else:',
                    indent + '    children.append(node)',
                    indent + '    position = behind',
                ]
                indent += '    '
            lines.append(indent + 'return Nonterminal(%r, children), position' % symbol)
        lines.append('        return None, farthest')
        return lines
