"""Splits source text into tokens."""

from kite.errors import KiteSyntaxError

# Token kinds; operators and keywords are kinds of their own.
NAME = 'name'
INT = 'integer'
FLOAT = 'float'
STRING = 'string'
END = 'end of file'

KEYWORDS = {}
for _word in ['and', 'break', 'catch', 'class', 'continue', 'else', 'false',
              'fn', 'for', 'if', 'in', 'let', 'nil', 'not', 'or', 'return',
              'throw', 'true', 'try', 'while']:
    KEYWORDS[_word] = True

OPERATORS = {}
for _operator in ['==', '!=', '<=', '>=', '+=', '-=', '*=', '/=', '%=', '//',
                  '+', '-', '*', '/', '%', '<', '>', '=', '(', ')', '[', ']',
                  '{', '}', ',', ';', ':', '.']:
    OPERATORS[_operator] = True

ESCAPES = {'n': '\n', 't': '\t', 'r': '\r', '0': '\0', '\\': '\\', '"': '"',
           "'": "'"}


class Token(object):
    _immutable_fields_ = ['kind', 'text', 'line']

    def __init__(self, kind, text, line):
        self.kind = kind
        self.text = text
        self.line = line

    def describe(self):
        if self.kind == END:
            return self.kind
        return "'%s'" % self.text


def is_name_start(c):
    return c.isalpha() or c == '_'


def is_name_part(c):
    return c.isalnum() or c == '_'


class Lexer(object):
    def __init__(self, source):
        self.source = source
        self.pos = 0
        self.line = 1
        self.tokens = []

    def error(self, msg):
        return KiteSyntaxError(msg, self.line)

    def peek(self, offset=0):
        """The character at some distance, or '\\0' behind the end."""
        index = self.pos + offset
        if index < len(self.source):
            return self.source[index]
        return '\0'

    def slice_from(self, start):
        stop = self.pos
        assert 0 <= start <= stop
        return self.source[start:stop]

    def emit(self, kind, text):
        self.tokens.append(Token(kind, text, self.line))

    def tokenize(self):
        while self.pos < len(self.source):
            c = self.source[self.pos]
            if c == '\n':
                self.line += 1
                self.pos += 1
            elif c == ' ' or c == '\t' or c == '\r':
                self.pos += 1
            elif c == '#':
                self.skip_comment()
            elif is_name_start(c):
                self.read_name()
            elif c.isdigit():
                self.read_number()
            elif c == '"' or c == "'":
                self.read_string(c)
            else:
                self.read_operator()
        self.emit(END, '')
        return self.tokens

    def skip_comment(self):
        stop = self.source.find('\n', self.pos)
        if stop < 0:
            stop = len(self.source)
        self.pos = stop

    def read_name(self):
        start = self.pos
        while is_name_part(self.peek()):
            self.pos += 1
        text = self.slice_from(start)
        if text in KEYWORDS:
            self.emit(text, text)
        else:
            self.emit(NAME, text)

    def read_digits(self):
        while self.peek().isdigit():
            self.pos += 1

    def read_number(self):
        start = self.pos
        kind = INT
        self.read_digits()
        if self.peek() == '.' and self.peek(1).isdigit():
            kind = FLOAT
            self.pos += 1
            self.read_digits()
        if self.peek() == 'e' or self.peek() == 'E':
            kind = FLOAT
            self.pos += 1
            if self.peek() == '-' or self.peek() == '+':
                self.pos += 1
            if not self.peek().isdigit():
                raise self.error('exponent without digits')
            self.read_digits()
        if is_name_start(self.peek()):
            raise self.error('a name cannot follow a number directly')
        self.emit(kind, self.slice_from(start))

    def read_string(self, quote):
        self.pos += 1
        parts = []
        while True:
            if self.pos >= len(self.source) or self.peek() == '\n':
                raise self.error('string is not closed')
            c = self.source[self.pos]
            self.pos += 1
            if c == quote:
                break
            if c == '\\':
                c = self.read_escape()
            parts.append(c)
        self.emit(STRING, ''.join(parts))

    def read_escape(self):
        c = self.peek()
        self.pos += 1
        if c not in ESCAPES:
            raise self.error("unknown escape '\\%s'" % c)
        return ESCAPES[c]

    def read_operator(self):
        one = self.peek()
        two = one + self.peek(1)
        if two in OPERATORS:
            self.emit(two, two)
            self.pos += 2
        elif one in OPERATORS:
            self.emit(one, one)
            self.pos += 1
        else:
            raise self.error("unexpected character '%s'" % one)
