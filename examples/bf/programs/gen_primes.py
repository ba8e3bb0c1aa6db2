"""Writes `primes.bf`: the primes below 100, by a sieve that runs along.

Each prime p below 10 has a counter of the steps to its next multiple.  It
starts at p * p; when it is 0 the candidate is composite and the counter starts
again at p.
"""

from bfgen import Assembler, save

LIMIT = 100
SIEVE = (2, 3, 5, 7)
FIRST = 2


def main():
    asm = Assembler()
    left, candidate, prime = asm.cells(3)
    keep, zero = asm.cells(2)
    counters = asm.cells(len(SIEVE))
    digits = asm.cells(4)
    flag = asm.cell()
    scratch = asm.digit_scratch()
    newline = asm.cell()
    asm.set(newline, 10)
    asm.set(candidate, FIRST)
    asm.set(left, LIMIT - FIRST)
    for p, counter in zip(SIEVE, counters):
        asm.set(counter, p * p - FIRST)
    with asm.loop(left):
        asm.set(prime, 1)
        for p, counter in zip(SIEVE, counters):
            # zero = not counter; the copy in `keep` goes back.
            asm.set(zero, 1)
            with asm.loop(counter):
                asm.move(counter, keep)
                asm.add(zero, -1)
            asm.move(keep, counter)
            with asm.when(zero):
                asm.clear(prime)
                asm.add(counter, p)
            asm.add(counter, -1)
        with asm.when(prime):
            asm.copy(candidate, digits[0], keep)
            for i in range(3):
                asm.carry_ten(digits[i], digits[i + 1], scratch)
            asm.put_number(digits, flag, scratch)
            asm.put(newline)
            for cell in digits:
                asm.clear(cell)
        asm.add(candidate, 1)
        asm.add(left, -1)
    save('primes.bf', asm.text(
        'Primes below one hundred by a sieve that runs along;\n'
        'written by gen_primes'))


if __name__ == '__main__':
    main()
