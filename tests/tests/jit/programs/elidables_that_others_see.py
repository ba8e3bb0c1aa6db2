# run:
# An elidable function makes an entry in a table that other code reads: it is not called before the program gets there.
import os
from rpython.rlib.jit import JitDriver, dont_look_inside, elidable, elidable_promote, promote

driver = JitDriver(greens=['pc', 'code'], reds=['machine', 'n'])


class Association(object):
    def __init__(self, name):
        self.name = name
        self.value = 0


class Machine(object):
    _immutable_fields_ = ['table']

    def __init__(self):
        self.table = {}
        self.missing = 0
        self.sum = 0

    @elidable
    def association(self, name):
        found = self.table.get(name, None)
        if found is None:
            found = Association(name)
            self.table[name] = found
        return found

    @elidable_promote('all')
    def promoted(self, name):
        return self.association(name)

    @dont_look_inside
    def has(self, name):
        return int(name in self.table)

    @dont_look_inside
    def size(self):
        return len(self.table)


# An elidable function whose only effect is on what it allocates itself.
class Pair(object):
    def __init__(self, a, b):
        self.parts = [a]
        self.parts.append(b)


@elidable
def pair(a, b):
    return Pair(a, b)


# The same by a call that depends on the object, and in a table that everybody knows.
class Notes(object):
    def __init__(self):
        self.count = 0

NOTES = Notes()
SEEN = {}


def notes():
    return NOTES


class Kind(object):
    def note(self, name):
        raise NotImplementedError


class Left(Kind):
    @elidable
    def note(self, name):
        if name not in SEEN:
            SEEN[name] = 1
            notes().count += 1
        return 3


class Right(Kind):
    @elidable
    def note(self, name):
        if name not in SEEN:
            SEEN[name] = 2
            notes().count += 10
        return 5

KINDS = [Left(), Right()]


@dont_look_inside
def noted():
    return NOTES.count


def run(machine, code, n):
    pc = 0
    while n > 0:
        driver.jit_merge_point(pc=pc, code=code, machine=machine, n=n)
        op = code[pc]
        pc += 1
        if op >= 'a' and op <= 'z':
            machine.missing += 1 - machine.has(op)
            machine.association(op).value += n
        elif op >= 'A' and op <= 'Z':
            if not machine.has(op):
                machine.missing += 100
            machine.promoted(op).value += n
        elif op == '#':
            machine.sum += machine.size() * pair(pc, 1).parts[0]
        elif op >= '0' and op <= '9':
            machine.sum += 1000 * noted()
            kind = promote(KINDS[n & 1])
            machine.sum += kind.note(op) + 7 * noted()
        elif op == '?':
            # What follows is reached late.
            if n > 3:
                pc += 2
        else:
            n -= 1
            pc = 0


def entry_point(argv):
    for code in ['ab#aA?c#BC!', 'x!', '?dD#!', '##E?fe#F!', '0a1!', '2?34#!']:
        machine = Machine()
        for n in [1, 2, 5, 60, 1500]:
            run(machine, code, n)
            os.write(1, '%s %d: %d %d %d\n' % (code, n, machine.missing, machine.sum, machine.size()))
        for name in 'abcdefxABCDEF':
            if machine.has(name):
                os.write(1, ' %s=%d' % (name, machine.association(name).value))
        os.write(1, '\n')
    return 0


def target(driver, args):
    return entry_point
