# `steps` is never written to once it is made, so that its items are as green as it is; `marks` is written to in the loop.
from rpython.rlib.jit import JitDriver, hint

driver = JitDriver(greens=['pc', 'code'], reds=['total'])


class Code(object):
    _immutable_fields_ = ['steps', 'marks']

    def __init__(self, text):
        self.steps = [(ord(c) - 48, c) for c in text]
        self.marks = [0] * len(text)


def loop(code):
    pc = 0
    total = 0
    while pc < len(code.steps):
        driver.jit_merge_point(pc=pc, code=code, total=total)
        step, _ = code.steps[pc]
        step = hint(step, concrete=True)
        mark = hint(code.marks[pc], concrete=True)
        total += step + mark
        code.marks[pc] = total
        pc += 1
    return total


def entry_point(argv):
    return loop(Code(argv[0]))
