# Bytes and unicode are not mixed.
# entry: f(str)
def f(s):
    return s + u'abc'

#| error[E0444]: a byte string and a unicode string are concatenated
#|  --> FILE:4:12
#|   |
#| 4 |     return s + u'abc'
#|   |            ^^^^^^^^^^
#|   |
#|   = help: decode the byte string first: s.decode('utf-8')
