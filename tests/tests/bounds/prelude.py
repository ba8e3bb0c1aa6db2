# What the forms of a table print. Texts are written by code points, so that no encoding takes part.


def show_int(i):
    return str(i)


def show_bool(b):
    if b:
        return 'True'
    return 'False'


def show_float(f):
    return str(int(f * 1000.0))


def show_code(n):
    if 32 < n and n < 127:
        return chr(n)
    return '<' + str(n) + '>'


def show_str(s):
    if len(s) > 40:
        return 'text of ' + str(len(s))
    r = '"'
    for i in range(len(s)):
        r += show_code(ord(s[i]))
    return r + '"'


def show_unicode(s):
    if len(s) > 40:
        return 'text of ' + str(len(s))
    r = 'u"'
    for i in range(len(s)):
        r += show_code(ord(s[i]))
    return r + '"'


def show_ints(l):
    if len(l) > 40:
        return 'list of ' + str(len(l))
    r = '['
    for x in l:
        r += str(x) + ','
    return r + ']'


def show_strs(l):
    r = '['
    for x in l:
        r += show_str(x) + ','
    return r + ']'


def show_unicodes(l):
    r = '['
    for x in l:
        r += show_unicode(x) + ','
    return r + ']'


def show_dict(d):
    r = '{'
    for k, v in d.items():
        r += k + ':' + str(v) + ','
    return r + '}'


def show_bytes(b):
    if len(b) > 40:
        return 'bytes of ' + str(len(b))
    r = 'b['
    for i in range(len(b)):
        r += str(b[i]) + ','
    return r + ']'


def use(x):
    return 'refused'
use._annspecialcase_ = 'specialize:argtype(0)'
