# Candidates whose arguments meet: a char and a string, one that is never None and one that may be.
# entry: f(int)
# run: f(0) => 103
# run: f(1) => 2
# show: f a b
def a(c): return ord(c[0]) + 2
def b(s): return 0 if s is None else len(s) + 1

def f(n):
    g = a if n == 0 else b
    b(None)
    b('xyz')
    return g('e')

#| graph signatures.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Bool = int_eq(v1, 0)
#|     if v2 then b2(&signatures.a__adapter) else b2(&signatures.b)
#| b2(v3: Ptr(Func((Ptr(rpy_string)) -> Signed))):
#|     v4: Signed = direct_call[signatures.b](null(Ptr(rpy_string)))
#|     v5: Signed = direct_call[signatures.b](@%22xyz%22)
#|     v6: Signed = indirect_call[Func((Ptr(rpy_string)) -> Signed) | signatures.a__adapter, signatures.b](v3, @%22e%22)
#|     goto return(v6)
#|
#| graph signatures.a(v0: Char) -> Signed
#| b0(v0: Char):
#|     goto b1(v0)
#| b1(v1: Char):
#|     v2: Signed = getinteriorsize[rpy_string](@%22e%22)
#|     v3: Unsigned = cast_int_to_uint(v2)
#|     v4: Bool = uint_lt(0u, v3)
#|     if v4 then b2() else b4()
#| b2():
#|     v5: Char = getinterioritem[rpy_string](@%22e%22, 0)
#|     v6: Signed = cast_char_to_int(v5)
#|     v7: Signed = int_add(v6, 2)
#|     goto return(v7)
#| b4():
#|     v9: Void = abort[index_out_of_range]()
#|     unreachable
#|
#| graph signatures.b(v0: Ptr(rpy_string)) -> Signed
#| b0(v0: Ptr(rpy_string)):
#|     goto b1(v0)
#| b1(v1: Ptr(rpy_string)):
#|     v2: Bool = ptr_iszero(v1)
#|     if v2 then return(0) else b2(v1)
#| b2(v3: Ptr(rpy_string)):
#|     v4: Signed = getinteriorsize[rpy_string](v3)
#|     v5: Signed = int_add(v4, 1)
#|     goto return(v5)
