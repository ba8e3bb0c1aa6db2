"""A register machine whose registers are an array that the program made: its size is tested once, before the loop."""
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc', 'code'], reds=['registers'])

SET, ADD, DEC, JNZ, END = range(5)


def run(code, size):
    registers = [0] * size
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, registers=registers)
        op = ord(code[pc])
        a = ord(code[pc + 1])
        b = ord(code[pc + 2])
        pc += 3
        if op == SET:
            registers[a] = b * 100
        elif op == ADD:
            registers[a] += registers[b]
        elif op == DEC:
            registers[a] -= 1
        elif op == JNZ:
            if registers[a] != 0:
                pc = b
                driver.can_enter_jit(pc=pc, code=code, registers=registers)
        else:
            return registers[a]


def instruction(op, a, b):
    return chr(op) + chr(a) + chr(b)


def entry_point(argv):
    n = int(argv[1])
    code = [instruction(SET, 0, n), instruction(SET, 6, 1), instruction(ADD, 3, 0), instruction(ADD, 6, 3),
            instruction(DEC, 0, 0), instruction(JNZ, 0, 6), instruction(END, 6, 0)]
    print(run(''.join(code), 7))
    try:
        run(''.join(code), 4)
    except IndexError:
        print("there is no such register")
    return 0
