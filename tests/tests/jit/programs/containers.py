"""Interpreters of programs full of dictionaries, lists, texts and tuples; values that may be None; changes while they are iterated over."""
# run: 25
import os
from rpython.rlib.jit import JitDriver, dont_look_inside, promote, unroll_safe
from rpython.rlib.rstring import StringBuilder

driver = JitDriver(greens=['pc', 'code'], reds=['n', 'env', 'w', 'pair'])


class Value(object):
    def text(self):
        return 'value'

    def size(self):
        return 0


class Int(Value):
    def __init__(self, n):
        self.n = n

    def text(self):
        return str(self.n)

    def size(self):
        return self.n % 10


class Text(Value):
    def __init__(self, s):
        self.s = s

    def text(self):
        return self.s

    def size(self):
        return len(self.s)


class Items(Value):
    def __init__(self, items):
        self.items = items

    def text(self):
        result = StringBuilder()
        result.append('[')
        first = True
        for item in self.items:
            if not first:
                result.append(' ')
            first = False
            result.append('-' if item is None else item.text())
        result.append(']')
        return result.build()

    def size(self):
        return len(self.items)


class Env(object):
    def __init__(self):
        self.names = {}
        self.numbers = {}
        self.stack = []
        self.log = []
        self.last = None


@dont_look_inside
def lookup(env, name):
    return env.names.get(name, None)


def both(env, n):
    """A tuple of many types, taken apart by the caller."""
    if n % 3 == 0:
        return n, 'zero', None, 0.5, True, 'z', env
    value = lookup(env, 'v%d' % (n % 4))
    return n * 2, 'some', value, n * 0.25, n % 2 == 0, 's', env


@unroll_safe
def largest(values):
    found = None
    for value in values:
        if value is not None and (found is None or value.size() >= found.size()):
            found = value
    return found


def find(env, key):
    try:
        return env.numbers[key]
    except KeyError:
        env.numbers[key] = len(env.numbers)
        return -1


def run(code, n):
    pc = 0
    env = Env()
    w = None
    pair = (0, None, '')
    while True:
        driver.jit_merge_point(pc=pc, code=code, n=n, env=env, w=w, pair=pair)
        if pc >= len(code):
            n -= 1
            if n == 0:
                break
            pc = 0
            driver.can_enter_jit(pc=pc, code=code, n=n, env=env, w=w, pair=pair)
            continue
        op = code[pc]
        pc += 1
        if op == 'i':
            w = Int(n)
        elif op == 't':
            w = Text('t' + str(n % 7))
        elif op == 'l':
            w = Items([w, None, Int(n)])
        elif op == 'N':
            w = None
        elif op == '?':
            if w is None:
                w = Text('none')
            elif w.size() > 3:
                w = None
        elif op == 'd':
            env.names['v%d' % (n % 4)] = w
        elif op == 'g':
            w = lookup(env, 'v%d' % (n % 5))
        elif op == 'G':
            name = 'v%d' % (n % 5)
            if name in env.names:
                w = env.names[name]
        elif op == 'D':
            name = 'v%d' % (n % 4)
            if name in env.names:
                del env.names[name]
        elif op == 'f':
            if find(env, n % 6) < 0:
                env.log.append('new')
        elif op == 'F':
            total = 0
            for key, value in env.numbers.items():
                total += key * value
            env.log.append('sum %d' % total)
        elif op == 'p':
            env.stack.append(w)
        elif op == 'o':
            if env.stack:
                w = env.stack.pop()
        elif op == 'm':
            w = largest(env.stack)
        elif op == 's':
            if len(env.stack) > 4:
                env.stack = env.stack[1:3]
        elif op == 'r':
            env.stack.reverse()
        elif op == 'a':
            # A tuple that lives across merge points.
            number, value, text = pair
            if w is not None:
                text = text + w.text()
                if len(text) > 12:
                    text = text[3:9]
            pair = (number + n, w, text)
        elif op == 'A':
            if pair[1] is w:
                env.log.append(pair[2])
        elif op == 'b':
            number, kind, value, f, flag, char, same = both(env, n)
            if value is not None and flag:
                w = value
            if same is env and f > 1.0:
                env.log.append(kind + char + str(number))
        elif op == 'x':
            if isinstance(w, Text):
                w = Text(w.s.upper() + w.s.replace('t', 'u')[1:])
                if len(w.s) > 12:
                    w = Text(w.s[2:6])
            elif isinstance(w, Items):
                w = w.items[len(w.items) - 1]
        elif op == 'j':
            if w is not None:
                env.log.append('/'.join(w.text().split(' ')))
        elif op == 'c':
            if isinstance(w, Items):
                w.items.append(Int(n))
                if len(w.items) > 5:
                    w.items.pop(0)
        elif op == 'k':
            env.last = w
        elif op == 'K':
            last = env.last
            if last is not None:
                w = Int(last.size() + n)
        if len(env.log) > 9:
            del env.log[:5]
    show = '-' if w is None else w.text()
    os.write(1, '%s: %s %d %d %d %s %s\n' % (
        code, show, len(env.names), len(env.numbers), len(env.stack), pair[2], '|'.join(env.log)))


OPS = 'itlN?dgGDfFpomsraAbxjckKitlpd'


def program(seed):
    state = seed * 7411 + 13
    text = []
    for k in range(3 + seed % 14):
        state = (state * 1103515245 + 12345) % 2147483648
        text.append(OPS[state // 65536 % len(OPS)])
    return ''.join(text)


def entry_point(argv):
    n = int(argv[1])
    for seed in range(3 * n):
        run(program(seed), n + seed % 3)
    return 0


def target(driver, args):
    return entry_point, None
