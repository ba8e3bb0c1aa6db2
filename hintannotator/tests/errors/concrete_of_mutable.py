from rpython.rlib.jit import JitDriver, hint

driver = JitDriver(greens=['pc', 'code'], reds=['frame'])


class Frame(object):
    def __init__(self, offset):
        self.offset = offset


def position(frame, pc):
    if pc > 5:
        return frame.offset + 1
    return pc


def loop(code, frame):
    pc = 0
    while pc < len(code):
        driver.jit_merge_point(pc=pc, code=code, frame=frame)
        at = position(frame, pc) * 2
        at = hint(at, concrete=True)
        if at > 1000:
            return at
        pc += 1
    return 0


def entry_point(argv):
    return loop(argv[0], Frame(len(argv)))
