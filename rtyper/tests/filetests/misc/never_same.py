# Values of different sorts are the same only if both are None.
# entry: f(int)
# run: f(0) => True
# run: f(1) => False
# run: f(2) => False
# show: f
class A(object):
    pass

def instance(n):
    if n > 0:
        return A()
    return None

def text(n):
    if n > 1:
        return 'text'
    return None

def f(n):
    return instance(n) == text(n)

#| graph never_same.f(v0: Signed) -> Bool
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(A) = direct_call[never_same.instance](v1)
#|     v3: Ptr(rpy_string) = direct_call[never_same.text](v1)
#|     v4: Bool = ptr_iszero(v2)
#|     if v4 then b2(v3) else b3()
#| b2(v5: Ptr(rpy_string)):
#|     v6: Bool = ptr_iszero(v5)
#|     goto b4(v6)
#| b3():
#|     goto b4(false)
#| b4(v7: Bool):
#|     goto return(v7)
