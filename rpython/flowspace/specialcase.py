"""Functions the flow space calls. Printed text is kept until the end of the line, then written at once."""
import os


class Buffer(object):
    def __init__(self):
        self.parts = []


buffer = Buffer()


def print_item(s):
    buffer.parts.append(s)
    buffer.parts.append(' ')


def print_newline():
    parts = buffer.parts
    if len(parts) > 0:
        parts[len(parts) - 1] = '\n'
        text = ''.join(parts)
        buffer.parts = []
    else:
        text = '\n'
    write_all(text)


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
