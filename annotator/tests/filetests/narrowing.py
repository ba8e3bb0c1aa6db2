# entry: f(int)
class A(object):
    def __init__(self, next):
        self.next = next

class B(A):
    pass

def walk(a):
    n = 0
    while a is not None:
        n += 1
        if isinstance(a, B):
            n += 10
        a = a.next
    return n

def f(n):
    a = None
    while n > 0:
        n -= 1
        if n & 1:
            a = A(a)
        else:
            a = B(a)
    if n >= 0:
        return walk(a) + n
    return 'abc'[n:].find('c')
