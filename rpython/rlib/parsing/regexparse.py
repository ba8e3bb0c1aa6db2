"""Regular expressions from text, in the usual notation: `|`, `*`, `+`, `?`, `{2,5}`, `[a-z]`, `[^x]`, `.`, `\\d`, `\\n`, `\\x41`.

    parse_regex('[a-z]+').make_automaton()
"""
from rpython.rlib.parsing.deterministic import compress_char_set
from rpython.rlib.parsing.parsing import ErrorInformation
from rpython.rlib.parsing.regex import RangeExpression, StringExpression

_CONTROL = {"a": "\a", "b": "\b", "e": "\x1b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_DIGITS = "0123456789"
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_CLASSES = {"d": _DIGITS, "s": " \t\n\f\r", "w": _LETTERS + _DIGITS + "_"}
_ALL = [chr(i) for i in range(256)]
# Characters that stand for themselves only behind a backslash, in an expression and between brackets.
_SPECIAL = "*+()[]{|.-?^\\"
_PLAIN_IN_BRACKETS = ".*+?-["


def unescape_muncher(string):
    """The first character of a text, without its backslash, and the rest."""
    if string[0] != "\\" or len(string) == 1:
        return string[0], string[1:]
    kind = string[1]
    if kind == "x":
        return chr(int(string[2:4], 16)), string[4:]
    if kind in "01234567":
        end = 2
        while end < min(len(string), 4) and string[end] in "01234567":
            end += 1
        return chr(int(string[1:end], 8) & 0xff), string[end:]
    if kind == "c":
        return chr(ord(string[2].upper()) ^ 0x40), string[3:]
    return _CONTROL.get(kind, kind), string[2:]


def unescape(s):
    """A text without its backslashes."""
    plain = ""
    while len(s) > 0:
        first, s = unescape_muncher(s)
        plain += first
    return plain


class RegexError(Exception):
    """Not a regular expression; `error` knows where."""

    def __init__(self, pos, expected):
        self.error = ErrorInformation(pos, [expected])
        Exception.__init__(self, "at character %d: expected %s" % (pos, expected))


def _class_expression(chars):
    ranges = [RangeExpression(first, chr(ord(first) + length - 1)) for first, length in compress_char_set(chars)]
    if not ranges:
        # No character at all: a range that is empty.
        return RangeExpression("b", "a")
    result = ranges[0]
    for r in ranges[1:]:
        result = result | r
    return result


class RegexParser(object):
    """Recursive descent, a method for each level of precedence."""

    def __init__(self, text):
        self.text = text
        self.pos = 0

    def peek(self, ahead=0):
        i = self.pos + ahead
        return self.text[i] if i < len(self.text) else ""

    def accept(self, char):
        if char and self.peek() == char:
            self.pos += 1
            return True
        return False

    def parse(self):
        result = self.alternatives()
        if self.pos < len(self.text):
            raise RegexError(self.pos, "the end")
        return result

    def alternatives(self):
        result = self.sequence()
        while self.accept("|"):
            result = result | self.sequence()
        return result

    def sequence(self):
        result = StringExpression("")
        while self.peek() not in ("", "|", ")"):
            result = result + self.repetition()
        return result

    def repetition(self):
        what = self.primary()
        if self.accept("*"):
            return what.kleene()
        if self.accept("+"):
            return what + what.kleene()
        if self.accept("?"):
            return StringExpression("") | what
        bounds = self.bounds()
        if bounds is None:
            return what
        low, high = bounds
        if high is None:
            return what * low + what.kleene()
        more = StringExpression("")
        for i in range(1, high - low + 1):
            more = more | what * i
        return what * low + more

    def bounds(self):
        """`{2}`, `{2,}` or `{2,5}`; None (and nothing is read) for other braces."""
        end = self.text.find("}", self.pos)
        if self.peek() != "{" or end < 0:
            return None
        parts = self.text[self.pos + 1:end].split(",")
        if len(parts) > 2 or not parts[0].isdigit() or not (parts[-1].isdigit() or (len(parts) == 2 and not parts[1])):
            return None
        self.pos = end + 1
        low = int(parts[0])
        if len(parts) == 1:
            return low, low
        return low, int(parts[1]) if parts[1] else None

    def primary(self):
        char = self.peek()
        if self.accept("("):
            result = self.alternatives()
            if not self.accept(")"):
                raise RegexError(self.pos, ")")
            return result
        if self.accept("["):
            return self.brackets()
        if self.accept("."):
            return RangeExpression(_ALL[0], _ALL[255])
        chars = self.char_class()
        if chars is not None:
            return _class_expression(chars)
        if char in ("-", "]", "{"):
            self.pos += 1
            return StringExpression(char)
        return StringExpression(self.char())

    def char(self):
        """A character, perhaps behind a backslash."""
        char = self.peek()
        if char == "\\":
            if not self.peek(1):
                self.pos += 1
                return char
            char, rest = unescape_muncher(self.text[self.pos:])
            self.pos = len(self.text) - len(rest)
            return char
        if not char or char in _SPECIAL:
            raise RegexError(self.pos, "a character")
        self.pos += 1
        return char

    def char_class(self):
        """`\\d` and friends; None for anything else."""
        kind = self.peek(1)
        if self.peek() != "\\" or not kind or kind.lower() not in _CLASSES:
            return None
        self.pos += 2
        chars = set(_CLASSES[kind.lower()])
        return chars if kind.islower() else set(_ALL) - chars

    def brackets(self):
        negated = self.accept("^")
        chars = set()
        first = True
        while first or self.peek() != "]":
            if first and self.accept("]"):
                chars.add("]")
            else:
                chars |= self.bracket_element()
            first = False
        self.pos += 1
        return _class_expression(set(_ALL) - chars if negated else chars)

    def bracket_element(self):
        chars = self.char_class()
        if chars is not None:
            return chars
        char = self.peek()
        if not char:
            raise RegexError(self.pos, "]")
        if char in _PLAIN_IN_BRACKETS:
            self.pos += 1
            return set([char])
        low = self.bracket_char()
        if self.peek() == "-" and self.peek(1) not in ("]", ""):
            self.pos += 1
            high = self.bracket_char()
            return set([chr(i) for i in range(ord(low), ord(high) + 1)])
        return set([low])

    def bracket_char(self):
        # Between brackets only brackets and backslashes are special.
        char = self.peek()
        if char and char in "|(){^$":
            self.pos += 1
            return char
        return self.char()


def parse_regex(s):
    """The regular expression that a text describes."""
    return RegexParser(s).parse()


def make_runner(regex, view=False):
    """A runner of the automaton of a text."""
    dfa = parse_regex(regex).make_automaton().make_deterministic()
    dfa.optimize()
    return dfa.get_runner()
