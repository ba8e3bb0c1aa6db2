"""Capturing output; the terminal."""
import os
import sys
from io import StringIO, BytesIO

TextIO = StringIO


def get_terminal_width():
    return int(os.environ.get('COLUMNS', 80))


class TerminalWriter(object):
    def __init__(self, file=None, stringio=False, encoding=None):
        self._file = file or (StringIO() if stringio else sys.stdout)
        self.fullwidth = get_terminal_width()
        self.hasmarkup = False

    def write(self, text, **kw):
        self._file.write(str(text))

    def line(self, text='', **kw):
        self._file.write('%s\n' % text)

    def sep(self, char, title=None, fullwidth=None, **kw):
        width = fullwidth or self.fullwidth
        self.line((' %s ' % title).center(width, char) if title else char * width)

    def markup(self, text, **kw):
        return text


def ansi_print(text, esc=None, file=None, newline=True, flush=False):
    (file or sys.stderr).write(text + ('\n' if newline else ''))


class StdCapture(object):
    """Replaces `sys.stdout` and `sys.stderr`."""

    def __init__(self, out=True, err=True, mixed=False, in_=True, patchsys=True, now=True):
        self._saved = None
        if now:
            self.startall()

    def startall(self):
        self._saved = sys.stdout, sys.stderr
        self.out = sys.stdout = StringIO()
        self.err = sys.stderr = StringIO()

    def readouterr(self):
        texts = self.out.getvalue(), self.err.getvalue()
        for f in (self.out, self.err):
            f.seek(0)
            f.truncate(0)
        return texts

    def done(self, save=True):
        self.reset()
        self.out.seek(0)
        self.err.seek(0)
        return self.out, self.err

    def reset(self):
        if self._saved is not None:
            sys.stdout, sys.stderr = self._saved
            self._saved = None
        return self.out.getvalue(), self.err.getvalue()

    suspend = reset

    @classmethod
    def call(cls, func, *args, **kw):
        c = cls()
        try:
            result = func(*args, **kw)
        finally:
            out, err = c.reset()
        return result, out, err


class StdCaptureFD(object):
    """Replaces the descriptors 1 and 2."""

    def __init__(self, out=True, err=True, mixed=False, in_=True, patchsys=True, now=True):
        if now:
            self.startall()

    def startall(self):
        import tempfile
        sys.stdout.flush()
        sys.stderr.flush()
        self._fds = []
        for fd in (1, 2):
            tmp, name = tempfile.mkstemp()
            os.unlink(name)
            self._fds.append((fd, os.dup(fd), tmp))
            os.dup2(tmp, fd)

    def _texts(self):
        texts = []
        for fd, saved, tmp in self._fds:
            os.lseek(tmp, 0, 0)
            parts = []
            while True:
                part = os.read(tmp, 65536)
                if not part:
                    break
                parts.append(part)
            texts.append(''.join(parts))
        return tuple(texts)

    def readouterr(self):
        sys.stdout.flush()
        sys.stderr.flush()
        texts = self._texts()
        for fd, saved, tmp in self._fds:
            os.lseek(tmp, 0, 0)
            os.ftruncate(tmp, 0)
        return texts

    def reset(self):
        sys.stdout.flush()
        sys.stderr.flush()
        texts = self._texts()
        for fd, saved, tmp in self._fds:
            os.dup2(saved, fd)
            os.close(saved)
            os.close(tmp)
        return texts

    def done(self):
        out, err = self.reset()
        return StringIO(out), StringIO(err)

    @classmethod
    def call(cls, func, *args, **kw):
        c = cls()
        try:
            result = func(*args, **kw)
        finally:
            out, err = c.reset()
        return result, out, err
