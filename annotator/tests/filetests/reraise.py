# entry: f(int)
# show: f
class MyError(Exception):
    def __init__(self, n):
        self.n = n

class Manager(object):
    def __init__(self):
        self.log = []
    def __enter__(self):
        self.log.append('enter')
        return self
    def __exit__(self, a, b, c):
        self.log.append('exit')

def g(n):
    try:
        if n == 0:
            raise MyError(5)
    finally:
        n += 1
    return n

def f(n):
    m = Manager()
    try:
        with m:
            raise MyError(3)
    except MyError as e:
        return g(e.n)

#| graph reraise.f(v0: Int) -> Int+=4
#| b0(v0: Int):
#|     v1: Inst(reraise.Manager) = simple_call(<class:Manager>)
#|     v2: Pbc{reraise.Manager.__exit__} = getattr(v1, '__exit__')
#|     v3: Pbc{reraise.Manager.__enter__} = getattr(v1, '__enter__')
#|     v4: Inst(reraise.Manager) = simple_call(v3)
#|     try { normal => b1(v2), <class:MyError>(v5: Type(reraise.MyError of v6), v6: Inst(reraise.MyError)) => b6(v6) }
#| b1(v7: Pbc{reraise.Manager.__exit__}):
#|     v8: Inst(reraise.MyError) = simple_call(<class:MyError>, 3)
#|     try { normal => b2(v8, v7), <class:Exception>(v9: Type(Exception of v10), v10: Inst(Exception)) => b3(v10, v9, v7) }
#| b2(v11: Inst(reraise.MyError), v12: Pbc{reraise.Manager.__exit__}):
#|     v13: Type(reraise.MyError of v11) = type(v11)
#|     goto b3(v11, v13, v12)
#| b3(v14: Inst(Exception), v15: Type(Exception of v14), v16: Pbc{reraise.Manager.__exit__}):
#|     v17: None = simple_call(v16, v14, v14, None)
#|     try { normal => b4(v14, v15), <class:MyError>(v18: Type(reraise.MyError of v19), v19: Inst(reraise.MyError)) => b6(v19) }
#| b4(v20: Inst(Exception), v21: Type(Exception of v20)):
#|     v22: Bool(v20: (Inst(reraise.MyError), -)) = issubtype(v21, <class:MyError>)
#|     if v22 then b6(v20) else raise(v21, v20)
#| b6(v25: Inst(reraise.MyError)):
#|     v26: Int+=3 = getattr(v25, 'n')
#|     v27: Int+=4 = simple_call(<function:g>, v26)
#|     goto return(v27)
