"""Automatic reds, `driver.inline`, class-level greens and reds, a loop in a function that is specialised, loops of the portal besides the one that counts."""
# run: 60
import os
from rpython.rlib.jit import JitDriver, dont_look_inside, elidable, hint, promote, unroll_safe

counting = JitDriver(greens=['step', 'kind'], reds='auto', name='counting')
filling = JitDriver(greens=['kind'], reds='auto', name='filling')
searching = JitDriver(greens=['text'], reds='auto', name='searching')


class Adder(object):
    _immutable_fields_ = ['name']

    def __init__(self, name):
        self.name = name

    def apply(self, n):
        return n + 1


class Doubler(Adder):
    def apply(self, n):
        return (n * 2) % 1009


class Failing(Adder):
    def apply(self, n):
        if n % 9 == 4:
            raise ValueError
        return n + 3


ADDER, DOUBLER, FAILING = Adder('adder'), Doubler('doubler'), Failing('failing')


def count(step, kind, n):
    total = 0
    i = 0
    errors = 0
    while i < n:
        counting.jit_merge_point(step=step, kind=kind)
        try:
            total = promote(kind).apply(total)
        except ValueError:
            errors += 1
            total += 2
        i += step
    # Another loop of the same function.
    rest = []
    for k in range(errors % 5):
        rest.append(total + k)
    for item in rest:
        total += item
    return total


def fill(kind, n):
    items = []
    last = 0.0
    flag = False
    char = 'a'
    for i in range(n):
        filling.jit_merge_point(kind=kind)
        if kind == 0:
            items.append(i)
        elif kind == 1:
            items = [i] + items[:3]
            last += 0.5
        else:
            flag = not flag
            char = chr(97 + i % 26)
            if flag:
                items.append(ord(char))
            if len(items) > 8:
                del items[2:5]
    total = 0
    for item in items:
        total = (total * 3 + item) % 10007
    if flag:
        total += 1
    return total + int(last) * 10 + ord(char)


def search(text, where):
    """The place of `text` in `where`, or -1."""
    i = 0
    while i + len(text) <= len(where):
        searching.jit_merge_point(text=text)
        k = 0
        same = True
        while k < len(text):
            if where[i + k] != text[k]:
                same = False
                break
            k += 1
        if same:
            return i
        i += 1
    return -1


class MyDriver(JitDriver):
    greens = ['pc', 'code']
    reds = ['a', 'b', 'c']


mine = MyDriver()


@elidable
def distance(a, b):
    return a - b if a > b else b - a


def interpret(code, a, b, c):
    pc = 0
    while pc < len(code):
        mine.jit_merge_point(pc=pc, code=code, a=a, b=b, c=c)
        op = code[pc]
        pc += 1
        if op == '+':
            a = (a + b) % 10007
        elif op == '<':
            a, b, c = b, c, a
        elif op == '~':
            b = distance(a, b)
        elif op == '-':
            c -= 1
            if c > 0:
                pc = 0
                mine.can_enter_jit(pc=pc, code=code, a=a, b=b, c=c)
        elif op == '(':
            # To the closing bracket, if a is odd.
            if a % 2 == 1:
                while code[pc] != ')':
                    pc += 1
    return a * 3 + b * 5 + c


@dont_look_inside
def show(text, n):
    os.write(1, '%s %d\n' % (text, n))


def entry_point(argv):
    n = int(argv[1])
    for step in [1, 2, 7]:
        for kind in [ADDER, DOUBLER, FAILING]:
            show(kind.name, count(step, kind, n * step))
            show(kind.name, count(step, kind, n // 2))
    for kind in range(3):
        for k in [0, 1, 5, n]:
            show('fill', fill(kind, k))
    where = 'abcabdabcabcabd' * (n // 8)
    for text in ['abd', 'x', '', 'abcabcabd', 'bdabdabc']:
        show(text, search(text, where))
    for code in ['+-', '+<-', '~+<-', '(+~)<-', '+(<)~-', '((+)~)<+-', '']:
        for k in range(4):
            show(code, interpret(code, k, k + 5, n + k))
    return 0


def target(driver, args):
    return entry_point, None
