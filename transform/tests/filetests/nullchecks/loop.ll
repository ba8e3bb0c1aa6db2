# A list that a loop walks down: the test on the way in stays a test of the loop's end, the other goes.
# pass: nullchecks
# phase: exceptions
# prelude: yes
# run: length(null) => 0
# after: second(null) => faults null pointer
# run: walk() => 1

graph length(v0: Ptr(S)) -> Signed
b0(v0: Ptr(S)):
    goto b1(v0, 0)
b1(v1: Ptr(S), v2: Signed):
    v3: Bool = ptr_nonzero(v1)
    if v3 then b2(v1, v2) else return(v2)
b2(v4: Ptr(S), v5: Signed):
    v6: Ptr(S) = getfield[S.next](v4)
    v7: Signed = int_add(v5, 1)
    goto b1(v6, v7)

graph second(v0: Ptr(S)) -> Signed
b0(v0: Ptr(S)):
    goto b1(v0, 2)
b1(v1: Ptr(S), v2: Signed):
    v3: Bool = ptr_nonzero(v1)
    if v3 then b2(v1, v2) else b3()
b2(v4: Ptr(S), v5: Signed):
    v6: Ptr(S) = getfield[S.next](v4)
    v7: Signed = int_sub(v5, 1)
    v8: Bool = int_is_true(v7)
    if v8 then b1(v6, v7) else b4(v6)
b3():
    v9: Void = abort[none_dereference]()
    unreachable
b4(v10: Ptr(S)):
    v11: Bool = ptr_iszero(v10)
    v12: Signed = cast_bool_to_int(v11)
    goto return(v12)

graph walk() -> Signed
b0():
    v0: Signed = direct_call[length](@prebuilt)
    goto return(v0)
#=== output
graph length(v0: Ptr(S)) -> Signed
b0(v0: Ptr(S)):
    goto b1(v0, 0)
b1(v1: Ptr(S), v2: Signed):
    v3: Bool = ptr_nonzero(v1)
    if v3 then b2(v1, v2) else return(v2)
b2(v4: Ptr(S), v5: Signed):
    v6: Ptr(S) = getfield[S.next](v4)
    v7: Signed = int_add(v5, 1)
    goto b1(v6, v7)

graph second(v0: Ptr(S)) -> Signed
b0(v0: Ptr(S)):
    goto b1(v0, 2)
b1(v1: Ptr(S), v2: Signed):
    goto b2(v1, v2)
b2(v3: Ptr(S), v4: Signed):
    v5: Ptr(S) = getfield[S.next](v3)
    v6: Signed = int_sub(v4, 1)
    v7: Bool = int_is_true(v6)
    if v7 then b1(v5, v6) else b3(v5)
b3(v8: Ptr(S)):
    v9: Bool = ptr_iszero(v8)
    v10: Signed = cast_bool_to_int(v9)
    goto return(v10)

graph walk() -> Signed
b0():
    v0: Signed = direct_call[length](@prebuilt)
    goto return(v0)
