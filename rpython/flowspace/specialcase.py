"""Functions the flow space calls. Printed text is kept until the end of the line, then written at once."""
import os


class Buffer(object):
    def __init__(self):
        self.parts = []
        self.space = False      # the next item has a space before it


buffer = Buffer()


def print_item(s):
    parts = buffer.parts
    if buffer.space:
        parts.append(' ')
    parts.append(s)
    last = s[len(s) - 1] if len(s) > 0 else 'x'
    buffer.space = not '\t' <= last <= '\r'


def print_argument(s):
    """An item of the function `print`, which has a space before it whatever the one before ends with."""
    parts = buffer.parts
    if buffer.space:
        parts.append(' ')
    parts.append(s)
    buffer.space = True


def print_newline():
    parts = buffer.parts
    parts.append('\n')
    buffer.parts = []
    buffer.space = False
    write_all(''.join(parts))


def print_text(s):
    write_all(s)


def write_all(text):
    while len(text) > 0:
        n = os.write(1, text)
        text = text[n:]


def no_init(self):
    pass


class Traceback(object):
    """What `__exit__` of a context manager gets in place of a traceback: not None, and nothing can be asked of it."""

    def _freeze_(self):
        return True


TRACEBACK = Traceback()
