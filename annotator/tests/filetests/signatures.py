# entry: entry(argv)
# show: add pick Node.grow
from rpython.rlib import types
from rpython.rlib.signature import signature, finishsigs

@signature(types.int(), types.int_nonneg(), returns=types.int())
def add(x, y):
    return y

@signature(types.list(types.int()), types.any(), returns=types.str())
def pick(l, y):
    return 'c'

@finishsigs
class Node(object):
    @signature(types.self(), types.instance(object), returns=types.none())
    def unused(self, other):
        pass

    @signature(types.self(), types.int(), returns=types.int())
    def grow(self, n):
        return n + 1

class Leaf(Node):
    pass

def entry(argv):
    n = len(argv)
    l = [n]
    l.append(2)
    return add(3, 4) + len(pick(l, None)) + Leaf().grow(True)

#| graph signatures.add(v0: Int, v1: Int+) -> Int
#| b0(v0: Int, v1: Int+):
#|     goto return(v1)
#|
#| graph signatures.pick(v0: List[Int]rm, v1: None) -> Str
#| b0(v0: List[Int]rm, v1: None):
#|     goto return('c')
#|
#| graph signatures.Node.grow(v0: Inst(signatures.Node), v1: Int|Bool) -> Int
#| b0(v0: Inst(signatures.Node), v1: Int|Bool):
#|     v2: Int = add(v1, 1)
#|     goto return(v2)
