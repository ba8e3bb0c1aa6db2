# not-cpython: the stand-in has no queues
# not-low-level: nothing dies there
"""`rgc.FinalizerQueue`: dead objects come with all that they refer to, in order, and before their `__del__`."""
from rpython.rlib import rgc


class Count(object):
    def __init__(self):
        self.triggers = 0
        self.deleted = 0


count = Count()


class Base(object):
    def __init__(self, name):
        self.name = name
        self.text = None


class Text(object):
    def __init__(self, value):
        self.value = value


class Sub(Base):
    def __del__(self):
        count.deleted += 1


class Other(object):
    pass


class Queue(rgc.FinalizerQueue):
    Class = Base

    def finalizer_trigger(self):
        count.triggers += 1


class OtherQueue(rgc.FinalizerQueue):
    Class = Other

    def finalizer_trigger(self):
        raise KeyError


queue = Queue()
other_queue = OtherQueue()
prebuilt = Base('prebuilt')


def make(n):
    for i in range(n):
        b = Base('base') if i % 2 else Sub('sub')
        queue.register_finalizer(b)
        # The queue has it, though nothing else does.
        b.text = Text(0)
        b.text.value += i
    queue.register_finalizer(prebuilt)
    other_queue.register_finalizer(Other())


def entry_point(argv):
    make(10)
    rgc.collect()
    rgc.collect()
    print('%s %d' % (count.triggers > 0, count.deleted))
    total = 0
    again = None
    while True:
        b = queue.next_dead()
        if b is None:
            break
        total += b.text.value
        if isinstance(b, Sub) and b.text.value == 4:
            again = b
    b = None
    print(total)
    if again is not None:
        queue.register_finalizer(again)
    again = None
    rgc.collect()
    rgc.collect()
    print('%d %s' % (count.deleted, other_queue.next_dead() is not None))
    b = queue.next_dead()
    if b is not None:
        print('%s %d' % (b.name, b.text.value))
    b = None
    rgc.collect()
    rgc.collect()
    print('%d %s' % (count.deleted, queue.next_dead() is None))
    return 0


def target(driver, args):
    return entry_point, None


if __name__ == '__main__':
    entry_point([])
