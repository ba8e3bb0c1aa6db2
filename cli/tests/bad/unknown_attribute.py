class Machine(object):
    def __init__(self):
        self.accumulator = 0

    def step(self, c):
        if c == '+':
            self.accumulater += 1


def entry_point(argv):
    machine = Machine()
    for c in argv[1]:
        machine.step(c)
    return machine.accumulator
