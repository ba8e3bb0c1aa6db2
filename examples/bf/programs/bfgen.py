"""A small macro assembler for Brainfuck, used by the `gen_*.py` scripts.

Variables are cells at fixed addresses, so every macro knows where the pointer
is before and after it.  Macros that say "consumes" leave a cell at 0.
"""

import contextlib
import textwrap


class Assembler:
    def __init__(self):
        self.code = []
        self.position = 0
        self.top = 0

    # -- layout ---------------------------------------------------------

    def cell(self):
        """A new cell, initially 0."""
        self.top += 1
        return self.top - 1

    def cells(self, count):
        return [self.cell() for _ in range(count)]

    # -- single instructions --------------------------------------------

    def emit(self, text):
        self.code.append(text)

    def goto(self, cell):
        distance = cell - self.position
        self.emit('>' * distance if distance > 0 else '<' * -distance)
        self.position = cell

    def add(self, cell, amount):
        self.goto(cell)
        self.emit('+' * amount if amount > 0 else '-' * -amount)

    def clear(self, cell):
        self.goto(cell)
        self.emit('[-]')

    def set(self, cell, value):
        self.clear(cell)
        self.add(cell, value)

    def put(self, cell):
        self.goto(cell)
        self.emit('.')

    # -- control --------------------------------------------------------

    @contextlib.contextmanager
    def loop(self, cell):
        """`while cell != 0`"""
        self.goto(cell)
        self.emit('[')
        yield
        self.goto(cell)
        self.emit(']')

    @contextlib.contextmanager
    def repeat(self, cell):
        """`cell` times; consumes it."""
        with self.loop(cell):
            self.add(cell, -1)
            yield

    @contextlib.contextmanager
    def when(self, cell):
        """`if cell != 0`; consumes it."""
        with self.loop(cell):
            self.clear(cell)
            yield

    # -- data movement ---------------------------------------------------

    def move(self, source, *targets):
        """Adds `source` to every target (`cell` or `(cell, factor)`); consumes it."""
        with self.repeat(source):
            for target in targets:
                target, factor = target if isinstance(target, tuple) else (target, 1)
                self.add(target, factor)

    def copy(self, source, target, scratch):
        """Adds `source` to `target`; `scratch` is 0 before and after."""
        self.move(source, target, scratch)
        self.move(scratch, source)

    def invert(self, cell, target):
        """`target = not cell`; consumes `cell`."""
        self.set(target, 1)
        with self.when(cell):
            self.add(target, -1)

    # -- base ten ----------------------------------------------------------

    def digit_scratch(self):
        """Five neighbouring cells for `carry_ten`."""
        return self.cells(5)

    def carry_ten(self, value, carry, scratch):
        """`carry += value // 10; value %= 10`.

        scratch = [count, 1, 0, 0, digit].  `count` runs down from 10; when it
        is 0 the pointer stays in front of the 1 and enters the loop behind it,
        else it slides to a 0 and skips that loop.
        """
        count, one, zero, landing, digit = scratch
        self.add(count, 10)
        self.add(one, 1)
        with self.repeat(value):
            self.add(count, -1)
            self.emit('[>]>')           # on `one` if count is 0, else on `landing`
            self.position = one
            self.emit('[')
            self.add(count, 10)
            self.add(carry, 1)
            self.goto(landing)
            self.emit(']')
        self.add(one, -1)
        self.add(digit, 10)
        self.move(count, (digit, -1))
        self.move(digit, value)

    def put_number(self, digits, flag, scratch):
        """Prints decimal digits, the lowest first in `digits`, without leading zeros."""
        copied, scratch = scratch[:2]
        for i, digit in reversed(list(enumerate(digits))):
            self.copy(digit, copied, scratch)
            if i == 0:
                self.add(copied, 1)
            with self.when(copied):
                self.set(flag, 1)
            self.copy(flag, copied, scratch)
            with self.when(copied):
                self.add(digit, 48)
                self.put(digit)
                self.add(digit, -48)
        self.clear(flag)

    # -- output --------------------------------------------------------------

    def text(self, comment):
        """The program with a header; comments hold no instruction characters."""
        assert not set(comment) & set('[]<>+-,.'), comment
        code = ''.join(self.code)
        return comment + '\n\n' + '\n'.join(textwrap.wrap(code, 78)) + '\n'


def save(name, text):
    import os
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
    with open(path, 'w') as f:
        f.write(text)
    print('%s: %d bytes' % (name, len(text)))
