# r_dict: the functions of equality and hash are called directly from the helpers.
# entry: f(int)
# run: f(13) => 7
# show: f eq hash
from rpython.rlib.objectmodel import r_dict

def eq(a, b):
    return a % 10 == b % 10

def hash(a):
    return a % 10

def f(n):
    d = r_dict(eq, hash)
    d[3] = 7
    return d[n]

#| graph rdict.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(dict) = direct_call[rpython.rtyper.lltypesystem.rdict.ll_newdict]()
#|     v3: Bool = ptr_nonzero(v2)
#|     if v3 then b2(v2, v1) else b9()
#| b2(v4: Ptr(dict), v5: Signed):
#|     v6: Void = direct_call[rpython.rtyper.lltypesystem.rdict.ll_dict_set](v4, 3, 7, &ll_key_eq_dict0, &ll_key_hash_dict0)
#|     v7: Bool = ptr_nonzero(v4)
#|     if v7 then b3(v4, v5) else b8()
#| b3(v8: Ptr(dict), v9: Signed):
#|     v10: Signed = direct_call[rpython.rtyper.lltypesystem.rdict.ll_dict_find_custom](v8, v9, &ll_key_eq_dict0, &ll_key_hash_dict0)
#|     v11: Bool = int_ge(v10, 0)
#|     if v11 then b4(v8, v10) else b6()
#| b4(v12: Ptr(dict), v13: Signed):
#|     v14: Ptr(GcArray(dictentry)) = getfield[dict.entries](v12)
#|     v15: Signed = getitemfield[GcArray(dictentry).value](v14, v13)
#|     goto return(7)
#| b6():
#|     goto raise(cast(@KeyError.vtable, Ptr(object_vtable)), cast(@KeyError%20instance, Ptr(object)))
#| b8():
#|     v19: Void = abort[none_operand]()
#|     unreachable
#| b9():
#|     v20: Void = abort[none_operand]()
#|     unreachable
#|
#| graph rdict.eq(v0: Signed, v1: Signed) -> Bool
#| b0(v0: Signed, v1: Signed):
#|     goto b1(v0, v1)
#| b1(v2: Signed, v3: Signed):
#|     v4: Signed = int_mod(v2, 10)
#|     v5: Signed = int_rshift(v4, 63)
#|     v6: Signed = int_and(v5, 10)
#|     v7: Signed = int_add(v4, v6)
#|     v8: Signed = int_mod(v3, 10)
#|     v9: Signed = int_rshift(v8, 63)
#|     v10: Signed = int_and(v9, 10)
#|     v11: Signed = int_add(v8, v10)
#|     v12: Bool = int_eq(v7, v11)
#|     goto return(v12)
#|
#| graph rdict.hash(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Signed = int_mod(v1, 10)
#|     v3: Signed = int_rshift(v2, 63)
#|     v4: Signed = int_and(v3, 10)
#|     v5: Signed = int_add(v2, v4)
#|     goto return(v5)
