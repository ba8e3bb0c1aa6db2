# The order of evaluation in Python 3, where it is not that of Python 2.
log = []


def t(name, value=None):
    log.append(name)
    return value


def show(what):
    print(what, ' '.join(log))
    del log[:]


class Key(object):
    def __init__(self, name):
        self.name = name

    def __hash__(self):
        t(self.name + '.hash')
        return 1

    def __eq__(self, other):
        t(self.name + '.eq')
        return False

    def __iter__(self):
        t(self.name + '.iter')
        return iter((1, 2))

    def keys(self):
        t(self.name + '.keys')
        return ['z']

    def __getitem__(self, key):
        t(self.name + '.get')
        return 0


def key(name):
    return t(name, Key(name))


def f(*args, **named):
    t('f%d%s' % (len(args), ''.join(sorted(named))))


{key('k'): key('v'), key('l'): key('w')}
show('display')
{key('k%d' % i): key('v%d' % i) for i in range(2)}
show('comprehension')
{key('k'), key('l')}
show('set')
{key('k%d' % i) for i in range(2)}
show('set comprehension')
f(t('a'), *t('s', (1,)), k=t('k'), l=t('l'))
show('star')
f(t('a'), k=t('k'), *t('s', (1,)), **t('d', {'x': 1}))
show('star behind a keyword')
f(*key('s'), **key('d'))
show('both')
key('i') in [key('a'), key('b')]
show('in')
key('i') in (key('a'), key('b'))
show('in a tuple')
key('i') in iter([key('a'), key('b')])
show('in an iterator')


class Names(object):
    a, b, c, d = t('v'), t('w'), t('x'), t('y')
    k, h, j, i = 1, 2, 3, 4


show([n for n in vars(Names) if not n.startswith('__')])
