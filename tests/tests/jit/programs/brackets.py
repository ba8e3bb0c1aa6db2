"""Jumps to places that nothing declares constant: a dictionary, a list that was appended to, a field, the data itself."""
# run: 40
import os
from rpython.rlib.jit import JitDriver

by_dict = JitDriver(greens=['pc', 'program', 'partners'], reds=['counters'])
by_list = JitDriver(greens=['pc', 'program'], reds=['at', 'counters', 'partners'])
by_field = JitDriver(greens=['pc', 'again', 'program'], reds=['vm'])
computed = JitDriver(greens=['pc', 'last'], reds=['n', 'seed', 'total'])
calls = JitDriver(greens=['pc', 'code'], reds=['n', 'total', 'stack'])


def partners_of(program):
    """The partner of each bracket, as a dictionary and as a list that has grown."""
    found = {}
    table = []
    opened = []
    for i in range(len(program)):
        table.append(-1)
        if program[i] == '[':
            opened.append(i)
        elif program[i] == ']':
            other = opened.pop()
            found[i] = other
            found[other] = i
            table[i] = other
            table[other] = i
    return found, table


class Counters(object):
    """Cells that are counted down: `[` enters a loop of so many turns."""

    def __init__(self, n):
        self.turns = n
        self.open = []
        self.work = 0
        self.noted = 0

    def enter(self):
        self.open.append(self.turns - len(self.open) % 3)

    def again(self):
        left = self.open.pop() - 1
        if left > 0:
            self.open.append(left)
        return left > 0


def with_dict(program, partners, n):
    pc = 0
    counters = Counters(n)
    while pc < len(program):
        by_dict.jit_merge_point(pc=pc, program=program, partners=partners, counters=counters)
        op = program[pc]
        if op == '[':
            if counters.work % 5 == 3:
                counters.noted += 1
                counters.work += 1
                pc = partners[pc]
            else:
                counters.enter()
        elif op == ']' and counters.again():
            pc = partners[pc]
        elif op == '+':
            counters.work += 1
        pc += 1
    return counters.work * 1000 + counters.noted


def with_list(program, partners, n):
    pc = 0
    at = 0
    counters = Counters(n)
    while pc < len(program):
        op = program[pc]
        by_list.jit_merge_point(pc=pc, program=program, at=at, counters=counters, partners=partners)
        # Read for every operation, and needed by the brackets alone.
        partner = partners[pc]
        op = program[pc]
        at ^= partner
        if op == '[':
            if counters.work % 7 == 2:
                counters.work += 2
                pc = partner + 1
                continue
            counters.enter()
        elif op == ']':
            target = pc
            if counters.again():
                target = partner
            else:
                counters.noted += at & 7
            pc = target
        elif op == '+':
            counters.work += 1
        pc += 1
    return counters.work * 1000 + counters.noted


class VM(object):
    def __init__(self, partners, n):
        self.partners = partners
        self.pc = 0
        self.again = False
        self.counters = Counters(n)


def with_field(program, partners, n):
    """The position is a field of something that changes; two greens are read at the merge point."""
    vm = VM(partners, n)
    while vm.pc < len(program):
        by_field.jit_merge_point(pc=vm.pc, again=vm.again, program=program, vm=vm)
        op = program[vm.pc]
        counters = vm.counters
        vm.again = False
        if op == '[':
            counters.enter()
        elif op == ']':
            vm.again = counters.again()
            if vm.again:
                vm.pc = vm.partners[vm.pc]
        elif op == '+':
            counters.work += 1 + int(vm.again)
        vm.pc += 1
    return vm.counters.work


def jump_anywhere(n):
    """One place that jumps to nineteen others, as the data wants."""
    pc = 0
    last = 0
    seed = 1
    total = 0
    while n > 0:
        computed.jit_merge_point(pc=pc, last=last, n=n, seed=seed, total=total)
        n -= 1
        if pc == 0:
            seed = (seed * 1103515245 + 12345) & 0x7fffffff
            pc = (seed >> 8) % 19
            last = pc & 1
        else:
            total = (total * 3 + pc + last) & 0xffffff
            pc -= 1
            if pc % 4 == 0:
                pc = 0
                computed.can_enter_jit(pc=pc, last=last, n=n, seed=seed, total=total)
    return total


class Stack(object):
    def __init__(self, item, below):
        self.item = item
        self.below = below


def returns(code, n):
    """A function that is called from twelve places: return addresses come from a stack."""
    pc = 0
    total = 0
    stack = None
    while True:
        calls.jit_merge_point(pc=pc, code=code, n=n, total=total, stack=stack)
        op = code[pc]
        if op == 'c':
            stack = Stack(pc, stack)
            pc = code.find('f')
        elif op == 'r':
            if stack is None:
                return total
            pc, stack = stack.item, stack.below
        elif op == 'd':
            total = (total * 5 + pc) & 0xffffff
        elif op == 'j':
            n -= 1
            if n <= 0:
                return total
            pc = -1
        pc += 1


def entry_point(argv):
    n = int(argv[1])
    loops = '[+[+]+]' * 4 + '[[[+]+[+]]+[[+]]]' + '+' * 4 + '[+]' * 5
    found, table = partners_of(loops)
    for turns in [2, 3, 5]:
        os.write(1, '%d %d %d\n' % (with_dict(loops, found, turns), with_list(loops, table, turns),
                                    with_field(loops, table, turns)))
    os.write(1, '%d\n' % jump_anywhere(n * 50))
    os.write(1, '%d\n' % returns('dc' * 12 + 'j' + 'fdr', n))
    return 0


def target(driver, args):
    return entry_point, None
