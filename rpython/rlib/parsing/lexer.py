"""Lexers: the longest token that one of several regular expressions matches, the first expression where several do.

    lexer = Lexer([parse_regex('[a-z]+'), parse_regex(' ')], ['NAME', 'WHITE'], ignore=['WHITE'])
    [t.source for t in lexer.tokenize('ab c')]      # ['ab', 'c']

All expressions are one automaton, whose final states have the names of the tokens. A runner reads a text with it; its matcher is a
function `recognize(runner, i)` made of the automaton (or written into a module: `get_dummy_repr`), which leaves the longest match in
`last_matched_index` and `last_matched_state`.
"""
from rpython.rlib.parsing.deterministic import DFARunner, LexerError
from rpython.rlib.parsing.regex import LexingOrExpression


class Record(object):
    """What has fields; untranslated it can be compared, copied and shown."""

    def values(self):
        return [getattr(self, field) for field in self.fields]

    def copy(self):
        return type(self)(*self.values())

    def __eq__(self, other):
        return type(self) is type(other) and self.values() == other.values()

    def __ne__(self, other):
        return not self.__eq__(other)

    def __hash__(self):
        return hash(tuple(self.values()))

    def __repr__(self):
        return '%s(%s)' % (type(self).__name__, ', '.join(map(repr, self.values())))


class SourcePos(Record):
    """A place in a text: index, line and column, all from 0."""
    fields = ('i', 'lineno', 'columnno')

    def __init__(self, i, lineno, columnno):
        self.i, self.lineno, self.columnno = i, lineno, columnno


class Token(Record):
    """A piece of the text: its name, the text, and where it begins."""
    fields = ('name', 'source', 'source_pos')

    def __init__(self, name, source, source_pos):
        self.source_pos = source_pos
        self.name, self.source = name, source


class AbstractLexingDFARunner(DFARunner):
    """Reads a text token by token. A subclass makes the tokens: `make_token`, `ignore_token`."""

    def __init__(self, matcher, automaton, text, eof=False):
        DFARunner.__init__(self, automaton)
        self.text, self.eof, self.matcher = text, eof, matcher
        self.last_matched_index = -1
        self.last_matched_state = self.lineno = self.columnno = 0

    def __iter__(self):
        return self

    def inner_loop(self, i):
        return self.matcher(self, i)

    def find_next_token(self):
        """The next token that is not ignored; StopIteration behind the last."""
        while self.last_matched_index + 1 < len(self.text):
            begin = self.last_matched_index + 1
            assert begin >= 0
            stopped = self.inner_loop(begin)
            end = self.last_matched_index + 1
            if end <= begin:
                # Nothing matched: it stopped behind the character that no token has.
                bad = (stopped if stopped >= 0 else ~stopped) - 1
                raise LexerError(self.text, self.state, self.token_position_class(bad, self.lineno, self.columnno))
            piece = self.text[begin:end]
            token = self.make_token(begin, self.last_matched_state, piece)
            self.adjust_position(piece)
            if not self.ignore_token(self.last_matched_state):
                return token
        if self.eof and self.last_matched_index < len(self.text):
            self.last_matched_index = len(self.text)
            return self.make_token(len(self.text), -1, '', eof=True)
        raise StopIteration

    next = find_next_token

    def adjust_position(self, token):
        """Moves line and column behind a token."""
        newline = token.rfind('\n')
        if newline >= 0:
            self.lineno += token.count('\n')
            self.columnno = len(token) - newline - 1
        else:
            self.columnno += len(token)


class LexingDFARunner(AbstractLexingDFARunner):
    """Makes tokens of a class, whose positions are of its `source_position_class`."""

    def __init__(self, matcher, automaton, text, ignore, eof=False, token_class=None):
        self.ignore = ignore
        if not token_class:
            self.token_class, self.token_position_class = Token, SourcePos
        else:
            self.token_class, self.token_position_class = token_class, token_class.source_position_class
        AbstractLexingDFARunner.__init__(self, matcher, automaton, text, eof)

    def make_token(self, index, state, text, eof=False):
        place = self.token_position_class(index, self.lineno, self.columnno)
        if eof:
            return self.token_class('EOF', 'EOF', place)
        return self.token_class(self.automaton.names[state], text, place)

    def ignore_token(self, state):
        return self.automaton.names[state] in self.ignore


class Lexer(object):
    def __init__(self, token_regexs, names, ignore=None):
        unknown = [name for name in ignore or () if name not in names]
        assert not unknown, 'no such tokens: %s' % ', '.join(unknown)
        self.ignore = dict([(name, None) for name in ignore or ()])
        self.names, self.token_regexs = names, token_regexs
        self.rex = LexingOrExpression(token_regexs, names)
        self.automaton = self.rex.make_automaton().make_deterministic(names)
        self.automaton.optimize()
        self.matcher = self.automaton.make_lexing_code()

    def get_runner(self, text, eof=False, token_class=None):
        return LexingDFARunner(self.matcher, self.automaton, text, self.ignore, eof, token_class)

    def tokenize(self, text, eof=False):
        """The tokens of a text; with `eof` an `EOF` token ends them."""
        tokens, runner = [], self.get_runner(text, eof)
        try:
            while True:
                tokens.append(runner.find_next_token())
        except StopIteration:
            return tokens

    def get_dummy_repr(self):
        """The text of a module that makes this lexer without its regular expressions."""
        parts = (self.automaton.generate_lexing_code(), self.automaton, self.ignore)
        return '%s\nlexer = DummyLexer(recognize, %r, %r)' % parts


class DummyLexer(Lexer):
    """A lexer from an automaton and its matcher."""
    token_regexs = names = rex = None

    def __init__(self, matcher, automaton, ignore):
        self.ignore, self.automaton, self.matcher = ignore, automaton, matcher
