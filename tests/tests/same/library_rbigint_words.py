# not-cpython: the stand-in library has no `rpython.rlib.rbigint`
# Integers whose digits are machine words without the sign: each law of their arithmetic on numbers of digits that are
# zero, one, the largest one, a power of 2 or any other, so that carries and borrows run through them, and estimates of
# quotients are too large.
from rpython.rlib.rbigint import rbigint, MASK, SHIFT
from rpython.rlib.rarithmetic import intmask, r_uint, uint_mul_high


class Random(object):
    def __init__(self):
        self.seed = r_uint(12345)

    def below(self, n):
        self.seed = self.seed * r_uint(6364136223846793005) + r_uint(1442695040888963407)
        return intmask(self.seed >> 20) % n

    def digit(self):
        kind = self.below(8)
        if kind == 0:
            return 0
        if kind == 1:
            return MASK
        if kind == 2:
            return 1
        if kind == 3:
            return 1 << self.below(SHIFT)
        if kind == 4:
            return MASK - self.below(3)
        return (self.below(1 << 40) << 23) ^ self.below(1 << 40)

    def number(self, n):
        x = rbigint.fromint(0)
        for i in range(n):
            x = x.lshift(SHIFT).int_or_(self.digit())
        return x.neg() if self.below(2) else x


class Laws(object):
    def __init__(self):
        self.failed = 0

    def same(self, what, a, b):
        if not a.eq(b) or a.hash() != b.hash():
            self.failed += 1
            print('%s: %s %s' % (what, a.str(), b.str()))

    def of_two(self, a, b):
        self.same('add', a.add(b).sub(b), a)
        self.same('product', a.mul(b).sub(a), a.mul(b.int_sub(1)))
        self.same('square', a.mul(a).sub(b.mul(b)), a.add(b).mul(a.sub(b)))
        self.same('bits', a.and_(b).add(a.or_(b)), a.add(b))
        self.same('differ', a.xor(b), a.or_(b).sub(a.and_(b)))
        if b.sign:
            self.same('product over factor', a.mul(b).floordiv(b), a)
            quotient, rest = a.divmod(b)
            self.same('quotient', quotient.mul(b).add(rest), a)
            if rest.abs().ge(b.abs()) or rest.sign * b.sign < 0:
                self.failed += 1
                print('rest: %s %s' % (a.str(), b.str()))

    def of_one(self, a, by, n):
        self.same('text', rbigint.fromdecimalstr(a.str()), a)
        self.same('digits', rbigint.fromstr(a.format('0123456789abcdef'), 16), a)
        self.same('base 36', rbigint.fromstr(a.format('0123456789abcdefghijklmnopqrstuvwxyz'), 36), a)
        self.same('shift', a.lshift(by).rshift(by), a)
        self.same('power', a.lshift(by), a.mul(rbigint.fromint(2).pow(rbigint.fromint(by))))
        self.same('floor', a.rshift(by), a.floordiv(rbigint.fromint(1).lshift(by)))
        size = a.bit_length() // 8 + 1
        for order in ['big', 'little']:
            self.same('bytes', rbigint.frombytes(a.tobytes(size, order, True), order, True), a)
        other = rbigint.fromint(n)
        self.same('word', a.int_add(n), a.add(other))
        self.same('product with a word', a.int_mul(n), a.mul(other))
        if n:
            self.same('quotient by a word', a.int_floordiv(n).int_mul(n).add(a.int_mod(n)), a)


def entry_point(argv):
    random, laws = Random(), Laws()
    for i in range(300):
        a, b = random.number(i % 7), random.number(random.below(6))
        laws.of_two(a, b)
        laws.of_one(a, random.below(200), random.digit() if i & 1 else -random.digit())
    for n in [34, 35, 36, 70, 80]:
        a, b = random.number(n), random.number(random.below(n) + n // 2)
        laws.of_two(a, b)
        print(a.mul(b).str())
    print('%d failed' % laws.failed)
    for x in [r_uint(0), r_uint(1), r_uint(1) << 63, r_uint(3) << 62, ~r_uint(0)]:
        for y in [r_uint(0), r_uint(2), r_uint(1) << 32, ~r_uint(0)]:
            print('%d' % intmask(uint_mul_high(x, y)))
    return 0


def target(driver, args):
    return entry_point, None
