"""A loop in a function that is called from a loop: frames are linked in a context, as long as they run."""
import os
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc', 'code'], reds=['context', 'frame'], virtualizables=['frame'])


class Number(object):
    def __init__(self, value):
        self.value = value


class Code(object):
    _immutable_fields_ = ['text']

    def __init__(self, text):
        self.text = text


class Context(object):
    def __init__(self):
        self.top = None

    def enter(self, frame):
        frame.back = self.top
        self.top = frame

    def leave(self, frame):
        self.top = frame.back


class Frame(object):
    _virtualizable_ = ['total', 'left', 'back']

    def __init__(self, left):
        self.total = Number(0)
        self.left = left
        self.back = None


OUTER = Code('c-@')
INNER = Code('+m-@')
INNERMOST = Code('+-@')


def run(context, code, left):
    frame = Frame(left)
    context.enter(frame)
    result = execute(context, frame, code)
    context.leave(frame)
    return result


def execute(context, frame, code):
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, context=context, frame=frame)
        instruction = code.text[pc]
        pc += 1
        if instruction == '+':
            frame.total = Number((frame.total.value + frame.left) & 0xffffff)
        elif instruction == 'c':
            called = run(context, INNER, 1000)
            frame.total = Number((frame.total.value + called.value) & 0xffffff)
        elif instruction == 'm':
            called = run(context, INNERMOST, 1)
            frame.total = Number((frame.total.value + called.value) & 0xffffff)
        elif instruction == '-':
            frame.left -= 1
        elif instruction == '@':
            if frame.left == 0:
                return frame.total
            pc = 0
            driver.can_enter_jit(pc=pc, code=code, context=context, frame=frame)


def entry_point(argv):
    os.write(1, '%d\n' % run(Context(), OUTER, int(argv[1])).value)
    return 0


def target(driver, args):
    return entry_point, None
