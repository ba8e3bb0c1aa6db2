# entry: f(int)
class W_Root(object):
    name = 'root'
    def value(self):
        raise NotImplementedError
    def describe(self):
        return self.name

class W_Int(W_Root):
    name = 'int'
    def __init__(self, n):
        self.n = n
    def value(self):
        return self.n

class W_Pair(W_Root):
    def __init__(self, a, b):
        self.a = a
        self.b = b
    def value(self):
        return self.a.value() + self.b.value()

PREBUILT = W_Pair(W_Int(3), W_Int(4))

def f(n):
    w = W_Pair(W_Int(n), PREBUILT)
    if isinstance(w.a, W_Int):
        n += w.a.n
    return w.value() + len(w.describe())

#| graph classes.f(v0: Int) -> Int
#| b0(v0: Int):
#|     v1: Inst(classes.W_Int) = simple_call(<class:W_Int>, v0)
#|     v2: Inst(classes.W_Pair) = simple_call(<class:W_Pair>, v1, <W_Pair>)
#|     v3: Inst(classes.W_Int) = getattr(v2, 'a')
#|     v4: Bool(v3: (Inst(classes.W_Int), -))=True = isinstance(v3, <class:W_Int>)
#|     v5: Bool(v3: (Inst(classes.W_Int), -))=True = bool(v4)
#|     switch v5 { true => b1(v0, v2) }
#| b1(v6: Int, v7: Inst(classes.W_Pair)):
#|     v8: Inst(classes.W_Int) = getattr(v7, 'a')
#|     v9: Int = getattr(v8, 'n')
#|     v10: Int = inplace_add(v6, v9)
#|     goto b2(v7)
#| b2(v11: Inst(classes.W_Pair)):
#|     v12: Pbc{classes.W_Pair.value} = getattr(v11, 'value')
#|     v13: Int = simple_call(v12)
#|     v14: Pbc{classes.W_Root.describe} = getattr(v11, 'describe')
#|     v15: Str0='root' = simple_call(v14)
#|     v16: Int+=4 = len(v15)
#|     v17: Int = add(v13, v16)
#|     goto return(v17)
#|
#| graph classes.W_Int.__init__(v0: Inst(classes.W_Int), v1: Int) -> None
#| b0(v0: Inst(classes.W_Int), v1: Int):
#|     v2: None = setattr(v0, 'n', v1)
#|     goto return(None)
#|
#| graph classes.W_Pair.__init__(v0: Inst(classes.W_Pair), v1: Inst(classes.W_Int), v2: Inst(classes.W_Pair)=<W_Pair>) -> None
#| b0(v0: Inst(classes.W_Pair), v1: Inst(classes.W_Int), v2: Inst(classes.W_Pair)=<W_Pair>):
#|     v3: None = setattr(v0, 'a', v1)
#|     v4: None = setattr(v0, 'b', v2)
#|     goto return(None)
#|
#| graph classes.W_Pair.value(v0: Inst(classes.W_Pair)) -> Int
#| b0(v0: Inst(classes.W_Pair)):
#|     v1: Inst(classes.W_Int) = getattr(v0, 'a')
#|     v2: Pbc{classes.W_Int.value} = getattr(v1, 'value')
#|     v3: Int = simple_call(v2)
#|     v4: Inst(classes.W_Root) = getattr(v0, 'b')
#|     v5: Pbc{classes.W_Int.value, classes.W_Pair.value, classes.W_Root.value} = getattr(v4, 'value')
#|     v6: Int = simple_call(v5)
#|     v7: Int = add(v3, v6)
#|     goto return(v7)
#|
#| graph classes.W_Int.value(v0: Inst(classes.W_Int)) -> Int
#| b0(v0: Inst(classes.W_Int)):
#|     v1: Int = getattr(v0, 'n')
#|     goto return(v1)
#|
#| graph classes.W_Root.value(v0: Inst(classes.W_Root)) -> Impossible
#| b0(v0: Inst(classes.W_Root)):
#|     v1: Inst(NotImplementedError) = simple_call(<class:NotImplementedError>)
#|     goto raise(<class:NotImplementedError>, v1)
#|
#| graph classes.W_Root.describe(v0: Inst(classes.W_Pair)) -> Str0='root'
#| b0(v0: Inst(classes.W_Pair)):
#|     v1: Str0='root' = getattr(v0, 'name')
#|     goto return(v1)
