# Exceptions: raised and caught inside of compiled code they are never allocated; raised by a residual call they are tested for; uncaught ones leave.
struct vtable vtable { min: Signed, max: Signed }
struct object gc { typeptr: Ptr(vtable) immutable }
struct Error gc { super: object, code: Signed }
known vtable vtable
known object object
exception Exception @exc_vt @exc
exception OverflowError @ov_vt @ov
object @exc_vt: vtable = {0, 10}
object @ov_vt: vtable = {2, 3}
object @err_vt: vtable = {3, 4}
object @exc: object = {@exc_vt}
object @ov: object = {@ov_vt}
driver main greens() reds(n, s)

attrs dont_look_inside
graph check(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_eq(v0, 7)
    if v1 then b1() else return(v0)
b1():
    goto raise(@ov_vt, @ov)

graph odd(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_and(v0, 1)
    v2: Bool = int_is_true(v1)
    if v2 then b1(v0) else return(v0)
b1(v3: Signed):
    v4: Ptr(Error) = malloc[Error]()
    v5: Ptr(object) = cast_pointer(v4)
    v6: Void = setfield[object.typeptr](v5, @err_vt)
    v7: Void = setfield[Error.code](v4, v3)
    goto raise(@err_vt, v5)

graph loop(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(v0, 0)
b1(v1: Signed, v2: Signed):
    v3: Void = jit_marker[merge_point, main](v1, v2)
    v4: Bool = int_gt(v1, 0)
    if v4 then b2(v1, v2) else return(v2)
b2(v5: Signed, v6: Signed):
    v7: Signed = direct_call[odd](v5)
    try { normal => b3(v5, v6, v7), @exc_vt(v8: Ptr(vtable), v9: Ptr(object)) => b4(v5, v6, v9) }
b3(v10: Signed, v11: Signed, v12: Signed):
    v13: Signed = int_add(v11, v12)
    goto b5(v10, v13)
b4(v14: Signed, v15: Signed, v16: Ptr(object)):
    v17: Ptr(Error) = cast_pointer(v16)
    v18: Signed = getfield[Error.code](v17)
    v19: Signed = int_sub(v15, v18)
    goto b5(v14, v19)
b5(v20: Signed, v21: Signed):
    v22: Signed = direct_call[check](v20)
    try { normal => b6(v20, v21), @exc_vt(v24: Ptr(vtable), v25: Ptr(object)) => raise(v24, v25) }
b6(v26: Signed, v27: Signed):
    v23: Signed = int_sub(v26, 1)
    goto b1(v23, v27)
#=== run threshold=2,edge_threshold=1
loop(6)
loop(9)
#=== output
loop(6) = 3
jit version id=V0 key=c0 point="loop merge point" greens="" why=first context="[k0 k1] k0=Signed k1=Signed"
jit fragment id=F0 version=V0 from=- counts=int_gt:1 end=branch
  b0(v3: Signed, v4: Signed):
  v5: Bool = int_gt(v3, 0)
  if v5 then E0(v3, v4) else E1(v4)
jit fragment id=F1 version=- from=- counts="" end=edge
  b0(v3: Signed, v4: Signed):
  jump E2(v3, v4)
jit fragment id=F2 version=- from=E0 guards=1 counts="int_and:1 int_is_true:1" end=next
  b0(v3: Signed, v4: Signed):
  v5: Signed = int_and(v3, 1)
  v6: Bool = int_is_true(v5)
  if v6 then E3(v3, v4, v5)
  jump next(v3, v4)
jit version id=V1 key=c4 point="odd return" greens="" why=first context="[k0 k1 k0] k0=Signed>=1 k1=Signed"
jit fragment id=F3 version=V1 from=- guards=1 counts="direct_call[check]:1 exc_occurred:1 int_add:1 int_sub:1" end=edge
  b0(v3: Signed, v4: Signed):
  v5: Signed = int_add(v4, v3)
  v6: Signed = direct_call[check](v3)
  v7: Bool = exc_occurred()
  if v7 then E4()
  v8: Signed = int_sub(v3, 1)
  jump E5(v8, v5)
jit version id=V2 key=c4 point="odd return" greens="" why="V1 knows more" context="[k0 k1 k2 k3 k4] k0=Signed>=1 k1=Signed k2=0 k3=@err_vt k4=new 2{k3 k0} exception Virtual"
jit fragment id=F4 version=V2 from=E3 guards=1 counts="direct_call[check]:1 exc_occurred:1 int_sub:2" end=edge
  b0(v3: Signed, v4: Signed):
  v5: Signed = int_sub(v4, v3)
  v6: Signed = direct_call[check](v3)
  v7: Bool = exc_occurred()
  if v7 then E6()
  v8: Signed = int_sub(v3, 1)
  jump E7(v8, v5)
jit loop to=F0 again="what closes it has no code of its own, and all of its calls are traced into"
jit edge id=E7 to=F0
jit loop to=F0 again="it has not turned often enough"
jit loop to=F0 again="what closes it has no code of its own, and all of its calls are traced into"
jit edge id=E5 to=F0
jit loop to=F0 again="it has not turned often enough"
jit version id=V3 key=c2 point="loop return" greens="" why=first context="[k0] k0=Signed"
jit fragment id=F5 version=V3 from=E1 counts="" end=exit
  b0(v3: Signed):
  exit done(v3)
loop(9) = raised ov_vt
jit version id=V4 key=c2 point="loop return" greens="" why="V3 knows more" context="[k0] k0=0 exception Pending"
jit fragment id=F6 version=V4 from=E6 counts="" end=exit
  b0():
  exit raised()
#=== run threshold=1,edge_threshold=2,results,gc
loop(6) x 10
loop(9) x 10
#=== output
loop(6) x 10 = 3
loop(9) x 10 = raised ov_vt
