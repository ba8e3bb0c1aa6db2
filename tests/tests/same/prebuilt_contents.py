# python2
"""Reads of prebuilt lists and dictionaries are constants if nothing changes these, and are not if something does."""
from rpython.rlib.unroll import unrolling_iterable


class Coerce(object):
    @staticmethod
    def number(text):
        return len(text)

    @staticmethod
    def name(text):
        return '<' + text + '>'


def takes_number(space, x):
    return space + x


def takes_both(space, w_text, name, x):
    return str(space) + w_text + name + str(x)


def takes_nothing(space):
    return space


def wrapper_of(func, spec):
    argnames = func.__code__.co_varnames[:func.__code__.co_argcount]
    unrolling_names = unrolling_iterable(argnames)

    def wrapper(space, args):
        values = ()
        i = 0
        for argname in unrolling_names:
            if argname == 'space':
                values += (space,)
            elif argname.startswith('w_'):
                values += (args[i],)
                i += 1
            elif argname in spec:
                values += (getattr(Coerce, spec[argname])(args[i]),)
                i += 1
        return func(*values)
    return wrapper


NUMBER = wrapper_of(takes_number, {'x': 'number'})
BOTH = wrapper_of(takes_both, {'x': 'number', 'name': 'name'})
NOTHING = wrapper_of(takes_nothing, {})

MIXED = [1, 'two', None]
COUNTER = [0]
HIDDEN = {'a': 1}
WRITTEN_LATER = {'a': 1}
ALIASED = {'a': 1}
THROUGH_OUTER = {'inner': {'a': 1}, 'other': {'a': 5}}
EMPTY = []
FULL = [3]
POPPED = [1, 2, 3]


def count():
    COUNTER[0] += 1
    return COUNTER[0]


class Holder(object):
    def __init__(self, table):
        self.table = table


HOLDER = Holder(HIDDEN)


def change(table):
    table['a'] = 7


def read_hidden():
    return HIDDEN['a'] + len(HIDDEN)


def read_later():
    return 'b' in WRITTEN_LATER


def read_aliased():
    return ALIASED['a']


def read_inner():
    return THROUGH_OUTER['inner']['a']


def read_popped():
    return len(POPPED)


def shorten(l):
    del l[0]


def state():
    return '%d %d %d %d %d' % (read_hidden(), int(read_later()), read_aliased(), read_inner(), read_popped())


def entry_point(argv):
    print NUMBER(3, ['four']), BOTH(1, ['a', 'b', 'ccc']), NOTHING(5, [])
    print MIXED[0] + 1, MIXED[1] + '!', MIXED[2] is None, len(MIXED)
    print count(), count(), count()
    print state()
    change(HOLDER.table)
    HOLDER.table['z'] = 1
    alias = {'x': 2}
    if len(argv) < 10:
        alias = ALIASED
    change(alias)
    for key in THROUGH_OUTER:
        THROUGH_OUTER[key]['a'] += 100
    WRITTEN_LATER['b'] = 2
    shorten(POPPED)
    print state()
    if EMPTY:
        print 'not empty'
    if FULL:
        print 'full', 3 in FULL, 4 in FULL, FULL[-1]
    try:
        print FULL[1]
    except IndexError:
        print 'IndexError'
    try:
        print HIDDEN['c']
    except KeyError:
        print 'KeyError'
    print MIXED_KEYS['a'], MIXED_KEYS[1]
    return 0


MIXED_KEYS = {'a': 'text', 1: 2}


def target(driver, args):
    return entry_point
