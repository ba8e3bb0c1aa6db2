# The text of a number raises nothing: what would handle that is not looked into.
# python2
def number(i):
    try:
        return str(i)
    except:
        return str(i).encode('ascii')
def others(i, x):
    try:
        a = repr(i > 3)
    except Exception:
        return i.nothing(x)
    try:
        b = hex(i)
    except Exception:
        return i.nothing(x)
    try:
        c = repr(x)
    except Exception:
        return i.nothing(x)
    return '%s %s %s' % (a, b, c)
def kept(i, text):
    try:
        number(i)
        return str(i) + text
    except Exception:
        return 'none'
def entry_point(argv):
    print number(len(argv)), number(-7)
    print others(12, 0.5), others(0, -1.0)
    print kept(3, 'x')
    return 0
def target(*args):
    return entry_point
