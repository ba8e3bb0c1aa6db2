# A class that is stored and compared, and never instantiated: it overrides a method that is called on its base.
import os


class Shape(object):
    def __init__(self, n):
        self.n = n

    def area(self, k):
        return self.n + k


class Square(Shape):
    def area(self, k):
        return self.n * k


class Settings(object):
    def __init__(self):
        self.kind = Shape


SHAPE = Shape(1)
SETTINGS = Settings()
COUNTS = {(1, 'a'): 2}


def run(n):
    os.write(1, b'%d\n' % SHAPE.area(3))
    SETTINGS.kind = Square
    COUNTS[(n, 'b')] = 5
    if SETTINGS.kind is Square:
        os.write(1, b'a square %d\n' % len(COUNTS))


def entry_point(argv):
    run(len(argv))
    SETTINGS.kind = Shape
    if SETTINGS.kind is not Square:
        os.write(1, b'no square %d\n' % COUNTS[(len(argv), 'b')])
    return 0


def target(driver, args):
    return entry_point, None
