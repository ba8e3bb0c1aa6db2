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
#|     try { normal => b1(v1, v2) }
#| b1(v5: Inst(reraise.Manager), v6: Pbc{reraise.Manager.__exit__}):
#|     v7: Pbc{reraise.Manager.__enter__} = getattr(v5, '__enter__')
#|     try { normal => b2(v7, v6) }
#| b2(v10: Pbc{reraise.Manager.__enter__}, v11: Pbc{reraise.Manager.__exit__}):
#|     v12: Inst(reraise.Manager) = simple_call(v10)
#|     try { normal => b3(v11), <class:MyError>(v13: Type(reraise.MyError of v14), v14: Inst(reraise.MyError)) => b10(v14) }
#| b3(v15: Pbc{reraise.Manager.__exit__}):
#|     v16: Inst(reraise.MyError) = simple_call(<class:MyError>, 3)
#|     try { normal => b4(v16, v15), <class:BaseException>(v17: Type(BaseException of v18), v18: Inst(BaseException)) => b5(v18, v17, v15) }
#| b4(v19: Inst(reraise.MyError), v20: Pbc{reraise.Manager.__exit__}):
#|     v21: Type(reraise.MyError of v19) = type(v19)
#|     goto b5(v19, v21, v20)
#| b5(v22: Inst(BaseException), v23: Type(BaseException of v22), v24: Pbc{reraise.Manager.__exit__}):
#|     v25: None = simple_call(v24, v23, v22, <Traceback>)
#|     try { normal => b6(v25, v23, v22), <class:MyError>(v26: Type(reraise.MyError of v27), v27: Inst(reraise.MyError)) => b10(v27) }
#| b6(v28: None, v29: Type(BaseException of v30), v30: Inst(BaseException)):
#|     v31: Bool(v28: (-, None))=False = bool(v28)
#|     try { normal => b7(v29, v30, v31) }
#| b7(v34: Type(BaseException of v35), v35: Inst(BaseException), v36: Bool=False):
#|     switch v36 { false => b8(v35, v34) }
#| b8(v37: Inst(BaseException), v38: Type(BaseException of v37)):
#|     v39: Bool(v37: (Inst(reraise.MyError), -)) = issubtype(v38, <class:MyError>)
#|     if v39 then b10(v37) else raise(v38, v37)
#| b10(v42: Inst(reraise.MyError)):
#|     v43: Int+=3 = getattr(v42, 'n')
#|     v44: Int+=4 = simple_call(<function:g>, v43)
#|     goto return(v44)
