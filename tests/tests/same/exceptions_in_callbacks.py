# Errors in the functions of an r_dict and in the comparison of a sort.
# not-cpython: it has no r_dict and no listsort
from rpython.rlib.objectmodel import r_dict
from rpython.rlib.listsort import make_timsort_class
class W(object):
    def __init__(self, v):
        self.v = v
def eq(a, b):
    return a.v[0] == b.v[0]
def hsh(a):
    return a.v[0]
def rd(n):
    d = r_dict(eq, hsh)
    d[W([1])] = 2
    try:
        d[W([1, 2][n:])] = 5
        return d[W([2])]
    except IndexError:
        return -1
    except KeyError:
        return -2
def rd2(n):
    d = r_dict(eq, hsh)
    d[W([1])] = 2
    return W([1, 2][n:]) in d
TimSort = make_timsort_class()
class MySort(TimSort):
    def lt(self, a, b):
        return a.v[0] < b.v[0]
def srt(n):
    l = [W([3]), W([2]), W([1][n:])]
    try:
        MySort(l).sort()
    except IndexError:
        return -1
    return l[0].v[0]
def entry_point(argv):
    for n in range(3):
        print(rd(n))
        print(srt(n))
        try:
            print(rd2(n))
        except IndexError:
            print("rd2")
    return 0
