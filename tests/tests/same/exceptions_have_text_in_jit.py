# Texts of exceptions that a compiled loop makes, raises and catches, and of one that leaves it.
from rpython.rlib.jit import JitDriver

class Failed(Exception):
    pass

class Own(Failed):
    def __init__(self, n, what):
        Failed.__init__(self, what + "?")
        self.n = n

PREBUILT = Failed("prebuilt")

driver = JitDriver(greens=['pc', 'code'], reds=['n', 'size'])

def step(c, n):
    if c == 'f': raise Failed("n is %d" % n)
    if c == 'm': raise Failed(n, c)
    if c == 'o': raise Own(n, "own")
    if c == 'p': raise PREBUILT
    if c == 'k': raise KeyError(c)
    if c == 'x' and n == 1: raise ValueError("last " + c)
    return 1

def interp(code, n):
    pc = 0
    size = 0
    while pc < len(code):
        driver.jit_merge_point(pc=pc, code=code, n=n, size=size)
        c = code[pc]
        if c == '-':
            n -= 1
        elif c == 'j':
            if n > 0:
                pc = 0
                driver.can_enter_jit(pc=pc, code=code, n=n, size=size)
                continue
        else:
            try:
                size += step(c, n)
            except Own as e:
                size += e.n * 3 + len(str(e))
            except Failed as e:
                size += len(str(e))
            except KeyError as e:
                size += len("%s" % e) * 1000
        pc += 1
    return size

def run(code, n):
    try:
        print(interp(code, n))
    except ValueError as e:
        print("left: " + str(e))

def entry_point(argv):
    n = len(argv) - len(argv) + 20
    for code in ['f-j', 'm-j', 'o-j', 'p-j', 'k-j', 'fmopk-j', 'fx-j']:
        run(code, n)
    return 0

def target(*args):
    return entry_point, None

if __name__ == '__main__':
    entry_point([])
