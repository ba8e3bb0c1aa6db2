# genext: python2
"""A buffer of fixed size that becomes a string."""
from rpython.rlib.buffer import GCBuffer


class MutableStringBuffer(GCBuffer):
    """Filled by `setitem`, `setslice` and `typed_write`; `finish()`, once, gives the string."""
    _attrs_ = ['readonly', 'size', 'data']

    def __init__(self, size):
        self.readonly = False
        self.size = size
        self.data = ['\x00'] * size

    def getlength(self):
        return self.size

    def finish(self):
        if self.readonly:
            raise ValueError("Cannot call finish() twice")
        self.readonly = True
        return ''.join(self.data)

    def as_str(self):
        raise ValueError("as_str() is not supported. Use finish() instead")

    def getitem(self, index):
        return self.data[index]

    def setitem(self, index, char):
        self.data[index] = char
