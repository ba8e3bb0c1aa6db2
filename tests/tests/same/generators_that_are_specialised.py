from rpython.rlib.objectmodel import specialize
@specialize.call_location()
def each(d):
    for k in d:
        yield k, d[k]
@specialize.call_location()
def twice(x):
    yield x
    yield x
class A(object):
    def __init__(self, d): self.it = each(d)
    def go(self):
        for k, v in self.it:
            return k
        return 'none'
def entry_point(argv):
    a = {'a': 1, 'b': 2}
    b = {3: 'x', 4: 'y'}
    n = 0
    for k, v in each(a):
        print(k, v)
    for k, v in each(b):
        print(k, v)
    for x in twice(3): n += x
    for x in twice('ab'): n += len(x)
    print(n)
    q = A(a)
    print(q.go(), q.go(), q.go())
    try:
        for k, v in each(a):
            a[k + 'z'] = v
    except RuntimeError:
        print('changed')
    return 0


def target(*args):
    return entry_point, None
