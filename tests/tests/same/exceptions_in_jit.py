# Index errors, None and divisions by zero inside of a compiled loop, caught by a function around the portal.
from rpython.rlib.jit import JitDriver
class Node(object):
    def __init__(self, v):
        self.v = v
        self.next = None
    def hi(self):
        return 3
driver = JitDriver(greens=['pc', 'code'], reds=['acc', 'n', 'node', 'l'])
def step(l, i):
    return l[i]
def interp(code, n, node, l):
    pc = 0
    acc = 0
    while pc < len(code):
        driver.jit_merge_point(pc=pc, code=code, acc=acc, n=n, node=node, l=l)
        c = code[pc]
        if c == 'a':
            acc += step(l, n % 5)
        elif c == 'n':
            node = node.next
        elif c == 'h':
            acc += node.hi()
        elif c == 'd':
            acc += 100 // (n - 3)
        elif c == 'v':
            acc += node.v
        elif c == '-':
            n -= 1
        elif c == 'j':
            if n > 0:
                pc = 0
                driver.can_enter_jit(pc=pc, code=code, acc=acc, n=n, node=node, l=l)
                continue
        pc += 1
    return acc
def lst(m):
    l = []
    for i in range(m):
        l.append(i)
    return l
def run(code, n, k, m):
    node = None
    for i in range(k):
        x = Node(i)
        x.next = node
        node = x
    try:
        return interp(code, n, node, lst(m))
    except IndexError:
        return -1
    except AttributeError:
        return -2
    except ZeroDivisionError:
        return -3
def entry_point(argv):
    for code in ["a-j", "h-j", "n-j", "nh-j", "d-j", "va-j", "vnd-j"]:
        for n in [50, 1000]:
            for k in [0, 1, 60]:
                for m in [4, 5]:
                    print("%s %d %d %d: %d" % (code, n, k, m, run(code, n, k, m)))
    return 0
