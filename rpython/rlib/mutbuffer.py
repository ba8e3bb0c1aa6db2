# genext: python2
"""A buffer of fixed size that becomes a string: `setitem`, `setslice`, `setzeros`, `typed_write`, and once, at the end, `finish()`."""
from rpython.rlib.buffer import GCBuffer


class MutableStringBuffer(GCBuffer):
    _attrs_ = ['chars', 'readonly']

    def __init__(self, size):
        self.chars, self.readonly = ['\x00'] * size, False

    def finish(self):
        """The string. From now on the buffer may not be changed."""
        if not self.readonly:
            self.readonly = True
            return ''.join(self.chars)
        raise ValueError('a second finish()')

    def as_str(self):
        raise ValueError('not a string yet: finish() makes one')

    def setitem(self, index, char):
        self.chars[index] = char

    def getitem(self, index):
        return self.chars[index]

    def getlength(self):
        return len(self.chars)
