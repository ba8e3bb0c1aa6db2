import os

class A(object):
    def __init__(self):
        self.size = 3

def helper(n):
    return n + 'x'

def entry_point(argv):
    n = lenth(argv)
    if n > 3:
        os.wirte(1, "x")
    for x in undefined_list:
        print(x)
    try:
        helper(3)
    except Unknwon:
        pass
    a = A()
    b = A.nothing
    print(a.sise)
    if n:
        raise Missing("x")
    return 0
