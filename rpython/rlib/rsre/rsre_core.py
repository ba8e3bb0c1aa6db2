# genext: python2
"""Runs compiled regular expressions: lists of codes, as CPython's `_sre` has them, on strings, unicode strings and buffers.

    code = get_code(r'(\\w+) (\\d+)')          # rpython.rlib.rsre.rpy; not in translated code
    ctx = match(code, 'abc 12')
    ctx.span(2)                                 # (4, 6)

The machine keeps its alternatives on a stack of its own, so that long texts need no deep recursion. A state is a place in the pattern, a
place in the text, the marks set so far, and the loops it is in (both linked lists that are shared between states).

With a JIT patterns are compiled: all that is in them is known by then, so the lists of codes never change once they are used.
"""
import sys
from rpython.rlib import jit
from rpython.rlib.buffer import Buffer
from rpython.rlib.jit import hint
from rpython.rlib.objectmodel import specialize
from rpython.rlib.rsre import rsre_char
from rpython.rlib.rsre.rpy.sre_constants import ATCODES, CHCODES, OPCODES

# OPCODE_LITERAL, OPCODE_IN, ...
for _name, _number in OPCODES.items():
    globals()['OPCODE_' + _name.upper()] = _number
# Of other Pythons' compilers.
OPCODE_RANGE_IGNORE = 32
OPCODE_UNICODE_GENERAL_CATEGORY = 70

# What codes tell OPCODE_AT and OPCODE_CATEGORY: AT_BEGINNING, CATEGORY_DIGIT, ...
for _codes in (ATCODES, CHCODES):
    for _name, _number in _codes.items():
        globals()[_name.upper()] = _number

_OPCODE_NAMES = [_name for _, _name in sorted([(_number, _name) for _name, _number in OPCODES.items()])]

MAXREPEAT = rsre_char.MAXREPEAT


# Of contexts that get theirs later.
NO_PATTERN = [OPCODE_FAILURE, OPCODE_FAILURE]


class Error(Exception):
    def __init__(self, msg):
        self.msg = msg


class EndOfString(Exception):
    """There is no further character."""


class CompiledPattern(object):
    """A list of codes and its flags, as later versions of RPython hand patterns to `match_context` and its kin."""
    _immutable_fields_ = ['pattern[*]', 'flags']

    def __init__(self, pattern, flags):
        self.pattern, self.flags = pattern, flags

    def pat(self, index):
        return self.pattern[index]


@specialize.argtype(0)
def codes_of(pattern):
    assert pattern is not None
    if isinstance(pattern, CompiledPattern):
        return pattern.pattern
    return pattern


@specialize.argtype(0)
def flags_of(pattern, flags):
    assert pattern is not None
    if isinstance(pattern, CompiledPattern):
        return pattern.flags
    return flags


def _adjust(start, end, length):
    """Both ends of a part of a text, moved into it."""
    return min(max(start, 0), length), min(max(end, 0), length)


def specializectx(func):
    """Declares that a function of a context is compiled for each sort of contexts by itself."""
    return specialize.argtype(0)(func)


class Mark(object):
    """Where groups begin (even numbers) and end: the last one set, and those before. Shared by all states that follow."""
    _immutable_ = True

    def __init__(self, gid, position, prev):
        self.prev = prev
        self.gid, self.position = gid, position


def place_of(marks, number):
    """Where a mark was set last; -1 if it was not."""
    while marks is not None and marks.gid != number:
        marks = marks.prev
    return -1 if marks is None else marks.position


class Loop(object):
    """A REPEAT that is being run: how often, where its last round began, and the loop around it."""
    _immutable_ = True

    def __init__(self, ppos, count, start, outer):
        self.ppos = ppos
        self.count = count
        self.start = start
        self.outer = outer


# Kinds of alternatives.
PLAIN, GREEDY, LAZY, BRANCH = 0, 1, 2, 3


class Choice(object):
    """An alternative: go on at a place of the pattern (`_alternative`: one number with the kind). GREEDY: at each place from `ptr` down to
    `low`; LAZY: after one more of the item, at most `low` times; BRANCH: with the branch there, or those that follow."""

    def __init__(self, place, ptr, low, marks, loop, prev):
        self.place = place
        self.ptr = ptr
        self.low = low
        self.marks = marks
        self.loop = loop
        self.prev = prev


class AbstractMatchContext(object):
    """A pattern and a text; after a match, where it is: `match_start`, `match_end`, and the groups (`span`, `get_mark`)."""
    _immutable_fields_ = ['end']
    match_marks = match_marks_flat = None
    match_end = original_pos = 0
    match_lastindex = -1
    fullmatch_only = False
    ZERO = 0

    def __init__(self, pattern, match_start, end, flags):
        # Both are inside of the text.
        assert match_start >= 0 and end >= 0
        self.flags, self.pattern = flags, pattern
        self.match_start, self.end = match_start, end

    def reset(self, start):
        """Forgets the match; the next one begins here."""
        assert start >= 0
        self.match_marks = self.match_marks_flat = None
        self.match_start = start

    def run(self, pattern, ppos, ptr, marks, whole):
        raise NotImplementedError

    def search(self, pattern):
        raise NotImplementedError

    def next(self, ptr):
        """The place behind a character."""
        raise NotImplementedError

    def prev(self, ptr):
        """The place of the character before one."""
        raise NotImplementedError

    def next_indirect(self, ptr):
        return self.next(ptr)

    def prev_indirect(self, ptr):
        return self.prev(ptr)

    def _real_pos(self, ptr):
        """The index of a place in the text."""
        assert ptr >= 0
        return ptr

    def get_mark(self, gid):
        return place_of(self.match_marks, gid)

    def flatten_marks(self):
        """Start and end of the match and of all groups up to the last that matched; -1 for those that did not."""
        if self.match_marks_flat is not None:
            return self.match_marks_flat
        last = self.match_marks
        self.match_lastindex = -1 if last is None else last.gid
        highest = -1
        marks = last
        while marks is not None:
            highest = max(highest, marks.gid)
            marks = marks.prev
        # Groups come in pairs of marks.
        flat = [self.match_start, self.match_end] + [-1] * ((highest + 2) // 2 * 2)
        while last is not None:
            if flat[2 + last.gid] < 0:
                flat[2 + last.gid] = last.position
            last = last.prev
        self.match_marks_flat = flat
        return flat

    def span(self, groupnum=0):
        flat = self.flatten_marks()
        if 0 <= groupnum < len(flat) // 2:
            return flat[2 * groupnum], flat[2 * groupnum + 1]
        return -1, -1


def _where(ppos, _, pattern):
    """Names a place of the engine in logs: its code, and where it is."""
    op = pattern[ppos]
    return '%s at %d' % (_OPCODE_NAMES[op] if 0 <= op < len(_OPCODE_NAMES) else 'code', ppos)


def _where_repeated(ppos, pattern):
    return 'repeated ' + _where(ppos, False, pattern)


def _where_searched(base, _, whole, pattern):
    return 'search for ' + _where(base, whole, pattern)


def _code_at(pattern, index):
    """A code of a pattern. Of a constant index the translator would warn that some list of codes may be shorter."""
    return pattern[index]


# The kind of an alternative and its place in one number, which compiled code compares at once.
@specialize.arg(0)
def _alternative(kind, ppos):
    return ppos * 4 + kind


def make_machine(sort):
    """The engine, a class to be mixed into the contexts of one sort of texts. Each sort is compiled for itself, and has its own drivers."""
    run_driver = jit.JitDriver(greens=['ppos', 'whole', 'pattern'], reds=['ptr', 'end', 'marks', 'loop', 'stack', 'ctx'],
                               name='rsre_' + sort, is_recursive=True, get_printable_location=_where)
    search_driver = jit.JitDriver(greens=['base', 'first', 'whole', 'pattern'], reds=['start', 'ctx'],
                                  name='rsre_search_' + sort, is_recursive=True, get_printable_location=_where_searched)
    charset_driver = jit.JitDriver(greens=['ppos', 'pattern'], reds=['ptr', 'end', 'ctx'],
                                   name='rsre_charset_' + sort, is_recursive=True, get_printable_location=_where_repeated)
    item_driver = jit.JitDriver(greens=['ppos', 'pattern'], reds=['ptr', 'end', 'marks', 'ctx'],
                                name='rsre_item_' + sort, is_recursive=True, get_printable_location=_where_repeated)

    class Machine(object):
        """What each kind of text has of its own."""
        _mixin_ = True

        def run(self, pattern, ppos, ptr, marks, whole):
            """Matches the pattern from `ppos` on at `ptr`, with `whole` up to the end of the text; sets `match_end` and `match_marks`."""
            end = self.end
            stack = None
            loop = None
            run_driver.can_enter_jit(ppos=ppos, whole=whole, pattern=pattern,
                                     ptr=ptr, end=end, marks=marks, loop=loop, stack=stack, ctx=self)
            while True:
                run_driver.jit_merge_point(ppos=ppos, whole=whole, pattern=pattern,
                                           ptr=ptr, end=end, marks=marks, loop=loop, stack=stack, ctx=self)
                pattern = hint(pattern, deepfreeze=True)
                # Each code ends in `continue`, or falls through to the last alternative.
                op = pattern[ppos]
                if op == OPCODE_LITERAL:
                    if ptr < end and self.str(ptr) == pattern[ppos + 1]:
                        ptr = self.next(ptr)
                        ppos += 2
                        continue
                elif op == OPCODE_IN:
                    if ptr < end and rsre_char.in_charset(self, pattern, ppos + 2, self.str(ptr)):
                        ptr = self.next(ptr)
                        ppos += 1 + pattern[ppos + 1]
                        continue
                elif op == OPCODE_MARK:
                    marks = Mark(pattern[ppos + 1], ptr, marks)
                    ppos += 2
                    continue
                elif op == OPCODE_REPEAT_ONE:
                    behind = self.count_items(pattern, ppos + 4, ptr, pattern[ppos + 3], marks)
                    low = self.forward(ptr, pattern[ppos + 2])
                    ppos += 1 + pattern[ppos + 1]
                    if behind >= low:
                        if behind > low:
                            stack = Choice(_alternative(GREEDY, ppos), self.prev(behind), low, marks, loop, stack)
                        ptr = behind
                        continue
                elif op == OPCODE_JUMP:
                    ppos += 1 + pattern[ppos + 1]
                    continue
                elif op == OPCODE_BRANCH:
                    ppos += 1
                    skip = pattern[ppos]
                    if skip != 0:
                        if pattern[ppos + skip] != 0:
                            stack = Choice(_alternative(BRANCH, ppos + skip), ptr, 0, marks, loop, stack)
                        ppos += 1
                        continue
                elif op == OPCODE_SUCCESS:
                    if not whole or ptr == end:
                        assert ptr >= 0
                        self.match_end = ptr
                        self.match_marks = marks
                        return True
                elif op == OPCODE_MIN_REPEAT_ONE:
                    low, high = pattern[ppos + 2], pattern[ppos + 3]
                    behind = self.forward(ptr, low)
                    if low == 0 or self.count_items(pattern, ppos + 4, ptr, low, marks) == behind:
                        ptr = behind
                        if high > low:
                            stack = Choice(_alternative(LAZY, ppos), ptr, high - low, marks, loop, stack)
                        ppos += 1 + pattern[ppos + 1]
                        continue
                elif op == OPCODE_REPEAT:
                    loop = Loop(ppos, 0, -1, loop)
                    ppos += 1 + pattern[ppos + 1]
                    continue
                elif op == OPCODE_MAX_UNTIL:
                    assert loop is not None
                    body = jit.promote(loop.ppos)
                    count = loop.count
                    high = pattern[body + 3]
                    if count < pattern[body + 2]:
                        loop = Loop(body, count + 1, ptr, loop.outer)
                        ppos = body + 4
                    elif (count < high or high == MAXREPEAT) and ptr != loop.start:
                        # Once more; or else what follows.
                        stack = Choice(_alternative(PLAIN, ppos + 1), ptr, 0, marks, loop.outer, stack)
                        # What is counted without need would be compiled again for each round.
                        loop = Loop(body, count if high == MAXREPEAT else count + 1, ptr, loop.outer)
                        ppos = body + 4
                        run_driver.can_enter_jit(ppos=ppos, whole=whole, pattern=pattern,
                                                 ptr=ptr, end=end, marks=marks, loop=loop, stack=stack, ctx=self)
                    else:
                        loop = loop.outer
                        ppos += 1
                    continue
                elif op == OPCODE_MIN_UNTIL:
                    assert loop is not None
                    body = jit.promote(loop.ppos)
                    count = loop.count
                    high = pattern[body + 3]
                    more = Loop(body, count + 1, ptr, loop.outer)
                    if count < pattern[body + 2]:
                        loop = more
                        ppos = body + 4
                    else:
                        if (count < high or high == MAXREPEAT) and ptr != loop.start:
                            stack = Choice(_alternative(PLAIN, body + 4), ptr, 0, marks, more, stack)
                        loop = loop.outer
                        ppos += 1
                    continue
                elif op == OPCODE_ASSERT or op == OPCODE_ASSERT_NOT:
                    start = self.backward(ptr, pattern[ppos + 2])
                    found = start >= 0 and self.run(pattern, ppos + 3, start, marks, False)
                    if found == (op == OPCODE_ASSERT):
                        if found:
                            marks = self.match_marks
                        ppos += 1 + pattern[ppos + 1]
                        continue
                elif op == OPCODE_AT:
                    if self.at(pattern[ppos + 1], ptr):
                        ppos += 2
                        continue
                elif op == OPCODE_GROUPREF or op == OPCODE_GROUPREF_IGNORE:
                    gid = pattern[ppos + 1] * 2
                    start, stop = place_of(marks, gid), place_of(marks, gid + 1)
                    behind = -1
                    if 0 <= start <= stop:
                        behind = self.repeated(start, stop, ptr, op == OPCODE_GROUPREF_IGNORE)
                    if behind >= 0:
                        ptr = behind
                        ppos += 2
                        continue
                elif op == OPCODE_GROUPREF_EXISTS:
                    gid = pattern[ppos + 1] * 2
                    ppos += 1
                    if 0 <= place_of(marks, gid) <= place_of(marks, gid + 1):
                        ppos += 2
                    else:
                        ppos += pattern[ppos + 1]
                    continue
                elif op == OPCODE_INFO:
                    ppos += 1 + pattern[ppos + 1]
                    continue
                elif op != OPCODE_FAILURE:
                    behind = self.item(pattern, ppos, ptr, marks)
                    if behind >= 0:
                        ppos += self.width(pattern, ppos)
                        ptr = behind
                        continue
                # The last alternative.
                while True:
                    if stack is None:
                        return False
                    place = jit.promote(stack.place)
                    ppos = place >> 2
                    ptr = stack.ptr
                    marks = stack.marks
                    loop = stack.loop
                    kind = place & 3
                    if kind == GREEDY:
                        low = stack.low
                        if pattern[ppos] == OPCODE_LITERAL:
                            # Only where the character that follows is.
                            wanted = pattern[ppos + 1]
                            ptr = self.last_literal(wanted, low, ptr, end)
                        if ptr > low:
                            stack.ptr = self.prev(ptr)
                        else:
                            stack = stack.prev
                        break
                    if kind == PLAIN:
                        stack = stack.prev
                        break
                    if kind == BRANCH:
                        behind = ppos + pattern[ppos]
                        if pattern[behind] != 0:
                            stack.place = _alternative(BRANCH, behind)
                        else:
                            stack = stack.prev
                        ppos += 1
                        break
                    # LAZY
                    behind = self.item(pattern, ppos + 4, ptr, marks)
                    if behind < 0:
                        stack = stack.prev
                        continue
                    ptr = behind
                    stack.ptr = ptr
                    stack.low -= 1
                    if stack.low <= 0:
                        stack = stack.prev
                    ppos += 1 + pattern[ppos + 1]
                    break
                run_driver.can_enter_jit(ppos=ppos, whole=whole, pattern=pattern,
                                         ptr=ptr, end=end, marks=marks, loop=loop, stack=stack, ctx=self)

        def item(self, pattern, ppos, ptr, marks):
            """Matches one character; the place behind it, or -1."""
            if ptr >= self.end:
                return -1
            pattern = hint(pattern, deepfreeze=True)
            op = pattern[ppos]
            c = self.str(ptr)
            if op == OPCODE_ANY:
                found = c != 10
            elif op == OPCODE_ANY_ALL:
                found = True
            elif op == OPCODE_IN:
                found = rsre_char.in_charset(self, pattern, ppos + 2, c)
            elif op == OPCODE_IN_IGNORE:
                found = rsre_char.in_charset(self, pattern, ppos + 2, self.lowstr(ptr))
            elif op == OPCODE_LITERAL:
                found = c == pattern[ppos + 1]
            elif op == OPCODE_LITERAL_IGNORE:
                found = self.lowstr(ptr) == pattern[ppos + 1]
            elif op == OPCODE_NOT_LITERAL:
                found = c != pattern[ppos + 1]
            elif op == OPCODE_NOT_LITERAL_IGNORE:
                found = self.lowstr(ptr) != pattern[ppos + 1]
            elif op == OPCODE_CATEGORY:
                found = rsre_char.category_dispatch(pattern[ppos + 1], c)
            elif op == OPCODE_GROUPREF or op == OPCODE_GROUPREF_IGNORE:
                gid = pattern[ppos + 1] * 2
                start, stop = place_of(marks, gid), place_of(marks, gid + 1)
                if 0 <= start < stop and stop == self.next(start):
                    return self.repeated(start, stop, ptr, op == OPCODE_GROUPREF_IGNORE)
                return -1
            else:
                raise Error("bad regular expression code")
            return self.next(ptr) if found else -1

        def width(self, pattern, ppos):
            """The number of codes of an item."""
            pattern = hint(pattern, deepfreeze=True)
            op = pattern[ppos]
            if op == OPCODE_ANY or op == OPCODE_ANY_ALL:
                return 1
            if op == OPCODE_IN or op == OPCODE_IN_IGNORE:
                return 1 + pattern[ppos + 1]
            return 2

        def count_items(self, pattern, ppos, ptr, limit, marks):
            """Matches one character again and again; the place behind the last."""
            pattern = hint(pattern, deepfreeze=True)
            end = self.end
            if limit != MAXREPEAT and limit < end - ptr:
                end = min(end, self.forward(ptr, limit))
            op = pattern[ppos]
            if op == OPCODE_ANY_ALL:
                return end if end > ptr else ptr
            if op == OPCODE_ANY:
                return self.first_literal(10, ptr, end)
            if op == OPCODE_LITERAL:
                return self.first_other(pattern[ppos + 1], ptr, end)
            if op == OPCODE_NOT_LITERAL:
                return self.first_literal(pattern[ppos + 1], ptr, end)
            if op == OPCODE_IN:
                return self.count_in_charset(pattern, ppos, ptr, end)
            return self.count_others(pattern, ppos, ptr, end, marks)

        def count_in_charset(self, pattern, ppos, ptr, end):
            """Passes characters of the set whose code is at `ppos`."""
            while True:
                charset_driver.jit_merge_point(ppos=ppos, pattern=pattern, ptr=ptr, end=end, ctx=self)
                if ptr >= end or not rsre_char.in_charset(self, pattern, ppos + 2, self.str(ptr)):
                    return ptr
                ptr = self.next(ptr)

        def count_others(self, pattern, ppos, ptr, end, marks):
            """Passes what any other item matches."""
            while True:
                item_driver.jit_merge_point(ppos=ppos, pattern=pattern, ptr=ptr, end=end, marks=marks, ctx=self)
                if ptr >= end or self.item(pattern, ppos, ptr, marks) < 0:
                    return ptr
                ptr = self.next(ptr)

        # Loops over texts that are as good as compiled ones.

        @jit.dont_look_inside
        def first_literal(self, wanted, ptr, end):
            """The first place of a character from `ptr` on, or the end."""
            while ptr < end and self.str(ptr) != wanted:
                ptr = self.next(ptr)
            return ptr

        @jit.dont_look_inside
        def first_other(self, passed, ptr, end):
            """The first place of another character from `ptr` on, or the end."""
            while ptr < end and self.str(ptr) == passed:
                ptr = self.next(ptr)
            return ptr

        @jit.dont_look_inside
        def last_literal(self, wanted, low, ptr, end):
            """The last place of a character from `ptr` down to `low`, or that."""
            while ptr > low and not (ptr < end and self.str(ptr) == wanted):
                ptr = self.prev(ptr)
            return ptr

        def repeated(self, start, stop, ptr, ignore):
            """Whether the text from `start` to `stop` stands at `ptr` again: the place behind it, or -1."""
            end = self.end
            while start < stop:
                if ptr >= end:
                    return -1
                if ignore:
                    if self.lowstr(start) != self.lowstr(ptr):
                        return -1
                elif self.str(start) != self.str(ptr):
                    return -1
                start, ptr = self.next(start), self.next(ptr)
            return ptr

        def at(self, code, ptr):
            """Whether a place is where a pattern wants to be."""
            if code == 0 or code == 2:
                return ptr == 0
            if code == 1:
                return ptr == 0 or self.str(self.prev(ptr)) == 10
            if code == 5:
                return ptr == self.end or (self.str(ptr) == 10 and ptr + 1 == self.end)
            if code == 6:
                return ptr == self.end or self.str(ptr) == 10
            if code == 7:
                return ptr == self.end
            if self.end == 0:
                # In nothing there are no borders of words, nor places that are none.
                return False
            unicode_words = code >= 10
            before = ptr > 0 and self.in_word(self.prev(ptr), unicode_words)
            after = ptr < self.end and self.in_word(ptr, unicode_words)
            if code == 3 or code == 8 or code == 10:
                return before != after
            return before == after

        def in_word(self, ptr, unicode_words):
            c = self.str(ptr)
            if unicode_words:
                return rsre_char.is_uni_word(c)
            return rsre_char.is_word(c)

        def search(self, pattern):
            """Finds the first match from `match_start` on."""
            pattern = hint(pattern, deepfreeze=True)
            base = 0
            first = 0
            if pattern[0] == OPCODE_INFO:
                base = 1 + _code_at(pattern, 1)
                if _code_at(pattern, 2) & rsre_char.SRE_INFO_CHARSET:
                    # The set of what a match begins with, as if it were the set of an OPCODE_IN.
                    first = 5 - 2
            if first == 0:
                first = base
                while pattern[first] == OPCODE_MARK:
                    first += 2
            return self.search_from(pattern, base, first, jit.promote(self.fullmatch_only), self.match_start)

        def search_from(self, pattern, base, first, whole, start):
            """Finds the first match of what is at `base`; the code at `first` says what it begins with, which is looked for quickly."""
            while True:
                search_driver.jit_merge_point(base=base, first=first, whole=whole, pattern=pattern, start=start, ctx=self)
                end = self.end
                if start > end:
                    return False
                pattern = hint(pattern, deepfreeze=True)
                if first < base or pattern[first] == OPCODE_IN:
                    while start < end and not rsre_char.in_charset(self, pattern, first + 2, self.str(start)):
                        start = self.next(start)
                    if start >= end:
                        return False
                elif pattern[first] == OPCODE_LITERAL:
                    wanted = pattern[first + 1]
                    while start < end and self.str(start) != wanted:
                        start = self.next(start)
                    if start >= end:
                        return False
                if self.run(pattern, base, start, None, whole):
                    self.match_start = start
                    return True
                if start >= end:
                    return False
                start = self.next(start)

    return Machine


class Places(object):
    """Texts whose places are numbers of characters."""
    _mixin_ = True

    def next(self, ptr):
        assert ptr >= 0
        return ptr + 1

    def prev(self, ptr):
        return ptr - 1

    def forward(self, ptr, count):
        """The place so many characters further on; beyond the end if there are not as many."""
        return ptr + count

    def backward(self, ptr, count):
        """The place so many characters before; less than 0 if there are not as many."""
        return ptr - count


def _make_context(name, doc, sort, textual):
    """The class of the contexts of one sort of texts. Its machine is compiled for that sort alone."""
    class Context(make_machine(name), Places, AbstractMatchContext):
        _immutable_fields_ = ['_string']

        @specialize.argtype(1)
        def __init__(self, pattern, string, match_start, end=-1, flags=0):
            if isinstance(pattern, sort):
                # (string, start, end): the pattern is an argument of `match_context`, as in later versions of RPython.
                AbstractMatchContext.__init__(self, NO_PATTERN, string, match_start, 0)
                self._string = pattern
            else:
                # A text that may be None is none here: so much is known while translating.
                assert pattern is not None
                assert not isinstance(pattern, sort)
                AbstractMatchContext.__init__(self, pattern, match_start, end, flags)
                self._string = string
            if not textual:
                self._buffer = self._string

        def str(self, index):
            """The code of a character."""
            assert index >= 0
            if textual:
                return ord(self._string[index])
            return ord(self._string.getitem(index))

        def lowstr(self, index):
            """That of the character in lower case."""
            return rsre_char.getlower(self.str(index), self.flags)

        def fresh_copy(self, start):
            return Context(self.pattern, self._string, start, self.end, self.flags)

        if textual:
            def group(self, groupnum=0):
                first, behind = self.span(groupnum)
                return self._string[first:behind] if 0 <= first <= behind else None

    Context.__name__, Context.__doc__ = name, doc
    return Context


StrMatchContext = _make_context('StrMatchContext', 'Matches in a string.', str, True)
UnicodeMatchContext = _make_context('UnicodeMatchContext', 'Matches in a unicode string.', unicode, True)
BufMatchContext = _make_context('BufMatchContext', 'Matches in a buffer (`rpython.rlib.buffer`).', Buffer, False)


@specialize.argtype(0)
def _context(pattern, string, start, end, flags):
    start, end = _adjust(start, end, len(string))
    return StrMatchContext(codes_of(pattern), string, start, end, flags_of(pattern, flags))


@specialize.argtype(0)
def match(pattern, string, start=0, end=sys.maxint, flags=0, fullmatch=False):
    """The context of the match at `start`, or None."""
    ctx = _context(pattern, string, start, end, flags)
    ctx.fullmatch_only = fullmatch
    return ctx if match_context(ctx) else None


@specialize.argtype(0)
def fullmatch(pattern, string, start=0, end=sys.maxint, flags=0):
    return match(pattern, string, start, end, flags, fullmatch=True)


@specialize.argtype(0)
def search(pattern, string, start=0, end=sys.maxint, flags=0):
    """The context of the first match from `start` on, or None."""
    ctx = _context(pattern, string, start, end, flags)
    return ctx if search_context(ctx) else None


@specialize.argtype(0, 1)
def match_context(ctx, pattern=None):
    ctx.original_pos = ctx.match_start
    if pattern is not None:
        codes = codes_of(pattern)
        ctx.pattern, ctx.flags = codes, flags_of(pattern, ctx.flags)
    else:
        codes = ctx.pattern
    if ctx.end < ctx.match_start:
        return False
    return ctx.run(codes, 0, ctx.match_start, None, jit.promote(ctx.fullmatch_only))


@specialize.argtype(0, 1)
def search_context(ctx, pattern=None):
    ctx.original_pos = ctx.match_start
    if pattern is not None:
        codes = codes_of(pattern)
        ctx.pattern, ctx.flags = codes, flags_of(pattern, ctx.flags)
    else:
        codes = ctx.pattern
    if ctx.end < ctx.match_start:
        return False
    return ctx.search(codes)
