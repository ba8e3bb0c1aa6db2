# Instances with __iter__ and next.
# entry: f(int)
# run: f(3) => 6
# show: f
class Count(object):
    def __init__(self, n): self.n = n
    def __iter__(self): return self
    def __next__(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n + 1

def f(n):
    s = 0
    for x in Count(n):
        s += x
    return s

#| graph user_iter.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(Count) = malloc[Count]()
#|     v3: Ptr(object) = cast_pointer(v2)
#|     v4: Void = setfield[object.typeptr](v3, cast(@user_iter.Count.vtable, Ptr(object_vtable)))
#|     v5: Void = direct_call[user_iter.Count.__init__](v2, v1)
#|     v6: Ptr(Count) = direct_call[user_iter.Count.__iter__](v2)
#|     goto b2(0, v6)
#| b2(v7: Signed, v8: Ptr(Count)):
#|     v9: Signed = direct_call[user_iter.Count.__next__](v8)
#|     try { normal => b3(v8, v9, v7), cast(@StopIteration.vtable, Ptr(object_vtable))(v10: Ptr(object_vtable), v11: Ptr(object)) => b5(v10, v11, v7) }
#| b3(v12: Ptr(Count), v13: Signed, v14: Signed):
#|     goto b4(v12, v13, v14)
#| b4(v15: Ptr(Count), v16: Signed, v17: Signed):
#|     v18: Signed = int_add(v17, v16)
#|     goto b2(v18, v15)
#| b5(v19: Ptr(object_vtable), v20: Ptr(object), v21: Signed):
#|     goto return(v21)
