# assert makes an instance of AssertionError; the message takes no part.
# entry: f(int)
# run: f(1) => 1
# run: f(0) => raises AssertionError
def f(n):
    assert n > 0, 'not positive'
    return n

#| graph assert.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Bool = int_gt(v1, 0)
#|     if v2 then return(v1) else b3()
#| b3():
#|     v4: Ptr(AssertionError) = malloc[AssertionError]()
#|     v5: Ptr(object) = cast_pointer(v4)
#|     v6: Void = setfield[object.typeptr](v5, cast(@AssertionError.vtable, Ptr(object_vtable)))
#|     v7: Ptr(object) = cast_pointer(v4)
#|     v8: Ptr(object_vtable) = getfield[object.typeptr](v7)
#|     v9: Ptr(object) = cast_pointer(v4)
#|     goto raise(v8, v9)
