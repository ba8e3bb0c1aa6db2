# entry: f(int)
class Error(Exception):
    def __init__(self, code):
        self.code = code

class Special(Error):
    pass

def g(n):
    if n == 3:
        raise Error(n)
    if n == 4:
        raise Special(5)
    return n

def f(n):
    try:
        return g(n)
    except Special as e:
        return e.code
    except Error as e:
        return -e.code
