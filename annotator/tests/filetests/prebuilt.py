# entry: f(int)
class Node(object):
    def __init__(self, value, next):
        self.value = value
        self.next = next

chain = None
for i in range(20000):
    chain = Node(i, chain)

cycle = Node(1, None)
cycle.next = cycle

TABLE = {'a': [1, 2], 'b': []}
TUPLE = (1, 'x', [3.5])

class Frozen(object):
    def __init__(self, n):
        self.n = n
    def _freeze_(self):
        return True
    def get(self, x):
        return self.n + x

F1 = Frozen(1)
F2 = Frozen(2)

def f(n):
    if n > 3:
        fr = F1
    else:
        fr = F2
    node = chain
    s = 0
    while node is not None:
        s += node.value
        node = node.next
    return s + cycle.value + TABLE['a'][n] + TUPLE[0] + fr.get(n) + fr.n + int(TUPLE[2][0])

#| graph prebuilt.f(v0: Int) -> Int
#| b0(v0: Int):
#|     v1: Bool(v0: (Int+, -)) = gt(v0, 3)
#|     v2: Bool(v0: (Int+, -)) = bool(v1)
#|     if v2 then b1(<Frozen>, <Node>, 0, v0) else b1(<Frozen>, <Node>, 0, v0)
#| b1(v3: Pbc{<Frozen object>, <Frozen object>}, v4: Inst(prebuilt.Node)?, v5: Int+, v6: Int):
#|     v7: Bool(v4: (None, Inst(prebuilt.Node))) = is_(v4, None)
#|     v8: Bool(v4: (None, Inst(prebuilt.Node))) = bool(v7)
#|     if v8 then b2(v3, v6, v5) else b4(v6, v3, v4, v5)
#| b2(v9: Pbc{<Frozen object>, <Frozen object>}, v10: Int, v11: Int+):
#|     v12: Int+ = getattr(<Node>, 'value')
#|     v13: Int+ = add(v11, v12)
#|     v14: List[Int+] = getitem(<dict:2>, 'a')
#|     v15: Int+ = getitem(v14, v10)
#|     v16: Int+ = add(v13, v15)
#|     v17: Int+ = add(v16, 1)
#|     v18: Pbc{<Frozen object>.get, <Frozen object>.get} = getattr(v9, 'get')
#|     v19: Int = simple_call(v18, v10)
#|     v20: Int = add(v17, v19)
#|     v21: Int+ = getattr(v9, 'n')
#|     v22: Int = add(v20, v21)
#|     v23: Float=3.5 = getitem(<list:1>, 0)
#|     v24: Int = simple_call(<class:int>, v23)
#|     v25: Int = add(v22, v24)
#|     goto return(v25)
#| b4(v27: Int, v28: Pbc{<Frozen object>, <Frozen object>}, v29: Inst(prebuilt.Node), v30: Int+):
#|     v31: Int+ = getattr(v29, 'value')
#|     v32: Int+ = inplace_add(v30, v31)
#|     v33: Inst(prebuilt.Node)? = getattr(v29, 'next')
#|     goto b1(v28, v33, v32, v27)
#|
#| graph prebuilt.Frozen.get(v0: Pbc{<Frozen object>, <Frozen object>}, v1: Int) -> Int
#| b0(v0: Pbc{<Frozen object>, <Frozen object>}, v1: Int):
#|     v2: Int+ = getattr(v0, 'n')
#|     v3: Int = add(v2, v1)
#|     goto return(v3)
