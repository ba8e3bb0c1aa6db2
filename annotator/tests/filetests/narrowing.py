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
    return 'abc'[-n:].find('c')

#| error[E0459]: the start of a slice is not proven to be non-negative
#|   --> FILE:28:18
#|    |
#| 28 |     return 'abc'[-n:].find('c')
#|    |                  --^
#|    |                  |
#|    |                  an integer comes from here
#|    |
#|    = help: add `assert start >= 0` before the slice
