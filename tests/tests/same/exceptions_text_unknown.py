# Exceptions whose text is not known in translated code: their class and a number. Each place has a warning.
# warned: W0453
# translated: IndexError text: other
# translated: list: other
# translated: special: other
# translated: repr: other
# translated: ValueError text: other
# translated: own: message
class Special(Exception):
    def __str__(self): return 'special'

class Items(Exception):
    pass

class Own(Exception):
    def __init__(self, items):
        self.items = items
        self.text = 'message'

def fail(n, items):
    if n == 1: return items[n + 5]
    if n == 2: raise Items(items)
    if n == 3: raise Special('x')
    return int('abc' * n)

def kind(s):
    if s.startswith('<') and ' object at 0x' in s: return 'other'
    return s

def entry_point(argv):
    items = [len(argv) - len(argv), 2]
    try: fail(1, items)
    except IndexError as e: print('IndexError text: ' + kind(str(e)))
    try: fail(2, items)
    except Items as e: print('list: ' + kind(str(e)))
    try: fail(3, items)
    except Special as e: print('special: ' + kind('%s' % e))
    try: raise Items('text')
    except Items as e: print('repr: ' + kind(repr(e)))
    try: fail(4, items)
    except ValueError as e: print('ValueError text: ' + kind(str(e)))
    try: raise Own(items)
    except Own as e: print('own: ' + e.text)
    return 0

def target(*args):
    return entry_point, None

if __name__ == '__main__':
    entry_point([])
