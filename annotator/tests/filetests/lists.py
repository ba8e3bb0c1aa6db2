# entry: f(int)
def total(lst):
    s = 0
    for x in lst:
        s += x
    return s

def f(n):
    l = [1, 2, 3]
    l.append(n)
    m = range(n)
    z = [x * 2 for x in l if x > 1]
    for i, x in enumerate(z):
        l[i] = x
    return total(l) + total(m)

#| graph lists.f(v0: Int) -> Int
#| b0(v0: Int):
#|     v1: List[Int]rm = newlist(1, 2, 3)
#|     v2: Method(List[Int]rm.append) = getattr(v1, 'append')
#|     v3: None = simple_call(v2, v0)
#|     v4: List[Int]rm = simple_call(<class:range>, v0)
#|     v5: List[Int+]rm = newlist()
#|     v6: Iter(List[Int]rm) = iter(v1)
#|     goto b1(v6, v5, v4, v1)
#| b1(v7: Iter(List[Int]rm), v8: List[Int+]rm, v9: List[Int]rm, v10: List[Int]rm):
#|     v11: Int = next(v7)
#|     try { normal => b2(v7, v11, v8, v9, v10), <class:StopIteration>(v12: Type(StopIteration of v13), v13: Inst(StopIteration)) => b4(v8, v9, v10) }
#| b2(v14: Iter(List[Int]rm), v15: Int, v16: List[Int+]rm, v17: List[Int]rm, v18: List[Int]rm):
#|     v19: Bool(v15: (Int+, -)) = gt(v15, 1)
#|     v20: Bool(v15: (Int+, -)) = bool(v19)
#|     if v20 then b3(v14, v16, v15, v17, v18) else b1(v14, v16, v17, v18)
#| b3(v21: Iter(List[Int]rm), v22: List[Int+]rm, v23: Int+, v24: List[Int]rm, v25: List[Int]rm):
#|     v26: Int+ = mul(v23, 2)
#|     v27: Method(List[Int+]rm.append) = getattr(v22, 'append')
#|     v28: None = simple_call(v27, v26)
#|     goto b1(v21, v22, v24, v25)
#| b4(v29: List[Int+]rm, v30: List[Int]rm, v31: List[Int]rm):
#|     v32: List[Int+] = hint_fence(v29)
#|     goto b5(v32, v30, v31)
#| b5(v33: List[Int+], v34: List[Int]rm, v35: List[Int]rm):
#|     v36: Iter.enumerate(List[Int+]) = simple_call(<class:enumerate>, v33)
#|     v37: Iter.enumerate(List[Int+]) = iter(v36)
#|     goto b6(v37, v34, v35)
#| b6(v38: Iter.enumerate(List[Int+]), v39: List[Int]rm, v40: List[Int]rm):
#|     v41: Tuple(Int+, Int+) = next(v38)
#|     try { normal => b7(v38, v41, v39, v40), <class:StopIteration>(v42: Type(StopIteration of v43), v43: Inst(StopIteration)) => b11(v39, v40) }
#| b7(v44: Iter.enumerate(List[Int+]), v45: Tuple(Int+, Int+), v46: List[Int]rm, v47: List[Int]rm):
#|     v48: Int+=2 = len(v45)
#|     v49: Bool(v48: (Int+, -))=True = eq(v48, 2)
#|     v50: Bool(v48: (Int+, -))=True = bool(v49)
#|     switch v50 { true => b8(v44, v46, v47, v45) }
#| b8(v51: Iter.enumerate(List[Int+]), v52: List[Int]rm, v53: List[Int]rm, v54: Tuple(Int+, Int+)):
#|     v55: Int+ = getitem(v54, 0)
#|     v56: Int+ = getitem(v54, 1)
#|     v57: None = setitem(v53, v55, v56)
#|     goto b6(v51, v52, v53)
#| b11(v61: List[Int]rm, v62: List[Int]rm):
#|     v63: Int = simple_call(<function:total>, v62)
#|     v64: Int = simple_call(<function:total>, v61)
#|     v65: Int = add(v63, v64)
#|     goto return(v65)
#|
#| graph lists.total(v0: List[Int]rm) -> Int
#| b0(v0: List[Int]rm):
#|     v1: Iter(List[Int]rm) = iter(v0)
#|     goto b1(0, v1)
#| b1(v2: Int, v3: Iter(List[Int]rm)):
#|     v4: Int = next(v3)
#|     try { normal => b2(v3, v4, v2), <class:StopIteration>(v5: Type(StopIteration of v6), v6: Inst(StopIteration)) => return(v2) }
#| b2(v7: Iter(List[Int]rm), v8: Int, v9: Int):
#|     v10: Int = inplace_add(v9, v8)
#|     goto b1(v10, v7)
