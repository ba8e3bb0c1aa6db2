# Which fields may refer to one list. A helper that makes lists, or hands its argument on, is no reason that all callers
# share them; a helper that keeps its argument is.
# owners: Frame.stack Object.fields apart
# owners: Frame.stack Frame.locals apart
# owners: Frame.saved Frame.locals one
# owners: Object.copy Object.fields apart
# owners: Frame.passed Object.fields one
# owners: Frame.passed Frame.locals apart
# owners: Frame.looped Frame.first one
# owners: Frame.called Frame.chosen one
# owners: Frame.kept Object.kept one
# owners: Frame.deep Frame.called apart
# owners: Frame.deep Object.deep one
# owners: Frame.given Object.hidden unknown
# owners: Frame.prebuilt Object.prebuilt one
# owners: Frame.walked Object.walked apart
# owners: Frame.walked Frame.locals apart
# owners: Frame.locals Object.method apart
# owners: Frame.callback Object.method apart
# owners: Frame.callback Frame.method unknown
# owners: Frame.method Object.method apart
struct Frame gc { stack: Ptr(GcArray(Signed)), locals: Ptr(GcArray(Signed)), saved: Ptr(GcArray(Signed)), passed: Ptr(GcArray(Signed)), looped: Ptr(GcArray(Signed)), first: Ptr(GcArray(Signed)), called: Ptr(GcArray(Signed)), chosen: Ptr(GcArray(Signed)), kept: Ptr(GcArray(Signed)), deep: Ptr(GcArray(Signed)), given: Ptr(GcArray(Signed)), prebuilt: Ptr(GcArray(Signed)), walked: Ptr(GcArray(Signed)), method: Ptr(GcArray(Signed)), callback: Ptr(GcArray(Signed)) }
struct Object gc { fields: Ptr(GcArray(Signed)), copy: Ptr(GcArray(Signed)), kept: Ptr(GcArray(Signed)), deep: Ptr(GcArray(Signed)), hidden: Ptr(GcArray(Signed)), prebuilt: Ptr(GcArray(Signed)), walked: Ptr(GcArray(Signed)), method: Ptr(GcArray(Signed)) }
struct Place gc { list: Ptr(GcArray(Signed)) }
struct World gc { frame: Ptr(Frame), object: Ptr(Object), place: Ptr(Place) }
struct Table { set: Ptr(Func((Ptr(Object), Ptr(GcArray(Signed))) -> Void)), call: Ptr(Func((Ptr(Frame), Ptr(GcArray(Signed))) -> Void)) }
object @table: Table = {&set_method, &called_back}
object @shared: GcArray(Signed) = [1, 2]
object @place: Place = {null}
object @both: Object = {null, null, null, null, null, @shared, null, null}

graph make(v0: Signed) -> Ptr(GcArray(Signed))
b0(v0: Signed):
    v1: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](v0)
    goto return(v1)

graph itself(v0: Ptr(GcArray(Signed))) -> Ptr(GcArray(Signed))
b0(v0: Ptr(GcArray(Signed))):
    goto return(v0)

graph keep(v0: Ptr(GcArray(Signed))) -> Ptr(GcArray(Signed))
b0(v0: Ptr(GcArray(Signed))):
    v1: Ptr(GcArray(Signed)) = getfield[Place.list](@place)
    v2: Void = setfield[Place.list](@place, v0)
    goto return(v1)

graph deep(v0: Ptr(GcArray(Signed)), v1: Signed) -> Ptr(GcArray(Signed))
b0(v0: Ptr(GcArray(Signed)), v1: Signed):
    v2: Bool = int_gt(v1, 0)
    if v2 then b1(v0, v1) else return(v0)
b1(v10: Ptr(GcArray(Signed)), v11: Signed):
    v12: Signed = int_sub(v11, 1)
    v13: Ptr(GcArray(Signed)) = direct_call[deep](v10, v12)
    goto return(v13)

graph walk(v0: Ptr(GcArray(Signed)), v1: Signed) -> Signed
b0(v0: Ptr(GcArray(Signed)), v1: Signed):
    v2: Bool = int_gt(v1, 0)
    if v2 then b1(v0, v1) else return(v1)
b1(v10: Ptr(GcArray(Signed)), v11: Signed):
    v12: Void = setarrayitem[GcArray(Signed)](v10, v11, 3)
    v13: Signed = getarrayitem[GcArray(Signed)](v10, 0)
    v14: Signed = direct_call[walk](v10, v13)
    goto return(v14)

graph set_method(v0: Ptr(Object), v1: Ptr(GcArray(Signed))) -> Void
b0(v0: Ptr(Object), v1: Ptr(GcArray(Signed))):
    v2: Void = setfield[Object.method](v0, v1)
    goto return(void)

graph called_back(v0: Ptr(Frame), v1: Ptr(GcArray(Signed))) -> Void
b0(v0: Ptr(Frame), v1: Ptr(GcArray(Signed))):
    v2: Void = setfield[Frame.callback](v0, v1)
    goto return(void)

graph chosen(v0: Ptr(GcArray(Signed)), v1: Ptr(GcArray(Signed)), v2: Bool) -> Ptr(GcArray(Signed))
b0(v0: Ptr(GcArray(Signed)), v1: Ptr(GcArray(Signed)), v2: Bool):
    if v2 then return(v0) else return(v1)

graph main(v0: Ptr(Frame), v1: Ptr(Object), v2: Ptr(GcArray(Signed)), v3: Signed) -> Signed
b0(v0: Ptr(Frame), v1: Ptr(Object), v2: Ptr(GcArray(Signed)), v3: Signed):
    v4: Ptr(GcArray(Signed)) = direct_call[make](v3)
    v5: Void = setfield[Frame.stack](v0, v4)
    v6: Ptr(GcArray(Signed)) = direct_call[make](v3)
    v7: Void = setfield[Frame.locals](v0, v6)
    v8: Ptr(GcArray(Signed)) = getfield[Frame.locals](v0)
    v9: Void = setfield[Frame.saved](v0, v8)
    v10: Ptr(GcArray(Signed)) = direct_call[make](v3)
    v11: Void = setfield[Object.fields](v1, v10)
    v12: Ptr(GcArray(Signed)) = direct_call[itself](v10)
    v13: Void = setfield[Frame.passed](v0, v12)
    v14: Ptr(GcArray(Signed)) = direct_call[make](v3)
    v15: Ptr(GcArray(Signed)) = direct_call[itself](v14)
    v16: Void = setfield[Object.copy](v1, v15)
    v17: Ptr(GcArray(Signed)) = direct_call[make](v3)
    v18: Void = setfield[Frame.called](v0, v17)
    v19: Ptr(GcArray(Signed)) = direct_call[make](v3)
    v20: Bool = int_gt(v3, 5)
    v21: Ptr(GcArray(Signed)) = direct_call[chosen](v17, v19, v20)
    v22: Void = setfield[Frame.chosen](v0, v21)
    v23: Ptr(GcArray(Signed)) = direct_call[make](v3)
    v24: Void = setfield[Frame.kept](v0, v23)
    v25: Ptr(GcArray(Signed)) = direct_call[keep](v23)
    v26: Ptr(GcArray(Signed)) = direct_call[make](v3)
    v27: Ptr(GcArray(Signed)) = direct_call[keep](v26)
    v28: Void = setfield[Object.kept](v1, v27)
    v29: Ptr(GcArray(Signed)) = direct_call[make](v3)
    v30: Void = setfield[Frame.deep](v0, v29)
    v31: Ptr(GcArray(Signed)) = direct_call[deep](v29, v3)
    v32: Void = setfield[Object.deep](v1, v31)
    v33: Void = setfield[Frame.given](v0, v2)
    v34: Ptr(GcArray(Signed)) = direct_call[make](v3)
    v35: Void = setfield[Object.hidden](v1, v34)
    v36: Address = cast_ptr_to_adr(v34)
    v37: Void = setfield[Frame.prebuilt](v0, @shared)
    v39: Ptr(GcArray(Signed)) = direct_call[make](v3)
    v40: Void = setfield[Frame.walked](v0, v39)
    v41: Signed = direct_call[walk](v39, v3)
    v42: Ptr(GcArray(Signed)) = direct_call[make](v3)
    v43: Void = setfield[Object.walked](v1, v42)
    v44: Signed = direct_call[walk](v42, v3)
    v45: Ptr(GcArray(Signed)) = direct_call[make](v3)
    v46: Void = setfield[Frame.method](v0, v45)
    v47: Ptr(Func((Ptr(Object), Ptr(GcArray(Signed))) -> Void)) = getfield[Table.set](@table)
    v48: Ptr(GcArray(Signed)) = direct_call[make](v3)
    v49: Void = indirect_call[Func((Ptr(Object), Ptr(GcArray(Signed))) -> Void) | set_method](v47, v1, v48)
    v90: Ptr(Func((Ptr(Frame), Ptr(GcArray(Signed))) -> Void)) = getfield[Table.call](@table)
    v91: Void = indirect_call[Func((Ptr(Frame), Ptr(GcArray(Signed))) -> Void)](v90, v0, v45)
    v38: Ptr(GcArray(Signed)) = direct_call[make](v3)
    goto b1(v0, v38, v3)
b1(v50: Ptr(Frame), v51: Ptr(GcArray(Signed)), v52: Signed):
    v53: Void = setfield[Frame.looped](v50, v51)
    v54: Bool = int_gt(v52, 0)
    if v54 then b2(v50, v51, v52) else return(v52)
b2(v70: Ptr(Frame), v71: Ptr(GcArray(Signed)), v72: Signed):
    v73: Ptr(GcArray(Signed)) = direct_call[make](v72)
    v74: Void = setfield[Frame.first](v70, v73)
    v75: Signed = int_sub(v72, 1)
    goto b1(v70, v73, v75)
