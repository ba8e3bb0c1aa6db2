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
#|     v32: Iter.enumerate(List[Int+]rm) = simple_call(<class:enumerate>, v29)
#|     v33: Iter.enumerate(List[Int+]rm) = iter(v32)
#|     goto b5(v33, v30, v31)
#| b5(v34: Iter.enumerate(List[Int+]rm), v35: List[Int]rm, v36: List[Int]rm):
#|     v37: Tuple(Int+, Int+) = next(v34)
#|     try { normal => b6(v34, v37, v35, v36), <class:StopIteration>(v38: Type(StopIteration of v39), v39: Inst(StopIteration)) => b10(v35, v36) }
#| b6(v40: Iter.enumerate(List[Int+]rm), v41: Tuple(Int+, Int+), v42: List[Int]rm, v43: List[Int]rm):
#|     v44: Int+=2 = len(v41)
#|     v45: Bool(v44: (Int+, -))=True = eq(v44, 2)
#|     v46: Bool(v44: (Int+, -))=True = bool(v45)
#|     switch v46 { true => b7(v40, v42, v43, v41) }
#| b7(v47: Iter.enumerate(List[Int+]rm), v48: List[Int]rm, v49: List[Int]rm, v50: Tuple(Int+, Int+)):
#|     v51: Int+ = getitem(v50, 0)
#|     v52: Int+ = getitem(v50, 1)
#|     v53: None = setitem(v49, v51, v52)
#|     goto b5(v47, v48, v49)
#| b10(v57: List[Int]rm, v58: List[Int]rm):
#|     v59: Int = simple_call(<function:total>, v58)
#|     v60: Int = simple_call(<function:total>, v57)
#|     v61: Int = add(v59, v60)
#|     goto return(v61)
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
