# The text of an exception is its message untranslated, and its class and a number when translated: an attribute of its own is the same.
# warned: W0453
# translated: ValueError text: other
# translated: own message
# translated: formatted: other
class Failed(Exception):
    def __init__(self, message): self.message = message

def fail(n):
    if n == 1:
        raise ValueError('foo')
    raise Failed('own message')

def kind(s):
    if s == 'foo': return 'the message'
    if s.startswith('<ValueError object at '): return 'other'
    return s

def entry_point(argv):
    try: fail(len(argv) + 1 - len(argv))
    except ValueError as e: print('ValueError text: ' + kind(str(e)))
    try: fail(2)
    except Failed as e: print(e.message)
    try: fail(1)
    except ValueError as e: print('formatted: ' + kind('%s' % e))
    return 0

def target(*args):
    return entry_point, None

if __name__ == '__main__':
    entry_point([])
