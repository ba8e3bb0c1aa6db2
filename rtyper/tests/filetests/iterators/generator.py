# A generator is a class with the state in fields; its loop calls next() directly.
# entry: f(int)
# run: f(4) => 6
# show: f
def gen(n):
    i = 0
    while i < n:
        yield i
        i += 1

def f(n):
    s = 0
    for x in gen(n):
        s += x
    return s

#| graph generator.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(gen_generator) = direct_call[generator.gen](v1)
#|     v3: Ptr(gen_generator) = direct_call[generator.gen_generator.__iter__](v2)
#|     goto b2(0, v3)
#| b2(v4: Signed, v5: Ptr(gen_generator)):
#|     v6: Signed = direct_call[generator.gen__next](v5)
#|     try { normal => b3(v5, v6, v4), cast(@StopIteration.vtable, Ptr(object_vtable))(v7: Ptr(object_vtable), v8: Ptr(object)) => b5(v7, v8, v4) }
#| b3(v9: Ptr(gen_generator), v10: Signed, v11: Signed):
#|     goto b4(v9, v10, v11)
#| b4(v12: Ptr(gen_generator), v13: Signed, v14: Signed):
#|     v15: Signed = int_add(v14, v13)
#|     goto b2(v15, v12)
#| b5(v16: Ptr(object_vtable), v17: Ptr(object), v18: Signed):
#|     goto return(v18)
