# not-cpython: the stand-in library does not marshal
"""Commands that are written and read with `rpython.rlib.rmarshal`, by an interpreter that reads in each turn."""
import os

from rpython.rlib.jit import JitDriver
from rpython.rlib.rmarshal import Loader, get_loader, get_marshaller, get_unmarshaller

driver = JitDriver(greens=['loop'], reds=['loader', 'total'])
dump_command = get_marshaller((str, int, bool))
load_command = get_loader((str, int, bool))
dump_table = get_marshaller({str: [float]})
load_table = get_unmarshaller({str: [float]})
dump_number = get_marshaller(float)


class Commands(Loader):
    """Gets a few bytes more whenever there are not enough."""

    def __init__(self, text):
        Loader.__init__(self, '')
        self.text = text
        self.taken = 0

    def need_more_data(self):
        if self.taken == len(self.text):
            raise ValueError
        end = min(self.taken + 7, len(self.text))
        start = self.taken
        assert start >= 0
        assert end >= 0
        self.buf += self.text[start:end]
        self.taken = end


def commands(n):
    buf = []
    for i in range(n):
        dump_command(buf, ('add' if i % 3 else 'sub', i * i - 50, i % 5 == 0))
    return ''.join(buf)


def run(text):
    loader = Commands(text)
    total = 0
    loop = 1
    while True:
        driver.jit_merge_point(loop=loop, loader=loader, total=total)
        try:
            name, n, twice = load_command(loader)
        except ValueError:
            return total
        if twice:
            n += n
        if name == 'add':
            total += n
        else:
            total -= n


def show(text):
    os.write(1, ' '.join([str(ord(c)) for c in text]) + '\n')


def entry_point(argv):
    show(commands(3))
    os.write(1, '%d\n' % run(commands(60)))
    buf = []
    dump_table(buf, {'a': [1.5, -0.25], 'bc': [], 'd': [1e300]})
    show(''.join(buf))
    table = load_table(''.join(buf))
    for key in table:
        os.write(1, '%s %d\n' % (key, len(table[key])))
        for x in table[key]:
            buf = []
            dump_number(buf, x)
            show(''.join(buf))
    try:
        load_table('{s\x01\0\0\0a[\x01\0\0\0i\x01\0\0\x000')
    except ValueError:
        os.write(1, 'an integer is no float\n')
    return 0


def target(driver, args):
    return entry_point
