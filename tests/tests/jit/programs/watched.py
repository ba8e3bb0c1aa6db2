"""Fields that change rarely (`name?`), written from everywhere: by a callee deep on the stack, by the interpreted program
itself, by an elidable function that fills a cache while code is compiled, by a portal that runs inside of another one,
before an exception. Compiled code rests on them without a test, and must see each change."""
# run: 90
import os
from rpython.rlib.jit import JitDriver, dont_look_inside, elidable, elidable_promote, hint, unroll_safe

driver = JitDriver(greens=['pc', 'code'], reds=['n', 'acc', 'world'], is_recursive=True)


class Stop(Exception):
    pass


class Method(object):
    _immutable_fields_ = ['weight']

    def __init__(self, weight):
        self.weight = weight


class Version(object):
    pass


class Cls(object):
    """Methods by name; whoever changes one makes a new version."""
    _immutable_fields_ = ['version?', 'parts?[*]', 'factor?', 'base?', 'open?']

    def __init__(self, base):
        self.base = base
        self.methods = {}
        self.version = Version()
        self.parts = [1, 2, 3]
        self.factor = 1.5
        self.open = True

    def define(self, name, weight):
        self.methods[name] = Method(weight)
        self.version = Version()

    def find(self, name):
        version = self.version
        return self.find_at(name, version)

    @elidable_promote()
    def find_at(self, name, version):
        method = self.methods.get(name, None)
        if method is None and self.base is not None:
            return self.base.find_at(name, self.base.version)
        return method


class Lazy(object):
    """Its value is computed by an elidable function, when somebody asks first."""
    _immutable_fields_ = ['start', 'value?']

    def __init__(self, start):
        self.start = start
        self.value = -1

    @elidable
    def get(self):
        if self.value < 0:
            self.value = self.start * 3
        return self.value


class Code(object):
    _immutable_fields_ = ['text?']

    def __init__(self, text):
        self.text = text


class World(object):
    def __init__(self, cls, lazy, codes):
        self.cls = cls
        self.lazy = lazy
        self.codes = codes
        self.changes = 0
        self.depth = 0


@dont_look_inside
def deep(world, cls, levels, n):
    """A write that is rare, some calls deep."""
    if levels > 0:
        deep(world, cls, levels - 1, n)
        return
    if n % 13 == 5:
        cls.define('f', n)
        world.changes += 1
    elif n % 17 == 3:
        cls.parts = [n, 4]
    elif n % 19 == 4:
        cls.factor = cls.factor
    elif n % 23 == 6:
        cls.factor = n * 0.25
    elif n % 11 == 9:
        cls.open = not cls.open


@dont_look_inside
def fail(cls, n):
    if n % 11 == 7:
        cls.define('g', n)
        raise Stop()


@unroll_safe
def total(cls):
    result = 0
    for part in cls.parts:
        result += part
    return result


def run(code, n, acc, world):
    pc = 0
    cls = world.cls
    while True:
        driver.jit_merge_point(pc=pc, code=code, n=n, acc=acc, world=world)
        text = code.text
        if pc >= len(text):
            return acc
        op = text[pc]
        pc += 1
        cls = hint(world.cls, promote=True)
        if op == 'f':
            method = cls.find('f')
            if method is not None:
                acc += method.weight
        elif op == 'g':
            method = cls.find('g')
            acc = acc * 3 + (method.weight if method is not None else 1)
        elif op == 'd':
            deep(world, cls, n % 4, n)
        elif op == 'e':
            try:
                fail(cls, n)
            except Stop:
                acc += cls.find('g').weight
        elif op == 'p':
            acc += total(cls)
        elif op == 'x':
            acc += int(cls.factor * 4.0)
        elif op == 'w':
            # The program itself, in code that rests on what it writes.
            if n % 7 == 2:
                cls.define('f', acc & 15)
        elif op == 'W':
            if n % 29 == 8:
                cls.parts = [acc & 7]
                acc += total(cls)
        elif op == 'l':
            lazy = hint(world.lazy, promote=True)
            value = lazy.value
            acc += value if value >= 0 else lazy.start * 3
        elif op == 'L':
            acc += hint(world.lazy, promote=True).get()
        elif op == 'n':
            # Another object of the kind, that nobody has compiled for.
            if n % 31 == 9:
                world.lazy = Lazy(n)
        elif op == 'c':
            if world.depth < 3:
                world.depth += 1
                acc += run(world.codes[n % len(world.codes)], 2, n, world)
                world.depth -= 1
        elif op == 's':
            # The code that runs changes, behind where it is.
            if n % 37 == 11:
                code.text = text[:pc] + 'p' + text[pc + 1:]
        elif op == 'b':
            # A base that gets a method.
            base = cls.base
            if base is not None and n % 41 == 12:
                base.define('h', n)
                cls.version = Version()
        elif op == 'h':
            method = cls.find('h')
            if method is not None:
                acc += method.weight
        elif op == 'j':
            # A jump that nothing but a field decides, behind a test of a red.
            n -= 1
            if n <= 0:
                return acc
            if acc & 1:
                if cls.open:
                    pc = 0
                    continue
            elif not cls.open:
                pc = 0
                continue
        elif op == '@':
            n -= 1
            if n > 0:
                pc = 0
        acc &= 0xfffff


PROGRAMS = ['f@', 'fdf@', 'gfdgpx@', 'eg@', 'fwf@', 'pWp@', 'lLnl@', 'Lnll@', 'fdcfp@', 'ffcdgf@', 'sfd@', 'bhfdh@',
            'dpdxdfdg@', 'wceLdn@', 'cwc@', 'fffpppxxx@', 'dj@', 'fdj@', 'djpfj@', 'gjdjx@']


def entry_point(argv):
    n = int(argv[1])
    for k in range(len(PROGRAMS)):
        # Two rounds: in the second one the classes are others.
        for turn in range(2):
            base = Cls(None)
            cls = Cls(base)
            if k % 3 == 0:
                cls.define('f', k)
            inner = [Code('fw@'), Code('pdL@'), Code('d'), Code('cfe@')]
            world = World(cls, Lazy(k + turn), inner)
            result = run(Code(PROGRAMS[k]), n, k, world)
            os.write(1, '%s %d: %d, %d changes\n' % (PROGRAMS[k], turn, result, world.changes))
    return 0


def target(driver, args):
    return entry_point, None
