"""One thread: locks never wait."""


class _Lock(object):
    def __init__(self):
        self._held = 0

    def acquire(self, *args, **kw):
        self._held += 1
        return True

    def release(self):
        self._held -= 1

    def locked(self):
        return self._held > 0

    def __enter__(self):
        self.acquire()
        return self

    def __exit__(self, *exc):
        self.release()


Lock = RLock = _Lock


class local(object):
    pass


class _Main(object):
    name = 'MainThread'
    ident = 1
    daemon = False


_main = _Main()


def current_thread():
    return _main


currentThread = current_thread


def get_ident():
    return 1
