"""Writes `squares.bf`: the squares up to 2500, as sums of odd numbers."""

from bfgen import Assembler, save


def main():
    asm = Assembler()
    count = asm.cell()
    square = asm.cells(6)
    odd = asm.cells(4)
    keep, flag = asm.cells(2)
    scratch = asm.digit_scratch()
    newline = asm.cell()
    asm.set(newline, 10)
    asm.set(count, 51)
    asm.set(odd[0], 1)
    with asm.loop(count):
        asm.put_number(square[:5], flag, scratch)
        asm.put(newline)
        for i in range(3):
            asm.copy(odd[i], square[i], keep)
        for i in range(5):
            asm.carry_ten(square[i], square[i + 1], scratch)
        asm.add(odd[0], 2)
        for i in range(3):
            asm.carry_ten(odd[i], odd[i + 1], scratch)
        asm.add(count, -1)
    save('squares.bf', asm.text(
        'Squares up to 2500 as sums of odd numbers;\n'
        'written by gen_squares'))


if __name__ == '__main__':
    main()
