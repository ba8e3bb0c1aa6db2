"""Items at indices that are not constant, and what is known of them round a loop: two tapes, which may be one and the
same, grow, shrink and are exchanged, and the positions of both come from anywhere. The programs are random ones.

Small loops are compiled again with items relative to a position (`tape[pos]`, `tape[pos + 1]`) and relations
(`pos + 1 < len(tape)`) in their contexts: a store through the other tape, a shorter list or another position must be
seen."""
# run: 60
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc', 'code', 'jumps'], reds=['fuel', 'pos', 'at', 'state'])


class State(object):
    def __init__(self, a, b):
        self.a = a
        self.b = b
        self.faults = 0


class Random(object):
    def __init__(self, seed):
        self.seed = seed

    def below(self, n):
        self.seed = (self.seed * 1103515245 + 12345) & 0x7fffffff
        return (self.seed >> 8) % n


OPS = '<>{}+-*.,^=!&xyagps~'


def run(code, jumps, state, fuel):
    pc = 0
    pos = 1
    at = 2
    while pc < len(code):
        driver.jit_merge_point(pc=pc, code=code, jumps=jumps, fuel=fuel, pos=pos, at=at, state=state)
        op = code[pc]
        fuel -= 1
        if fuel < 0:
            break
        try:
            if op == '<':
                pos -= 1
            elif op == '>':
                pos += 1
            elif op == '{':
                at -= 1
            elif op == '}':
                at += 2
            elif op == '+':
                state.a[pos] += 1
            elif op == '-':
                state.a[pos] = (state.a[pos] - 1) & 15
            elif op == '*':
                state.b[at] = (state.b[at] * 3 + state.a[pos]) & 255
            elif op == '.':
                state.a[pos + 1] = state.a[pos] & 7
            elif op == ',':
                state.b[at - 1] = state.a[pos]
            elif op == '^':
                state.a[pos] ^= state.b[at]
            elif op == '=':
                pos = at
            elif op == '!':
                pos = state.a[pos] & 3
            elif op == '&':
                at = (state.b[at] + pos) & 7
            elif op == 'x':
                state.a, state.b = state.b, state.a
            elif op == 'y':
                state.b = state.a
            elif op == 'a':
                if len(state.a) < 12:
                    state.a.append(pos)
            elif op == 'g':
                state.b = state.a[:]
            elif op == 'p':
                if len(state.a) > 3:
                    pos += state.a.pop() & 1
            elif op == 's':
                if pos >= 0 and pos + 1 < len(state.a):
                    swapped = state.a[pos]
                    state.a[pos] = state.a[pos + 1]
                    state.a[pos + 1] = swapped
            elif op == '~':
                if 0 <= at < len(state.b):
                    state.b[at] = at
            elif op == '[':
                if state.a[pos] & 7 == 0:
                    pc = jumps[pc]
            elif op == ']':
                if state.a[pos] & 7 != 0:
                    pc = jumps[pc]
                    driver.can_enter_jit(pc=pc, code=code, jumps=jumps, fuel=fuel, pos=pos, at=at, state=state)
        except IndexError:
            state.faults += 1
            pos = pos & 1
            at = (at & 1) + 1
        pc += 1
    return pos * 31 + at


def random_code(random, size):
    code = []
    depth = 0
    for i in range(size):
        n = random.below(30)
        if n < 4:
            code.append('[')
            depth += 1
        elif n < 8 and depth > 0:
            code.append(']')
            depth -= 1
        elif n < 18:
            code.append('<>+-+-><+.'[random.below(10)])
        else:
            code.append(OPS[random.below(len(OPS))])
    return ''.join(code) + ']' * depth


def jumps_of(code):
    jumps = [0] * len(code)
    opened = []
    for i in range(len(code)):
        if code[i] == '[':
            opened.append(i)
        elif code[i] == ']':
            j = opened.pop()
            jumps[i] = j
            jumps[j] = i
    return jumps


def digest(items):
    sum = len(items)
    for x in items:
        sum = (sum * 31 + x) & 0xffffff
    return sum


def entry_point(argv):
    # Two cells that are counted down and up, and one that is moved along.
    for code in ['>>+++++++[<+>-]<[>+<-]', '+[>++[-]>+<]', '+++[>.<-]>[<+>-]']:
        state = State([3, 0, 0, 7, 0, 0, 0, 1], [1, 2, 3, 4])
        place = run(code, jumps_of(code), state, 4000)
        print('%s: %d %d %d %d' % (code, place, digest(state.a), digest(state.b), state.faults))
    random = Random(2026)
    for n in range(int(argv[1])):
        code = random_code(random, 6 + random.below(24))
        state = State([1, 2, 3, 4, 5, 6, 7, 8], [3, 2, 1])
        if n % 3 == 0:
            state.b = state.a
        place = run(code, jumps_of(code), state, 1500)
        print('%s: %d %d %d %d' % (code, place, digest(state.a), digest(state.b), state.faults))
    return 0
