# entry: f(int, float)
def f(n, x):
    a = n + 1
    b = len([n])
    c = b + 2
    d = x * n
    e = b - c
    if n > b:
        e = n
    return d + e

#| graph arith.f(v0: Int, v1: Float) -> Float
#| b0(v0: Int, v1: Float):
#|     v2: Int = add(v0, 1)
#|     v3: List[Int] = newlist(v0)
#|     v4: Int+ = len(v3)
#|     v5: Int+ = add(v4, 2)
#|     v6: Float = mul(v1, v0)
#|     v7: Int = sub(v4, v5)
#|     v8: Bool(v0: (Int+, -)) = gt(v0, v4)
#|     v9: Bool(v0: (Int+, -)) = bool(v8)
#|     if v9 then b1(v0, v6) else b1(v7, v6)
#| b1(v10: Int, v11: Float):
#|     v12: Float = add(v11, v10)
#|     goto return(v12)
