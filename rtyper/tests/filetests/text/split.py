# Methods that make lists.
# entry: f(str)
# run: f('a,b,c') => 'a;b;c'
def f(s):
    return ';'.join(s.split(','))

#| graph split.f(v0: Ptr(rpy_string)) -> Ptr(rpy_string)
#| b0(v0: Ptr(rpy_string)):
#|     goto b1(v0)
#| b1(v1: Ptr(rpy_string)):
#|     v2: Ptr(GcImmutableArray(Ptr(rpy_string))) = direct_call[rpython.rtyper.lltypesystem.rstr.ll_split_str](v1, @%22%2C%22, -1)
#|     v3: Bool = ptr_nonzero(v2)
#|     if v3 then b2(v2) else b4()
#| b2(v4: Ptr(GcImmutableArray(Ptr(rpy_string)))):
#|     v5: Signed = getarraysize[GcImmutableArray(Ptr(rpy_string))](v4)
#|     v6: Ptr(GcArray(Ptr(rpy_string))) = cast_pointer(v4)
#|     v7: Ptr(rpy_string) = direct_call[rpython.rtyper.lltypesystem.rstr.ll_join_strs](@%22%3B%22, v6, v5)
#|     goto return(v7)
#| b4():
#|     v9: Void = abort[none_operand]()
#|     unreachable
