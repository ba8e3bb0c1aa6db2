# entry: f(int)
class Error(Exception):
    def __init__(self, code):
        self.code = code

class Special(Error):
    pass

def g(n):
    if n == 3:
        raise Error(n)
    if n == 4:
        raise Special(5)
    return n

def f(n):
    try:
        return g(n)
    except Special as e:
        return e.code
    except Error as e:
        return -e.code

#| graph exceptions.f(v0: Int) -> Int
#| b0(v0: Int):
#|     v1: Int = simple_call(<function:g>, v0)
#|     try { normal => return(v1), <class:Special>(v2: Type(Special of v3), v3: Inst(Special)) => b1(v3), <class:Error>(v4: Type(Error of v5), v5: Inst(Error)) => b2(v5) }
#| b1(v6: Inst(Special)):
#|     v7: Int+ = getattr(v6, 'code')
#|     goto return(v7)
#| b2(v8: Inst(Error)):
#|     v9: Int+ = getattr(v8, 'code')
#|     v10: Int = neg(v9)
#|     goto return(v10)
#|
#| graph exceptions.g(v0: Int) -> Int
#| b0(v0: Int):
#|     v1: Bool(v0: (Int+, -)) = eq(v0, 3)
#|     v2: Bool(v0: (Int+, -)) = bool(v1)
#|     if v2 then b1(v0) else b2(v0)
#| b1(v3: Int+):
#|     v4: Inst(Error) = simple_call(<class:Error>, v3)
#|     v5: Type(Error of v4) = type(v4)
#|     goto raise(v5, v4)
#| b2(v6: Int):
#|     v7: Bool(v6: (Int+, -)) = eq(v6, 4)
#|     v8: Bool(v6: (Int+, -)) = bool(v7)
#|     if v8 then b3() else return(v6)
#| b3():
#|     v9: Inst(Special) = simple_call(<class:Special>, 5)
#|     v10: Type(Special of v9) = type(v9)
#|     goto raise(v10, v9)
#|
#| graph exceptions.Error.__init__(v0: Inst(Error), v1: Int+) -> None
#| b0(v0: Inst(Error), v1: Int+):
#|     v2: None = setattr(v0, 'code', v1)
#|     goto return(None)
