"""Virtualizable frames: fields and a stack of fixed size, calls of the portal with frames linked to each other, exceptions through them,
and a look at a frame from outside while it runs."""
# run: 12
import os
from rpython.rlib.jit import JitDriver, dont_look_inside, hint, promote, unroll_safe, we_are_jitted

driver = JitDriver(greens=['pc', 'code'], reds=['frame', 'vm'], virtualizables=['frame'])


class Code(object):
    _immutable_fields_ = ['text', 'size']

    def __init__(self, text, size):
        self.text = text
        self.size = size


class VM(object):
    def __init__(self, codes):
        self.codes = codes
        self.top = None
        self.traced = 0
        self.depth = 0


class Failure(Exception):
    def __init__(self, value):
        self.value = value


class Frame(object):
    _virtualizable_ = ['stack[*]', 'depth', 'argument', 'result']

    def __init__(self, code, argument, back):
        self = hint(self, fresh_virtualizable=True, access_directly=True)
        self.stack = [0] * code.size
        self.depth = 0
        self.argument = argument
        self.result = 0
        self.back = back
        self.note = 0

    def push(self, value):
        depth = self.depth
        assert depth >= 0
        self.stack[depth] = value
        self.depth = depth + 1

    def pop(self):
        depth = self.depth - 1
        assert depth >= 0
        self.depth = depth
        return self.stack[depth]


@dont_look_inside
def look(vm):
    """What the frames in progress hold, seen from outside."""
    frame = vm.top
    n = 0
    while frame is not None:
        n = n * 7 + frame.argument + frame.depth
        for value in frame.stack:
            n += value
        frame.note += 1
        frame = frame.back
    vm.traced = (vm.traced + n) % 1000003


@dont_look_inside
def change(vm):
    frame = vm.top
    if frame is not None and frame.depth > 0:
        frame.stack[0] += 1


@unroll_safe
def rotate(frame, n):
    i = 0
    last = frame.stack[n - 1]
    while i < n - 1:
        frame.stack[n - 1 - i] = frame.stack[n - 2 - i]
        i += 1
    frame.stack[0] = last


def call(vm, code, argument):
    frame = Frame(code, argument, vm.top)
    vm.top = frame
    vm.depth += 1
    try:
        return execute(vm, frame, code)
    finally:
        vm.top = frame.back
        vm.depth -= 1


def execute(vm, frame, code):
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, frame=frame, vm=vm)
        frame = hint(frame, access_directly=True)
        if pc >= len(code.text):
            return frame.result
        op = code.text[pc]
        pc += 1
        if '0' <= op <= '9':
            frame.push(ord(op) - ord('0'))
        elif op == 'a':
            frame.push(frame.argument)
        elif op == '+':
            right = frame.pop()
            frame.push((frame.pop() + right) % 10007)
        elif op == '-':
            right = frame.pop()
            frame.push(frame.pop() - right)
        elif op == 'd':
            value = frame.pop()
            frame.push(value)
            frame.push(value)
        elif op == 'r':
            frame.result = frame.pop()
        elif op == 'R':
            rotate(frame, promote(frame.depth))
        elif op == 'j':
            # Back to the start while the argument lasts; the stack must be empty.
            frame.argument -= 1
            if frame.argument > 0:
                pc = 0
                driver.can_enter_jit(pc=pc, code=code, frame=frame, vm=vm)
        elif op == 'l':
            look(vm)
        elif op == 'h':
            change(vm)
        elif op == 'f':
            if frame.argument % 5 == 2:
                raise Failure(frame.argument)
        elif op == 'c' or op == 'C':
            other = vm.codes[ord(code.text[pc]) - ord('0')]
            pc += 1
            argument = frame.pop()
            if vm.depth > 4:
                frame.push(1)
            elif op == 'c':
                frame.push(call(vm, other, argument))
            else:
                try:
                    frame.push(call(vm, other, argument))
                except Failure as e:
                    frame.push(e.value + 100)
        elif op == 'w':
            if we_are_jitted():
                frame.push(0)
            else:
                frame.push(frame.argument - frame.argument)
        else:
            frame.note += 2


CODES = [
    'a3+rj',
    'aadd++-rj',
    'a1-c0rj',
    '12a+R+rlj',
    '3al+hrj',
    'afC05f+rj',
    'aC5rj',
    'aC5a1-c2+rlwrj',
    'a4-C7nrj',
    'ac6nac8+rlfj',
]


def entry_point(argv):
    n = int(argv[1])
    vm = VM([Code(text, 8) for text in CODES])
    for i in range(len(CODES)):
        for argument in [1, 2, n // 4, n]:
            try:
                text = '%d' % call(vm, vm.codes[i], argument)
            except Failure as e:
                text = 'failed with %d' % e.value
            os.write(1, '%s %d: %s, seen %d\n' % (CODES[i], argument, text, vm.traced))
    return 0


def target(driver, args):
    return entry_point, None
