"""Text to tokens."""

KEYWORDS = ['else', 'fn', 'if', 'print', 'return', 'while']
SYMBOLS = '+-*/<>={}(),'
MAX_DIGITS = 18         # what fits into a machine word whatever the digits are


class LanguageError(Exception):
    """An error of a program in the language, not of this interpreter."""

    def __init__(self, line, message):
        self.line = line
        self.message = message


class Token(object):
    def __init__(self, kind, text, line):
        self.kind = kind        # 'number', 'name', 'end', a keyword, or the symbol itself
        self.text = text
        self.line = line

    def shown(self):
        if self.kind == 'end':
            return self.text
        return "'%s'" % self.text


def is_digit(c):
    return '0' <= c <= '9'


def is_letter(c):
    return 'a' <= c <= 'z' or 'A' <= c <= 'Z' or c == '_'


def tokenize(source):
    tokens = []
    line = 1
    pos = 0
    while pos < len(source):
        c = source[pos]
        start = pos
        pos += 1
        if c == '\n':
            line += 1
        elif c == ' ' or c == '\t' or c == '\r':
            pass
        elif c == '#':
            while pos < len(source) and source[pos] != '\n':
                pos += 1
        elif is_digit(c):
            while pos < len(source) and is_digit(source[pos]):
                pos += 1
            if pos - start > MAX_DIGITS:
                raise LanguageError(line, "the number '%s' is too large" % source[start:pos])
            tokens.append(Token('number', source[start:pos], line))
        elif is_letter(c):
            while pos < len(source) and (is_letter(source[pos]) or is_digit(source[pos])):
                pos += 1
            text = source[start:pos]
            kind = 'name'
            if text in KEYWORDS:
                kind = text
            tokens.append(Token(kind, text, line))
        elif c in SYMBOLS:
            tokens.append(Token(c, c, line))
        else:
            raise LanguageError(line, "unexpected character '%s'" % c)
    tokens.append(Token('end', 'the end of the file', line))
    return tokens
