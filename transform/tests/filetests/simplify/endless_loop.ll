# A loop without a way out keeps its block; an empty one, too.
# pass: simplify
# run: empty(1) => out of fuel
# run: empty(0) => 0
# run: pair(1) => out of fuel

graph empty(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then b1() else return(v0)
b1():
    goto b1()

graph pair(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(v0)
b1(v1: Signed):
    goto b2(v1)
b2(v2: Signed):
    v3: Signed = int_add(v2, 1)
    goto b1(v3)
#=== output
graph empty(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then b1() else return(v0)
b1():
    goto b1()

graph pair(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1()
b1():
    goto b1()
