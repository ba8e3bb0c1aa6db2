# A constant format is taken apart: conversions and one join.
# entry: f(int, str)
# run: f(5, 'a') => '5=a (0x5)'
def f(n, s):
    return '%d=%s (0x%x)' % (n, s, n)

#| graph format.f(v0: Signed, v1: Ptr(rpy_string)) -> Ptr(rpy_string)
#| b0(v0: Signed, v1: Ptr(rpy_string)):
#|     goto b1(v0, v1)
#| b1(v2: Signed, v3: Ptr(rpy_string)):
#|     v4: Ptr(tuple3) = malloc[tuple3]()
#|     v5: Void = setfield[tuple3.item0](v4, v2)
#|     v6: Void = setfield[tuple3.item1](v4, v3)
#|     v7: Void = setfield[tuple3.item2](v4, v2)
#|     v8: Signed = getfield[tuple3.item0](v4)
#|     v9: Ptr(rpy_string) = getfield[tuple3.item1](v4)
#|     v10: Signed = getfield[tuple3.item2](v4)
#|     v11: Ptr(rpy_string) = direct_call[rpython.rtyper.lltypesystem.rstr.ll_int2dec](v8)
#|     v12: Ptr(rpy_string) = direct_call[rpython.rtyper.lltypesystem.rstr.ll_int2hex](v10, false)
#|     v13: Ptr(GcArray(Ptr(rpy_string))) = mallocvar[GcArray(Ptr(rpy_string))](6)
#|     v14: Void = setarrayitem[GcArray(Ptr(rpy_string))](v13, 0, v11)
#|     v15: Void = setarrayitem[GcArray(Ptr(rpy_string))](v13, 1, @%22%3D%22)
#|     v16: Void = setarrayitem[GcArray(Ptr(rpy_string))](v13, 2, v9)
#|     v17: Void = setarrayitem[GcArray(Ptr(rpy_string))](v13, 3, @%22%20%280x%22)
#|     v18: Void = setarrayitem[GcArray(Ptr(rpy_string))](v13, 4, v12)
#|     v19: Void = setarrayitem[GcArray(Ptr(rpy_string))](v13, 5, @%22%29%22)
#|     v20: Ptr(rpy_string) = direct_call[rpython.rtyper.lltypesystem.rstr.ll_join_strs](@%22%22, v13, 6)
#|     goto return(v20)
