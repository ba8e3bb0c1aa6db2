# A chain of comparisons stays one while typing; the pass `switches` makes a switch.
# entry: f(int)
# run: f(2) => 20
# run: f(9) => 0
def f(n):
    if n == 1:
        return 10
    elif n == 2:
        return 20
    elif n == 3:
        return 30
    return 0

#| graph switch.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Bool = int_eq(v1, 1)
#|     if v2 then return(10) else b2(v1)
#| b2(v3: Signed):
#|     v4: Bool = int_eq(v3, 2)
#|     if v4 then return(20) else b3(v3)
#| b3(v5: Signed):
#|     v6: Bool = int_eq(v5, 3)
#|     if v6 then return(30) else return(0)
