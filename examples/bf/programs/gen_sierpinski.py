"""Writes `sierpinski.bf`: Pascal's triangle modulo 2, line by line."""

from bfgen import Assembler, save

SIZE = 16


def main():
    asm = Assembler()
    star, blank, newline, rows = asm.cells(4)
    both, flag, keep = asm.cells(3)
    line = asm.cells(SIZE)
    asm.set(star, ord('*'))
    asm.set(blank, ord(' '))
    asm.set(newline, 10)
    asm.set(rows, SIZE)
    asm.add(line[0], 1)
    with asm.loop(rows):
        # The margin, one blank per line still to come.
        asm.copy(rows, both, keep)
        with asm.repeat(both):
            asm.put(blank)
        for cell in line:
            asm.copy(cell, both, keep)
            asm.set(flag, 1)
            with asm.when(both):
                asm.put(star)
                asm.clear(flag)
            with asm.when(flag):
                asm.put(blank)
            asm.put(blank)
        asm.put(newline)
        # From the right: cell = cell xor its left neighbour.
        for i in reversed(range(1, SIZE)):
            asm.copy(line[i - 1], both, keep)
            with asm.when(both):
                asm.invert(line[i], flag)
                asm.move(flag, line[i])
        asm.add(rows, -1)
    save('sierpinski.bf', asm.text(
        'Sierpinski triangle as the parity of binomial coefficients;\n'
        'written by gen_sierpinski'))


if __name__ == '__main__':
    main()
