# An object that is made for calls which only read its fields is passed as its fields. Not so if the function writes a
# field, if it or the caller keeps the object, if another call passes one that is no new object, or if the address of the
# function is taken.
# pass: malloc_removal, simplify
# run: main(3) => 7
# run: keeps(3) => 3
# run: writes(3) => 5
# run: given(3) => 7
# run: twice(3) => 14
# run: returns(3) => 3

struct P gc { x: Signed, y: Signed }

attrs dont_inline
graph sum(v0: Ptr(P), v1: Signed) -> Signed
b0(v0: Ptr(P), v1: Signed):
    v2: Signed = getfield[P.x](v0)
    v3: Bool = int_is_true(v1)
    if v3 then b1(v0, v2) else return(v2)
b1(v4: Ptr(P), v5: Signed):
    v6: Signed = getfield[P.y](v4)
    v7: Signed = int_add(v5, v6)
    goto return(v7)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(P) = malloc[P]()
    v2: Void = setfield[P.x](v1, v0)
    v3: Void = setfield[P.y](v1, 4)
    v4: Signed = direct_call[sum](v1, 1)
    goto return(v4)

graph twice(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(P) = malloc[P]()
    v2: Void = setfield[P.x](v1, v0)
    v3: Void = setfield[P.y](v1, 4)
    goto b1(v1, 2, 0)
b1(v4: Ptr(P), v5: Signed, v6: Signed):
    v7: Signed = direct_call[sum](v4, v5)
    v8: Signed = int_add(v6, v7)
    v9: Signed = int_sub(v5, 1)
    v10: Bool = int_is_true(v9)
    if v10 then b1(v4, v9, v8) else return(v8)

attrs dont_inline
graph keep(v0: Ptr(P)) -> Ptr(P)
b0(v0: Ptr(P)):
    goto return(v0)

graph keeps(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(P) = malloc[P]()
    v2: Void = setfield[P.x](v1, v0)
    v3: Ptr(P) = direct_call[keep](v1)
    v4: Signed = getfield[P.x](v3)
    goto return(v4)

attrs dont_inline
graph write(v0: Ptr(P)) -> Void
b0(v0: Ptr(P)):
    v1: Void = setfield[P.x](v0, 5)
    goto return(void)

graph writes(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(P) = malloc[P]()
    v2: Void = setfield[P.x](v1, v0)
    v3: Void = direct_call[write](v1)
    v4: Signed = getfield[P.x](v1)
    goto return(v4)

attrs dont_inline
graph of_any(v0: Ptr(P)) -> Signed
b0(v0: Ptr(P)):
    v1: Signed = getfield[P.x](v0)
    v2: Signed = getfield[P.y](v0)
    v3: Signed = int_add(v1, v2)
    goto return(v3)

graph given(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(P) = malloc[P]()
    v2: Void = setfield[P.x](v1, v0)
    v3: Void = setfield[P.y](v1, 4)
    v4: Ptr(P) = direct_call[keep](v1)
    v5: Signed = direct_call[of_any](v4)
    goto return(v5)

attrs dont_inline
graph first(v0: Ptr(P)) -> Signed
b0(v0: Ptr(P)):
    v1: Signed = getfield[P.x](v0)
    goto return(v1)

graph made(v0: Signed) -> Ptr(P)
b0(v0: Signed):
    v1: Ptr(P) = malloc[P]()
    v2: Void = setfield[P.x](v1, v0)
    v3: Signed = direct_call[first](v1)
    v4: Void = setfield[P.y](v1, v3)
    goto return(v1)

graph returns(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(P) = direct_call[made](v0)
    v2: Signed = getfield[P.y](v1)
    goto return(v2)
#=== output
attrs dont_inline
graph sum(v0: Signed, v1: Signed, v2: Signed) -> Signed
b0(v0: Signed, v1: Signed, v2: Signed):
    v3: Bool = int_is_true(v2)
    if v3 then b1(v0, v1) else return(v0)
b1(v4: Signed, v5: Signed):
    v6: Signed = int_add(v4, v5)
    goto return(v6)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v4: Signed = direct_call[sum](v0, 4, 1)
    goto return(v4)

graph twice(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(v0, 2, 0)
b1(v1: Signed, v2: Signed, v3: Signed):
    v4: Signed = direct_call[sum](v1, 4, v2)
    v5: Signed = int_add(v3, v4)
    v6: Signed = int_sub(v2, 1)
    v7: Bool = int_is_true(v6)
    if v7 then b1(v1, v6, v5) else return(v5)

attrs dont_inline
graph keep(v0: Ptr(P)) -> Ptr(P)
b0(v0: Ptr(P)):
    goto return(v0)

graph keeps(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(P) = malloc[P]()
    v2: Void = setfield[P.x](v1, v0)
    v3: Ptr(P) = direct_call[keep](v1)
    v4: Signed = getfield[P.x](v3)
    goto return(v4)

attrs dont_inline
graph write(v0: Ptr(P)) -> Void
b0(v0: Ptr(P)):
    v1: Void = setfield[P.x](v0, 5)
    goto return(void)

graph writes(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(P) = malloc[P]()
    v2: Void = setfield[P.x](v1, v0)
    v3: Void = direct_call[write](v1)
    v4: Signed = getfield[P.x](v1)
    goto return(v4)

attrs dont_inline
graph of_any(v0: Ptr(P)) -> Signed
b0(v0: Ptr(P)):
    v1: Signed = getfield[P.x](v0)
    v2: Signed = getfield[P.y](v0)
    v3: Signed = int_add(v1, v2)
    goto return(v3)

graph given(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(P) = malloc[P]()
    v2: Void = setfield[P.x](v1, v0)
    v3: Void = setfield[P.y](v1, 4)
    v4: Ptr(P) = direct_call[keep](v1)
    v5: Signed = direct_call[of_any](v4)
    goto return(v5)

attrs dont_inline
graph first(v0: Ptr(P)) -> Signed
b0(v0: Ptr(P)):
    v1: Signed = getfield[P.x](v0)
    goto return(v1)

graph made(v0: Signed) -> Ptr(P)
b0(v0: Signed):
    v1: Ptr(P) = malloc[P]()
    v2: Void = setfield[P.x](v1, v0)
    v3: Signed = direct_call[first](v1)
    v4: Void = setfield[P.y](v1, v3)
    goto return(v1)

graph returns(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(P) = direct_call[made](v0)
    v2: Signed = getfield[P.y](v1)
    goto return(v2)
