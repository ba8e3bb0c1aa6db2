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
#|     v7: List[Int+]rm = hint_maxlength(v5, v1)
#|     goto b1(v6, v7, v4, v1)
#| b1(v8: Iter(List[Int]rm), v9: List[Int+]rm, v10: List[Int]rm, v11: List[Int]rm):
#|     v12: Int = next(v8)
#|     try { normal => b2(v8, v12, v9, v10, v11), <class:StopIteration>(v13: Type(StopIteration of v14), v14: Inst(StopIteration)) => b4(v9, v10, v11) }
#| b2(v15: Iter(List[Int]rm), v16: Int, v17: List[Int+]rm, v18: List[Int]rm, v19: List[Int]rm):
#|     v20: Bool(v16: (Int+, -)) = gt(v16, 1)
#|     v21: Bool(v16: (Int+, -)) = bool(v20)
#|     if v21 then b3(v15, v17, v16, v18, v19) else b1(v15, v17, v18, v19)
#| b3(v22: Iter(List[Int]rm), v23: List[Int+]rm, v24: Int+, v25: List[Int]rm, v26: List[Int]rm):
#|     v27: Int+ = mul(v24, 2)
#|     v28: Method(List[Int+]rm.append) = getattr(v23, 'append')
#|     v29: None = simple_call(v28, v27)
#|     goto b1(v22, v23, v25, v26)
#| b4(v30: List[Int+]rm, v31: List[Int]rm, v32: List[Int]rm):
#|     v33: List[Int+] = hint_fence(v30)
#|     goto b5(v33, v31, v32)
#| b5(v34: List[Int+], v35: List[Int]rm, v36: List[Int]rm):
#|     v37: Iter.enumerate(List[Int+]) = simple_call(<class:enumerate>, v34)
#|     v38: Iter.enumerate(List[Int+]) = iter(v37)
#|     goto b6(v38, v35, v36)
#| b6(v39: Iter.enumerate(List[Int+]), v40: List[Int]rm, v41: List[Int]rm):
#|     v42: Tuple(Int+, Int+) = next(v39)
#|     try { normal => b7(v39, v42, v40, v41), <class:StopIteration>(v43: Type(StopIteration of v44), v44: Inst(StopIteration)) => b11(v40, v41) }
#| b7(v45: Iter.enumerate(List[Int+]), v46: Tuple(Int+, Int+), v47: List[Int]rm, v48: List[Int]rm):
#|     v49: Int+=2 = len(v46)
#|     v50: Bool(v49: (Int+, -))=True = eq(v49, 2)
#|     v51: Bool(v49: (Int+, -))=True = bool(v50)
#|     switch v51 { true => b8(v45, v47, v48, v46) }
#| b8(v52: Iter.enumerate(List[Int+]), v53: List[Int]rm, v54: List[Int]rm, v55: Tuple(Int+, Int+)):
#|     v56: Int+ = getitem(v55, 0)
#|     v57: Int+ = getitem(v55, 1)
#|     v58: None = setitem(v54, v56, v57)
#|     goto b6(v52, v53, v54)
#| b11(v62: List[Int]rm, v63: List[Int]rm):
#|     v64: Int = simple_call(<function:total>, v63)
#|     v65: Int = simple_call(<function:total>, v62)
#|     v66: Int = add(v64, v65)
#|     goto return(v66)
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
