"""Method calls, attributes, inheritance."""


class Machine(object):
    step = 1

    def __init__(self):
        self.accumulator = 0
        self.count = 0

    def increment(self, by):
        self.accumulator += by
        self.count += self.step

    def value(self):
        return self.accumulator


class Doubling(Machine):
    step = 2

    def increment(self, by):
        self.accumulator += by + by
        self.note()

    def note(self):
        self.count = self.count + self.step


def work(n):
    machines = [Machine(), Doubling(), Machine()]
    total = 0
    for i in range(n):
        for machine in machines:
            machine.increment(i)
            total ^= machine.value()
    return total, [machine.count for machine in machines]


print(work(700000))
