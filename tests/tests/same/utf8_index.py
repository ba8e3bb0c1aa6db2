# not-cpython: the stand-in library has no rutf8
# An index of a text in UTF-8 gives the same positions as a search from the beginning.
from rpython.rlib import rutf8


class Text(object):
    def __init__(self, utf8):
        self.utf8 = utf8
        self.length = rutf8.check_utf8(utf8, False)
        self.storage = rutf8.null_storage()

    def index(self):
        if self.storage is None:
            self.storage = rutf8.create_utf8_index_storage(self.utf8, self.length)
        return self.storage


def entry_point(argv):
    parts = ["a", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80"]
    for length in [0, 1, 15, 16, 17, 32, 100 + len(argv)]:
        utf8 = ""
        for i in range(length):
            utf8 += parts[(i * i + i // 3) % 4]
        text = Text(utf8)
        assert text.length == length
        total = 0
        for i in range(length + 1):
            pos = rutf8.codepoint_position_at_index(utf8, text.index(), i)
            assert pos == rutf8.codepoint_position_at_index(utf8, rutf8.null_storage(), i)
            assert rutf8.codepoint_index_at_byte_position(utf8, text.index(), pos, length) == i
            if i < length:
                total = total * 31 + rutf8.codepoint_at_index(utf8, text.index(), i) & 0xffffff
        print(length, len(utf8), total)
    return 0


def target(*args):
    return entry_point, None
