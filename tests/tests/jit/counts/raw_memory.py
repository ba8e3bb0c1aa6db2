"""Frames that are linked from a context for the time of a call, while raw memory is read and written."""
from rpython.rlib.jit import JitDriver
from rpython.rtyper.lltypesystem import lltype, rffi

driver = JitDriver(greens=['step'], reds=['n', 'context', 'memory'])


class Frame(object):
    def __init__(self, back, value):
        self.back = back
        self.value = value


class Context(object):
    def __init__(self):
        self.top = None


def add(context, memory, value):
    frame = Frame(context.top, value)
    context.top = frame
    words = rffi.cast(rffi.SIGNEDP, memory)
    words[1] ^= frame.value
    context.top = frame.back


def run(step, n, context, memory):
    while n > 0:
        driver.jit_merge_point(step=step, n=n, context=context, memory=memory)
        add(context, memory, n)
        n -= step


def entry_point(argv):
    memory = lltype.malloc(rffi.CCHARP.TO, 16, flavor='raw')
    words = rffi.cast(rffi.SIGNEDP, memory)
    words[1] = 5
    run(1, int(argv[1]), Context(), memory)
    print('%d' % words[1])
    lltype.free(memory, flavor='raw')
    return 0


def target(driver, args):
    return entry_point
