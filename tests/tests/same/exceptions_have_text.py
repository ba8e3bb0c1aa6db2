# The text of an exception that the program makes is that of its arguments, at every level.
class Failed(Exception):
    pass

class Worse(Failed):
    pass

class Own(Exception):
    def __init__(self, message, code):
        self.message = message
        self.code = code

class Base(Exception):
    def __init__(self, message):
        Exception.__init__(self, "base: " + message)

class Below(Base):
    def __init__(self, message):
        Base.__init__(self, message + "!")

class Both(Exception):
    def __init__(self, a, b):
        Exception.__init__(self, a, b)

class Keyed(KeyError):
    pass

PREBUILT = ValueError("prebuilt")
PREBUILT_KEY = KeyError("k")
PREBUILT_MANY = Failed(1, "two", 3.5)
PREBUILT_OWN = Below("import")

def fail(n, s):
    if n == 0: raise ValueError("foo")
    if n == 1: raise ValueError
    if n == 2: raise ValueError()
    if n == 3: raise TypeError(s)
    if n == 4: raise RuntimeError(n)
    if n == 5: raise Failed(s + "!")
    if n == 6: raise Worse(s, n)
    if n == 7: raise KeyError(s)
    if n == 8: raise KeyError(n)
    if n == 9: raise Keyed("it's")
    if n == 10: raise IndexError((n, s))
    if n == 11: raise Failed(2.5)
    if n == 12: raise Failed(None)
    if n == 13: raise Failed(n > 5)
    if n == 14: raise PREBUILT
    if n == 15: raise PREBUILT_KEY
    if n == 16: raise PREBUILT_MANY
    if n == 17: raise PREBUILT_OWN
    if n == 18: raise Base(s)
    if n == 19: raise Below(s)
    if n == 20: raise Both(s, 1)
    if n == 21: raise OSError(2, "No such file or directory")
    if n == 22: raise IOError(n + 3, s)
    if n == 23: raise Failed(s[0])
    if n == 24: assert n != 24, "assertion %s" % s
    if n == 25: assert n != 25
    if n == 26: raise NotImplementedError("a", "b", "c")
    if n == 27: raise MemoryError("out of it")
    if n == 28: raise StopIteration
    if n == 29: raise ZeroDivisionError("mine")
    if n == 30: raise Failed(None if n == 30 else s)
    if n == 31: raise Failed("")
    if n == 32: raise KeyError()
    if n == 33: raise KeyError("a", n)

def pick(n):
    if n % 2:
        return Failed
    return Worse

def show(n, s):
    try:
        fail(n, s)
    except ValueError as e:
        print("ValueError " + str(e))
    except Failed as e:
        print("Failed %s" % e)
    except KeyError as e:
        print("KeyError [%s]" % (e,))
    except Exception as e:
        print("%d: %s" % (n, e))

def again(s):
    try:
        try:
            raise Failed(s)
        except Failed as e:
            raise ValueError("again: " + str(e))
    except ValueError as e:
        return str(e)

def entry_point(argv):
    s = "text" + str(len(argv) - len(argv))
    for n in range(34):
        show(n, s)
    for n in range(2):
        try:
            raise pick(n)("picked", n)
        except Failed as e:
            print(e)
    print(again(s))
    e = None
    if len(argv) > 5:
        e = ValueError("never")
    print(str(e))
    return 0

def target(*args):
    return entry_point, None

if __name__ == '__main__':
    entry_point([])
