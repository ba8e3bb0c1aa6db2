"""Threads, profilers and dynamic libraries, as programs without them see these."""
from rpython.rlib import rdynload, rgil, rthread, rvmprof
from rpython.rlib.rjitlog import rjitlog
from rpython.rlib.rtimer import read_timestamp
from rpython.rtyper.lltypesystem.module.ll_math import math_fmod, math_hypot, math_log


class Context(object):
    def __init__(self, depth):
        self.depth = depth


current = rthread.ThreadLocalReference(Context)
other = rthread.ThreadLocalReference(Context, loop_invariant=True)


class Code(object):
    pass


@rvmprof.vmprof_execute_code('one', lambda code, n: code)
def execute(code, n):
    return n * 2


def bootstrap():
    pass


def locks():
    lock = rthread.allocate_lock()
    print(lock.acquire(True), lock.acquire(False), lock.is_acquired(), lock.acquire_timed(10))
    lock.release()
    try:
        lock.release()
    except rthread.error:
        print('not held')
    with lock:
        print(lock.is_acquired())
    print(lock.is_acquired())


def entry_point(argv):
    locks()
    print(current.get() is None)
    current.set(Context(3))
    other.set(Context(4))
    print(current.get().depth, other.get().depth)
    current.set(None)
    print(current.get() is None, other.get() is None)
    try:
        rthread.start_new_thread(bootstrap, ())
    except rthread.error:
        print('no thread')
    rgil.yield_thread()
    print(execute(Code(), len(argv)))
    try:
        rvmprof.enable(1, 0.5)
    except rvmprof.VMProfError as e:
        print(e.msg)
    try:
        rjitlog.enable_jitlog(1)
    except rjitlog.JitlogError as e:
        print(e.msg)
    try:
        library = rdynload.dlopen('libm.so')
        print(rdynload.dlsym(library, 'sin') == library)
    except rdynload.DLOpenError as e:
        print(e.msg)
    before = read_timestamp()
    print(read_timestamp() >= before)
    x = float(len(argv) - 1)
    print(math_fmod(7.5, x + 2.0), math_fmod(7.5, x), math_hypot(1e308, 1.7e308), math_log(x))
    return 0


def target(driver, args):
    return entry_point, None
