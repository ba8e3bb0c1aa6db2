# genext: python2
"""Matches in text that is encoded as UTF-8. All places are those of bytes."""
import sys
from rpython.rlib import jit, rutf8
from rpython.rlib.rsre import rsre_char
from rpython.rlib.rsre.rsre_core import NO_PATTERN, AbstractMatchContext, _adjust, make_machine, match_context, search_context


def _few(_, ptr, count):
    """Whether so few characters are passed that compiled code needs no loop."""
    return jit.isconstant(count) and count <= 4


class Utf8MatchContext(make_machine('Utf8MatchContext'), AbstractMatchContext):
    """Matches in a part of a text, whose ends are no places within a character."""
    _immutable_fields_ = ['_utf8']

    def __init__(self, utf8string, match_start, end):
        AbstractMatchContext.__init__(self, NO_PATTERN, match_start, end, 0)
        self._utf8 = utf8string

    def str(self, index):
        """The code point at a place."""
        assert index >= 0
        return rutf8.codepoint_at_pos(self._utf8, index)

    def lowstr(self, index):
        return rsre_char.getlower(self.str(index), self.flags)

    def fresh_copy(self, start):
        copy = Utf8MatchContext(self._utf8, start, self.end)
        copy.pattern, copy.flags = self.pattern, self.flags
        return copy

    def next(self, ptr):
        return rutf8.next_codepoint_pos(self._utf8, ptr)

    def prev(self, ptr):
        return rutf8.prev_codepoint_pos(self._utf8, ptr)

    @jit.look_inside_iff(_few)
    def forward(self, ptr, count):
        """The place so many code points further on; beyond the end if there are not as many."""
        while count > 0:
            if ptr >= self.end:
                return self.end + 1
            ptr = self.next(ptr)
            count -= 1
        return ptr

    @jit.look_inside_iff(_few)
    def backward(self, ptr, count):
        """The place so many code points before; less than 0 if there are not as many."""
        while count > 0:
            if ptr <= 0:
                return -1
            ptr = self.prev(ptr)
            count -= 1
        return ptr


def make_utf8_ctx(utf8string, bytestart, byteend):
    bytestart, byteend = _adjust(bytestart, byteend, len(utf8string))
    return Utf8MatchContext(utf8string, bytestart, byteend)


def utf8search(pattern, utf8string, bytestart=0, byteend=sys.maxint):
    """The context of the first match in a part of a text, or None."""
    ctx = make_utf8_ctx(utf8string, bytestart, byteend)
    return ctx if search_context(ctx, pattern) else None


def utf8match(pattern, utf8string, bytestart=0, byteend=sys.maxint, fullmatch=False):
    """The context of the match at the beginning of a part of a text, or None."""
    ctx = make_utf8_ctx(utf8string, bytestart, byteend)
    ctx.fullmatch_only = fullmatch
    return ctx if match_context(ctx, pattern) else None
