# An object may be an argument of a slow path that only reads and writes its fields: it is made for the call and read
# back. Not so if the slow path keeps it, if it is no helper, or if the object is made for the call alone.
# pass: malloc_removal
# run: sum(5) => 10
# run: sum(0) => 0
# run: keeps(3) => 3
# run: no_helper(3) => 5
# run: alone(3) => 5

struct L gc { length: Signed, room: Signed, next: Ptr(L) }

attrs dont_inline helper
graph grow(v0: Ptr(L), v1: Signed) -> Void
b0(v0: Ptr(L), v1: Signed):
    v2: Signed = getfield[L.room](v0)
    v3: Signed = int_add(v2, v1)
    v4: Void = setfield[L.room](v0, v3)
    goto return(void)

attrs dont_inline helper
graph keep(v0: Ptr(L)) -> Ptr(L)
b0(v0: Ptr(L)):
    goto return(v0)

attrs dont_inline
graph users(v0: Ptr(L), v1: Signed) -> Void
b0(v0: Ptr(L), v1: Signed):
    v2: Signed = getfield[L.room](v0)
    v3: Signed = int_add(v2, v1)
    v4: Void = setfield[L.room](v0, v3)
    goto return(void)

graph sum(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(L) = malloc[L]()
    goto b1(v1, 0, v0)
b1(v2: Ptr(L), v3: Signed, v4: Signed):
    v5: Bool = int_lt(v3, v4)
    if v5 then b2(v2, v3, v4) else b5(v2)
b2(v6: Ptr(L), v7: Signed, v8: Signed):
    v9: Signed = getfield[L.length](v6)
    v10: Signed = getfield[L.room](v6)
    v11: Bool = int_ge(v9, v10)
    if v11 then b3(v6, v7, v8) else b4(v6, v7, v8)
b3(v12: Ptr(L), v13: Signed, v14: Signed):
    v15: Void = direct_call[grow](v12, 2)
    goto b4(v12, v13, v14)
b4(v16: Ptr(L), v17: Signed, v18: Signed):
    v19: Signed = getfield[L.length](v16)
    v20: Signed = int_add(v19, v17)
    v21: Void = setfield[L.length](v16, v20)
    v22: Signed = int_add(v17, 1)
    goto b1(v16, v22, v18)
b5(v23: Ptr(L)):
    v24: Signed = getfield[L.length](v23)
    goto return(v24)

graph keeps(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(L) = malloc[L]()
    v2: Void = setfield[L.room](v1, v0)
    goto b1(v1)
b1(v3: Ptr(L)):
    v4: Ptr(L) = direct_call[keep](v3)
    v5: Signed = getfield[L.room](v4)
    goto return(v5)

graph no_helper(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(L) = malloc[L]()
    v2: Void = setfield[L.room](v1, v0)
    goto b1(v1)
b1(v3: Ptr(L)):
    v4: Void = direct_call[users](v3, 2)
    v5: Signed = getfield[L.room](v3)
    goto return(v5)

graph alone(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(L) = malloc[L]()
    v2: Void = setfield[L.room](v1, v0)
    v3: Void = direct_call[grow](v1, 2)
    v4: Signed = getfield[L.room](v1)
    goto return(v4)
#=== output
attrs dont_inline helper
graph grow(v0: Ptr(L), v1: Signed) -> Void
b0(v0: Ptr(L), v1: Signed):
    v2: Signed = getfield[L.room](v0)
    v3: Signed = int_add(v2, v1)
    v4: Void = setfield[L.room](v0, v3)
    goto return(void)

attrs dont_inline helper
graph keep(v0: Ptr(L)) -> Ptr(L)
b0(v0: Ptr(L)):
    goto return(v0)

attrs dont_inline
graph users(v0: Ptr(L), v1: Signed) -> Void
b0(v0: Ptr(L), v1: Signed):
    v2: Signed = getfield[L.room](v0)
    v3: Signed = int_add(v2, v1)
    v4: Void = setfield[L.room](v0, v3)
    goto return(void)

graph sum(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(0, 0, null(Ptr(L)), 0, v0)
b1(v1: Signed, v2: Signed, v3: Ptr(L), v4: Signed, v5: Signed):
    v6: Bool = int_lt(v4, v5)
    if v6 then b2(v1, v2, v3, v4, v5) else return(v1)
b2(v7: Signed, v8: Signed, v9: Ptr(L), v10: Signed, v11: Signed):
    v12: Bool = int_ge(v7, v8)
    if v12 then b3(v7, v8, v9, v10, v11) else b4(v7, v8, v9, v10, v11)
b3(v13: Signed, v14: Signed, v15: Ptr(L), v16: Signed, v17: Signed):
    v18: Ptr(L) = malloc[L]()
    v19: Void = setfield[L.length](v18, v13)
    v20: Void = setfield[L.room](v18, v14)
    v21: Void = setfield[L.next](v18, v15)
    v22: Void = direct_call[grow](v18, 2)
    v23: Signed = getfield[L.length](v18)
    v24: Signed = getfield[L.room](v18)
    v25: Ptr(L) = getfield[L.next](v18)
    goto b4(v23, v24, v25, v16, v17)
b4(v26: Signed, v27: Signed, v28: Ptr(L), v29: Signed, v30: Signed):
    v31: Signed = int_add(v26, v29)
    v32: Signed = int_add(v29, 1)
    goto b1(v31, v27, v28, v32, v30)

graph keeps(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(L) = malloc[L]()
    v2: Void = setfield[L.room](v1, v0)
    goto b1(v1)
b1(v3: Ptr(L)):
    v4: Ptr(L) = direct_call[keep](v3)
    v5: Signed = getfield[L.room](v4)
    goto return(v5)

graph no_helper(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(L) = malloc[L]()
    v2: Void = setfield[L.room](v1, v0)
    goto b1(v1)
b1(v3: Ptr(L)):
    v4: Void = direct_call[users](v3, 2)
    v5: Signed = getfield[L.room](v3)
    goto return(v5)

graph alone(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(L) = malloc[L]()
    v2: Void = setfield[L.room](v1, v0)
    v3: Void = direct_call[grow](v1, 2)
    v4: Signed = getfield[L.room](v1)
    goto return(v4)
