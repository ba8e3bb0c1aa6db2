# What a collection does not reach is kept for its finaliser, what refers to another dead object first.
# pass: gcroots
# phase: exceptions
# prelude: yes
# after: main(3) => 3041
extern gx_fin_register(Ptr(object), Signed) -> Void context
extern gx_fin_begin() -> Signed context
extern gx_fin_next() -> Signed context
extern gx_fin_object(Signed) -> Ptr(object) context

graph node(v0: Signed, v1: Ptr(S)) -> Ptr(S)
b0(v0: Signed, v1: Ptr(S)):
    v2: Ptr(S) = malloc[S]()
    v3: Void = setfield[S.x](v2, v0)
    v4: Void = setfield[S.next](v2, v1)
    v5: Ptr(object) = cast_pointer(v2)
    v6: Void = extern_call[gx_fin_register](v5, 2)
    goto return(v2)

graph make(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = direct_call[node](v0, null(Ptr(S)))
    v2: Signed = int_add(v0, 1)
    v3: Ptr(S) = direct_call[node](v2, v1)
    goto return(v0)

graph dead(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Signed = extern_call[gx_fin_begin]()
    v3: Bool = int_eq(v2, 0)
    if v3 then return(-1) else b1()
b1():
    v4: Signed = extern_call[gx_fin_next]()
    v5: Ptr(object) = extern_call[gx_fin_object](v4)
    v6: Ptr(S) = cast_pointer(v5)
    v7: Signed = getfield[S.x](v6)
    v8: Signed = extern_call[gx_fin_next]()
    v9: Signed = int_mul(v8, 100)
    v10: Signed = int_add(v7, v9)
    goto return(v10)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[make](v0)
    v2: Signed = direct_call[dead](v0)
    v3: Signed = direct_call[dead](v0)
    v4: Signed = direct_call[dead](v0)
    v5: Signed = int_mul(v3, 1000)
    v6: Signed = int_mul(v2, 10)
    v7: Signed = int_add(v5, v6)
    v8: Signed = int_sub(v7, v4)
    goto return(v8)
#=== output
graph node(v0: Signed, v1: Ptr(S)) -> Ptr(S)
b0(v0: Signed, v1: Ptr(S)):
    v2: Ptr(S) = malloc[S]()
    v3: Ptr(S) = gc_keep[0](v1)
    v4: Void = setfield[S.x](v2, v0)
    v5: Void = setfield[S.next](v2, v3)
    v6: Ptr(object) = cast_pointer(v2)
    v7: Void = extern_call[gx_fin_register](v6, 2)
    goto return(v2)

graph make(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = direct_call[node](v0, null(Ptr(S)))
    v2: Signed = int_add(v0, 1)
    v3: Ptr(S) = direct_call[node](v2, v1)
    goto return(v0)

graph dead(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Signed = extern_call[gx_fin_begin]()
    v3: Bool = int_eq(v2, 0)
    if v3 then return(-1) else b1()
b1():
    v4: Signed = extern_call[gx_fin_next]()
    v5: Ptr(object) = extern_call[gx_fin_object](v4)
    v6: Ptr(S) = cast_pointer(v5)
    v7: Signed = getfield[S.x](v6)
    v8: Signed = extern_call[gx_fin_next]()
    v9: Signed = int_mul(v8, 100)
    v10: Signed = int_add(v7, v9)
    goto return(v10)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[make](v0)
    v2: Signed = direct_call[dead](v0)
    v3: Signed = direct_call[dead](v0)
    v4: Signed = direct_call[dead](v0)
    v5: Signed = int_mul(v3, 1000)
    v6: Signed = int_mul(v2, 10)
    v7: Signed = int_add(v5, v6)
    v8: Signed = int_sub(v7, v4)
    goto return(v8)
