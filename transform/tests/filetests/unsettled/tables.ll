# An elidable function that finds None in tables of its own would compute it: nobody else fills these. Tables that others
# write, or are given, may be filled in later.
# unsettled: own no
# unsettled: number no
# unsettled: filled yes
# unsettled: both yes
# unsettled: lent yes
# unsettled: calls_filled yes
# unsettled: cleared no
# unsettled: reset no
# unsettled: switched yes
# unsettled: partly_filled no
# unsettled: never_fills yes
# unsettled: made_later yes
struct Thing gc { n: Signed }
struct Holder gc { flags: Ptr(GcArray(Signed)) }
struct Cache gc { keys: Ptr(GcArray(Signed)), found: Ptr(GcArray(Ptr(Thing))) }
object @keys: GcArray(Signed) = [0, 0]
object @found: GcArray(Ptr(Thing)) = [null, null]
object @slots: GcArray(Ptr(Thing)) = [null, null]
object @two: GcArray(Ptr(Thing)) = [null, null]
object @given: GcArray(Ptr(Thing)) = [null, null]
object @often: GcArray(Ptr(Thing)) = [null, null]
object @numbers: GcArray(Signed) = [2, 2]
object @switches: GcArray(Signed) = [2, 2]
object @mixed: GcArray(Signed) = [2, 9]
object @flags: GcArray(Signed) = [2, 3]
object @holder: Holder = {@first}
object @first: GcArray(Signed) = [2, 2]
object @thing: Thing = {7}
entry main

attrs elidable
graph own(v0: Signed) -> Ptr(Thing)
b0(v0: Signed):
    v1: Signed = getarrayitem[GcArray(Signed)](@keys, 0)
    v2: Bool = int_eq(v1, v0)
    if v2 then b1() else b2(v0)
b1():
    v3: Ptr(Thing) = getarrayitem[GcArray(Ptr(Thing))](@found, 0)
    goto return(v3)
b2(v10: Signed):
    v11: Void = setarrayitem[GcArray(Signed)](@keys, 0, v10)
    v12: Void = setarrayitem[GcArray(Ptr(Thing))](@found, 0, @thing)
    goto return(@thing)

attrs elidable
graph number(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(Thing) = getarrayitem[GcArray(Ptr(Thing))](@slots, v0)
    v2: Signed = getfield[Thing.n](v1)
    goto return(v2)

attrs elidable
graph filled(v0: Signed) -> Ptr(Thing)
b0(v0: Signed):
    v1: Ptr(Thing) = getarrayitem[GcArray(Ptr(Thing))](@slots, v0)
    goto return(v1)

graph fill(v0: Signed, v1: Ptr(Thing)) -> Void
b0(v0: Signed, v1: Ptr(Thing)):
    v2: Void = setarrayitem[GcArray(Ptr(Thing))](@slots, v0, v1)
    v3: Void = setarrayitem[GcArray(Ptr(Thing))](@two, v0, v1)
    goto return(void)

attrs elidable
graph both(v0: Signed) -> Ptr(Thing)
b0(v0: Signed):
    v1: Ptr(Thing) = getarrayitem[GcArray(Ptr(Thing))](@two, v0)
    v2: Void = setarrayitem[GcArray(Ptr(Thing))](@two, v0, @thing)
    goto return(v1)

graph poke(v0: Ptr(GcArray(Ptr(Thing))), v1: Ptr(Thing)) -> Void
b0(v0: Ptr(GcArray(Ptr(Thing))), v1: Ptr(Thing)):
    v2: Void = setarrayitem[GcArray(Ptr(Thing))](v0, 0, v1)
    goto return(void)

attrs elidable
graph lent(v0: Signed) -> Ptr(Thing)
b0(v0: Signed):
    v1: Ptr(Thing) = getarrayitem[GcArray(Ptr(Thing))](@given, v0)
    goto return(v1)

attrs elidable
graph calls_filled(v0: Signed) -> Ptr(Thing)
b0(v0: Signed):
    v1: Ptr(Thing) = direct_call[filled](v0)
    goto return(v1)

attrs elidable
graph cleared(v0: Signed) -> Ptr(Thing)
b0(v0: Signed):
    v1: Ptr(Thing) = getarrayitem[GcArray(Ptr(Thing))](@often, v0)
    v2: Void = setarrayitem[GcArray(Ptr(Thing))](@often, v0, @thing)
    goto return(v1)

graph clear(v0: Signed) -> Void
b0(v0: Signed):
    v1: Void = setarrayitem[GcArray(Ptr(Thing))](@often, v0, null(Ptr(Thing)))
    goto return(void)

attrs elidable
graph reset(v0: Signed) -> Ptr(Thing)
b0(v0: Signed):
    v1: Signed = getarrayitem[GcArray(Signed)](@numbers, v0)
    v2: Bool = int_eq(v1, 3)
    if v2 then b1() else b2(v0)
b1():
    goto return(@thing)
b2(v3: Signed):
    v4: Void = setarrayitem[GcArray(Signed)](@numbers, v3, 5)
    goto return(null(Ptr(Thing)))

attrs elidable
graph switched(v0: Signed) -> Ptr(Thing)
b0(v0: Signed):
    v1: Signed = getarrayitem[GcArray(Signed)](@switches, v0)
    v2: Bool = int_eq(v1, 3)
    if v2 then b1() else b2(v0)
b1():
    goto return(@thing)
b2(v3: Signed):
    v4: Void = setarrayitem[GcArray(Signed)](@switches, v3, 5)
    goto return(null(Ptr(Thing)))

attrs elidable
graph partly_filled(v0: Signed) -> Ptr(Thing)
b0(v0: Signed):
    v1: Signed = getarrayitem[GcArray(Signed)](@mixed, v0)
    v2: Bool = int_eq(v1, 3)
    if v2 then b1() else b2(v0)
b1():
    goto return(@thing)
b2(v3: Signed):
    v4: Void = setarrayitem[GcArray(Signed)](@mixed, v3, 5)
    goto return(null(Ptr(Thing)))

attrs elidable
graph never_fills(v0: Signed) -> Ptr(Thing)
b0(v0: Signed):
    v1: Signed = getarrayitem[GcArray(Signed)](@flags, v0)
    v2: Bool = int_eq(v1, 2)
    if v2 then b1() else b2()
b1():
    goto return(@thing)
b2():
    goto return(null(Ptr(Thing)))

attrs elidable
graph made_later(v0: Signed) -> Ptr(Thing)
b0(v0: Signed):
    v1: Ptr(GcArray(Signed)) = getfield[Holder.flags](@holder)
    v2: Signed = getarrayitem[GcArray(Signed)](v1, v0)
    v3: Bool = int_eq(v2, 2)
    if v3 then b1() else b2()
b1():
    goto return(@thing)
b2():
    goto return(null(Ptr(Thing)))

graph reset_all(v0: Signed) -> Void
b0(v0: Signed):
    v1: Void = setarrayitem[GcArray(Signed)](@numbers, v0, 2)
    v2: Void = setarrayitem[GcArray(Signed)](@switches, v0, 3)
    v3: Void = setarrayitem[GcArray(Signed)](@mixed, v0, 2)
    v7: Void = setarrayitem[GcArray(Signed)](@flags, v0, 2)
    v4: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](v0)
    v5: Void = setfield[Holder.flags](@holder, v4)
    v6: Void = setarrayitem[GcArray(Signed)](v4, 0, 2)
    goto return(void)

graph main(v0: Signed, v1: Ptr(Thing)) -> Signed
b0(v0: Signed, v1: Ptr(Thing)):
    v2: Void = direct_call[fill](v0, v1)
    v3: Void = direct_call[poke](@given, v1)
    v4: Ptr(Thing) = direct_call[own](v0)
    v5: Ptr(Thing) = direct_call[both](v0)
    v6: Ptr(Thing) = direct_call[lent](v0)
    v7: Ptr(Thing) = direct_call[calls_filled](v0)
    v9: Ptr(Thing) = direct_call[cleared](v0)
    v10: Void = direct_call[clear](v0)
    v11: Ptr(Thing) = direct_call[reset](v0)
    v12: Ptr(Thing) = direct_call[switched](v0)
    v13: Ptr(Thing) = direct_call[partly_filled](v0)
    v14: Ptr(Thing) = direct_call[made_later](v0)
    v15: Void = direct_call[reset_all](v0)
    v16: Ptr(Thing) = direct_call[never_fills](v0)
    v8: Signed = direct_call[number](v0)
    goto return(v8)
