from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc'], reds=['machine'])


class Machine(object):
    def __init__(self):
        self.count = 0
        self.choice = None


def run(machine, last):
    pc = 0
    base = machine.choice
    while True:
        driver.jit_merge_point(pc=pc, machine=machine)
        machine.count += 1
        if machine.count > last:
            return False
        if machine.count > 100:
            choice = machine.choice
            if choice is base or choice is None:
                return False
            machine.choice = None
        if machine.count == 10:
            machine.choice = Machine()
        if machine.count == 20:
            run(machine, 4)


def entry_point(argv):
    return int(run(Machine(), len(argv)))
