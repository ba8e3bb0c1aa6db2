"""Lexers: the longest token that one of several regular expressions matches, the first expression where several do.

    lexer = Lexer([parse_regex('[a-z]+'), parse_regex(' ')], ['NAME', 'WHITE'], ignore=['WHITE'])
    [t.source for t in lexer.tokenize('ab c')]      # ['ab', 'c']
"""
from rpython.rlib.parsing import deterministic, regex


class Token(object):
    def __init__(self, name, source, source_pos):
        self.name = name
        self.source = source
        self.source_pos = source_pos

    def copy(self):
        return self.__class__(self.name, self.source, self.source_pos)

    def __eq__(self, other):
        return self.__dict__ == other.__dict__

    def __ne__(self, other):
        return not self == other

    def __repr__(self):
        return "Token(%r, %r, %r)" % (self.name, self.source, self.source_pos)


class SourcePos(object):
    """A place in a text: index, line and column, all from 0."""

    def __init__(self, i, lineno, columnno):
        self.i = i
        self.lineno = lineno
        self.columnno = columnno

    def copy(self):
        return SourcePos(self.i, self.lineno, self.columnno)

    def __eq__(self, other):
        return self.__dict__ == other.__dict__

    def __ne__(self, other):
        return not self == other

    def __repr__(self):
        return "SourcePos(%r, %r, %r)" % (self.i, self.lineno, self.columnno)


class Lexer(object):
    def __init__(self, token_regexs, names, ignore=None):
        self.token_regexs = token_regexs
        self.names = names
        self.rex = regex.LexingOrExpression(token_regexs, names)
        self.automaton = self.rex.make_automaton().make_deterministic(names)
        self.automaton.optimize()
        for name in ignore or ():
            assert name in names, "%s is no token" % (name,)
        self.ignore = dict.fromkeys(ignore or ())
        self.matcher = self.automaton.make_lexing_code()

    def get_runner(self, text, eof=False, token_class=None):
        return LexingDFARunner(self.matcher, self.automaton, text, self.ignore, eof, token_class=token_class)

    def tokenize(self, text, eof=False):
        """The tokens of a text; with `eof` an `EOF` token ends them."""
        runner = self.get_runner(text, eof)
        tokens = []
        while True:
            try:
                tokens.append(runner.find_next_token())
            except StopIteration:
                return tokens

    def get_dummy_repr(self):
        """The text of a module that makes this lexer without its regular expressions."""
        return '%s\nlexer = DummyLexer(recognize, %r, %r)' % (
            self.automaton.generate_lexing_code(), self.automaton, self.ignore)

    def __getstate__(self):
        return self.token_regexs, self.names, self.ignore

    def __setstate__(self, args):
        self.__init__(*args)


class DummyLexer(Lexer):
    """A lexer made from its automaton."""

    def __init__(self, matcher, automaton, ignore):
        self.token_regexs = None
        self.names = None
        self.rex = None
        self.automaton = automaton
        self.ignore = ignore
        self.matcher = matcher


class AbstractLexingDFARunner(deterministic.DFARunner):
    i = 0

    def __init__(self, matcher, automaton, text, eof=False):
        self.automaton = automaton
        self.matcher = matcher
        self.text = text
        self.eof = eof
        self.state = 0
        self.last_matched_state = 0
        self.last_matched_index = -1
        self.lineno = 0
        self.columnno = 0

    def find_next_token(self):
        while True:
            self.state = 0
            start = self.last_matched_index + 1
            assert start >= 0
            if start >= len(self.text):
                if start > len(self.text) or not self.eof:
                    raise StopIteration
                self.last_matched_index += 1
                return self.make_token(start, -1, "", eof=True)
            i = self.inner_loop(start)
            if i < 0:
                i = ~i
            stop = self.last_matched_index + 1
            if stop <= start:
                pos = self.token_position_class(i - 1, self.lineno, self.columnno)
                raise deterministic.LexerError(self.text, self.state, pos)
            source = self.text[start:stop]
            token = self.make_token(start, self.last_matched_state, source)
            self.adjust_position(source)
            if not self.ignore_token(self.last_matched_state):
                return token

    next = find_next_token

    def adjust_position(self, token):
        """Moves line and column behind a token."""
        lines = token.count("\n")
        if lines == 0:
            self.columnno += len(token)
        else:
            self.lineno += lines
            self.columnno = len(token) - 1 - token.rfind("\n")

    def inner_loop(self, i):
        return self.matcher(self, i)

    def __iter__(self):
        return self


class LexingDFARunner(AbstractLexingDFARunner):
    def __init__(self, matcher, automaton, text, ignore, eof=False, token_class=None):
        if token_class:
            self.token_class = token_class
            self.token_position_class = token_class.source_position_class
        else:
            self.token_class = Token
            self.token_position_class = SourcePos
        AbstractLexingDFARunner.__init__(self, matcher, automaton, text, eof)
        self.ignore = ignore

    def ignore_token(self, state):
        return self.automaton.names[state] in self.ignore

    def make_token(self, index, state, text, eof=False):
        assert (eof and state == -1) or 0 <= state < len(self.automaton.names)
        pos = self.token_position_class(index, self.lineno, self.columnno)
        if eof:
            return self.token_class("EOF", "EOF", pos)
        return self.token_class(self.automaton.names[state], text, pos)
