# entry: f(int)
def add(a, b=2, *rest):
    return a + b + len(rest)

def one(x):
    return x + 1

def two(x):
    return x * 2

TABLE = [one, two]

def f(n):
    g = TABLE[n & 1]
    return add(n) + add(n, 3, 4, 5) + add(b=n, a=1) + g(n)

#| graph calls.f(v0: Int) -> Int
#| b0(v0: Int):
#|     v1: Int+ = and_(v0, 1)
#|     v2: Pbc{calls.one, calls.two} = getitem(<list:2>, v1)
#|     v3: Int = simple_call(<function:add>, v0)
#|     v4: Int = simple_call(<function:add>, v0, 3, 4, 5)
#|     v5: Int = add(v3, v4)
#|     v6: Int = call_args[0;a;b](<function:add>, 1, v0)
#|     v7: Int = add(v5, v6)
#|     v8: Int = simple_call(v2, v0)
#|     v9: Int = add(v7, v8)
#|     goto return(v9)
#|
#| graph calls.add(v0: Int, v1: Int, v2: Tuple()) -> Int
#| b0(v0: Int, v1: Int, v2: Tuple()):
#|     v3: Int = add(v0, v1)
#|     v4: Int+=0 = len(v2)
#|     v5: Int = add(v3, v4)
#|     goto return(v5)
#|
#| graph calls.add(v0: Int, v1: Int+=3, v2: Tuple(Int+=4, Int+=5)) -> Int
#| b0(v0: Int, v1: Int+=3, v2: Tuple(Int+=4, Int+=5)):
#|     v3: Int = add(v0, v1)
#|     v4: Int+=2 = len(v2)
#|     v5: Int = add(v3, v4)
#|     goto return(v5)
#|
#| graph calls.one(v0: Int) -> Int
#| b0(v0: Int):
#|     v1: Int = add(v0, 1)
#|     goto return(v1)
#|
#| graph calls.two(v0: Int) -> Int
#| b0(v0: Int):
#|     v1: Int = mul(v0, 2)
#|     goto return(v1)
