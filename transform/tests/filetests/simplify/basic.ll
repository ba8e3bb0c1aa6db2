# Constants, identities, branches, threading, joining, trivial inputargs, dead code.
# pass: simplify
# run: constants() => 42
# run: identities(7) => 14
# run: negations(3) => 1
# run: negations(9) => 0
# run: threading(4) => 2
# run: threading(0) => 1
# run: trivial(5) => 50
# run: dead(3) => 3
# run: folded_ovf() => 3
# run: chars('a') => 1
# run: chars('b') => 2
# run: vtable() => 7
# run: text() => 5
# run: once(2) => 5
# run: reraise(1) => 1
# prelude: yes

struct str gc { hash: Signed, chars: Array(Char) immutable }
known string str
object @hello: str = {0, "hello"}

graph constants() -> Signed
b0():
    v0: Signed = int_add(40, 2)
    v1: Bool = int_lt(v0, 50)
    if v1 then b1(v0) else b2()
b1(v2: Signed):
    v3: Signed = int_mul(v2, 1)
    goto return(v3)
b2():
    v4: Void = abort[unreachable]()
    unreachable

graph identities(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add(0, v0)
    v2: Signed = int_add(v1, 3)
    v3: Signed = int_add(v2, -3)
    v4: Signed = int_mul(v3, 2)
    v5: Signed = int_sub(v4, v4)
    v6: Signed = int_or(v4, v5)
    goto return(v6)

graph negations(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_lt(v0, 5)
    v2: Bool = bool_not(v1)
    v3: Bool = bool_not(v2)
    v4: Bool = bool_not(v3)
    if v4 then return(0) else b1(v1)
b1(v5: Bool):
    v6: Signed = cast_bool_to_int(v5)
    goto return(v6)

graph threading(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then b1(true) else b1(false)
b1(v2: Bool):
    if v2 then b2() else b3()
b2():
    goto return(2)
b3():
    goto return(1)

graph trivial(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(v0, 10, 0, v0)
b1(v1: Signed, v2: Signed, v3: Signed, v4: Signed):
    v5: Bool = int_is_true(v1)
    if v5 then b2(v1, v2, v3, v4) else return(v3)
b2(v6: Signed, v7: Signed, v8: Signed, v9: Signed):
    v10: Signed = int_sub(v9, 1)
    v11: Signed = int_add(v8, v7)
    goto b1(v10, v7, v11, v10)

graph dead(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = getfield[S.x](@prebuilt)
    v2: Ptr(S) = malloc[S]()
    v3: Signed = direct_call[trivial](v0)
    goto b1(v0, v1)
b1(v4: Signed, v5: Signed):
    v6: Bool = int_lt(v4, 0)
    if v6 then b1(v4, v5) else return(v4)

graph folded_ovf() -> Signed
b0():
    v0: Signed = int_add_ovf(1, 2)
    try { normal => return(v0), @ov_vt(v1: Ptr(vtable), v2: Ptr(object)) => return(-1) }

graph chars(v0: Char) -> Signed
b0(v0: Char):
    v1: Signed = cast_char_to_int(v0)
    v2: Bool = int_eq(v1, 97)
    v3: Bool = int_lt(v1, 1000)
    v4: Bool = int_eq(v1, 300)
    if v2 then return(1) else b1(v3, v4)
b1(v5: Bool, v6: Bool):
    if v6 then return(3) else b2(v5)
b2(v7: Bool):
    if v7 then return(2) else return(0)

graph vtable() -> Signed
b0():
    v0: Ptr(object) = cast_pointer(@prebuilt)
    v1: Ptr(vtable) = getfield[object.typeptr](v0)
    v2: Bool = ptr_eq(v1, @exc_vt)
    if v2 then b1() else return(0)
b1():
    v3: Signed = getfield[S.x](@prebuilt)
    goto return(v3)

graph text() -> Signed
b0():
    v0: Signed = getinteriorsize[str](@hello)
    v1: Char = getinterioritem[str](@hello, 1)
    v2: Bool = char_eq(v1, 'e')
    if v2 then return(v0) else return(0)

graph once(v0: Signed) -> Signed
b0(v0: Signed):
    switch v0 { 1 => b1(v0), 2 => b1(v0), default => return(0) }
b1(v1: Signed):
    v2: Signed = int_add(v1, 3)
    goto return(v2)

graph reraise(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[dead](v0)
    try { normal => return(v0), @mem_vt(v2: Ptr(vtable), v3: Ptr(object)) => raise(v2, v3), @exc_vt(v4: Ptr(vtable), v5: Ptr(object)) => raise(v4, v5) }
#=== output
graph constants() -> Signed
b0():
    goto return(42)

graph identities(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_lshift(v0, 1)
    goto return(v1)

graph negations(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_lt(v0, 5)
    v2: Bool = int_ge(v0, 5)
    if v2 then return(0) else b1(v1)
b1(v3: Bool):
    v4: Signed = cast_bool_to_int(v3)
    goto return(v4)

graph threading(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then return(2) else return(1)

graph trivial(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(v0, 10, 0)
b1(v1: Signed, v2: Signed, v3: Signed):
    v4: Bool = int_is_true(v1)
    if v4 then b2(v1, v2, v3) else return(v3)
b2(v5: Signed, v6: Signed, v7: Signed):
    v8: Signed = int_sub(v5, 1)
    v9: Signed = int_add(v7, v6)
    goto b1(v8, v6, v9)

graph dead(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[trivial](v0)
    goto b1(v0)
b1(v2: Signed):
    v3: Bool = int_lt(v2, 0)
    if v3 then b1(v2) else return(v2)

graph folded_ovf() -> Signed
b0():
    goto return(3)

graph chars(v0: Char) -> Signed
b0(v0: Char):
    v1: Bool = char_eq(v0, 'a')
    if v1 then return(1) else return(2)

graph vtable() -> Signed
b0():
    v0: Signed = getfield[S.x](@prebuilt)
    goto return(v0)

graph text() -> Signed
b0():
    goto return(5)

graph once(v0: Signed) -> Signed
b0(v0: Signed):
    switch v0 { 1 => b1(1), 2 => b1(2), default => return(0) }
b1(v1: Signed):
    v2: Signed = int_add(v1, 3)
    goto return(v2)

graph reraise(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[dead](v0)
    goto return(v0)
