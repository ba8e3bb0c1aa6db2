"""Accessors of properties and special methods that never return."""


class Missing(Exception):
    pass


class A(object):
    def __init__(self, x):
        self.x = x

    @property
    def broken(self):
        raise Missing

    def __add__(self, other):
        raise ValueError

    def __len__(self):
        raise KeyError


def read(a):
    return a.broken


def entry_point(argv):
    a = A(len(argv))
    try:
        print(a.broken)
    except Missing:
        print('in place')
    try:
        print(read(a))
    except Missing:
        print('a call away')
    try:
        a + a
        print('added')
    except ValueError:
        print('ValueError')
    try:
        print(len(a))
    except KeyError:
        print('KeyError')
    return 0
