# The text of an exception that the program makes, in Python 2: only the constructor of the base class keeps arguments.
# python2
class Failed(Exception):
    pass

class Own(Exception):
    def __init__(self, message):
        self.text = message

class Base(Exception):
    def __init__(self, message):
        Exception.__init__(self, "base: " + message)

class Old(Exception):
    def __init__(self, message, code):
        Exception.__init__(self, message, code)
        self.code = code

PREBUILT = Failed("prebuilt", 2)
PREBUILT_OWN = Own("never")

def fail(n, s):
    if n == 0: raise ValueError, "foo"
    if n == 1: raise ValueError
    if n == 2: raise ValueError, s
    if n == 3: raise ValueError(s)
    if n == 5: raise Failed(1.5)
    if n == 6: raise Failed(0.1, s)
    if n == 7: raise Own(s)
    if n == 8: raise Base(s)
    if n == 9: raise Old(s, n)
    if n == 10: raise KeyError(s)
    if n == 11: raise PREBUILT
    if n == 12: raise PREBUILT_OWN
    if n == 13: raise OSError(2, "nothing there")
    if n == 14: raise KeyError, n
    assert n != 15, "an assertion"

def entry_point(argv):
    s = "text" + str(len(argv) - len(argv))
    for n in range(16):
        try:
            fail(n, s)
        except KeyError, e:
            print "key", e
        except Exception as e:
            print n, str(e), "%s" % e
    return 0

def target(*args):
    return entry_point, None

if __name__ == '__main__':
    entry_point([])
