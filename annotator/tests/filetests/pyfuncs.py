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
#|     goto b1(v3, v2, v0, v1)
#| b1(v4: Iter(List[Str0]rm), v5: List[Int+]rm, v6: List[Str0]rm, v7: List[Str0]m):
#|     v8: Str0 = next(v4)
#|     try { normal => b2(v4, v5, v8, v6, v7), <class:StopIteration>(v9: Type(StopIteration of v10), v10: Inst(StopIteration)) => b3(v6, v5, v7) }
#| b2(v11: Iter(List[Str0]rm), v12: List[Int+]rm, v13: Str0, v14: List[Str0]rm, v15: List[Str0]m):
#|     v16: Int+ = len(v13)
#|     v17: Method(List[Int+]rm.append) = getattr(v12, 'append')
#|     v18: None = simple_call(v17, v16)
#|     goto b1(v11, v12, v14, v15)
#| b3(v19: List[Str0]rm, v20: List[Int+]rm, v21: List[Str0]m):
#|     v22: List[Int+] = hint_fence(v20)
#|     goto b4(v19, v22, v21)
#| b4(v23: List[Str0]rm, v24: List[Int+], v25: List[Str0]m):
#|     v26: List[Int+]m = simple_call(<builtin:sorted>, v24)
#|     v27: List[Bool]rm = newlist()
#|     v28: Iter(List[Str0]rm) = iter(v23)
#|     goto b5(v28, v27, v23, v26, v25)
#| b5(v29: Iter(List[Str0]rm), v30: List[Bool]rm, v31: List[Str0]rm, v32: List[Int+]m, v33: List[Str0]m):
#|     v34: Str0 = next(v29)
#|     try { normal => b6(v29, v30, v34, v31, v32, v33), <class:StopIteration>(v35: Type(StopIteration of v36), v36: Inst(StopIteration)) => b7(v30, v31, v32, v33) }
#| b6(v37: Iter(List[Str0]rm), v38: List[Bool]rm, v39: Str0, v40: List[Str0]rm, v41: List[Int+]m, v42: List[Str0]m):
#|     v43: Int+ = len(v39)
#|     v44: Bool(v43: (Int+, -)) = gt(v43, 3)
#|     v45: Method(List[Bool]rm.append) = getattr(v38, 'append')
#|     v46: None = simple_call(v45, v44)
#|     goto b5(v37, v38, v40, v41, v42)
#| b7(v47: List[Bool]rm, v48: List[Str0]rm, v49: List[Int+]m, v50: List[Str0]m):
#|     v51: List[Bool] = hint_fence(v47)
#|     goto b8(v51, v48, v49, v50)
#| b8(v52: List[Bool], v53: List[Str0]rm, v54: List[Int+]m, v55: List[Str0]m):
#|     v56: Bool = simple_call(<builtin:any>, v52)
#|     v57: Bool = bool(v56)
#|     if v57 then b9(v53, v54, v55) else b11(v53)
#| b9(v58: List[Str0]rm, v59: List[Int+]m, v60: List[Str0]m):
#|     v61: List[Bool=True] = newlist(True)
#|     v62: Bool=True = simple_call(<builtin:all>, v61)
#|     v63: Bool=True = bool(v62)
#|     switch v63 { true => b10(v59, v60) }
#| b10(v64: List[Int+]m, v65: List[Str0]m):
#|     v66: Str0 = getitem(v65, 0)
#|     v67: Method(Str0.zfill) = getattr(v66, 'zfill')
#|     v68: Str0 = simple_call(v67, 5)
#|     v69: Method(Char0='x'.ljust) = getattr('x', 'ljust')
#|     v70: Str0 = simple_call(v69, 3)
#|     v71: Str0 = add(v68, v70)
#|     v72: Int+ = getitem(v64, 0)
#|     v73: Str0 = str(v72)
#|     v74: Str0 = add(v71, v73)
#|     goto return(v74)
#| b11(v75: List[Str0]rm):
#|     v76: Str0 = getitem(v75, 0)
#|     v77: Method(Str0.center) = getattr(v76, 'center')
#|     v78: Str0 = simple_call(v77, 10, '-')
#|     goto return(v78)
