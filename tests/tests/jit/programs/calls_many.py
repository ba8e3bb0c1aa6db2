"""Shallow recursion, very many calls, small methods: with an argument of 27 a few million calls. What callees do to their
callers they do a few times in each run. The results of calls are pairs that the caller takes apart."""
# run: 13
import os
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc', 'code'], reds=['frame'], is_recursive=True)


class W_Root(object):
    pass


class W_Int(W_Root):
    def __init__(self, value):
        self.value = value


class W_Pair(W_Root):
    def __init__(self, left, right):
        self.left = left
        self.right = right


class Code(object):
    _immutable_fields_ = ['text']

    def __init__(self, text):
        self.text = text


class Counter(object):
    def __init__(self):
        self.calls = 0
        self.next = 0
        self.seen = 0

    def time(self):
        """Once in a while, less and less often."""
        if self.calls < self.next:
            return False
        self.next = self.calls + self.calls // 3 + 5
        return True


COUNTER = Counter()


class Frame(object):
    def __init__(self, previous, x, y, z):
        self.previous = previous
        self.x = x
        self.y = y
        self.z = z
        self.w_a = None
        self.w_b = None

    def push(self, w):
        self.w_b = self.w_a
        self.w_a = w


def number(w):
    if isinstance(w, W_Int):
        return w.value
    if isinstance(w, W_Pair):
        return number(w.left) + number(w.right)
    return 0


def run(code, frame):
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, frame=frame)
        op = code.text[pc]
        pc += 1
        if op == 'f':
            # Fibonacci's numbers.
            if frame.x < 2:
                return W_Int(frame.x)
            COUNTER.calls += 1
            frame.push(run(code, Frame(frame, frame.x - 1, frame.y, 0)))
            COUNTER.calls += 1
            frame.push(run(code, Frame(frame, frame.x - 2, frame.y, 0)))
            return W_Int(number(frame.w_a) + number(frame.w_b))
        elif op == 'p':
            # The same as pairs.
            if frame.x < 2:
                return W_Pair(W_Int(frame.x), None)
            COUNTER.calls += 1
            frame.push(run(CODES[1], Frame(frame, frame.x - 2, frame.y, 0)))
            COUNTER.calls += 1
            frame.push(run(CODES[2], Frame(frame, frame.x - 1, frame.y, 0)))
            return W_Pair(frame.w_b, W_Int(number(frame.w_a)))
        elif op == 't':
            # Takeuchi's function.
            if frame.y >= frame.x:
                return W_Int(frame.z)
            COUNTER.calls += 1
            a = run(code, Frame(frame, frame.x - 1, frame.y, frame.z))
            COUNTER.calls += 1
            b = run(code, Frame(frame, frame.y - 1, frame.z, frame.x))
            COUNTER.calls += 1
            c = run(code, Frame(frame, frame.z - 1, frame.x, frame.y))
            frame = Frame(frame.previous, number(a), number(b), number(c))
            pc = 0
            driver.can_enter_jit(pc=pc, code=code, frame=frame)
        elif op == 'l':
            # A loop of calls, each of which may change the counter of another loop.
            if frame.x <= 0:
                return W_Int(frame.z & 0xffff)
            COUNTER.calls += 1
            w = run(CODES[5], Frame(frame, frame.x & 7, frame.x, frame.z & 15))
            frame.z += number(w)
            frame.x -= 1
            pc = 0
            driver.can_enter_jit(pc=pc, code=code, frame=frame)
        elif op == 'm':
            if frame.x == 0:
                return W_Int(frame.z + frame.y)
            COUNTER.calls += 1
            return run(CODES[6 - (frame.x & 1)], Frame(frame, frame.x - 1, frame.y + 1, frame.z))
        elif op == 'u':
            if COUNTER.time() and frame.previous is not None:
                COUNTER.seen = (COUNTER.seen * 31 + frame.previous.x) & 0xffffff
        elif op == 'w':
            if COUNTER.time() and frame.previous is not None:
                frame.previous.z += 3
                w = frame.previous.w_a
                if isinstance(w, W_Int):
                    w.value += 1
                elif isinstance(w, W_Pair):
                    w.right = W_Int(4)


CODES = [Code('f'), Code('up'), Code('wp'), Code('wf'), Code('l'), Code('um'), Code('wm'), Code('ut')]


def entry_point(argv):
    n = int(argv[1])
    for i in [0, 1, 2, 3, 4, 7]:
        COUNTER.calls = 0
        COUNTER.next = 0
        COUNTER.seen = 0
        frame = Frame(None, n, 0, 0)
        if i == 4:
            frame.x = 1
            for k in range(n // 2):
                frame.x *= 2
        elif i == 7:
            frame = Frame(None, n, n // 2, n // 4)
        w = run(CODES[i], frame)
        os.write(1, '%s: %d, %d calls, seen %d\n' % (CODES[i].text, number(w), COUNTER.calls, COUNTER.seen))
    return 0


def target(driver, args):
    return entry_point, None
