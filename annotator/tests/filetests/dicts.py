# entry: f(argv)
def pick(d, k):
    try:
        return d[k]
    except KeyError:
        return None

def f(argv):
    d = {}
    for a in argv:
        d[a] = a.split(' ')
    l = pick(d, 'x')
    if l is not None:
        l.append('y')
    n = 0
    for k, v in d.items():
        n += len(k) + len(v)
    return n

#| graph dicts.f(v0: List[Str0]rm) -> Int+
#| b0(v0: List[Str0]rm):
#|     v1: Dict[Str0, List[Str0]rm] = newdict()
#|     v2: Iter(List[Str0]rm) = iter(v0)
#|     goto b1(v2, v1)
#| b1(v3: Iter(List[Str0]rm), v4: Dict[Str0, List[Str0]rm]):
#|     v5: Str0 = next(v3)
#|     try { normal => b2(v3, v5, v4), <class:StopIteration>(v6: Type(StopIteration of v7), v7: Inst(StopIteration)) => b3(v4) }
#| b2(v8: Iter(List[Str0]rm), v9: Str0, v10: Dict[Str0, List[Str0]rm]):
#|     v11: Method(Str0.split) = getattr(v9, 'split')
#|     v12: List[Str0]rm = simple_call(v11, ' ')
#|     v13: None = setitem(v10, v9, v12)
#|     goto b1(v8, v10)
#| b3(v14: Dict[Str0, List[Str0]rm]):
#|     v15: List[Str0]rm = simple_call(<function:pick>, v14, 'x')
#|     v16: Bool(v15: (None, List[Str0]rm)) = is_(v15, None)
#|     v17: Bool(v15: (None, List[Str0]rm)) = bool(v16)
#|     if v17 then b5(v14) else b4(v14, v15)
#| b4(v18: Dict[Str0, List[Str0]rm], v19: List[Str0]rm):
#|     v20: Method(List[Str0]rm.append) = getattr(v19, 'append')
#|     v21: None = simple_call(v20, 'y')
#|     goto b5(v18)
#| b5(v22: Dict[Str0, List[Str0]rm]):
#|     v23: Method(Dict[Str0, List[Str0]rm].items) = getattr(v22, 'items')
#|     v24: Iter.pairs(Dict[Str0, List[Str0]rm]) = simple_call(v23)
#|     v25: Iter.pairs(Dict[Str0, List[Str0]rm]) = iter(v24)
#|     goto b6(0, v25)
#| b6(v26: Int+, v27: Iter.pairs(Dict[Str0, List[Str0]rm])):
#|     v28: Tuple(Str0, List[Str0]rm) = next(v27)
#|     try { normal => b7(v27, v28, v26), <class:StopIteration>(v29: Type(StopIteration of v30), v30: Inst(StopIteration)) => return(v26) }
#| b7(v31: Iter.pairs(Dict[Str0, List[Str0]rm]), v32: Tuple(Str0, List[Str0]rm), v33: Int+):
#|     v34: Int+=2 = len(v32)
#|     v35: Bool(v34: (Int+, -))=True = eq(v34, 2)
#|     v36: Bool(v34: (Int+, -))=True = bool(v35)
#|     switch v36 { true => b8(v31, v33, v32) }
#| b8(v37: Iter.pairs(Dict[Str0, List[Str0]rm]), v38: Int+, v39: Tuple(Str0, List[Str0]rm)):
#|     v40: Str0 = getitem(v39, 0)
#|     v41: List[Str0]rm = getitem(v39, 1)
#|     v42: Int+ = len(v40)
#|     v43: Int+ = len(v41)
#|     v44: Int+ = add(v42, v43)
#|     v45: Int+ = inplace_add(v38, v44)
#|     goto b6(v45, v37)
#|
#| graph dicts.pick(v0: Dict[Str0, List[Str0]rm], v1: Char0='x') -> List[Str0]rm
#| b0(v0: Dict[Str0, List[Str0]rm], v1: Char0='x'):
#|     v2: List[Str0]rm = getitem(v0, v1)
#|     try { normal => return(v2), <class:KeyError>(v5: Type(KeyError of v6), v6: Inst(KeyError)) => return(None) }
