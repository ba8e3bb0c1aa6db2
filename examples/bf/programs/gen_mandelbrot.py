"""Writes `mandelbrot.bf` and `mandelbrot_small.bf`.

Numbers are fixed-point decimals in ten's complement: one digit per cell, the
lowest first, FRACTION fractional digits, one integer digit and a sign digit
(0 or 9).  All numbers share the records of one table, so that the digits of
equal weight are neighbours.  A product is built by Horner's rule from the
highest digit of the multiplier: shift the accumulator by one record, add the
multiplicand as often as the digit says, carry.

A point leaves the iteration once |Re z| >= 2 or |Im z| >= 2.
"""

from bfgen import Assembler, save


class Mandelbrot:
    def __init__(self, columns, rows, x0, dx, y0, dy, iterations, fraction):
        self.asm = Assembler()
        self.fraction = fraction
        self.width = fraction + 2
        self.records = 2 * self.width
        self.scale = 10 ** fraction
        self.setup()
        self.program(columns, rows, x0, dx, y0, dy, iterations)

    def setup(self):
        asm = self.asm
        self.rows, self.columns, self.steps = asm.cells(3)
        self.running, self.negative, self.flag = asm.cells(3)
        self.character, self.t1, self.t2 = asm.cells(3)
        fields = ['cx', 'cy', 'zx', 'zy', 'zx2', 'zy2', 'a', 'b', 'keep',
                  'sum', 'count', 'one', 'zero', 'landing', 'digit']
        for name in fields:
            setattr(self, name, [])
        for _ in range(self.records + 1):
            for name in fields:
                getattr(self, name).append(asm.cell())

    def number(self, field):
        return field[:self.width]

    # -- arithmetic --------------------------------------------------------

    def carry(self, field, count):
        for i in range(count):
            scratch = [self.count[i], self.one[i], self.zero[i],
                       self.landing[i], self.digit[i]]
            self.asm.carry_ten(field[i], field[i + 1], scratch)

    def normalize(self, field):
        """Carries; what leaves the sign digit is dropped."""
        self.carry(field, self.width)
        self.asm.clear(field[self.width])

    def clear(self, field):
        for cell in self.number(field):
            self.asm.clear(cell)

    def copy(self, source, target):
        self.clear(target)
        for i in range(self.width):
            self.asm.copy(source[i], target[i], self.keep[i])

    def constant(self, value):
        """The digits of a rational value, lowest first."""
        n = round(value * self.scale) % 10 ** self.width
        return [n // 10 ** i % 10 for i in range(self.width)]

    def add_constant(self, field, value):
        for i, digit in enumerate(self.constant(value)):
            self.asm.add(field[i], digit)
        self.normalize(field)

    def add(self, field, other):
        """`field += other`"""
        for i in range(self.width):
            self.asm.copy(other[i], field[i], self.keep[i])
        self.normalize(field)

    def negate(self, field):
        """Nine's complement, plus one."""
        asm = self.asm
        for i in range(self.width):
            asm.add(self.keep[i], 9)
            asm.move(field[i], (self.keep[i], -1))
            asm.move(self.keep[i], field[i])
        asm.add(field[0], 1)
        self.normalize(field)

    def absolute(self, field):
        """`field = |field|`; flips `negative` if it was below 0."""
        asm = self.asm
        asm.copy(field[self.width - 1], self.t1, self.t2)
        with asm.when(self.t1):
            self.negate(field)
            self.flip()

    def flip(self):
        asm = self.asm
        asm.invert(self.negative, self.t2)
        asm.move(self.t2, self.negative)

    def multiply(self, target):
        """`target = a * b`; consumes both."""
        asm = self.asm
        self.absolute(self.a)
        self.absolute(self.b)
        digits = self.width - 1
        for i in reversed(range(digits)):
            used = digits + (digits - 1 - i)
            if i != digits - 1:
                for k in reversed(range(used)):
                    asm.move(self.sum[k], self.sum[k + 1])
            with asm.repeat(self.a[i]):
                for k in range(digits):
                    asm.move(self.b[k], self.sum[k], self.keep[k])
                    asm.move(self.keep[k], self.b[k])
            self.carry(self.sum, used)
        self.clear(self.b)
        self.clear(target)
        for k in range(self.width):
            asm.move(self.sum[k + self.fraction], target[k])
        for cell in self.sum:
            asm.clear(cell)
        with asm.when(self.negative):
            self.negate(target)

    def product(self, first, second, target):
        self.copy(first, self.a)
        self.copy(second, self.b)
        self.multiply(target)

    # -- the picture -------------------------------------------------------

    def check(self, field):
        """Clears `running` if |field| >= 2."""
        asm = self.asm
        self.copy(field, self.a)
        self.absolute(self.a)
        asm.clear(self.negative)
        one, two = self.t1, self.t2
        asm.move(self.a[self.fraction], one)
        self.clear(self.a)
        # Clears `running` if the integer digit is neither 0 nor 1.
        with asm.loop(one):
            asm.add(one, -1)
            with asm.loop(one):
                asm.clear(one)
                asm.clear(self.running)

    def step(self):
        """`z = z * z + c`"""
        self.product(self.zx, self.zx, self.zx2)
        self.product(self.zy, self.zy, self.zy2)
        self.product(self.zx, self.zy, self.b)
        self.copy(self.b, self.zy)
        self.add(self.zy, self.b)
        self.clear(self.b)
        self.add(self.zy, self.cy)
        self.negate(self.zy2)
        self.copy(self.zx2, self.zx)
        self.add(self.zx, self.zy2)
        self.add(self.zx, self.cx)

    def point(self, iterations):
        asm = self.asm
        self.clear(self.zx)
        self.clear(self.zy)
        asm.set(self.running, 1)
        asm.set(self.steps, iterations)
        asm.set(self.character, 32)
        with asm.loop(self.running):
            self.step()
            asm.add(self.character, 1)
            self.check(self.zx)
            self.check(self.zy)
            # Out of steps: a blank, and stop.
            asm.add(self.steps, -1)
            asm.copy(self.steps, self.t1, self.t2)
            asm.invert(self.t1, self.t2)
            with asm.when(self.t2):
                asm.clear(self.running)
                asm.set(self.character, 32)
        asm.put(self.character)

    def program(self, columns, rows, x0, dx, y0, dy, iterations):
        asm = self.asm
        asm.set(self.rows, rows)
        self.add_constant(self.cy, y0)
        with asm.loop(self.rows):
            self.clear(self.cx)
            self.add_constant(self.cx, x0)
            asm.set(self.columns, columns)
            with asm.loop(self.columns):
                self.point(iterations)
                self.add_constant(self.cx, dx)
                asm.add(self.columns, -1)
            asm.set(self.character, 10)
            asm.put(self.character)
            self.add_constant(self.cy, dy)
            asm.add(self.rows, -1)


if __name__ == '__main__':
    full = Mandelbrot(60, 25, -2.2, 0.05, -1.2, 0.1, 40, fraction=4)
    save('mandelbrot.bf', full.asm.text(
        'Mandelbrot set in decimal fixed point with four fractional digits;\n'
        'written by gen_mandelbrot'))
    small = Mandelbrot(6, 1, -2.2, 0.5, -0.6, 0.6, 4, fraction=1)
    save('mandelbrot_small.bf', small.asm.text(
        'Mandelbrot set in decimal fixed point with one fractional digit;\n'
        'written by gen_mandelbrot'))
