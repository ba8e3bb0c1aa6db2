# Boxed integers: `loop` adds boxes; the intermediate box of each iteration is never allocated, only the one that is returned.
struct vtable vtable { min: Signed, max: Signed }
struct object gc { typeptr: Ptr(vtable) immutable }
struct W_Int gc { super: object, value: Signed immutable }
struct W_Float gc { super: object, value: Float immutable }
known vtable vtable
known object object
object @w_int: vtable = {1, 2}
object @w_float: vtable = {2, 3}
driver main greens() reds(n, acc)

graph new_int(v0: Signed) -> Ptr(object)
b0(v0: Signed):
    v1: Ptr(W_Int) = malloc[W_Int]()
    v2: Ptr(object) = cast_pointer(v1)
    v3: Void = setfield[object.typeptr](v2, @w_int)
    v4: Void = setfield[W_Int.value](v1, v0)
    goto return(v2)

graph add(v0: Ptr(object), v1: Ptr(object)) -> Ptr(object)
b0(v0: Ptr(object), v1: Ptr(object)):
    v2: Ptr(vtable) = getfield[object.typeptr](v0)
    v3: Bool = ptr_eq(v2, @w_int)
    if v3 then b1(v0, v1) else return(v1)
b1(v4: Ptr(object), v5: Ptr(object)):
    v6: Ptr(W_Int) = cast_pointer(v4)
    v7: Signed = getfield[W_Int.value](v6)
    v8: Ptr(vtable) = getfield[object.typeptr](v5)
    v9: Bool = ptr_eq(v8, @w_int)
    if v9 then b2(v7, v5) else return(v4)
b2(v10: Signed, v11: Ptr(object)):
    v12: Ptr(W_Int) = cast_pointer(v11)
    v13: Signed = getfield[W_Int.value](v12)
    v14: Signed = int_add(v10, v13)
    v15: Ptr(object) = direct_call[new_int](v14)
    goto return(v15)

graph loop(v0: Signed, v1: Ptr(object)) -> Ptr(object)
b0(v0: Signed, v1: Ptr(object)):
    goto b1(v0, v1)
b1(v2: Signed, v3: Ptr(object)):
    v4: Void = jit_marker[merge_point, main](v2, v3)
    v5: Bool = int_gt(v2, 0)
    if v5 then b2(v2, v3) else return(v3)
b2(v6: Signed, v7: Ptr(object)):
    v8: Ptr(object) = direct_call[new_int](v6)
    v9: Ptr(object) = direct_call[add](v7, v8)
    v10: Signed = int_sub(v6, 1)
    goto b1(v10, v9)

graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(object) = direct_call[new_int](100)
    v2: Ptr(object) = direct_call[loop](v0, v1)
    v3: Ptr(W_Int) = cast_pointer(v2)
    v4: Signed = getfield[W_Int.value](v3)
    goto return(v4)
#=== run threshold=2,edge_threshold=1
main(10)
main(3)
#=== output
main(10) = 155
jit version id=V0 key=c0 point="loop merge point" greens="" why=first context="[k0 k1] k0=Signed k1=*1"
jit fragment id=F0 version=V0 from=- counts=int_gt:1 end=branch
  b0(v3: Signed, v4: Ptr(object)):
  v5: Bool = int_gt(v3, 0)
  if v5 then E0(v3, v4) else E1(v4)
jit fragment id=F1 version=- from=- counts="" end=edge
  b0(v3: Signed, v4: Ptr(object)):
  jump E2(v3, v4)
jit fragment id=F2 version=- from=E0 guards=1 counts="getfield:2 int_add:1 ptr_eq:1" end=next
  b0(v3: Signed, v4: Ptr(object)):
  v5: Ptr(vtable) = getfield[object.typeptr](v4)
  v6: Bool = ptr_eq(v5, @.0)
  if not v6 then E3(v3, v4, v5)
  v7: Signed = getfield[W_Int.value](v4)
  v8: Signed = int_add(v7, v3)
  jump next(v3, v8)
jit version id=V1 key=c5 point="add return" greens="" why=first context="[k0 k1] k0=Signed>=1 k1=new 2{k2 k3} k2=@w_int k3=Signed"
jit fragment id=F3 version=V1 from=- counts="int_gt:1 int_sub:1" end=branch
  b0(v3: Signed, v4: Signed):
  v5: Signed = int_sub(v3, 1)
  v6: Bool = int_gt(v5, 0)
  if v6 then E4(v5, v4) else E5(v4)
jit fragment id=F4 version=- from=E4 counts=int_add:1 end=edge
  b0(v3: Signed, v4: Signed):
  v5: Signed = int_add(v4, v3)
  jump E6(v3, v5)
jit loop to=F3 again="what closes it has no code of its own, and all of its calls are traced into"
jit edge id=E6 to=F3
jit loop to=F3 again="it has not turned often enough"
jit fragment id=F5 version=- from=E5 counts="malloc:1 setfield:2" end=exit
jit forced fragment=F5 type=W_Int reason=Exit
  b0(v3: Signed):
  v4: Ptr(W_Int) = malloc[W_Int]()
  v5: Void = setfield[object.typeptr](v4, @.0)
  v6: Void = setfield[W_Int.value](v4, v3)
  exit done(v4)
main(3) = 106
#=== run threshold=1,edge_threshold=2,results,gc
main(50)
main(50)
main(3)
main(0)
#=== output
main(50) = 1375
main(50) = 1375
main(3) = 106
main(0) = 100
