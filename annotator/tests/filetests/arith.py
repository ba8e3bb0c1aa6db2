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
#|     v2: List[Int] = newlist(v0)
#|     v3: Int+ = len(v2)
#|     v4: Int+ = add(v3, 2)
#|     v5: Float = mul(v1, v0)
#|     v6: Int = sub(v3, v4)
#|     v7: Bool(v0: (Int+, -)) = gt(v0, v3)
#|     v8: Bool(v0: (Int+, -)) = bool(v7)
#|     if v8 then b1(v0, v5) else b1(v6, v5)
#| b1(v9: Int, v10: Float):
#|     v11: Float = add(v10, v9)
#|     goto return(v11)
