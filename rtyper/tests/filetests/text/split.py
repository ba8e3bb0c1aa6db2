# Methods that make lists.
# entry: f(str)
# run: f('a,b,c') => 'a;b;c'
def f(s):
    return ';'.join(s.split(','))

#| graph split.f(v0: Ptr(rpy_string)) -> Ptr(rpy_string)
#| b0(v0: Ptr(rpy_string)):
#|     goto b1(v0)
#| b1(v1: Ptr(rpy_string)):
#|     v2: Signed = getinteriorsize[rpy_string](v1)
#|     v3: Ptr(GcImmutableArray(Ptr(rpy_string))) = direct_call[rpython.rtyper.lltypesystem.rstr.ll_split_str](v1, @%22%2C%22, -1)
#|     v4: Bool = ptr_nonzero(v3)
#|     if v4 then b2(v3) else b4()
#| b2(v5: Ptr(GcImmutableArray(Ptr(rpy_string)))):
#|     v6: Signed = getinteriorsize[rpy_string](@%22%3B%22)
#|     v7: Signed = getarraysize[GcImmutableArray(Ptr(rpy_string))](v5)
#|     v8: Ptr(GcArray(Ptr(rpy_string))) = cast_pointer(v5)
#|     v9: Ptr(rpy_string) = direct_call[rpython.rtyper.lltypesystem.rstr.ll_join_strs](@%22%3B%22, v8, v7)
#|     goto return(v9)
#| b4():
#|     v11: Void = abort[none_operand]()
#|     unreachable
