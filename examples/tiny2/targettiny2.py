"""tiny2: a language of words over boxed integers and strings.

    tiny2 PROGRAM.t2 ARGUMENT...

A program is a row of words; most take values from the stack and put one back:

    12 -3 "text"         put themselves
    ADD                  adds integers, else joins the texts of both
    SUB MUL DIV MOD      for integers; quotients round down
    LT EQ                compare: 1 or 0
    NOT                  1 for 0 and the empty string, else 0
    DUP DROP SWAP OVER   move values
    #1 ->#1              puts the first argument; stores into it
    { ... }              repeats until `}` takes 0 or the empty string
    PRINT                prints a value

What is on the stack at the end is printed, the top last.  Arguments are integers
where they look like one.  The rest of a line behind `;` is a comment.
"""

import os

from rpython.rlib.jit import (
    dont_look_inside, elidable, hint, unroll_safe)
from rpython.rlib.rarithmetic import intmask

OPERATIONS = ['ADD', 'SUB', 'MUL', 'DIV', 'MOD', 'LT', 'EQ']
OTHER_WORDS = ['NOT', 'DUP', 'DROP', 'SWAP', 'OVER', 'PRINT', '{', '}']


class ProgramError(Exception):
    """Not a program."""

    def __init__(self, msg, line):
        self.msg = msg
        self.line = line


class RunError(Exception):
    """A word cannot do its work."""

    def __init__(self, msg):
        self.msg = msg


# ____________________________________________________________ values


class Box(object):
    """A value; boxes never change."""


class IntBox(Box):
    _immutable_fields_ = ['num']

    def __init__(self, num):
        self.num = num

    def is_true(self):
        return self.num != 0

    def as_int(self):
        return self.num

    def as_text(self):
        return text_of_int(self.num)


class StrBox(Box):
    _immutable_fields_ = ['text']

    def __init__(self, text):
        self.text = text

    def is_true(self):
        return len(self.text) > 0

    def as_int(self):
        raise RunError('"%s" is not an integer' % self.text)

    def as_text(self):
        return self.text


@dont_look_inside
def text_of_int(num):
    return str(num)


def known_class(box):
    """The JIT compiles what follows for the class of the box."""
    hint(box.__class__, promote=True)
    return box


class Cell(object):
    """A value above others: the stack, and the arguments from the first on.

    Cells never change: to store an argument means new cells in front of the rest.
    That is what lets the JIT keep cells and boxes off the heap.
    """
    _immutable_fields_ = ['box', 'below']

    def __init__(self, box, below):
        self.box = box
        self.below = below


def top(stack):
    if stack is None:
        raise RunError('the stack is empty')
    return known_class(stack.box)


# ____________________________________________________________ words


def add(left, right):
    if isinstance(left, IntBox) and isinstance(right, IntBox):
        return IntBox(intmask(left.num + right.num))
    return StrBox(left.as_text() + right.as_text())


def less(left, right):
    if isinstance(left, IntBox) and isinstance(right, IntBox):
        return left.num < right.num
    return left.as_text() < right.as_text()


def equal(left, right):
    if isinstance(left, IntBox) and isinstance(right, IntBox):
        return left.num == right.num
    if isinstance(left, StrBox) and isinstance(right, StrBox):
        return left.text == right.text
    return False


def divisor_of(box):
    divisor = box.as_int()
    if divisor == 0:
        raise RunError('division by zero')
    return divisor


def divide(left, right):
    divisor = divisor_of(right)
    num = left.as_int()
    if divisor == -1:
        return IntBox(intmask(-num))    # the quotient may not fit a word
    return IntBox(num // divisor)


def remainder(left, right):
    divisor = divisor_of(right)
    num = left.as_int()
    if divisor == -1:
        return IntBox(0)
    return IntBox(num % divisor)


def int_of_bool(flag):
    if flag:
        return IntBox(1)
    return IntBox(0)


def operate(word, left, right):
    """What a word with two operands makes of them."""
    if word == 'ADD':
        return add(left, right)
    elif word == 'SUB':
        return IntBox(intmask(left.as_int() - right.as_int()))
    elif word == 'MUL':
        return IntBox(intmask(left.as_int() * right.as_int()))
    elif word == 'DIV':
        return divide(left, right)
    elif word == 'MOD':
        return remainder(left, right)
    elif word == 'LT':
        return int_of_bool(less(left, right))
    else:
        return int_of_bool(equal(left, right))


@unroll_safe
def argument(args, index):
    while index > 0 and args is not None:
        args = args.below
        index -= 1
    if args is None:
        raise RunError('there are not so many arguments')
    return args.box


@unroll_safe
def with_argument(args, index, box):
    """The arguments with another one at `index`."""
    before = None
    count = index
    while count > 0 and args is not None:
        before = Cell(args.box, before)
        args = args.below
        count -= 1
    if args is None:
        raise RunError('there are not so many arguments')
    args = Cell(box, args.below)
    while index > 0:
        args = Cell(before.box, args)
        before = before.below
        index -= 1
    return args


@dont_look_inside
def show(box):
    os.write(1, box.as_text() + '\n')


# ____________________________________________________________ the interpreter


def interpret(program, args):
    """The stack at the end.

    `word` is asked to be known when the JIT compiles, and so the program, which
    never changes, and the position are; classes of values are promoted where
    they are looked at; the rest is known at run time.
    """
    stack = None
    pos = 0
    while True:
        hint(None, global_merge_point=True)
        program = hint(program, deepfreeze=True)
        if pos >= program.length:
            return stack
        word = hint(program.words[pos], concrete=True)
        kind = hint(kind_of(word), concrete=True)
        if kind == OPERATION:
            right = top(stack)
            stack = stack.below
            left = top(stack)
            stack = Cell(operate(word, left, right), stack.below)
        elif kind == NUMBER:
            stack = Cell(IntBox(number_of(word)), stack)
        elif kind == TEXT:
            stack = Cell(StrBox(text_of(word)), stack)
        elif kind == ARGUMENT:
            stack = Cell(argument(args, index_of(word)), stack)
        elif kind == STORE:
            args = with_argument(args, index_of(word), top(stack))
            stack = stack.below
        elif word == '}':
            flag = top(stack).is_true()
            stack = stack.below
            if flag:
                pos = program.matching[pos]
        elif word == 'NOT':
            box = int_of_bool(not top(stack).is_true())
            stack = Cell(box, stack.below)
        elif word == 'DUP':
            stack = Cell(top(stack), stack)
        elif word == 'DROP':
            top(stack)
            stack = stack.below
        elif word == 'SWAP':
            box = top(stack)
            stack = stack.below
            stack = Cell(top(stack), Cell(box, stack.below))
        elif word == 'OVER':
            top(stack)
            stack = Cell(top(stack.below), stack)
        elif word == 'PRINT':
            show(top(stack))
            stack = stack.below
        pos += 1


# ____________________________________________________________ programs


class Program(object):
    """`matching` has at each `}` the position of its `{`."""

    def __init__(self, words, matching):
        self.words = words[:]
        self.matching = matching[:]
        self.length = len(words)


NUMBER, TEXT, ARGUMENT, STORE, OPERATION, OTHER = range(6)


def is_number(word):
    start = 0
    if len(word) > 1 and word[0] == '-':
        start = 1
    for i in range(start, len(word)):
        if not '0' <= word[i] <= '9':
            return False
    return start < len(word)


@elidable
def kind_of(word):
    if word.startswith('"'):
        return TEXT
    elif word.startswith('#'):
        return ARGUMENT
    elif word.startswith('->#'):
        return STORE
    elif is_number(word):
        return NUMBER
    for operation in OPERATIONS:
        if word == operation:
            return OPERATION
    return OTHER


def digits_from(word, start):
    """The number that begins at `start`; it wraps."""
    number = 0
    for i in range(start, len(word)):
        number = intmask(number * 10 + ord(word[i]) - ord('0'))
    return number


@elidable
def number_of(word):
    if word[0] == '-':
        return intmask(-digits_from(word, 1))
    return digits_from(word, 0)


@elidable
def text_of(word):
    return word[1:]


@elidable
def index_of(word):
    """The index in `#1` or `->#1`, from 0."""
    return digits_from(word, word.find('#') + 1) - 1


def check_word(word, line):
    kind = kind_of(word)
    if kind == NUMBER:
        try:
            int(word)
        except ValueError:
            raise ProgramError("'%s' is too large" % word, line)
    elif kind == ARGUMENT or kind == STORE:
        start = word.find('#') + 1
        assert start >= 0
        digits = word[start:]
        if not is_number(digits) or len(digits) > 4 or index_of(word) < 0:
            raise ProgramError("'%s' names no argument" % word, line)
    elif kind == OTHER and word not in OTHER_WORDS:
        raise ProgramError("unknown word '%s'" % word, line)


def parse(source):
    words = []
    matching = []
    opened = []                 # positions and lines of open braces
    lines = []
    line = 1
    i = 0
    while i < len(source):
        start = i
        char = source[i]
        i += 1
        if char == '\n':
            line += 1
        elif char == ';':
            while i < len(source) and source[i] != '\n':
                i += 1
        elif char == '"':
            while i < len(source) and source[i] != '"' and source[i] != '\n':
                i += 1
            if i == len(source) or source[i] != '"':
                raise ProgramError('a string is not closed', line)
            words.append(source[start:i])
            matching.append(0)
            i += 1
        elif char not in ' \t\r':
            while i < len(source) and source[i] not in ' \t\r\n;"':
                i += 1
            word = source[start:i]
            check_word(word, line)
            match = 0
            if word == '{':
                opened.append(len(words))
                lines.append(line)
            elif word == '}':
                if len(opened) == 0:
                    raise ProgramError("'}' without '{'", line)
                match = opened.pop()
                lines.pop()
            words.append(word)
            matching.append(match)
    if len(opened) > 0:
        raise ProgramError("'{' is never closed", lines.pop())
    return Program(words, matching)


def box_of(text):
    if is_number(text):
        try:
            return IntBox(int(text))
        except ValueError:
            pass
    return StrBox(text)


def read_file(filename):
    fd = os.open(filename, os.O_RDONLY, 0o777)
    parts = []
    try:
        while True:
            data = os.read(fd, 65536)
            if len(data) == 0:
                break
            parts.append(data)
    finally:
        os.close(fd)
    return ''.join(parts)


def show_all(stack):
    boxes = []
    while stack is not None:
        boxes.append(stack.box)
        stack = stack.below
    while len(boxes) > 0:
        show(boxes.pop())


def run(filename, texts):
    try:
        source = read_file(filename)
    except OSError:
        os.write(2, 'cannot read %s\n' % filename)
        return 2
    args = None
    i = len(texts)
    while i > 0:
        i -= 1
        args = Cell(box_of(texts[i]), args)
    try:
        show_all(interpret(parse(source), args))
    except ProgramError as e:
        os.write(2, '%s:%d: %s\n' % (filename, e.line, e.msg))
        return 1
    except RunError as e:
        os.write(2, '%s: %s\n' % (filename, e.msg))
        return 1
    return 0


def entry_point(argv):
    if len(argv) < 2:
        os.write(2, 'usage: %s PROGRAM.t2 ARGUMENT...\n' % argv[0])
        return 2
    return run(argv[1], argv[2:])


def target(driver, args):
    return entry_point, None
