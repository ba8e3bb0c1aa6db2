"""Threads, as programs with one see them: locks never wait, what belongs to a thread belongs to the program, and a
thread cannot be started."""
from rpython.rlib._missing import refuse
from rpython.rlib.objectmodel import not_rpython, specialize
from rpython.rtyper.lltypesystem import llmemory

TIMEOUT_MAX = 2 ** 63 - 1
RPY_LOCK_FAILURE, RPY_LOCK_ACQUIRED, RPY_LOCK_INTR = 0, 1, 2


class RThreadError(Exception):
    pass


error = RThreadError


def get_ident():
    return 1


get_or_make_ident = get_ident


@specialize.arg(0)
def ll_start_new_thread(func):
    raise RThreadError("there are no threads")


@specialize.arg(0)
def start_new_thread(x, y):
    assert len(y) == 0
    return ll_start_new_thread(x)


class DummyLock(object):
    """A lock that everyone gets."""

    def acquire(self, flag):
        return True

    def is_acquired(self):
        return False

    def release(self):
        pass

    def _freeze_(self):
        return True

    def __enter__(self):
        pass

    def __exit__(self, *args):
        pass


dummy_lock = DummyLock()


class Lock(object):
    """Whoever waits for a lock that is held would wait for itself: the program ends with a message."""

    def __init__(self, ll_lock=None):
        self.held = False

    def acquire(self, flag):
        if self.held:
            if flag:
                refuse("a lock is acquired that is held: with one thread this would wait for ever")
            return False
        self.held = True
        return True

    def acquire_timed(self, timeout):
        """In microseconds. Nobody can release a lock meanwhile, so that no time is spent."""
        if timeout < 0:
            self.acquire(True)
            return RPY_LOCK_ACQUIRED
        return RPY_LOCK_ACQUIRED if self.acquire(False) else RPY_LOCK_FAILURE

    def is_acquired(self):
        return self.held

    def release(self):
        if not self.held:
            raise RThreadError("the lock was not previously acquired")
        self.held = False

    def __enter__(self):
        self.acquire(True)

    def __exit__(self, *args):
        self.release()


def allocate_lock():
    return Lock()


def get_stacksize():
    return 0


def set_stacksize(newsize):
    return -1


def thread_after_fork():
    pass


def gc_thread_run():
    pass


def gc_thread_start():
    pass


def gc_thread_die():
    pass


def gc_thread_before_fork():
    return llmemory.NULL


def gc_thread_after_fork(result_of_fork, opaqueaddr):
    pass


class _Cell(object):
    """What a reference refers to."""

    def __init__(self):
        self.value = None


class ThreadLocalReference(object):
    """A variable of the thread that holds an object of a class, or None."""

    @not_rpython
    def __init__(self, Cls, loop_invariant=False):
        self.Cls = Cls
        cell = _Cell.__new__(type('_CellOf' + Cls.__name__, (_Cell,), {}))
        cell.value = None

        def get():
            return cell.value

        def set(value):
            assert value is None or isinstance(value, Cls)
            cell.value = value

        self.get = get
        self.set = set

    def _freeze_(self):
        return True

    @staticmethod
    def automatic_keepalive(config):
        """Objects that a reference holds stay alive by themselves."""
        return True
