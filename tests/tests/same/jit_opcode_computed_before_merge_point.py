# The opcode is computed in front of the merge point and passed to it: nothing else of it is used behind.
from rpython.rlib import jit


class Code(object):
    _immutable_fields_ = ['bytecodes']

    def __init__(self, bytecodes):
        self.bytecodes = bytecodes


class Frame(object):
    def __init__(self, code):
        self.code = code
        self.pc = 0
        self.total = 0


driver = jit.JitDriver(greens=['pc', 'opcode', 'code'], reds=['frame'])


def interpret(frame):
    while True:
        code = jit.promote(frame.code)
        pc = jit.promote(frame.pc)
        opcode = ord(code.bytecodes[pc])
        driver.jit_merge_point(pc=pc, opcode=opcode, code=code, frame=frame)
        frame.pc = pc + 1
        if opcode == 1:
            frame.total += 1
        elif opcode == 2:
            if frame.total < 300:
                frame.pc = 0
        elif opcode == 3:
            return frame.total
        else:
            frame.total += opcode


def main(argv):
    print(interpret(Frame(Code("\x01\x05\x01\x02\x03"))))
    return 0


def target(driver, args):
    return main, None


if __name__ == '__main__':
    import sys
    sys.exit(main(sys.argv))
