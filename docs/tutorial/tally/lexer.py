"""Text to tokens."""


class TallyError(Exception):
    def __init__(self, line, message):
        self.line = line
        self.message = message


class Token(object):
    def __init__(self, kind, text, line):
        self.kind = kind        # 'number', 'name', 'end', or the symbol itself
        self.text = text
        self.line = line


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
        elif c == ' ':
            pass
        elif is_digit(c):
            while pos < len(source) and is_digit(source[pos]):
                pos += 1
            tokens.append(Token('number', source[start:pos], line))
        elif is_letter(c):
            while pos < len(source) and is_letter(source[pos]):
                pos += 1
            tokens.append(Token('name', source[start:pos], line))
        elif c in '+-*/<={}()':
            tokens.append(Token(c, c, line))
        else:
            raise TallyError(line, "unexpected character '%s'" % c)
    tokens.append(Token('end', 'end of file', line))
    return tokens
