# not-cpython: the stand-in has no queues
# not-low-level: nothing dies there
"""Finalisers in code with a JIT: what they see and change."""
from rpython.rlib import rgc
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc', 'code'], reds=['n', 'acc', 'st'])


class State(object):
    def __init__(self):
        self.dels = 0
        self.sum = 0
        self.extra = 0
        self.given = 0
        self.flag = 0


state = State()


class Extra(object):
    def __init__(self, n):
        self.n = n


class Res(object):
    def __init__(self, n):
        self.n = n
        self.extra = None

    def __del__(self):
        state.dels += 1
        state.sum += self.n
        extra = self.extra
        if extra is not None:
            state.extra += extra.n
        state.flag = self.n


class Item(object):
    def __init__(self, n):
        self.n = n
        self.extra = None


class Queue(rgc.FinalizerQueue):
    Class = Item

    def finalizer_trigger(self):
        state.flag = -1


queue = Queue()


def interpret(code, n):
    pc = 0
    acc = 0
    st = state
    while True:
        driver.jit_merge_point(pc=pc, code=code, n=n, acc=acc, st=st)
        op = code[pc]
        pc += 1
        if op == 'r':
            r = Res(n)
            acc += r.n & 3
            r.extra = Extra(n)
            r.n += 1
            r.extra.n += 1
        elif op == 'q':
            q = Item(n)
            queue.register_finalizer(q)
            q.extra = Extra(n)
            q.n += 1
        elif op == 'd':
            d = queue.next_dead()
            if d is not None:
                st.given += d.n + d.extra.n
        elif op == 'f':
            # Nothing dies between these.
            a = st.flag
            b = st.flag
            if a != b:
                acc += 1000000
        elif op == 'g':
            # Here it may.
            st.flag = -2
            r = Res(n)
            if st.flag == -2:
                acc += 1
            else:
                acc += 2
            if r.n != n:
                acc += 1000000
        elif op == 'c':
            rgc.collect()
        elif op == 'j':
            n -= 1
            if n > 0:
                pc = 0
                driver.can_enter_jit(pc=pc, code=code, n=n, acc=acc, st=st)
        else:
            break
    return acc


def rest():
    for i in range(5):
        rgc.collect()
        while True:
            d = queue.next_dead()
            if d is None:
                break
            state.given += d.n + d.extra.n
            d = None


def entry_point(argv):
    print(interpret('rqfdfj.', 3000))
    rest()
    print('%d %d %d %d' % (state.dels, state.sum, state.extra, state.given))
    print(interpret('rcfrfj.', 150))
    rest()
    print('%d %d %d' % (state.dels, state.sum, state.extra))
    acc = interpret('gcfj.', 150)
    print(150 <= acc <= 300)
    rest()
    print('%d %d %d' % (state.dels, state.sum, state.extra))
    return 0


def target(driver, args):
    return entry_point, None


if __name__ == '__main__':
    entry_point([])
