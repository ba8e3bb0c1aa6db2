from rpython.rlib.rarithmetic import ovfcheck


class MyError(Exception):
    def __init__(self, code):
        self.code = code


class OtherError(MyError):
    pass


def fail(n):
    if n > 10:
        raise OtherError(n)
    if n > 4:
        raise MyError(n)
    if n < -1:
        raise ValueError
    if n == 3:
        raise KeyError
    return n


def t_catch(n):
    try:
        return fail(n)
    except OtherError as e:
        return 1000 + e.code
    except MyError as e:
        return 2000 + e.code
    except ValueError:
        return 3000
    except KeyError:
        return 4000


def t_propagate(n):
    return fail(n)


def t_finally(n):
    r = 0
    try:
        try:
            r = fail(n)
        finally:
            r += 100
    except Exception:
        r += 7
    return r


def t_reraise(n):
    try:
        try:
            return fail(n)
        except MyError:
            raise
    except OtherError:
        return 5
    except MyError:
        return 6


def t_else(n):
    try:
        x = fail(n)
    except (ValueError, KeyError):
        return -1
    except MyError:
        return -2
    else:
        return x + 1


def t_ovf(n):
    x = n * 2000000000
    try:
        return ovfcheck(x * x) % 1000
    except OverflowError:
        return -5


def t_ovf_add(n):
    x = 9223372036854775800
    try:
        return ovfcheck(x + n)
    except OverflowError:
        return -5


def t_ovf_shift(n):
    if n < 0:
        return 0
    try:
        return ovfcheck(n << 61)
    except OverflowError:
        return -5


def t_uncaught_zero(n):
    return 10 // n


def t_assert(n):
    assert n != 3
    return n


class Stack(object):
    def __init__(self):
        self.items = []

    def pop(self):
        if len(self.items) == 0:
            raise IndexError
        return self.items.pop()


def t_stack(n):
    s = Stack()
    for i in range(n):
        s.items.append(i)
    t = 0
    try:
        while True:
            t = t * 3 + s.pop()
    except IndexError:
        return t


def t_loop_try(n):
    count = 0
    for i in range(8):
        try:
            count += fail(i + n)
        except MyError as e:
            count += e.code * 100
        except ValueError:
            continue
        except KeyError:
            break
    return count


def t_exception_object(n):
    e = MyError(n)
    if n > 2:
        e = OtherError(n + 1)
    try:
        raise e
    except MyError as x:
        return x.code * 10 + isinstance(x, OtherError)


def t_raise_from_handler(n):
    try:
        try:
            fail(n)
        except KeyError:
            raise ValueError
    except ValueError:
        return 1
    except MyError:
        return 2
    return 3
