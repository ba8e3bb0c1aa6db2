# References to iterators and tuples have classes of their own: what one goes over has nothing to do with what another
# one goes over, unless they meet.
# owners: Frame.stack Object.fields apart
# owners: Frame.taken Frame.stack one
# owners: Frame.taken Object.fields apart
# owners: Object.taken Object.fields one
# owners: Frame.met Object.met one
# owners: Frame.met Frame.stack apart
# owners: Frame.deep Object.deep one
# owners: Frame.deep Frame.met apart
# owners: Frame.put Object.put one
# owners: Frame.put Frame.deep apart
# owners: Frame.hidden Frame.given unknown
# owners: Frame.hidden Object.hidden apart
# owners: Frame.told Object.told apart
# owners: Frame.prebuilt Object.prebuilt one
# owners: Frame.prebuilt Frame.put apart
# owners: Frame.second Object.second one
# owners: Frame.second Frame.prebuilt apart
# owners: Frame.second Frame.stack apart
# owners: Frame.given Object.given apart
# owners: Iterator.list Frame.stack unknown
# owners: Object.kept Frame.kept one
# owners: Object.kept Frame.second apart
struct Frame gc { stack: Ptr(GcArray(Signed)), taken: Ptr(GcArray(Signed)), met: Ptr(GcArray(Signed)), deep: Ptr(GcArray(Signed)), put: Ptr(GcArray(Signed)), hidden: Ptr(GcArray(Signed)), told: Ptr(GcArray(Signed)), prebuilt: Ptr(GcArray(Signed)), second: Ptr(GcArray(Signed)), given: Ptr(GcArray(Signed)), kept: Ptr(GcArray(Signed)) }
struct Object gc { fields: Ptr(GcArray(Signed)), taken: Ptr(GcArray(Signed)), met: Ptr(GcArray(Signed)), deep: Ptr(GcArray(Signed)), put: Ptr(GcArray(Signed)), hidden: Ptr(GcArray(Signed)), told: Ptr(GcArray(Signed)), prebuilt: Ptr(GcArray(Signed)), second: Ptr(GcArray(Signed)), given: Ptr(GcArray(Signed)), kept: Ptr(GcArray(Signed)) }
struct Iterator gc { list: Ptr(GcArray(Signed)), index: Signed }
struct Pair gc { item0: Ptr(GcArray(Signed)), item1: Ptr(GcArray(Signed)) }
struct Fixed gc { item0: Ptr(GcArray(Signed)), item1: Signed }
struct World gc { frame: Ptr(Frame), object: Ptr(Object), stored: Ptr(Iterator) }
object @shared: GcArray(Signed) = [1, 2]
object @fixed: Fixed = {@shared, 1}

graph make(v0: Signed) -> Ptr(GcArray(Signed))
b0(v0: Signed):
    v1: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](v0)
    goto return(v1)

graph iterate(v0: Ptr(GcArray(Signed))) -> Ptr(Iterator)
b0(v0: Ptr(GcArray(Signed))):
    v1: Ptr(Iterator) = malloc[Iterator]()
    v2: Void = setfield[Iterator.list](v1, v0)
    goto return(v1)

graph list_of(v0: Ptr(Iterator)) -> Ptr(GcArray(Signed))
b0(v0: Ptr(Iterator)):
    v1: Ptr(GcArray(Signed)) = getfield[Iterator.list](v0)
    goto return(v1)

graph put(v0: Ptr(Iterator), v1: Ptr(GcArray(Signed))) -> Void
b0(v0: Ptr(Iterator), v1: Ptr(GcArray(Signed))):
    v2: Void = setfield[Iterator.list](v0, v1)
    goto return(void)

graph deep(v0: Ptr(Iterator), v1: Signed) -> Ptr(GcArray(Signed))
b0(v0: Ptr(Iterator), v1: Signed):
    v2: Bool = int_gt(v1, 0)
    if v2 then b1(v0, v1) else b2(v0)
b1(v10: Ptr(Iterator), v11: Signed):
    v12: Signed = int_sub(v11, 1)
    v13: Ptr(GcArray(Signed)) = direct_call[deep](v10, v12)
    goto return(v13)
b2(v20: Ptr(Iterator)):
    v21: Ptr(GcArray(Signed)) = direct_call[list_of](v20)
    goto return(v21)

graph pair(v0: Ptr(GcArray(Signed)), v1: Ptr(GcArray(Signed))) -> Ptr(Pair)
b0(v0: Ptr(GcArray(Signed)), v1: Ptr(GcArray(Signed))):
    v2: Ptr(Pair) = malloc[Pair]()
    v3: Void = setfield[Pair.item0](v2, v0)
    v4: Void = setfield[Pair.item1](v2, v1)
    goto return(v2)

graph told(v0: Ptr(GcArray(Signed)), v1: Ptr(Iterator)) -> Bool
b0(v0: Ptr(GcArray(Signed)), v1: Ptr(Iterator)):
    v2: Bool = hint[isvirtual](v0)
    v3: Bool = hint[isvirtual](v1)
    goto return(v3)

graph main(v0: Ptr(Frame), v1: Ptr(Object), v2: Ptr(Iterator), v3: Signed, v4: Ptr(World)) -> Signed
b0(v0: Ptr(Frame), v1: Ptr(Object), v2: Ptr(Iterator), v3: Signed, v4: Ptr(World)):
    v5: Ptr(GcArray(Signed)) = direct_call[make](v3)
    v6: Void = setfield[Frame.stack](v0, v5)
    v7: Ptr(GcArray(Signed)) = direct_call[make](v3)
    v8: Void = setfield[Object.fields](v1, v7)
    v9: Ptr(Iterator) = direct_call[iterate](v5)
    v10: Ptr(Iterator) = direct_call[iterate](v7)
    v11: Ptr(GcArray(Signed)) = direct_call[list_of](v9)
    v12: Void = setfield[Frame.taken](v0, v11)
    v13: Ptr(GcArray(Signed)) = direct_call[list_of](v10)
    v14: Void = setfield[Object.taken](v1, v13)
    v20: Ptr(GcArray(Signed)) = direct_call[make](v3)
    v21: Void = setfield[Frame.deep](v0, v20)
    v22: Ptr(Iterator) = direct_call[iterate](v20)
    v23: Ptr(GcArray(Signed)) = direct_call[deep](v22, v3)
    v24: Void = setfield[Object.deep](v1, v23)
    v30: Ptr(GcArray(Signed)) = direct_call[make](v3)
    v31: Void = setfield[Frame.put](v0, v30)
    v32: Ptr(Iterator) = malloc[Iterator]()
    v33: Void = direct_call[put](v32, v30)
    v34: Ptr(GcArray(Signed)) = getfield[Iterator.list](v32)
    v35: Void = setfield[Object.put](v1, v34)
    v40: Ptr(GcArray(Signed)) = direct_call[make](v3)
    v41: Void = setfield[Frame.hidden](v0, v40)
    v42: Ptr(Iterator) = direct_call[iterate](v40)
    v43: Address = cast_ptr_to_adr(v42)
    v44: Ptr(GcArray(Signed)) = direct_call[make](v3)
    v45: Void = setfield[Object.hidden](v1, v44)
    v50: Ptr(GcArray(Signed)) = direct_call[make](v3)
    v51: Void = setfield[Frame.told](v0, v50)
    v52: Ptr(Iterator) = direct_call[iterate](v50)
    v53: Bool = direct_call[told](v50, v52)
    v54: Ptr(GcArray(Signed)) = direct_call[make](v3)
    v55: Void = setfield[Object.told](v1, v54)
    v60: Ptr(GcArray(Signed)) = getfield[Fixed.item0](@fixed)
    v61: Void = setfield[Frame.prebuilt](v0, v60)
    v62: Void = setfield[Object.prebuilt](v1, @shared)
    v70: Ptr(GcArray(Signed)) = direct_call[make](v3)
    v71: Void = setfield[Frame.second](v0, v70)
    v72: Ptr(Pair) = direct_call[pair](v5, v70)
    v73: Ptr(GcArray(Signed)) = getfield[Pair.item1](v72)
    v74: Void = setfield[Object.second](v1, v73)
    v80: Ptr(GcArray(Signed)) = getfield[Iterator.list](v2)
    v81: Void = setfield[Frame.given](v0, v80)
    v82: Ptr(GcArray(Signed)) = direct_call[make](v3)
    v83: Void = setfield[Object.given](v1, v82)
    v84: Ptr(GcArray(Signed)) = direct_call[make](v3)
    v85: Void = setfield[Frame.kept](v0, v84)
    v86: Ptr(Iterator) = direct_call[iterate](v84)
    v88: Void = setfield[World.stored](v4, v86)
    v89: Ptr(Iterator) = getfield[World.stored](v4)
    v90: Ptr(GcArray(Signed)) = getfield[Iterator.list](v89)
    v91: Void = setfield[Object.kept](v1, v90)
    v92: Ptr(GcArray(Signed)) = direct_call[make](v3)
    v93: Void = setfield[Frame.met](v0, v92)
    v94: Ptr(Iterator) = direct_call[iterate](v92)
    v95: Ptr(GcArray(Signed)) = direct_call[make](v3)
    v96: Void = setfield[Object.met](v1, v95)
    v97: Ptr(Iterator) = direct_call[iterate](v95)
    v98: Bool = int_gt(v3, 5)
    if v98 then b1(v94) else b1(v97)
b1(v100: Ptr(Iterator)):
    v101: Ptr(GcArray(Signed)) = getfield[Iterator.list](v100)
    v102: Signed = getarrayitem[GcArray(Signed)](v101, 0)
    goto return(v102)
