"""A stack machine that goes through a list again and again: the loop over its items is left once in each scan.

When the loop is made again a turn of it is what follows, not the way out, which was taken before, too, and led on.
"""
from rpython.rlib.jit import JitDriver


class Scan(object):
    def __init__(self, items):
        self.items = items
        self.at = 0

    def next(self):
        i = self.at
        if i >= len(self.items):
            raise IndexError
        self.at = i + 1
        return self.items[i]


driver = JitDriver(greens=['pc', 'code'], reds=['left', 'total', 'scan', 'items'])

BEGIN, NEXT, BACK, AGAIN = range(4)


def run(code, items, left):
    total = 0
    scan = Scan(items)
    pc = 0
    while pc < len(code):
        driver.jit_merge_point(pc=pc, code=code, left=left, total=total, scan=scan, items=items)
        op = ord(code[pc])
        arg = ord(code[pc + 1])
        pc += 2
        if op == BEGIN:
            scan = Scan(items)
        elif op == NEXT:
            try:
                item = scan.next()
            except IndexError:
                pc = arg
            else:
                if item & 3:
                    total += item
                else:
                    total -= 1
        elif op == BACK:
            pc = arg
            driver.can_enter_jit(pc=pc, code=code, left=left, total=total, scan=scan, items=items)
        elif op == AGAIN:
            left -= 1
            if left > 0:
                pc = arg
                driver.can_enter_jit(pc=pc, code=code, left=left, total=total, scan=scan, items=items)
    return total


def entry_point(argv):
    items = [7]
    for i in range(int(argv[1])):
        items.append(i)
    # begin; next: total += item, or on behind; back to next; again
    code = ''.join([chr(x) for x in [BEGIN, 0, NEXT, 6, BACK, 2, AGAIN, 0]])
    print run(code, items, int(argv[2]))
    return 0


def target(driver, args):
    return entry_point, None
