# Getters and special methods whose results are constants are called for what else they do.
class E(Exception):
    pass

class C(object):
    def __init__(self, k): self.k = k
    @property
    def p(self):
        if self.k == 0:
            raise E
        print('in p')
        return 5
    @property
    def never(self):
        raise E
    def __add__(self, o):
        print('in add')
        return 6
    def __neg__(self):
        print('in neg')
        return 7
    def __len__(self):
        print('in len')
        return 8
    def __getitem__(self, i):
        print('in getitem')
        return 9
    def __contains__(self, i):
        print('in contains')
        return True
    def __call__(self):
        print('in call')
        return 10
    def __hash__(self):
        print('in hash')
        return 11
    def __abs__(self):
        print('in abs')
        return 12

def get(n):
    return C(n).p

def use(c):
    c.p
    c[1]
    c()
    print(str(c + 1))
    print(str(-c))
    print(str(len(c)))
    print(str(c[0]))
    print(str(2 in c))
    print(str(c()))
    print(str(abs(c)))
    return c.p

def entry_point(argv):
    for i in range(2):
        try:
            print(str(get(i)))
        except E:
            print('caught')
    try:
        print(str(C(1).p))
        print(str(C(0).p))
    except E:
        print('caught here')
    try:
        C(1).never
        print('not reached')
    except E:
        print('never')
    C(1).p
    x = C(2)
    x.p
    print(str(use(x)))
    return 0

def target(*args):
    return entry_point, None

if __name__ == '__main__':
    entry_point([])
