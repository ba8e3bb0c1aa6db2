from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc', 'code'], reds=['frame'], virtualizables=['frame'])


class Code(object):
    _immutable_fields_ = ['lenght', 'ops[*]']

    def __init__(self, ops):
        self.ops = ops
        self.length = len(ops)


class Frame(object):
    _virtualizable_ = ['top', 'slots[*]', 'depth']

    def __init__(self):
        self.top = 0
        self.slots = [0] * 4


def run(code):
    pc = 0
    frame = Frame()
    while pc < code.length:
        driver.jit_merge_point(pc=pc, code=code, frame=frame)
        frame.top += code.ops[pc]
        pc += 1
    return frame.top


def entry_point(argv):
    return run(Code([1, 2, len(argv)]))


def target(*args):
    return entry_point

#| warning[W0714]: `Code` declares `lenght` immutable, and its objects have no such attribute
#|  --> FILE:6:7
#|   |
#| 6 | class Code(object):
#|   |       ^^^^ nothing sets it
#|   |
#|   = help: did you mean `length`?
#|
#| warning[W0714]: `Frame` declares `depth` virtualizable, and its objects have no such attribute
#|   --> FILE:14:7
#|    |
#| 14 | class Frame(object):
#|    |       ^^^^^ nothing sets it
#|    |
#|    = help: the declaration does nothing: remove it
