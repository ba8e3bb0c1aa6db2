# Where a bool and an integer meet, the bool is converted on the link.
# entry: f(int)
# run: f(5) => 1
# run: f(-5) => 7
def f(n):
    if n < 0:
        x = 7
    else:
        x = n > 3
    return x + 0

#| graph join.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Bool = int_lt(v1, 0)
#|     if v2 then return(7) else b2(v1)
#| b2(v3: Signed):
#|     v4: Bool = int_gt(v3, 3)
#|     v5: Signed = cast_bool_to_int(v4)
#|     v6: Signed = int_add(v5, 0)
#|     goto return(v6)
