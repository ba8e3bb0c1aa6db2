# entry: f(int)
from rpython.rlib.objectmodel import r_dict, compute_hash, newlist_hint
from rpython.rlib.rarithmetic import r_uint, intmask, ovfcheck

class W(object):
    def __init__(self, n):
        self.n = n

def eq(a, b):
    return a.n == b.n

def hash(w):
    return w.n

PREBUILT = r_dict(eq, hash)
PREBUILT[W(3)] = 'three'

def f(n):
    d = r_dict(eq, hash)
    d[W(n)] = 1.5
    x = r_uint(n) * 3
    l = newlist_hint(10)
    l.append(intmask(x >> 2))
    try:
        n = ovfcheck(n + 1)
    except OverflowError:
        n = -1
    if W(n) in d:
        n += int(d[W(3)])
    for w in d:
        n += w.n
    return n + l[0] + compute_hash('abc') + len(PREBUILT[W(3)])

#| graph rdict.f(v0: Int) -> Int
#| b0(v0: Int):
#|     v1: r_Dict[Inst(rdict.W), Float=1.5] = simple_call(<class:r_dict>, <function:eq>, <function:hash>)
#|     v2: Inst(rdict.W) = simple_call(<class:W>, v0)
#|     v3: None = setitem(v1, v2, 1.5)
#|     v4: r_uint = simple_call(<class:r_uint>, v0)
#|     v5: r_uint = mul(v4, 3)
#|     v6: List[Int]rm = simple_call(<function:newlist_hint>, 10)
#|     v7: Method(List[Int]rm.append) = getattr(v6, 'append')
#|     v8: r_uint = rshift(v5, 2)
#|     v9: Int = simple_call(<function:intmask>, v8)
#|     v10: None = simple_call(v7, v9)
#|     v11: Int = add_ovf(v0, 1)
#|     try { normal => b1(v11, v1, v6), <class:OverflowError>(v12: Type(OverflowError of v13), v13: Inst(OverflowError)) => b1(-1, v1, v6) }
#| b1(v14: Int, v15: r_Dict[Inst(rdict.W), Float=1.5], v16: List[Int]rm):
#|     v17: Inst(rdict.W) = simple_call(<class:W>, v14)
#|     v18: Bool = contains(v15, v17)
#|     v19: Bool = bool(v18)
#|     if v19 then b2(v14, v15, v16) else b3(v14, v15, v16)
#| b2(v20: Int, v21: r_Dict[Inst(rdict.W), Float=1.5], v22: List[Int]rm):
#|     v23: Inst(rdict.W) = simple_call(<class:W>, 3)
#|     v24: Float=1.5 = getitem(v21, v23)
#|     v25: Int = simple_call(<class:int>, v24)
#|     v26: Int = inplace_add(v20, v25)
#|     goto b3(v26, v21, v22)
#| b3(v27: Int, v28: r_Dict[Inst(rdict.W), Float=1.5], v29: List[Int]rm):
#|     v30: Iter(r_Dict[Inst(rdict.W), Float=1.5]) = iter(v28)
#|     goto b4(v27, v30, v29)
#| b4(v31: Int, v32: Iter(r_Dict[Inst(rdict.W), Float=1.5]), v33: List[Int]rm):
#|     v34: Inst(rdict.W) = next(v32)
#|     try { normal => b5(v32, v31, v34, v33), <class:StopIteration>(v35: Type(StopIteration of v36), v36: Inst(StopIteration)) => b6(v31, v33) }
#| b5(v37: Iter(r_Dict[Inst(rdict.W), Float=1.5]), v38: Int, v39: Inst(rdict.W), v40: List[Int]rm):
#|     v41: Int = getattr(v39, 'n')
#|     v42: Int = inplace_add(v38, v41)
#|     goto b4(v42, v37, v40)
#| b6(v43: Int, v44: List[Int]rm):
#|     v45: Int = getitem(v44, 0)
#|     v46: Int = add(v43, v45)
#|     v47: Int = simple_call(<function:compute_hash>, 'abc')
#|     v48: Int = add(v46, v47)
#|     v49: Inst(rdict.W) = simple_call(<class:W>, 3)
#|     v50: Str0='three' = getitem(<r_dict>, v49)
#|     v51: Int+=5 = len(v50)
#|     v52: Int = add(v48, v51)
#|     goto return(v52)
#|
#| graph rdict.W.__init__(v0: Inst(rdict.W), v1: Int) -> None
#| b0(v0: Inst(rdict.W), v1: Int):
#|     v2: None = setattr(v0, 'n', v1)
#|     goto return(None)
#|
#| graph rdict.eq(v0: Inst(rdict.W), v1: Inst(rdict.W)) -> Bool
#| b0(v0: Inst(rdict.W), v1: Inst(rdict.W)):
#|     v2: Int = getattr(v0, 'n')
#|     v3: Int = getattr(v1, 'n')
#|     v4: Bool = eq(v2, v3)
#|     goto return(v4)
#|
#| graph rdict.hash(v0: Inst(rdict.W)) -> Int
#| b0(v0: Inst(rdict.W)):
#|     v1: Int = getattr(v0, 'n')
#|     goto return(v1)
