"""Packrat parsing: recursive descent that keeps every result, so that it takes linear time. Rules are tried in order.

    parser = PackratParser([Rule('list', [['NAME', 'list'], ['NAME']])], 'list')
    parser.parse(lexer.tokenize('a b'))
"""
import py      # for modules that import `*`

from rpython.rlib.objectmodel import not_rpython
from rpython.rlib.parsing.lexer import SourcePos
from rpython.rlib.parsing.tree import Node, Symbol, Nonterminal


class Rule(object):
    """A nonterminal and its expansions: lists of symbols."""

    def __init__(self, nonterminal, expansions):
        self.nonterminal = nonterminal
        self.expansions = expansions

    def getkey(self):
        return self.nonterminal, tuple(self.expansions)

    def __eq__(self, other):
        return self.getkey() == other.getkey()

    def __ne__(self, other):
        return not self == other

    def __str__(self):
        return "%s: %s" % (self.nonterminal, " | ".join([repr(e) for e in self.expansions]))

    def __repr__(self):
        return "Rule(%r, %r)" % (self.nonterminal, self.expansions)


class LazyInputStream(object):
    """Tokens, made when they are asked for."""

    def __init__(self, iterator):
        self.iterator = iter(iterator)
        self.data = []

    def __getitem__(self, index):
        assert index >= 0
        while index >= len(self.data):
            try:
                self.data.append(self.iterator.next())
            except StopIteration:
                raise IndexError("index out of range")
        return self.data[index]


def _alternatives(words):
    quoted = ["'%s'" % word for word in words]
    if len(quoted) == 1:
        return words[0]
    return "%s or %s" % (", ".join([quoted[i] for i in range(len(quoted) - 1)]), quoted[len(quoted) - 1])


class ParseError(Exception):
    def __init__(self, source_pos, errorinformation):
        self.source_pos = source_pos
        self.errorinformation = errorinformation
        self.args = (source_pos, errorinformation)

    def nice_error_message(self, filename="<unknown>", source=""):
        # Positions count from 0, people from 1.
        lines = ["  File %s, line %s" % (filename, self.source_pos.lineno + 1)]
        if source:
            lines.append(source.split("\n")[self.source_pos.lineno])
            lines.append(" " * self.source_pos.columnno + "^")
        else:
            lines.append("<couldn't get source>")
        info = self.errorinformation
        if info and info.failure_reasons:
            lines.append("ParseError: expected %s" % (_alternatives(info.failure_reasons),))
        else:
            lines.append("ParseError")
        return "\n".join(lines)


class ErrorInformation(object):
    """How far parsing came, and what it expected there."""

    def __init__(self, pos, failure_reasons=None):
        if failure_reasons is None:
            failure_reasons = []
        self.pos = pos
        self.failure_reasons = failure_reasons


def combine_errors(self, other):
    """The one that came farther, or both."""
    if self is None:
        return other
    if other is None or len(other.failure_reasons) == 0 or other.pos < self.pos:
        return self
    if len(self.failure_reasons) == 0 or self.pos < other.pos:
        return other
    reasons = []
    seen = {}
    for reason in self.failure_reasons + other.failure_reasons:
        if reason not in seen:
            seen[reason] = True
            reasons.append(reason)
    return ErrorInformation(self.pos, reasons)


def _expected(symbol):
    """The name of a terminal for people: `__3_while` is the keyword `while`."""
    if symbol.startswith("__"):
        end = symbol.find("_", 2)
        if end > 2 and symbol[2].isdigit():
            rest = symbol[end + 1:]
            if rest:
                return rest
    return symbol


class LazyParseTable(object):
    def __init__(self, input, parser):
        self.parser = parser
        self.input = input
        self.matched = {}
        self.errorinformation = {}

    def match_symbol(self, i, symbol):
        """Matches a symbol from token `i` on: node, index behind it, and the farthest failure. The node is None if there is no match."""
        key = (i, symbol)
        if key in self.matched:
            return self.matched[key]
        if self.parser.is_nonterminal(symbol):
            result = self.match_nonterminal(i, symbol)
            self.matched[key] = result
            return result
        error = None
        try:
            token = self.input[i]
            if self.terminal_equality(symbol, token):
                result = (Symbol(symbol, token.source, token), i + 1, error)
                self.matched[key] = result
                return result
            error = ErrorInformation(i, [_expected(symbol)])
        except IndexError:
            error = ErrorInformation(i)
        return None, 0, error

    def match_nonterminal(self, i, symbol):
        error = None
        for expansion in self.parser.get_rule(symbol).expansions:
            position = i
            children = []
            for part in expansion:
                node, behind, failure = self.match_symbol(position, part)
                # What matched may have wanted to match more.
                error = combine_errors(error, failure)
                if node is None:
                    break
                children.append(node)
                position = behind
            if len(children) == len(expansion):
                return Nonterminal(symbol, children), position, error
        return None, 0, error

    def terminal_equality(self, symbol, input):
        return symbol == input.name


class PackratParser(object):
    def __init__(self, rules, startsymbol, parsetablefactory=LazyParseTable, check_for_left_recursion=True):
        self.rules = rules
        self.startsymbol = startsymbol
        self.parsetablefactory = parsetablefactory
        self.nonterminal_to_rule = {}
        for rule in rules:
            self.nonterminal_to_rule[rule.nonterminal] = rule
        if check_for_left_recursion:
            assert not self.has_left_recursion(), "the grammar is left recursive"

    def is_nonterminal(self, symbol):
        return symbol in self.nonterminal_to_rule

    def get_rule(self, symbol):
        return self.nonterminal_to_rule[symbol]

    def parse(self, tokeniterator, lazy=False):
        if lazy:
            input = LazyInputStream(tokeniterator)
        else:
            input = list(tokeniterator)
        table = self.parsetablefactory(input, self)
        node, _, error = table.match_symbol(0, self.startsymbol)
        if node is None:
            raise ParseError(input[error.pos].source_pos, error)
        return node

    @not_rpython
    def has_left_recursion(self):
        """Whether a nonterminal can begin with itself."""
        begins = {}
        for rule in self.rules:
            begins[rule.nonterminal] = set([e[0] for e in rule.expansions if e and self.is_nonterminal(e[0])])
        for start in begins:
            seen, waiting = set(), list(begins[start])
            while waiting:
                symbol = waiting.pop()
                if symbol == start:
                    return True
                if symbol not in seen:
                    seen.add(symbol)
                    waiting.extend(begins[symbol])
        return False

    def __repr__(self):
        return "%s(%r, %r)" % (self.__class__.__name__, self.rules, self.startsymbol)


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
            if symbol in numbers:
                continue
            numbers[symbol] = len(numbers)
            if parser.is_nonterminal(symbol):
                for expansion in parser.get_rule(symbol).expansions:
                    waiting.extend(expansion)
        lines = ["class CompileableParser(baseclass):", "    def __init__(self):", "        self.input = []"]
        for symbol, number in sorted(numbers.items()):
            lines.append("        self.matched%d = {}" % number)
        lines += [
            "    def parse(self, tokenlist, lazy=True):",
            "        self.__init__()",
            "        self.input = tokenlist",
            "        node, position = self.match%d(0)" % numbers[parser.startsymbol],
            "        if node is None:",
            "            raise ParseError(self.input[position].source_pos, None)",
            "        return node",
        ]
        for symbol, number in sorted(numbers.items()):
            lines += [
                "    def match%d(self, i):" % number,
                "        if i not in self.matched%d:" % number,
                "            self.matched%d[i] = self.find%d(i)" % (number, number),
                "        return self.matched%d[i]" % number,
                "    def find%d(self, i):" % number,
            ]
            if parser.is_nonterminal(symbol):
                lines += self._nonterminal(symbol, numbers)
            else:
                lines += [
                    "        if i < len(self.input):",
                    "            token = self.input[i]",
                    "            if self.terminal_equality(%r, token):" % symbol,
                    "                return Symbol(%r, token.name, token), i + 1" % symbol,
                    "        return None, i",
                ]
        names = dict(baseclass=parser.__class__, Symbol=Symbol, Nonterminal=Nonterminal, ParseError=ParseError)
        exec("\n".join(lines) + "\n", names)
        result = names["CompileableParser"]
        table = parser.parsetablefactory([], parser)

        def terminal_equality(self, symbol, input):
            return equal(table, symbol, input)
        equal = table.__class__.terminal_equality
        result.terminal_equality = terminal_equality
        return result

    def _nonterminal(self, symbol, numbers):
        lines = ["        failed = i"]
        for number, expansion in enumerate(self.parser.get_rule(symbol).expansions):
            lines += ["        children = []", "        position = i"]
            indent = "        "
            for part in expansion:
                lines += [
                    indent + "node, behind = self.match%d(position)" % numbers[part],
                    indent + "if node is None:",
                    indent + "    if behind > failed:",
                    indent + "        failed = behind",
                    indent + "else:",
                    indent + "    children.append(node)",
                    indent + "    position = behind",
                ]
                indent += "    "
            lines.append(indent + "return Nonterminal(%r, children), position" % symbol)
        lines.append("        return None, failed")
        return lines
