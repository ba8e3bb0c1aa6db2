# entry: f(int)
# show: none
# warnings: yes
# Methods that untranslated code calls and translated code does not: a warning at each place.
class Key(object):
    def __init__(self, n):
        self.n = n
    def __hash__(self):
        return self.n
    def __eq__(self, other):
        return self.n == other.n

class Plain(object):
    def __init__(self, n):
        self.n = n

def f(n):
    k = Key(n)
    known = {}
    known[k] = 1
    pairs = {(1, k): 2}
    keys = [k]
    total = hash(k) & 1
    if k in known:
        total += known[k] + pairs[(1, k)]
    if k in keys:
        total += keys.index(k)
    keys.remove(k)
    p = Plain(n)
    plain = {p: 3}
    if p in [p]:
        total += plain[p] + (hash(p) & 1)
    return total

#| warning[W0453]: `Key.__eq__` is not called here in translated code
#|   --> FILE:20:5
#|    |
#|  5 | class Key(object):
#|    |       --- class `Key`
#| ...
#| 20 |     known[k] = 1
#|    |     ^^^^^^^^ this compares identities, as in RPython; untranslated it calls the method
#|    |
#|    = help: call a method with a name of your own
#|
#| warning[W0453]: `Key.__eq__` is not called here in translated code
#|   --> FILE:21:13
#|    |
#|  5 | class Key(object):
#|    |       --- class `Key`
#| ...
#| 21 |     pairs = {(1, k): 2}
#|    |             ^^^^^^^^^^^ this compares identities, as in RPython; untranslated it calls the method
#|    |
#|    = help: call a method with a name of your own
#|
#| warning[W0453]: `Key.__hash__` is not called here in translated code
#|   --> FILE:23:13
#|    |
#|  5 | class Key(object):
#|    |       --- class `Key`
#| ...
#| 23 |     total = hash(k) & 1
#|    |             ^^^^^^^ this is a number made of the identity, as in RPython; untranslated it calls the method
#|    |
#|    = help: call a method with a name of your own
#|
#| warning[W0453]: `Key.__eq__` is not called here in translated code
#|   --> FILE:24:8
#|    |
#|  5 | class Key(object):
#|    |       --- class `Key`
#| ...
#| 24 |     if k in known:
#|    |        ^^^^^^^^^^ this compares identities, as in RPython; untranslated it calls the method
#|    |
#|    = help: call a method with a name of your own
#|
#| warning[W0453]: `Key.__eq__` is not called here in translated code
#|   --> FILE:25:18
#|    |
#|  5 | class Key(object):
#|    |       --- class `Key`
#| ...
#| 25 |         total += known[k] + pairs[(1, k)]
#|    |                  ^^^^^^^^ this compares identities, as in RPython; untranslated it calls the method
#|    |
#|    = help: call a method with a name of your own
#|
#| warning[W0453]: `Key.__eq__` is not called here in translated code
#|   --> FILE:25:29
#|    |
#|  5 | class Key(object):
#|    |       --- class `Key`
#| ...
#| 25 |         total += known[k] + pairs[(1, k)]
#|    |                             ^^^^^^^^^^^^^ this compares identities, as in RPython; untranslated it calls the method
#|    |
#|    = help: call a method with a name of your own
#|
#| warning[W0453]: `Key.__eq__` is not called here in translated code
#|   --> FILE:26:8
#|    |
#|  5 | class Key(object):
#|    |       --- class `Key`
#| ...
#| 26 |     if k in keys:
#|    |        ^^^^^^^^^ this compares identities, as in RPython; untranslated it calls the method
#|    |
#|    = help: call a method with a name of your own
#|
#| warning[W0453]: `Key.__eq__` is not called here in translated code
#|   --> FILE:27:18
#|    |
#|  5 | class Key(object):
#|    |       --- class `Key`
#| ...
#| 27 |         total += keys.index(k)
#|    |                  ^^^^^^^^^^^^^ this compares identities, as in RPython; untranslated it calls the method
#|    |
#|    = help: call a method with a name of your own
#|
#| warning[W0453]: `Key.__eq__` is not called here in translated code
#|   --> FILE:28:5
#|    |
#|  5 | class Key(object):
#|    |       --- class `Key`
#| ...
#| 28 |     keys.remove(k)
#|    |     ^^^^^^^^^^^^^^ this compares identities, as in RPython; untranslated it calls the method
#|    |
#|    = help: call a method with a name of your own
