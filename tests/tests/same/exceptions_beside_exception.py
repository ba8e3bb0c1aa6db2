# Exceptions that do not derive from `Exception` go the ways of all others: `finally`, bare clauses, classes above.


class Outside(BaseException):
    pass


class Inside(Exception):
    pass


class Log(object):
    turns = 0


log = Log()


class Guard(object):
    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        log.turns += 100
        print(kind is None)


def fail(n):
    if n == 1:
        raise Outside()
    if n == 2:
        raise Inside()
    if n == 3:
        raise KeyboardInterrupt()
    return n


def cleaned(n):
    try:
        return fail(n)
    finally:
        log.turns += 1
        print("finally")


def cleaned_behind(n):
    try:
        return fail(n)
    except Exception:
        print("exception")
    finally:
        log.turns += 10
        print("finally")
    return -1


def bare_behind(n):
    try:
        with Guard():
            return fail(n)
    except Inside:
        print("inside")
    except:
        print("bare")
        raise
    return -2


def ways(n):
    try:
        print(cleaned(n))
    except Exception:
        print("exception")
    except Outside:
        print("outside")
    except KeyboardInterrupt:
        print("interrupt")
    try:
        print(cleaned_behind(n))
    except Exception:
        print("exception")
    except BaseException as e:
        print("base", isinstance(e, Outside))
    try:
        print(bare_behind(n))
    except Outside:
        print("outside")
    except:
        print("another")


def entry_point(argv):
    for i in range(4):
        ways(len(argv) - 1 + i)
    print(log.turns)
    return 0
