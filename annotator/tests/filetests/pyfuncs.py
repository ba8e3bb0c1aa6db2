# entry: f(argv)
# show: f
def f(argv):
    l = sorted(argv)
    n = sorted([len(a) for a in argv])
    if any([len(a) > 3 for a in argv]) and all([True]):
        return l[0].zfill(5) + 'x'.ljust(3) + str(n[0])
    return argv[0].center(10, '-')

#| graph pyfuncs.f(v0: List[Str0]rm) -> Str0
#| b0(v0: List[Str0]rm):
#|     v1: List[Str0]m = simple_call(<builtin:sorted>, v0)
#|     v2: List[Int+]rm = newlist()
#|     v3: Iter(List[Str0]rm) = iter(v0)
#|     v4: List[Int+]rm = hint_maxlength(v2, v0)
#|     goto b1(v3, v4, v0, v1)
#| b1(v5: Iter(List[Str0]rm), v6: List[Int+]rm, v7: List[Str0]rm, v8: List[Str0]m):
#|     v9: Str0 = next(v5)
#|     try { normal => b2(v5, v6, v9, v7, v8), <class:StopIteration>(v10: Type(StopIteration of v11), v11: Inst(StopIteration)) => b3(v7, v6, v8) }
#| b2(v12: Iter(List[Str0]rm), v13: List[Int+]rm, v14: Str0, v15: List[Str0]rm, v16: List[Str0]m):
#|     v17: Int+ = len(v14)
#|     v18: Method(List[Int+]rm.append) = getattr(v13, 'append')
#|     v19: None = simple_call(v18, v17)
#|     goto b1(v12, v13, v15, v16)
#| b3(v20: List[Str0]rm, v21: List[Int+]rm, v22: List[Str0]m):
#|     v23: List[Int+] = hint_fence(v21)
#|     goto b4(v20, v23, v22)
#| b4(v24: List[Str0]rm, v25: List[Int+], v26: List[Str0]m):
#|     v27: List[Int+]m = simple_call(<builtin:sorted>, v25)
#|     v28: List[Bool]rm = newlist()
#|     v29: Iter(List[Str0]rm) = iter(v24)
#|     v30: List[Bool]rm = hint_maxlength(v28, v24)
#|     goto b5(v29, v30, v24, v27, v26)
#| b5(v31: Iter(List[Str0]rm), v32: List[Bool]rm, v33: List[Str0]rm, v34: List[Int+]m, v35: List[Str0]m):
#|     v36: Str0 = next(v31)
#|     try { normal => b6(v31, v32, v36, v33, v34, v35), <class:StopIteration>(v37: Type(StopIteration of v38), v38: Inst(StopIteration)) => b7(v32, v33, v34, v35) }
#| b6(v39: Iter(List[Str0]rm), v40: List[Bool]rm, v41: Str0, v42: List[Str0]rm, v43: List[Int+]m, v44: List[Str0]m):
#|     v45: Int+ = len(v41)
#|     v46: Bool(v45: (Int+, -)) = gt(v45, 3)
#|     v47: Method(List[Bool]rm.append) = getattr(v40, 'append')
#|     v48: None = simple_call(v47, v46)
#|     goto b5(v39, v40, v42, v43, v44)
#| b7(v49: List[Bool]rm, v50: List[Str0]rm, v51: List[Int+]m, v52: List[Str0]m):
#|     v53: List[Bool] = hint_fence(v49)
#|     goto b8(v53, v50, v51, v52)
#| b8(v54: List[Bool], v55: List[Str0]rm, v56: List[Int+]m, v57: List[Str0]m):
#|     v58: Bool = simple_call(<builtin:any>, v54)
#|     v59: Bool = bool(v58)
#|     if v59 then b9(v55, v56, v57) else b11(v55)
#| b9(v60: List[Str0]rm, v61: List[Int+]m, v62: List[Str0]m):
#|     v63: List[Bool=True] = newlist(True)
#|     v64: Bool=True = simple_call(<builtin:all>, v63)
#|     v65: Bool=True = bool(v64)
#|     switch v65 { true => b10(v61, v62) }
#| b10(v66: List[Int+]m, v67: List[Str0]m):
#|     v68: Str0 = getitem(v67, 0)
#|     v69: Method(Str0.zfill) = getattr(v68, 'zfill')
#|     v70: Str0 = simple_call(v69, 5)
#|     v71: Method(Char0='x'.ljust) = getattr('x', 'ljust')
#|     v72: Str0 = simple_call(v71, 3)
#|     v73: Str0 = add(v70, v72)
#|     v74: Int+ = getitem(v66, 0)
#|     v75: Str0 = str(v74)
#|     v76: Str0 = add(v73, v75)
#|     goto return(v76)
#| b11(v77: List[Str0]rm):
#|     v78: Str0 = getitem(v77, 0)
#|     v79: Method(Str0.center) = getattr(v78, 'center')
#|     v80: Str0 = simple_call(v79, 10, '-')
#|     goto return(v80)
