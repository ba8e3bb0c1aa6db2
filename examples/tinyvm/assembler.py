"""Assembles program text.

    .const NAME VALUE          a name for an integer or a string
    .func NAME PARAMETERS      the following lines up to .end; main takes none
    label:                     a place to jump to, local to the function
    instruction operands       separated by blanks or commas
    ; comment                  up to the end of the line
"""

from rpython.rlib.rarithmetic import ovfcheck

from opcodes import (
    BY_NAME, CONSTANT, COUNT, FUNCTION, LABEL, OPERAND_SIZES, REGISTER)
from values import IntValue, StrValue

REGISTERS = 16
MAX_OPERAND = 65535


class AssemblyError(Exception):
    def __init__(self, msg, line):
        self.msg = msg
        self.line = line


class Function(object):
    """Code with the source line of every byte."""
    _immutable_fields_ = ['name', 'params', 'code', 'lines[*]']

    def __init__(self, name, params, code, lines):
        self.name = name
        self.params = params
        self.code = code
        self.lines = lines[:]


class Program(object):
    _immutable_fields_ = ['functions[*]', 'constants[*]', 'main']

    def __init__(self, functions, constants, main):
        self.functions = functions
        self.constants = constants
        self.main = main


class Fixup(object):
    """An operand to fill in once the name's value is known."""

    def __init__(self, position, name, line):
        self.position = position
        self.name = name
        self.line = line


def split_line(text, line):
    """The words of a line; a string keeps its opening quote as a mark."""
    words = []
    i = 0
    n = len(text)
    while i < n:
        c = text[i]
        if c == ';':
            break
        elif c == ' ' or c == '\t' or c == ',' or c == '\r':
            i += 1
        elif c == '"':
            word, i = read_string(text, i + 1, line)
            words.append('"' + word)
        else:
            start = i
            while i < n and text[i] not in ' \t,;"\r':
                i += 1
            words.append(text[start:i])
    return words


def read_string(text, i, line):
    """The content of the string that starts at `i`, and the place behind it."""
    chars = []
    while i < len(text):
        c = text[i]
        i += 1
        if c == '"':
            return ''.join(chars), i
        if c == '\\' and i < len(text):
            c = text[i]
            i += 1
            if c == 'n':
                c = '\n'
            elif c == 't':
                c = '\t'
        chars.append(c)
    raise AssemblyError('string is not closed', line)


def parse_number(word, line):
    """Decimal, or hexadecimal with 0x; a minus sign in front is fine."""
    negative = word[0] == '-'
    digits = word
    if negative:
        digits = word[1:]
    base = 10
    if digits.startswith('0x'):
        base = 16
        digits = digits[2:]
    if len(digits) == 0:
        raise AssemblyError("'%s' is not a number" % word, line)
    value = 0
    try:
        for c in digits:
            # Built up as a negative number: there is one more of them.
            value = ovfcheck(value * base)
            value = ovfcheck(value - digit_value(c, base))
        if negative:
            return value
        return ovfcheck(-value)
    except OverflowError:
        raise AssemblyError("'%s' is too large" % word, line)
    except ValueError:
        raise AssemblyError("'%s' is not a number" % word, line)


def digit_value(c, base):
    if '0' <= c <= '9':
        return ord(c) - ord('0')
    if base == 16 and 'a' <= c <= 'f':
        return ord(c) - ord('a') + 10
    raise ValueError


def looks_like_number(word):
    return word[0].isdigit() or (word[0] == '-' and len(word) > 1)


class FunctionBuilder(object):
    def __init__(self, name, params, line):
        self.name = name
        self.params = params
        self.line = line
        self.code = []              # characters
        self.lines = []
        self.labels = {}
        self.jumps = []             # fixups
        self.calls = []

    def emit_byte(self, value, line):
        self.code.append(chr(value))
        self.lines.append(line)

    def emit_word(self, value, line):
        if value > MAX_OPERAND:
            raise AssemblyError('operand is too large: %d' % value, line)
        self.emit_byte(value & 255, line)
        self.emit_byte(value >> 8, line)

    def word_at(self, position):
        return ord(self.code[position]) | (ord(self.code[position + 1]) << 8)

    def store_word(self, position, value):
        self.code[position] = chr(value & 255)
        self.code[position + 1] = chr((value >> 8) & 255)

    def build(self):
        return Function(self.name, self.params, ''.join(self.code), self.lines)


class Assembler(object):
    def __init__(self, source):
        self.source = source
        self.errors = []
        self.constants = []
        self.int_indexes = {}
        self.str_indexes = {}
        self.named = {}             # .const: name -> index in the pool
        self.functions = []
        self.function_indexes = {}
        self.function = None        # the one being assembled

    def assemble(self):
        """The program; all errors are in `errors` if there are any."""
        number = 0
        for text in self.source.split('\n'):
            number += 1
            try:
                words = split_line(text, number)
                if len(words) > 0:
                    self.assemble_line(words, number)
            except AssemblyError as e:
                self.errors.append(e)
        if self.function is not None:
            self.error("function '%s' has no .end" % self.function.name,
                       self.function.line)
            self.end_function()
        self.resolve_calls()
        if 'main' not in self.function_indexes:
            self.error("there is no function 'main'", number)
            return None
        main = self.function_indexes['main']
        if self.functions[main].params != 0:
            self.error("'main' takes no parameters", self.functions[main].line)
        functions = [builder.build() for builder in self.functions]
        return Program(functions, self.constants[:], functions[main])

    def error(self, msg, line):
        self.errors.append(AssemblyError(msg, line))

    # -- lines ----------------------------------------------------------

    def assemble_line(self, words, line):
        first = words[0]
        if first == '.const':
            self.check_count(words, 2, line)
            self.named[words[1]] = self.constant_index(words[2], line)
        elif first == '.func':
            self.check_count(words, 2, line)
            self.start_function(words[1], parse_number(words[2], line), line)
        elif self.function is None:
            raise AssemblyError("'%s' outside of a function" % first, line)
        elif first == '.end':
            self.end_function()
        elif first.endswith(':'):
            self.define_label(first[:-1], line)
            if len(words) > 1:
                self.instruction(words[1:], line)
        else:
            self.instruction(words, line)

    def check_count(self, words, count, line):
        if len(words) - 1 != count:
            raise AssemblyError("'%s' takes %d operands, got %d" % (
                words[0], count, len(words) - 1), line)

    def start_function(self, name, params, line):
        if self.function is not None:
            self.error("function '%s' has no .end" % self.function.name,
                       self.function.line)
            self.end_function()
        if not 0 <= params <= REGISTERS:
            raise AssemblyError('bad number of parameters: %d' % params, line)
        if name in self.function_indexes:
            raise AssemblyError("function '%s' is defined twice" % name, line)
        self.function = FunctionBuilder(name, params, line)
        self.function_indexes[name] = len(self.functions)
        self.functions.append(self.function)

    def end_function(self):
        """Falling off the end returns."""
        function = self.function
        function.emit_byte(BY_NAME['ret'].number, function.line)
        for fixup in function.jumps:
            if fixup.name not in function.labels:
                self.error("there is no label '%s'" % fixup.name, fixup.line)
            else:
                function.store_word(fixup.position, function.labels[fixup.name])
        self.function = None

    def define_label(self, name, line):
        function = self.function
        if name in function.labels:
            raise AssemblyError("label '%s' is defined twice" % name, line)
        function.labels[name] = len(function.code)

    # -- instructions ---------------------------------------------------

    def instruction(self, words, line):
        name = words[0]
        opcode = BY_NAME.get(name, None)
        if opcode is None:
            raise AssemblyError("unknown instruction '%s'" % name, line)
        self.check_count(words, len(opcode.operands), line)
        self.function.emit_byte(opcode.number, line)
        for i in range(len(opcode.operands)):
            self.operand(opcode.operands[i], words[i + 1], line)

    def operand(self, kind, word, line):
        function = self.function
        if kind == REGISTER:
            function.emit_byte(self.register(word, line), line)
        elif kind == CONSTANT:
            function.emit_word(self.constant_index(word, line), line)
        elif kind == LABEL:
            function.jumps.append(Fixup(len(function.code), word, line))
            function.emit_word(0, line)
        elif kind == FUNCTION:
            # Followed by the number of arguments.
            function.calls.append(Fixup(len(function.code), word, line))
            function.emit_word(0, line)
        elif kind == COUNT:
            count = parse_number(word, line)
            if count < 0:
                raise AssemblyError('negative count', line)
            function.emit_word(count, line)

    def register(self, word, line):
        if word[0] == 'r' and len(word) > 1 and looks_like_number(word[1:]):
            number = parse_number(word[1:], line)
            if 0 <= number < REGISTERS:
                return number
        raise AssemblyError("'%s' is not a register" % word, line)

    def constant_index(self, word, line):
        if word[0] == '"':
            return self.str_constant(word[1:])
        if looks_like_number(word):
            return self.int_constant(parse_number(word, line))
        if word in self.named:
            return self.named[word]
        raise AssemblyError("unknown constant '%s'" % word, line)

    def int_constant(self, num):
        index = self.int_indexes.get(num, -1)
        if index < 0:
            index = len(self.constants)
            self.constants.append(IntValue(num))
            self.int_indexes[num] = index
        return index

    def str_constant(self, text):
        index = self.str_indexes.get(text, -1)
        if index < 0:
            index = len(self.constants)
            self.constants.append(StrValue(text))
            self.str_indexes[text] = index
        return index

    # -- calls ----------------------------------------------------------

    def resolve_calls(self):
        for function in self.functions:
            for fixup in function.calls:
                index = self.function_indexes.get(fixup.name, -1)
                if index < 0:
                    self.error("there is no function '%s'" % fixup.name,
                               fixup.line)
                else:
                    function.store_word(fixup.position, index)
                    self.check_arguments(function, fixup, self.functions[index])

    def check_arguments(self, function, fixup, callee):
        position = fixup.position + OPERAND_SIZES[FUNCTION]
        if position + 1 >= len(function.code):
            return                  # the count is missing: reported already
        count = function.word_at(position)
        if count != callee.params:
            self.error("function '%s' takes %d arguments, got %d" % (
                callee.name, callee.params, count), fixup.line)
