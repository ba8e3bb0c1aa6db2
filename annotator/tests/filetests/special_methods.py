# entry: f(int)
class Vec(object):
    def __init__(self, items):
        self.items = items
    def __len__(self):
        return len(self.items)
    def __getitem__(self, i):
        return self.items[i]
    def __setitem__(self, i, x):
        self.items[i] = x
    def __add__(self, other):
        return Vec(self.items + other.items)
    def __eq__(self, other):
        return self.items == other.items
    def __iter__(self):
        return VecIter(self)
    def __contains__(self, x):
        return x in self.items
    def __str__(self):
        return 'Vec(%d)' % len(self.items)
    def __call__(self, n):
        return self.items[n] * 2
    def _get(self):
        return self.items[0]
    def _set(self, x):
        self.items[0] = x
    first = property(_get, _set)

class VecIter(object):
    def __init__(self, vec):
        self.vec = vec
        self.i = 0
    def next(self):
        if self.i >= len(self.vec.items):
            raise StopIteration
        self.i += 1
        return self.vec.items[self.i - 1]

def f(n):
    v = Vec([1, 2]) + Vec([n])
    v[0] = 5
    v.first = v.first + 1
    s = 0
    for x in v:
        s += x
    if v == Vec([3]) or 4 in v:
        s += len(v) + v(1)
    return s + v[1] + len(str(v))

#| graph special_methods.f(v0: Int) -> Int
#| b0(v0: Int):
#|     v1: List[Int]m = newlist(1, 2)
#|     v2: Inst(special_methods.Vec) = simple_call(<class:Vec>, v1)
#|     v3: List[Int]m = newlist(v0)
#|     v4: Inst(special_methods.Vec) = simple_call(<class:Vec>, v3)
#|     v5: Inst(special_methods.Vec) = add(v2, v4)
#|     v6: None = setitem(v5, 0, 5)
#|     v7: Int = getattr(v5, 'first')
#|     v8: Int = add(v7, 1)
#|     v9: None = setattr(v5, 'first', v8)
#|     v10: Inst(special_methods.VecIter) = iter(v5)
#|     goto b1(0, v10, v5)
#| b1(v11: Int, v12: Inst(special_methods.VecIter), v13: Inst(special_methods.Vec)):
#|     v14: Int = next(v12)
#|     try { normal => b2(v12, v14, v11, v13), <class:StopIteration>(v15: Type(StopIteration of v16), v16: Inst(StopIteration)) => b3(v13, v11) }
#| b2(v17: Inst(special_methods.VecIter), v18: Int, v19: Int, v20: Inst(special_methods.Vec)):
#|     v21: Int = inplace_add(v19, v18)
#|     goto b1(v21, v17, v20)
#| b3(v22: Inst(special_methods.Vec), v23: Int):
#|     v24: List[Int]m = newlist(3)
#|     v25: Inst(special_methods.Vec) = simple_call(<class:Vec>, v24)
#|     v26: Bool = eq(v22, v25)
#|     v27: Bool = bool(v26)
#|     if v27 then b5(v23, v22) else b4(v23, v22)
#| b4(v28: Int, v29: Inst(special_methods.Vec)):
#|     v30: Bool = contains(v29, 4)
#|     v31: Bool = bool(v30)
#|     if v31 then b5(v28, v29) else b6(v28, v29)
#| b5(v32: Int, v33: Inst(special_methods.Vec)):
#|     v34: Int+ = len(v33)
#|     v35: Int = simple_call(v33, 1)
#|     v36: Int = add(v34, v35)
#|     v37: Int = inplace_add(v32, v36)
#|     goto b6(v37, v33)
#| b6(v38: Int, v39: Inst(special_methods.Vec)):
#|     v40: Int = getitem(v39, 1)
#|     v41: Int = add(v38, v40)
#|     v42: Str = str(v39)
#|     v43: Int+ = len(v42)
#|     v44: Int = add(v41, v43)
#|     goto return(v44)
#|
#| graph special_methods.Vec.__init__(v0: Inst(special_methods.Vec), v1: List[Int]m) -> None
#| b0(v0: Inst(special_methods.Vec), v1: List[Int]m):
#|     v2: None = setattr(v0, 'items', v1)
#|     goto return(None)
#|
#| graph special_methods.Vec.__add__(v0: Inst(special_methods.Vec), v1: Inst(special_methods.Vec)) -> Inst(special_methods.Vec)
#| b0(v0: Inst(special_methods.Vec), v1: Inst(special_methods.Vec)):
#|     v2: List[Int]m = getattr(v0, 'items')
#|     v3: List[Int]m = getattr(v1, 'items')
#|     v4: List[Int]m = add(v2, v3)
#|     v5: Inst(special_methods.Vec) = simple_call(<class:Vec>, v4)
#|     goto return(v5)
#|
#| graph special_methods.Vec.__setitem__(v0: Inst(special_methods.Vec), v1: Int+=0, v2: Int+=5) -> None
#| b0(v0: Inst(special_methods.Vec), v1: Int+=0, v2: Int+=5):
#|     v3: List[Int]m = getattr(v0, 'items')
#|     v4: None = setitem(v3, v1, v2)
#|     goto return(None)
#|
#| graph special_methods.Vec._get(v0: Inst(special_methods.Vec)) -> Int
#| b0(v0: Inst(special_methods.Vec)):
#|     v1: List[Int]m = getattr(v0, 'items')
#|     v2: Int = getitem(v1, 0)
#|     goto return(v2)
#|
#| graph special_methods.Vec._set(v0: Inst(special_methods.Vec), v1: Int) -> None
#| b0(v0: Inst(special_methods.Vec), v1: Int):
#|     v2: List[Int]m = getattr(v0, 'items')
#|     v3: None = setitem(v2, 0, v1)
#|     goto return(None)
#|
#| graph special_methods.Vec.__iter__(v0: Inst(special_methods.Vec)) -> Inst(special_methods.VecIter)
#| b0(v0: Inst(special_methods.Vec)):
#|     v1: Inst(special_methods.VecIter) = simple_call(<class:VecIter>, v0)
#|     goto return(v1)
#|
#| graph special_methods.VecIter.__init__(v0: Inst(special_methods.VecIter), v1: Inst(special_methods.Vec)) -> None
#| b0(v0: Inst(special_methods.VecIter), v1: Inst(special_methods.Vec)):
#|     v2: None = setattr(v0, 'vec', v1)
#|     v3: None = setattr(v0, 'i', 0)
#|     goto return(None)
#|
#| graph special_methods.VecIter.next(v0: Inst(special_methods.VecIter)) -> Int
#| b0(v0: Inst(special_methods.VecIter)):
#|     v1: Int+ = getattr(v0, 'i')
#|     v2: Inst(special_methods.Vec) = getattr(v0, 'vec')
#|     v3: List[Int]m = getattr(v2, 'items')
#|     v4: Int+ = len(v3)
#|     v5: Bool(v1: (Int+, -); v4: (-, Int+)) = ge(v1, v4)
#|     v6: Bool(v1: (Int+, -); v4: (-, Int+)) = bool(v5)
#|     if v6 then b1() else b3(v0)
#| b1():
#|     v7: Inst(StopIteration) = simple_call(<class:StopIteration>)
#|     goto raise(<class:StopIteration>, v7)
#| b3(v10: Inst(special_methods.VecIter)):
#|     v11: Int+ = getattr(v10, 'i')
#|     v12: Int+ = inplace_add(v11, 1)
#|     v13: None = setattr(v10, 'i', v12)
#|     v14: Inst(special_methods.Vec) = getattr(v10, 'vec')
#|     v15: List[Int]m = getattr(v14, 'items')
#|     v16: Int+ = getattr(v10, 'i')
#|     v17: Int = sub(v16, 1)
#|     v18: Int = getitem(v15, v17)
#|     goto return(v18)
#|
#| graph special_methods.Vec.__contains__(v0: Inst(special_methods.Vec), v1: Int+=4) -> Bool
#| b0(v0: Inst(special_methods.Vec), v1: Int+=4):
#|     v2: List[Int]m = getattr(v0, 'items')
#|     v3: Bool = contains(v2, v1)
#|     goto return(v3)
#|
#| graph special_methods.Vec.__len__(v0: Inst(special_methods.Vec)) -> Int+
#| b0(v0: Inst(special_methods.Vec)):
#|     v1: List[Int]m = getattr(v0, 'items')
#|     v2: Int+ = len(v1)
#|     goto return(v2)
#|
#| graph special_methods.Vec.__call__(v0: Inst(special_methods.Vec), v1: Int+=1) -> Int
#| b0(v0: Inst(special_methods.Vec), v1: Int+=1):
#|     v2: List[Int]m = getattr(v0, 'items')
#|     v3: Int = getitem(v2, v1)
#|     v4: Int = mul(v3, 2)
#|     goto return(v4)
#|
#| graph special_methods.Vec.__getitem__(v0: Inst(special_methods.Vec), v1: Int+=1) -> Int
#| b0(v0: Inst(special_methods.Vec), v1: Int+=1):
#|     v2: List[Int]m = getattr(v0, 'items')
#|     v3: Int = getitem(v2, v1)
#|     goto return(v3)
