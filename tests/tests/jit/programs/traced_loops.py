"""A loop calls a method that has a loop itself, each turn of which calls another one that makes an object.

The loop in the middle is traced into before it is hot by itself, and is first closed in what it calls, where values are
promoted. Its code that is made again begins at the merge point with the fewest frames.
"""
# run: 60 9
# run: 25 300
from rpython.rlib.jit import JitDriver, promote, unroll_safe

driver = JitDriver(greens=['pc', 'method'], reds=['counter', 'frame'])


class Method(object):
    _immutable_fields_ = ['code', 'callee']

    def __init__(self, code, callee):
        self.code = code
        self.callee = callee


class Map(object):
    _immutable_fields_ = ['names[*]']

    def __init__(self, names):
        self.names = names


class Object(object):
    def __init__(self, map, values):
        self.map = map
        self.values = values


class Int(object):
    def __init__(self, value, table):
        self.value = value
        self.table = table


class Frame(object):
    def __init__(self, argument):
        self.argument = argument
        self.result = None


POINT = Map(['x', 'y'])
OTHER = Map(['y', 'x'])


@unroll_safe
def find(map, name):
    for i in range(len(map.names)):
        if map.names[i] == name:
            return i
    return -1


def run(method, argument):
    frame = Frame(argument)
    counter = argument.value
    pc = 0
    while pc < len(method.code):
        driver.jit_merge_point(pc=pc, method=method, counter=counter, frame=frame)
        op = method.code[pc]
        pc += 1
        if op == 'c':
            frame.result = run(method.callee, Int(counter, frame.argument.table))
        elif op == 'w':
            frame.result = run(method.callee, frame.argument)
        elif op == 'n':
            frame.result = Object(POINT, [Int(counter, frame.argument.table), Int(counter >> 1, frame.argument.table)])
        elif op == 's':
            o = frame.result
            if isinstance(o, Object):
                i = find(promote(o.map), 'y')
                o.values[i] = Int(o.values[i].value + counter, frame.argument.table)
        elif op == '0' or op == '1' or op == '2' or op == '3' or op == '4' or op == '5' or op == '6' or op == '7':
            other = frame.argument.table[ord(op) - 48]
            o = frame.result
            if isinstance(o, Object):
                i = find(promote(other.map), 'y')
                k = find(promote(o.map), 'x')
                o.values[k] = Int(o.values[k].value ^ other.values[i].value, frame.argument.table)
        elif op == 'b':
            o = frame.result
            if isinstance(o, Object):
                value = o.values[1].value
                if value & 1:
                    value += counter
                if value & 2:
                    value ^= counter
                if value & 4:
                    value += 3
                if value & 8:
                    value -= counter
                o.values[1] = Int(value, frame.argument.table)
        elif op == 'j':
            counter -= 1
            if counter > 0:
                pc = 0
                driver.can_enter_jit(pc=pc, method=method, counter=counter, frame=frame)
    return frame.result


def entry_point(argv):
    show(int(argv[1]), 'n0123s4567')
    show(int(argv[2]), 'nb01s')
    return 0


def show(n, code):
    table = []
    for i in range(8):
        table.append(Object(POINT if i & 1 else OTHER, [Int(n + i, table), Int(n * i, table)]))
    inner = Method(code, None)
    middle = Method('cj', inner)
    outer = Method('wj', middle)
    result = run(outer, Int(n, table))
    if isinstance(result, Object):
        total = 0
        for v in result.values:
            total += v.value
        print total


def target(driver, args):
    return entry_point, None
