# Errors on lists, instances and floats that exist in compiled code only.
from rpython.rlib.jit import JitDriver
class Box(object):
    def __init__(self, v):
        self.v = v
        self.n = None
driver = JitDriver(greens=['pc', 'code'], reds=['acc', 'n', 'stack', 'd', 's'])
def op(l, i):
    return l[i]
def interp(code, n, stack, d, s):
    pc = 0
    acc = 0
    while pc < len(code):
        driver.jit_merge_point(pc=pc, code=code, acc=acc, n=n, stack=stack, d=d, s=s)
        c = code[pc]
        pc += 1
        if c == 'p':
            stack.append(n)
        elif c == 'o':
            acc += stack.pop()
        elif c == 'v':
            l = [n, n + 1]
            acc += op(l, n & 3 if n < 5 else 1)
        elif c == 'V':
            l = [n, n + 1]
            l.append(3)
            i = n
            while i > 40:
                i -= 1
                acc += l.pop()
        elif c == 'd':
            acc += d[n & 7]
        elif c == 's':
            acc += ord(s[n & 3])
        elif c == 'b':
            b = Box(n)
            if n & 1:
                b.n = Box(3)
            try:
                acc += b.n.v
            except AttributeError:
                acc += 1000
        elif c == 'B':
            b = Box(n)
            if n > 5:
                b.n = Box(3)
            acc += b.n.v
        elif c == 'i':
            acc += int(100.0 / float(n - 41))
        elif c == 'c':
            acc += ord(chr(n & 127))
        elif c == 't':
            try:
                acc += op(stack, n - 3)
            except IndexError:
                acc += 7
        elif c == '-':
            n -= 1
        elif c == 'j':
            if n > 0:
                pc = 0
                driver.can_enter_jit(pc=pc, code=code, acc=acc, n=n, stack=stack, d=d, s=s)
    return acc
def run(code, n):
    try:
        d = {0: 1, 1: 2, 2: 3, 3: 4, 5: 1, 6: 6, 7: 7}
        return interp(code, n, [1, 2, 3], d, "abc")
    except IndexError:
        return -1
    except AttributeError:
        return -2
    except KeyError:
        return -3
    except ValueError:
        return -4
    except ZeroDivisionError:
        return -5
def entry_point(argv):
    for code in ["p-j", "o-j", "v-j", "V-j", "d-j", "s-j", "b-j", "B-j", "i-j", "c-j", "t-j", "tpt-j", "pbo-j"]:
        for n in [3, 45, 43, 200]:
            print("%s %d: %d" % (code, n, run(code, n)))
    return 0
