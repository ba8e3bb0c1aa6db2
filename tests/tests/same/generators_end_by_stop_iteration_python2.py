# python2
# A StopIteration that leaves a generator of Python 2 is its end.
from rpython.rlib.nonconst import NonConstant


class Empty(object):
    def pull(self, n):
        if n > 2:
            raise StopIteration
        return n


class Numbers(object):
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n

    next = __next__


def through_next(n):
    it = iter([1, n])
    while True:
        yield next(it)


def through_call(n):
    e = Empty()
    while True:
        yield e.pull(n)
        n += 1


def raised(n):
    yield n
    if n == 1:
        raise StopIteration
    yield n + 1


def caught(n):
    e = Empty()
    while True:
        try:
            yield e.pull(n)
        except StopIteration:
            yield 100
            return
        except ValueError:
            yield 200
        n += 1


def through_handlers(n):
    e = Empty()
    while True:
        try:
            yield e.pull(n)
        except KeyError:
            yield 300
        finally:
            print 'finally %d' % n
        n += 1


def raised_again(n):
    try:
        yield Empty().pull(n)
    except Exception as e:
        print 'again'
        raise e


def loops(n):
    for x in Numbers(n):
        yield x
    yield 10


def other(n):
    yield n
    raise ValueError('of its own')


def returns(n):
    yield n
    return


def show(which, n):
    try:
        if which == 0:
            for x in through_next(n):
                print x
        elif which == 1:
            for x in through_call(n):
                print x
        elif which == 2:
            for x in raised(n):
                print x
        elif which == 3:
            for x in caught(n):
                print x
        elif which == 4:
            for x in through_handlers(n):
                print x
        elif which == 5:
            for x in raised_again(n):
                print x
        elif which == 6:
            for x in loops(n):
                print x
        elif which == 7:
            for x in other(n):
                print x
        elif which == 8:
            for x in returns(n):
                print x
        else:
            print max(y for y in through_next(n))
        print 'end'
    except RuntimeError as e:
        print 'RuntimeError: ' + str(e)
    except ValueError as e:
        print 'ValueError: ' + str(e)


def entry_point(argv):
    for which in range(10):
        show(which, NonConstant(1))
        show(which, NonConstant(3))
    return 0


def target(driver, args):
    return entry_point, None


if __name__ == '__main__':
    import sys
    sys.exit(entry_point(sys.argv))
