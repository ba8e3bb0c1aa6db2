# An attribute, method or special method that only some classes have, used inside `try`: handlers of the same function and of callers see
# the exception.
# warned: W0451
class B(object):
    pass

class C(B):
    size = 7
    def m(self): return 1
    def n(self, k): return self.v + k
    def __init__(self): self.v = 3
    def __len__(self): return 3
    def __getitem__(self, i): return i + 1
    def __setitem__(self, i, v): print('set')
    def __delitem__(self, i): print('del')
    def __call__(self, x): return x * 2
    def __contains__(self, x): return x == 1
    def __add__(self, o):
        print('add')
        return 3
    def __neg__(self): return 4

class D(B):
    def __init__(self):
        self.x = 3
        self.name = 'd'

class E(C):
    def m(self): return 2

def attributes(o):
    try: print(str(o.m()))
    except AttributeError: print('no m')
    try: print(str(o.n(2)))
    except AttributeError: print('no n')
    try: print(str(o.x))
    except AttributeError: print('no x')
    try: print(o.name)
    except AttributeError: print('no name')
    try: print(str(o.size))
    except AttributeError: print('no size')
    try:
        f = o.m
        print(str(f()))
    except AttributeError:
        print('no bound m')
    finally:
        print('finally')
    try:
        o.m
        print('read')
    except AttributeError:
        print('nothing to read')

def operations(o):
    try: print(str(len(o)))
    except (TypeError, AttributeError): print('no len')
    try: print(str(o[2]))
    except (TypeError, AttributeError): print('no getitem')
    try: o[2] = 4
    except (TypeError, AttributeError): print('no setitem')
    try: del o[2]
    except (TypeError, AttributeError): print('no delitem')
    try: print(str(o(4)))
    except (TypeError, AttributeError): print('no call')
    try: print(str(1 in o))
    except (TypeError, AttributeError): print('no contains')
    try: print(str(o + 1))
    except (TypeError, AttributeError): print('no add')
    try: print(str(-o))
    except (TypeError, AttributeError): print('no neg')
    try:
        o + 1
        print('added')
    except TypeError:
        print('not added')

def inner_m(o): return o.m()
def inner_x(o): return o.x + 1
def inner_len(o): return len(o)
def inner_call(o): return o(5)

def callers(o):
    try: print(str(inner_m(o)))
    except AttributeError: print('caller: no m')
    try: print(str(inner_x(o)))
    except AttributeError: print('caller: no x')
    try: print(str(inner_len(o)))
    except TypeError: print('caller: no len')
    try: print(str(inner_call(o)))
    except TypeError: print('caller: no call')
    finally: print('finally')

def entry_point(argv):
    for o in [B(), C(), D(), E()]:
        attributes(o)
        operations(o)
        callers(o)
        try:
            print(str(o.m()))
        except KeyError:
            print('KeyError')
        except AttributeError:
            print('last')
    return 0

def target(*args):
    return entry_point, None

if __name__ == '__main__':
    entry_point([])
