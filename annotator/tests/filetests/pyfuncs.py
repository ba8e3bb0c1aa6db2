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
#|     v1: List[Str0]rm = simple_call(<builtin:sorted>, v0)
#|     v2: List[Int+]rm = newlist()
#|     v3: Iter(List[Str0]rm) = iter(v0)
#|     goto b1(v3, v2, v0, v1)
#| b1(v4: Iter(List[Str0]rm), v5: List[Int+]rm, v6: List[Str0]rm, v7: List[Str0]rm):
#|     v8: Str0 = next(v4)
#|     try { normal => b2(v4, v5, v8, v6, v7), <class:StopIteration>(v9: Type(StopIteration of v10), v10: Inst(StopIteration)) => b3(v6, v5, v7) }
#| b2(v11: Iter(List[Str0]rm), v12: List[Int+]rm, v13: Str0, v14: List[Str0]rm, v15: List[Str0]rm):
#|     v16: Int+ = len(v13)
#|     v17: Method(List[Int+]rm.append) = getattr(v12, 'append')
#|     v18: None = simple_call(v17, v16)
#|     goto b1(v11, v12, v14, v15)
#| b3(v19: List[Str0]rm, v20: List[Int+]rm, v21: List[Str0]rm):
#|     v22: List[Int+]rm = simple_call(<builtin:sorted>, v20)
#|     v23: List[Bool]rm = newlist()
#|     v24: Iter(List[Str0]rm) = iter(v19)
#|     goto b4(v24, v23, v19, v22, v21)
#| b4(v25: Iter(List[Str0]rm), v26: List[Bool]rm, v27: List[Str0]rm, v28: List[Int+]rm, v29: List[Str0]rm):
#|     v30: Str0 = next(v25)
#|     try { normal => b5(v25, v26, v30, v27, v28, v29), <class:StopIteration>(v31: Type(StopIteration of v32), v32: Inst(StopIteration)) => b6(v26, v27, v28, v29) }
#| b5(v33: Iter(List[Str0]rm), v34: List[Bool]rm, v35: Str0, v36: List[Str0]rm, v37: List[Int+]rm, v38: List[Str0]rm):
#|     v39: Int+ = len(v35)
#|     v40: Bool(v39: (Int+, -)) = gt(v39, 3)
#|     v41: Method(List[Bool]rm.append) = getattr(v34, 'append')
#|     v42: None = simple_call(v41, v40)
#|     goto b4(v33, v34, v36, v37, v38)
#| b6(v43: List[Bool]rm, v44: List[Str0]rm, v45: List[Int+]rm, v46: List[Str0]rm):
#|     v47: Bool = simple_call(<builtin:any>, v43)
#|     v48: Bool = bool(v47)
#|     if v48 then b7(v44, v45, v46) else b9(v44)
#| b7(v49: List[Str0]rm, v50: List[Int+]rm, v51: List[Str0]rm):
#|     v52: List[Bool=True] = newlist(True)
#|     v53: Bool=True = simple_call(<builtin:all>, v52)
#|     v54: Bool=True = bool(v53)
#|     switch v54 { true => b8(v50, v51) }
#| b8(v55: List[Int+]rm, v56: List[Str0]rm):
#|     v57: Str0 = getitem(v56, 0)
#|     v58: Method(Str0.zfill) = getattr(v57, 'zfill')
#|     v59: Str0 = simple_call(v58, 5)
#|     v60: Method(Char0='x'.ljust) = getattr('x', 'ljust')
#|     v61: Str0 = simple_call(v60, 3)
#|     v62: Str0 = add(v59, v61)
#|     v63: Int+ = getitem(v55, 0)
#|     v64: Str0 = str(v63)
#|     v65: Str0 = add(v62, v64)
#|     goto return(v65)
#| b9(v66: List[Str0]rm):
#|     v67: Str0 = getitem(v66, 0)
#|     v68: Method(Str0.center) = getattr(v67, 'center')
#|     v69: Str0 = simple_call(v68, 10, '-')
#|     goto return(v69)
