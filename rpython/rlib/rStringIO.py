"""A file in memory."""
from rpython.rlib.rstring import StringBuilder

AT_END = -1


class RStringIO(object):
    """Reads and writes a string. Writing at the end is cheap: the pieces are joined when something else is asked for."""

    def __init__(self):
        self.init()

    def init(self):
        """Makes it empty and open; classes that mix it in call it."""
        self._is_closed = False
        self._text = ''
        self._added = []
        self._position = AT_END

    def is_closed(self):
        return self._is_closed

    def close(self):
        self._is_closed = True
        self._text = ''
        self._added = []
        self._position = AT_END

    def _join(self):
        if self._added:
            n = len(self._text)
            for part in self._added:
                n += len(part)
            builder = StringBuilder(n)
            builder.append(self._text)
            for part in self._added:
                builder.append(part)
            self._text = builder.build()
            self._added = []

    def getvalue(self):
        self._join()
        return self._text

    def getsize(self):
        n = len(self._text)
        for part in self._added:
            n += len(part)
        return n

    def write(self, buffer):
        if self._position == AT_END:
            if buffer:
                self._added.append(buffer)
            return
        self._join()
        position = self._position
        assert position >= 0
        size = len(self._text)
        if position > size:
            self._text += '\x00' * (position - size)
            size = position
        end = position + len(buffer)
        head = self._text[:position]
        if end >= size:
            self._text = head + buffer
            self._position = AT_END
        else:
            self._text = head + buffer + self._text[end:]
            self._position = end

    def seek(self, position, mode=0):
        if mode == 1:
            position += self.tell()
        elif mode == 2:
            position += self.getsize()
        if position < 0:
            position = 0
        self._position = AT_END if position == self.getsize() else position

    def tell(self):
        if self._position == AT_END:
            return self.getsize()
        return self._position

    def read(self, size=-1):
        self._join()
        start = self.tell()
        n = len(self._text)
        if start >= n:
            return ''
        assert start >= 0
        if size < 0 or size >= n - start:
            self._position = AT_END
            return self._text[start:]
        end = start + size
        assert end >= 0
        self._position = end
        return self._text[start:end]

    def readline(self, size=-1):
        self._join()
        start = self.tell()
        n = len(self._text)
        if start >= n:
            return ''
        assert start >= 0
        end = self._text.find('\n', start)
        end = n if end < 0 else end + 1
        if 0 <= size < end - start:
            end = start + size
        assert end >= 0
        self._position = AT_END if end >= n else end
        return self._text[start:end]

    def truncate(self, size):
        """Cuts the file, and goes to its end; a longer size changes nothing."""
        self._join()
        if size < 0:
            size = 0
        if size < len(self._text):
            self._text = self._text[:size]
        self._position = AT_END
