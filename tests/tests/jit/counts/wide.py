"""A frame with forty variables, of which a turn of the loop uses three."""
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc', 'code'], reds=['frame'], virtualizables=['frame'])


class Frame(object):
    _virtualizable_ = ['variables[*]', 'code']

    def __init__(self, code, size):
        self.code = code
        self.variables = [0] * size


def run(code, frame):
    pc = 0
    while pc < len(code):
        driver.jit_merge_point(pc=pc, code=code, frame=frame)
        op = code[pc]
        variables = frame.variables
        if op == '+':
            variables[37] = variables[37] + variables[38]
        elif op == '^':
            variables[37] = variables[37] ^ variables[2]
        elif op == '-':
            variables[2] = variables[2] - 1
        elif op == ']':
            if variables[2] > 0:
                pc = 0
                driver.can_enter_jit(pc=pc, code=code, frame=frame)
                continue
        pc += 1


def entry_point(argv):
    code = '+^+-]'
    frame = Frame(code, 40)
    frame.variables[2] = int(argv[1])
    frame.variables[38] = 3
    run(code, frame)
    print('%d' % frame.variables[37])
    return 0


def target(driver, args):
    return entry_point
