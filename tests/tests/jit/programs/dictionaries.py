"""Dictionaries that the compiler knows, asked for keys that it knows: what it found out holds until the dictionary changes."""
# run: 60
import os
from rpython.rlib.jit import JitDriver, elidable, promote

driver = JitDriver(greens=['pc', 'program', 'tables'], reds=['n', 'total', 'seed'])


class Key(object):
    def __init__(self, name):
        self.name = name


class Tables(object):
    """The same keys in dictionaries of several kinds."""
    _immutable_fields_ = ['numbers', 'names', 'keys', 'letters', 'wide']

    def __init__(self):
        self.numbers = {}
        self.names = {}
        self.keys = {}
        self.letters = {}
        self.wide = {}
        for i in range(12):
            self.numbers[i * 7] = i
            self.names['name%d' % i] = i * 3
            self.letters[chr(ord('a') + i)] = i * 5
            self.wide[wide(i)] = i * 11
            self.keys[KEYS[i]] = i * 13


KEYS = [Key('key%d' % i) for i in range(16)]
LETTERS = u'\u0400\u0401\u0402\u0403\u0404\u0405\u0406\u0407\u0408\u0409\u040a\u040b\u040c\u040d\u040e\u040f'
PREBUILT = {'add': 1, 'sub': 2, 'mul': 3, 'get': 4, 'set': 5}


@elidable
def name(k):
    return 'name%d' % k


@elidable
def wide(k):
    return LETTERS[k] + u'x'


def look(tables, k):
    """The values of key k; -1 for those that are not there."""
    total = tables.numbers.get(k * 7, -1)
    total = total * 3 + tables.names.get(name(k), -1)
    total = total * 3 + tables.keys.get(KEYS[k], -1)
    total = total * 3 + tables.letters.get(chr(ord('a') + k), -1)
    return total * 3 + tables.wide.get(wide(k), -1)


def store(tables, k, value):
    tables.numbers[k * 7] = value
    tables.names[name(k)] = value + 1
    tables.keys[KEYS[k]] = value + 2
    tables.letters[chr(ord('a') + k)] = value + 3
    tables.wide[wide(k)] = value + 4


def delete(tables, k):
    count = 0
    if k * 7 in tables.numbers:
        del tables.numbers[k * 7]
        count += 1
    try:
        del tables.names[name(k)]
        count += 2
    except KeyError:
        count += 4
    if KEYS[k] in tables.keys:
        del tables.keys[KEYS[k]]
    if chr(ord('a') + k) in tables.letters:
        del tables.letters[chr(ord('a') + k)]
    if wide(k) in tables.wide:
        del tables.wide[wide(k)]
    return count


def grow(tables, seed):
    """Entries move: the arrays of the dictionaries are made anew."""
    for i in range(seed % 40):
        tables.numbers[1000 + i] = i
        tables.names['more%d' % i] = i
    for i in range(seed % 40):
        del tables.numbers[1000 + i]
        if i % 2:
            del tables.names['more%d' % i]


def interpret(program, tables, n):
    pc = 0
    total = 0
    seed = n
    while pc < len(program):
        driver.jit_merge_point(pc=pc, program=program, tables=tables, n=n, total=total, seed=seed)
        code = program[pc]
        pc += 1
        k = ord(program[pc]) - ord('0') if pc < len(program) else 0
        if code == 'l':
            total = (total * 5 + look(tables, k)) % 1000003
            pc += 1
        elif code == 's':
            store(tables, k, total % 100)
            pc += 1
        elif code == 'd':
            if seed % 5 == 2:
                total = (total + delete(tables, k)) % 1000003
            pc += 1
        elif code == 'a':
            if seed % 7 == 3:
                store(tables, k, seed)
            pc += 1
        elif code == 'g':
            if seed % 11 == 6:
                grow(tables, seed)
            pc += 1
        elif code == 'c':
            if seed % 13 == 4:
                tables.numbers.clear()
                tables.names.clear()
            pc += 1
        elif code == 'p':
            total = (total * 3 + PREBUILT['mul'] + PREBUILT.get('none', 7)) % 1000003
            if seed % 3 == 1:
                PREBUILT['mul'] = seed % 100
            if seed % 17 == 8:
                PREBUILT['none'] = 5
            if seed % 17 == 12 and 'none' in PREBUILT:
                del PREBUILT['none']
            pc += 1
        elif code == 'i':
            for key, value in tables.names.items():
                total = (total * 2 + len(key) + value) % 1000003
            if seed % 9 == 5 and len(tables.names) > 0:
                key, value = tables.names.popitem()
                total += value
            pc += 1
        elif code == 'j':
            seed = (seed * 25 + 13) % 1009
            n -= 1
            if n > 0:
                pc = 0
                driver.can_enter_jit(pc=pc, program=program, tables=tables, n=n, total=total, seed=seed)
    return total


PROGRAMS = ['l1l2l3j', 'l1s1l1s2l2j', 'l1d1l1a1l1j', 'l4d4s4l4g0l4j', 'l1c0l1a1l2j', 'p0p0j', 'i0a3l3d3j', 'l9s9g0d9l9i0c0a9p0j', 's<l<d<l<a<j']


def main(argv):
    n = int(argv[1])
    for program in PROGRAMS:
        tables = Tables()
        for i in range(3):
            os.write(1, '%s %d\n' % (program, interpret(program, promote(tables), n * (i + 1))))
            # Changes that compiled code has not seen.
            delete(tables, 1)
            store(tables, 14, 3)
            tables.numbers.clear()
    return 0


def target(driver, args):
    return main, None
