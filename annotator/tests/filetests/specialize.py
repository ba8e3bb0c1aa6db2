# entry: f(int)
from rpython.rlib.objectmodel import specialize
from rpython.rlib.jit import elidable, promote, hint, JitDriver

@specialize.arg(0)
def choose(kind, x):
    if kind == 'int':
        return x + 1
    return x - 1

@specialize.argtype(0)
def double(x):
    return x + x

@specialize.memo()
def table(cls):
    return len(cls.__name__)

class A(object):
    pass

class Bcd(A):
    pass

@specialize.arg(0)
def make(cls, n):
    w = cls()
    w.n = n
    return w

driver = JitDriver(greens=['pc'], reds=['n'])

def f(n):
    pc = 0
    while n > 0:
        driver.jit_merge_point(pc=pc, n=n)
        n -= 1
        pc = promote(pc) + 1
    if n & 1:
        c = A
    else:
        c = Bcd
    w = make(Bcd, n)
    return choose('int', n) + choose('', n) + double(n) + len(double('a')) + table(c) + w.n

#| graph specialize.f(v0: Int) -> Int
#| b0(v0: Int):
#|     goto b1(v0, 0)
#| b1(v1: Int, v2: Int+):
#|     v3: Bool(v1: (Int+, -)) = gt(v1, 0)
#|     v4: Bool(v1: (Int+, -)) = bool(v3)
#|     if v4 then b2(v2, v1) else b3(v1)
#| b2(v5: Int+, v6: Int+):
#|     v7: None = call_args[0;n;pc](<method:function:JitDriver.jit_merge_point>, v6, v5)
#|     v8: Int = inplace_sub(v6, 1)
#|     v9: Int+ = simple_call(<function:promote>, v5)
#|     v10: Int+ = add(v9, 1)
#|     goto b1(v8, v10)
#| b3(v11: Int):
#|     v12: Int+ = and_(v11, 1)
#|     v13: Bool = bool(v12)
#|     if v13 then b4(<class:A>, v11) else b4(<class:Bcd>, v11)
#| b4(v14: Pbc{specialize.A, specialize.Bcd}, v15: Int):
#|     v16: Inst(specialize.Bcd) = simple_call(<function:make>, <class:Bcd>, v15)
#|     v17: Int = simple_call(<function:choose>, 'int', v15)
#|     v18: Int = simple_call(<function:choose>, '', v15)
#|     v19: Int = add(v17, v18)
#|     v20: Int = simple_call(<function:double>, v15)
#|     v21: Int = add(v19, v20)
#|     v22: Str0='aa' = simple_call(<function:double>, 'a')
#|     v23: Int+=2 = len(v22)
#|     v24: Int = add(v21, v23)
#|     v25: Int+ = simple_call(<function:table>, v14)
#|     v26: Int = add(v24, v25)
#|     v27: Int = getattr(v16, 'n')
#|     v28: Int = add(v26, v27)
#|     goto return(v28)
#|
#| graph specialize.make(v0: Pbc{specialize.Bcd}, v1: Int) -> Inst(specialize.Bcd)
#| b0(v0: Pbc{specialize.Bcd}, v1: Int):
#|     v2: Inst(specialize.Bcd) = simple_call(v0)
#|     v3: None = setattr(v2, 'n', v1)
#|     goto return(v2)
#|
#| graph specialize.choose(v0: Str0='int', v1: Int) -> Int
#| b0(v0: Str0='int', v1: Int):
#|     v2: Bool(v0: (Str0='int', -))=True = eq(v0, 'int')
#|     v3: Bool(v0: (Str0='int', -))=True = bool(v2)
#|     switch v3 { true => b1(v1) }
#| b1(v4: Int):
#|     v5: Int = add(v4, 1)
#|     goto return(v5)
#|
#| graph specialize.choose(v0: Str0='', v1: Int) -> Int
#| b0(v0: Str0='', v1: Int):
#|     v2: Bool=False = eq(v0, 'int')
#|     v3: Bool=False = bool(v2)
#|     switch v3 { false => b2(v1) }
#| b2(v6: Int):
#|     v7: Int = sub(v6, 1)
#|     goto return(v7)
#|
#| graph specialize.double(v0: Int) -> Int
#| b0(v0: Int):
#|     v1: Int = add(v0, v0)
#|     goto return(v1)
#|
#| graph specialize.double(v0: Char0='a') -> Str0='aa'
#| b0(v0: Char0='a'):
#|     v1: Str0='aa' = add(v0, v0)
#|     goto return(v1)
