"""Writes `rot13.bf`: copies the input with its letters rotated by 13 places."""

from bfgen import Assembler, save


def main():
    asm = Assembler()
    char, offset, found, keep = asm.cells(4)

    def rotate(base):
        """Adds to `found` what rotates a letter of the alphabet from `base` on.

        `offset` runs down through nested loops: how deep it gets says where in
        the alphabet the letter is.
        """
        asm.copy(char, offset, keep)
        asm.add(offset, -base)          # wraps below `base`: a large number
        asm.add(found, 13)
        for depth in range(1, 27):
            asm.goto(offset)
            asm.emit('[')
            asm.add(offset, -1)
            if depth == 13:
                asm.add(found, -26)
        asm.add(found, 13)
        asm.clear(offset)
        asm.emit(']' * 26)

    asm.goto(char)
    asm.emit(',')
    with asm.loop(char):
        rotate(ord('A'))
        rotate(ord('a'))
        asm.move(found, char)
        asm.put(char)
        asm.goto(char)
        asm.emit(',')
    save('rot13.bf', asm.text(
        'Rotates the letters of its input by thirteen places;\n'
        'written by gen_rot13'))


if __name__ == '__main__':
    main()
