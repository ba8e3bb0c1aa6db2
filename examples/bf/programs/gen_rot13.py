"""Writes `rot13.bf`: copies the input with its letters rotated by 13 places."""

from bfgen import Assembler, save


def main():
    asm = Assembler()
    char, offset, steps, found, keep = asm.cells(5)

    def in_alphabet(base, then):
        """Runs `then` if base <= char < base + 26; `offset` is the letter's index."""
        asm.copy(char, offset, keep)
        asm.add(offset, -base)          # wraps below `base`: a large number
        for index in range(26):
            asm.copy(offset, steps, keep)
            asm.add(steps, -index)
            asm.invert(steps, keep)
            with asm.when(keep):
                then(index)
        asm.clear(offset)

    asm.goto(char)
    asm.emit(',')
    with asm.loop(char):
        asm.clear(found)
        for base in (ord('A'), ord('a')):
            in_alphabet(base, lambda index: asm.add(found, 13 if index < 13 else -13))
        asm.move(found, char)
        asm.put(char)
        asm.goto(char)
        asm.emit(',')
    save('rot13.bf', asm.text(
        'Rotates the letters of its input by thirteen places;\n'
        'written by gen_rot13'))


if __name__ == '__main__':
    main()
