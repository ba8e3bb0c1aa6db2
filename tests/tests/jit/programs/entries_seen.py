"""An elidable function makes an entry in a dictionary, and code asks whether the entry is there, before and after.
"""
# run: 12
from rpython.rlib.jit import JitDriver, elidable, promote


class Box(object):
    def __init__(self, v):
        self.v = v


TABLE = {}


@elidable
def association(k):
    try:
        return TABLE[k]
    except KeyError:
        b = Box(k)
        TABLE[k] = b
        return b


def has(k):
    return int(k in TABLE)


driver = JitDriver(greens=['pc', 'code'], reds=['n', 'sum', 'i'])


def run(code, n, i):
    sum = 0
    pc = 0
    while pc < len(code):
        driver.jit_merge_point(pc=pc, code=code, n=n, sum=sum, i=i)
        op = code[pc]
        pc += 1
        if op == 'h':
            sum = sum * 2 + has(i & 3)
        elif op == 'a':
            sum += association(promote(i & 3)).v
        elif op == 'A':
            sum += association(1).v
        elif op == 'n':
            i += 1
        elif op == 'j':
            n -= 1
            if n > 0:
                pc = 0
                driver.can_enter_jit(pc=pc, code=code, n=n, sum=sum, i=i)
    return sum


def entry_point(argv):
    for code in ['hah', 'hAhj', 'hahnj', 'ahAhnj']:
        for i in range(int(argv[1])):
            print code, i, run(code, 4, i)
    return 0


def target(driver, args):
    return entry_point, None

