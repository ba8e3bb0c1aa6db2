"""Tables with versions, as the dictionaries of modules have them: a cell is put into a table, the table gets another
version, and an elidable function finds the cell by that version. The stack of the frame holds new objects meanwhile,
which compiled code does not store before it has to, and classes and numbers are promoted."""
# run: 3000
# promises: kept as long as a version is that of the table, which verification does not know
import os
from rpython.rlib.jit import JitDriver, elidable, promote

driver = JitDriver(greens=['pc', 'code'], reds=['frame', 'module', 'n'])


class Version(object):
    pass


class W_Root(object):
    pass


class W_Int(W_Root):
    def __init__(self, value):
        self.value = value

    def add(self, other):
        return W_Int(self.value + other)


class W_Neg(W_Root):
    def __init__(self, value):
        self.value = value

    def add(self, other):
        return W_Neg(self.value - other)


class Cell(W_Root):
    def __init__(self, value):
        self.value = value


class Module(object):
    def __init__(self):
        self.cells = [None] * 4
        self.version = Version()
        self.number = 0

    def put(self, name, value):
        self.cells[name] = Cell(value)
        self.version = Version()
        self.number += 1

    @elidable
    def find(self, name, version):
        return self.cells[name]

    @elidable
    def find_by_number(self, name, number):
        return self.cells[name]


class Frame(object):
    def __init__(self):
        self.stack = [None] * 8
        self.top = 0

    def push(self, w):
        self.stack[self.top] = w
        self.top += 1

    def pop(self):
        top = self.top - 1
        assert top >= 0
        w = self.stack[top]
        self.stack[top] = None
        self.top = top
        return w


def plus(w, n):
    if isinstance(w, W_Int):
        return w.add(n)
    elif isinstance(w, W_Neg):
        return w.add(n)
    return w


def run(code, module, n):
    frame = Frame()
    frame.push(W_Int(1))
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, frame=frame, module=module, n=n)
        op = code[pc]
        pc += 1
        promote(module)
        if op == 'i':
            frame.push(W_Int(n))
        elif op == 'm':
            frame.push(W_Neg(n))
        elif op == '+':
            w = frame.pop()
            frame.push(plus(w, 3))
        elif op == 'p':
            # Now and then: everything is compiled for one version.
            if n % 37 == 0:
                module.put(n & 3, n)
        elif op == 'P':
            if n % 41 == 0:
                module.cells[n & 3] = Cell(-n)
                module.version = Version()
                module.number += 2
        elif op == 'v':
            cell = module.find(1, promote(module.version))
            if cell is not None:
                cell.value += 1
        elif op == 'V':
            cell = module.find_by_number(2, promote(module.number))
            if cell is not None:
                cell.value += 5
        elif op == 'c':
            cell = module.cells[1]
            if cell is not None:
                frame.push(W_Int(cell.value))
            else:
                frame.push(W_Neg(0))
        elif op == 'd':
            cell = module.cells[2]
            if cell is not None:
                frame.push(W_Int(cell.value))
            else:
                frame.push(W_Int(9))
        elif op == '*':
            b = frame.pop()
            a = frame.pop()
            x = y = 0
            if isinstance(a, W_Int):
                x = a.value
            if isinstance(b, W_Int):
                y = b.value
            frame.push(W_Int((x * 3 + y) & 0xffff))
        elif op == '-':
            n -= 1
            if n > 0:
                pc = 0
                driver.can_enter_jit(pc=pc, code=code, frame=frame, module=module, n=n)
            else:
                break
    w = frame.pop()
    if isinstance(w, W_Int):
        return w.value
    return -1


def main(argv):
    n = int(argv[1])
    for code in ['pvc*-', 'ipv+*c*-', 'mPV+*d*-', 'ipi+mv+***c*-', 'iPi+V*vdc***-', 'pPivVc*d**-', 'ipmPVv**c*-']:
        module = Module()
        module.put(1, 100)
        if len(code) & 1:
            module.put(2, 200)
        os.write(1, "%s: %d\n" % (code, run(code, module, n)))
        for cell in module.cells:
            if cell is None:
                os.write(1, " None")
            else:
                os.write(1, " %d" % cell.value)
        os.write(1, "\n")
    return 0


def target(driver, args):
    return main, None


if __name__ == '__main__':
    import sys
    main(sys.argv)
