# An immutable field of an object that the function has made keeps its value over calls and joins, if in the whole program only makers
# store it. Stores between the load and the next one count, whatever they are behind: a loop, a branch, a handler.
# pass: cse, simplify
# run: over_call(5) => 10
# run: default_first(5) => 7
# run: in_loop(3) => 6
# run: stored_in_loop(3) => 3
# run: on_one_way(0) => 0
# run: on_one_way(4) => 4
# run: handled(0) => 9
# run: handled(6) => 9
# run: late(5) => 5
# run: part(5) => 5
# run: call_between(5) => 5
# run: next_round(3) => 3
struct vtable vtable { min: Signed, max: Signed }
struct object gc { typeptr: Ptr(vtable) immutable }
struct C gc { super: object, n: Signed immutable, late: Signed immutable, next: Ptr(C) }
struct D gc { super: C, m: Signed immutable }
known vtable vtable
known object object
exception Exception @exc_vt @exc
exception OverflowError @ov_vt @ov
exception RecursionError @rec_vt @rec
exception MemoryError @mem_vt @mem
object @exc_vt: vtable = {0, 10}
object @ov_vt: vtable = {2, 3}
object @mem_vt: vtable = {5, 6}
object @rec_vt: vtable = {6, 7}
object @exc: object = {@exc_vt}
object @ov: object = {@ov_vt}
object @mem: object = {@mem_vt}
object @rec: object = {@rec_vt}

graph touch(v0: Ptr(C)) -> Void
b0(v0: Ptr(C)):
    v1: Void = setfield[C.next](v0, v0)
    goto return(void)

graph finish(v0: Ptr(C), v1: Signed) -> Void
b0(v0: Ptr(C), v1: Signed):
    v2: Void = setfield[C.late](v0, v1)
    goto return(void)

graph fail(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then raise(@ov_vt, @ov) else return(v0)

# One value before and behind the call.
graph over_call(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(C) = malloc[C]()
    v2: Void = setfield[C.n](v1, v0)
    v3: Signed = getfield[C.n](v1)
    v4: Void = direct_call[touch](v1)
    v5: Signed = getfield[C.n](v1)
    v6: Signed = int_add(v3, v5)
    goto return(v6)

# A default, read before the final value is stored.
graph default_first(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(C) = malloc[C]()
    v2: Signed = getfield[C.n](v1)
    v3: Void = setfield[C.n](v1, 2)
    v4: Void = direct_call[touch](v1)
    v5: Signed = getfield[C.n](v1)
    v6: Void = setfield[C.n](v1, v0)
    v7: Void = direct_call[touch](v1)
    v8: Signed = getfield[C.n](v1)
    v9: Signed = int_add(v5, v8)
    v10: Signed = int_add(v9, v2)
    goto return(v10)

# Calls in the loop make no difference.
graph in_loop(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(C) = malloc[C]()
    v2: Void = setfield[C.n](v1, 2)
    goto b1(v1, v0, 0)
b1(v3: Ptr(C), v4: Signed, v5: Signed):
    v6: Bool = int_is_true(v4)
    if v6 then b2(v3, v4, v5) else return(v5)
b2(v7: Ptr(C), v8: Signed, v9: Signed):
    v10: Void = direct_call[touch](v7)
    v11: Signed = getfield[C.n](v7)
    v12: Signed = int_add(v9, v11)
    v13: Signed = int_sub(v8, 1)
    goto b1(v7, v13, v12)

# A store in the loop does, also to what reads in the header.
graph stored_in_loop(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(C) = malloc[C]()
    v2: Void = setfield[C.n](v1, 0)
    goto b1(v1, v0)
b1(v3: Ptr(C), v4: Signed):
    v5: Signed = getfield[C.n](v3)
    v6: Bool = int_lt(v5, v4)
    if v6 then b2(v3, v4, v5) else b3(v3)
b2(v7: Ptr(C), v8: Signed, v9: Signed):
    v10: Signed = int_add(v9, 1)
    v11: Void = setfield[C.n](v7, v10)
    goto b1(v7, v8)
b3(v12: Ptr(C)):
    v13: Signed = getfield[C.n](v12)
    goto return(v13)

graph on_one_way(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(C) = malloc[C]()
    v2: Void = setfield[C.n](v1, 0)
    v3: Bool = int_is_true(v0)
    if v3 then b1(v1, v0) else b2(v1)
b1(v4: Ptr(C), v5: Signed):
    v6: Void = setfield[C.n](v4, v5)
    goto b2(v4)
b2(v7: Ptr(C)):
    v8: Signed = getfield[C.n](v7)
    goto return(v8)

# The same value behind the call and in its handler.
graph handled(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(C) = malloc[C]()
    v2: Void = setfield[C.n](v1, 9)
    v3: Signed = direct_call[fail](v0)
    try { normal => b1(v1), @exc_vt(v6: Ptr(vtable), v7: Ptr(object)) => b1(v1) }
b1(v4: Ptr(C)):
    v5: Signed = getfield[C.n](v4)
    goto return(v5)

# A function that has not made the object stores the field: it is read again.
graph late(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(C) = malloc[C]()
    v2: Void = setfield[C.late](v1, 3)
    v3: Void = direct_call[finish](v1, v0)
    v4: Signed = getfield[C.late](v1)
    goto return(v4)

# The object seen as its parent.
graph part(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(D) = malloc[D]()
    v2: Ptr(C) = cast_pointer(v1)
    v3: Void = setfield[C.n](v2, 2)
    v4: Void = setfield[D.m](v1, 3)
    goto b1(v1, v0)
b1(v5: Ptr(D), v6: Signed):
    v7: Ptr(C) = cast_pointer(v5)
    v8: Void = direct_call[touch](v7)
    v9: Signed = getfield[C.n](v7)
    v10: Signed = getfield[D.m](v5)
    v11: Signed = int_add(v9, v10)
    goto return(v11)

# Residual code that is entered between the allocation and the last store may make that store.
graph call_between(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(C) = malloc[C]()
    v2: Void = setfield[C.n](v1, v0)
    v3: Void = direct_call[touch](v1)
    v4: Signed = getfield[C.n](v1)
    v5: Void = setfield[C.n](v1, v4)
    v6: Void = direct_call[touch](v1)
    v7: Signed = getfield[C.n](v1)
    goto return(v7)

# In each round an object of its own: that of the round before is another.
graph next_round(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(C) = malloc[C]()
    v2: Void = setfield[C.n](v1, 0)
    goto b1(v1, v0)
b1(v3: Ptr(C), v4: Signed):
    v5: Signed = getfield[C.n](v3)
    v6: Bool = int_lt(v5, v4)
    if v6 then b2(v4, v5) else return(v5)
b2(v7: Signed, v8: Signed):
    v9: Ptr(C) = malloc[C]()
    v10: Signed = int_add(v8, 1)
    v11: Void = setfield[C.n](v9, v10)
    goto b1(v9, v7)
#=== output
graph touch(v0: Ptr(C)) -> Void
b0(v0: Ptr(C)):
    v1: Void = setfield[C.next](v0, v0)
    goto return(void)

graph finish(v0: Ptr(C), v1: Signed) -> Void
b0(v0: Ptr(C), v1: Signed):
    v2: Void = setfield[C.late](v0, v1)
    goto return(void)

graph fail(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then raise(@ov_vt, @ov) else return(v0)

graph over_call(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(C) = malloc[C]()
    v2: Void = setfield[C.n](v1, v0)
    v4: Void = direct_call[touch](v1)
    v6: Signed = int_add(v0, v0)
    goto return(v6)

graph default_first(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(C) = malloc[C]()
    v2: Void = setfield[C.n](v1, 2)
    v3: Void = direct_call[touch](v1)
    v4: Signed = getfield[C.n](v1)
    v5: Void = setfield[C.n](v1, v0)
    v6: Void = direct_call[touch](v1)
    v7: Signed = int_add(v4, v0)
    goto return(v7)

graph in_loop(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(C) = malloc[C]()
    v2: Void = setfield[C.n](v1, 2)
    goto b1(v1, v0, 0)
b1(v3: Ptr(C), v4: Signed, v5: Signed):
    v6: Bool = int_is_true(v4)
    if v6 then b2(v3, v4, v5) else return(v5)
b2(v7: Ptr(C), v8: Signed, v9: Signed):
    v10: Void = direct_call[touch](v7)
    v12: Signed = int_add(v9, 2)
    v13: Signed = int_sub(v8, 1)
    goto b1(v7, v13, v12)

graph stored_in_loop(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(C) = malloc[C]()
    v2: Void = setfield[C.n](v1, 0)
    goto b1(v1, v0)
b1(v3: Ptr(C), v4: Signed):
    v5: Signed = getfield[C.n](v3)
    v6: Bool = int_lt(v5, v4)
    if v6 then b2(v3, v4, v5) else return(v5)
b2(v7: Ptr(C), v8: Signed, v9: Signed):
    v10: Signed = int_add(v9, 1)
    v11: Void = setfield[C.n](v7, v10)
    goto b1(v7, v8)

graph on_one_way(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(C) = malloc[C]()
    v2: Void = setfield[C.n](v1, 0)
    v3: Bool = int_is_true(v0)
    if v3 then b1(v1, v0) else b2(v1)
b1(v4: Ptr(C), v5: Signed):
    v6: Void = setfield[C.n](v4, v5)
    goto b2(v4)
b2(v7: Ptr(C)):
    v8: Signed = getfield[C.n](v7)
    goto return(v8)

graph handled(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(C) = malloc[C]()
    v2: Void = setfield[C.n](v1, 9)
    v3: Signed = direct_call[fail](v0)
    try { normal => return(9), @exc_vt(v4: Ptr(vtable), v5: Ptr(object)) => return(9) }

graph late(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(C) = malloc[C]()
    v2: Void = setfield[C.late](v1, 3)
    v3: Void = direct_call[finish](v1, v0)
    v4: Signed = getfield[C.late](v1)
    goto return(v4)

graph part(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(D) = malloc[D]()
    v2: Ptr(C) = cast_pointer(v1)
    v3: Void = setfield[C.n](v2, 2)
    v4: Void = setfield[D.m](v1, 3)
    v5: Void = direct_call[touch](v2)
    goto return(5)

graph call_between(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(C) = malloc[C]()
    v2: Void = setfield[C.n](v1, v0)
    v3: Void = direct_call[touch](v1)
    v4: Signed = getfield[C.n](v1)
    v5: Void = setfield[C.n](v1, v4)
    v6: Void = direct_call[touch](v1)
    goto return(v4)

graph next_round(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(C) = malloc[C]()
    v2: Void = setfield[C.n](v1, 0)
    goto b1(v1, v0)
b1(v3: Ptr(C), v4: Signed):
    v5: Signed = getfield[C.n](v3)
    v6: Bool = int_lt(v5, v4)
    if v6 then b2(v4, v5) else return(v5)
b2(v7: Signed, v8: Signed):
    v9: Ptr(C) = malloc[C]()
    v10: Signed = int_add(v8, 1)
    v11: Void = setfield[C.n](v9, v10)
    goto b1(v9, v7)
