# A tree of calls, even of calls through pointers, needs no test.
# pass: stackcheck
# prelude: yes
# run: top(3) => 10

graph leaf(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add(v0, 1)
    goto return(v1)

graph middle(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = indirect_call[Func((Signed) -> Signed)](&leaf, v0)
    v2: Signed = direct_call[leaf](v1)
    goto return(v2)

graph top(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[middle](v0)
    v2: Signed = direct_call[middle](3)
    v3: Signed = int_add(v1, v2)
    goto return(v3)
#=== output
graph leaf(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add(v0, 1)
    goto return(v1)

graph middle(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = indirect_call[Func((Signed) -> Signed)](&leaf, v0)
    v2: Signed = direct_call[leaf](v1)
    goto return(v2)

graph top(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[middle](v0)
    v2: Signed = direct_call[middle](3)
    v3: Signed = int_add(v1, v2)
    goto return(v3)
