# `__exit__` gets the class, the instance and something that is not None for the traceback.
class MyError(Exception):
    def __init__(self, n):
        self.n = n


class Special(MyError):
    pass


class Manager(object):
    def __init__(self, swallow):
        self.swallow = swallow

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        if kind is None:
            print("normal", value is None, traceback is None)
            return False
        print("class", kind.__name__, value is None, traceback is None)
        if kind is KeyError:
            print("a missing key")
        if issubclass(kind, MyError):
            print("one of mine")
        if isinstance(value, MyError):
            print(value.n, kind is Special)
        return self.swallow


class Star(object):
    def __enter__(self):
        return 1

    def __exit__(self, *args):
        if args[0]:
            print("star", args[0].__name__)
        else:
            print("star", "nothing")


class Delegate(object):
    def __init__(self):
        self.inner = Manager(True)

    def __enter__(self):
        return self.inner.__enter__()

    def __exit__(self, kind, value, traceback):
        print("delegate")
        return self.inner.__exit__(kind, value, traceback)


class Asks(object):
    def __enter__(self):
        pass

    def __exit__(self, kind, value, traceback):
        try:
            print(issubclass(kind, MyError))
        except TypeError:
            print("no class")
        return asks(value, kind)


def asks(value, kind):
    try:
        return isinstance(value, kind)
    except TypeError:
        return True


def fail(n):
    if n == 1:
        raise MyError(n)
    if n == 2:
        raise Special(n)
    if n == 3:
        raise KeyError
    if n == 4:
        raise ValueError("four")
    d = {n: n}
    return d[n + n // 5]


def run(n, swallow):
    with Manager(swallow):
        print(fail(n))
    with Delegate():
        print(fail(n))
    with Asks():
        print(fail(n))
    with Star():
        print(fail(n))


def entry_point(argv):
    for n in range(7):
        for swallow in [True, False]:
            try:
                run(n, swallow)
            except MyError as e:
                print("mine", e.n)
            except KeyError:
                print("key")
            except ValueError:
                print("value")
    return 0


def target(driver, args):
    return entry_point, None


if __name__ == '__main__':
    import sys
    sys.exit(entry_point(sys.argv))
