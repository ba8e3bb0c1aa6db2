# A promotion that sees too many values: after `promote_limit` values the call that was looked inside becomes a plain call of the translated
# function, and what looked inside is killed and made again.
struct vtable vtable { min: Signed, max: Signed }
struct object gc { typeptr: Ptr(vtable) immutable }
known vtable vtable
known object object
driver main greens() reds(n, s)

graph square(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = hint[promote](v0)
    v2: Signed = int_mul(v1, v1)
    goto return(v2)

graph loop(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(v0, 0)
b1(v1: Signed, v2: Signed):
    v3: Void = jit_marker[merge_point, main](v1, v2)
    v4: Bool = int_gt(v1, 0)
    if v4 then b2(v1, v2) else return(v2)
b2(v5: Signed, v6: Signed):
    v7: Signed = direct_call[square](v5)
    v8: Signed = int_add(v6, v7)
    v9: Signed = int_sub(v5, 1)
    goto b1(v9, v8)
#=== run threshold=1,edge_threshold=1,promote_limit=1
loop(10)
loop(4)
#=== output
loop(10) = 385
jit version id=V0 key=c0 point="loop merge point" greens="" why=first context="[k0 k1] k0=Signed k1=Signed"
jit fragment id=F0 version=V0 from=- counts=int_gt:1 end=branch
  b0(v3: Signed, v4: Signed):
  v5: Bool = int_gt(v3, 0)
  if v5 then E0(v3, v4) else E1(v4)
jit fragment id=F1 version=- from=- counts="" end=edge
  b0(v3: Signed, v4: Signed):
  jump E2(v3, v4)
jit fragment id=F2 version=- from=E0 guards=1 counts="int_add:1 int_eq:1" end=edge
  b0(v3: Signed, v4: Signed):
  v5: Bool = int_eq(v3, 10)
  if not v5 then E3(v4, v3)
  v6: Signed = int_add(v4, 100)
  jump E4(v6)
jit loop to=F0 again="what closes it has no code of its own, and all of its calls are traced into"
jit edge id=E4 to=F0
jit loop to=F0 again="it has not turned often enough"
jit warning point="square after promotion" greens="" what="promotion takes too many values"
jit residualise key=c3 killed=1
jit fragment id=F3 version=- from=E0 counts=direct_call[square]:1 end=edge
  b0(v3: Signed, v4: Signed):
  v5: Signed = direct_call[square](v3)
  jump E5(v4, v3, v5)
jit fragment id=F4 version=- from=E5 guards=1 counts="int_add:1 int_eq:1 int_sub:1" end=edge
  b0(v3: Signed, v4: Signed, v5: Signed):
  v6: Bool = int_eq(v5, 64)
  if not v6 then E6(v3, v4, v5)
  v7: Signed = int_add(v3, 64)
  v8: Signed = int_sub(v4, 1)
  jump E7(v8, v7)
jit loop to=F0 again="what closes it has no code of its own, and all of its calls are traced into"
jit edge id=E7 to=F0
jit loop to=F0 again="it has not turned often enough"
jit fragment id=F5 version=- from=E6 guards=1 counts="int_add:1 int_eq:1 int_sub:1" end=edge
  b0(v3: Signed, v4: Signed, v5: Signed):
  v6: Bool = int_eq(v5, 49)
  if not v6 then E8(v3, v4, v5)
  v7: Signed = int_add(v3, 49)
  v8: Signed = int_sub(v4, 1)
  jump E9(v8, v7)
jit loop to=F0 again="what closes it has no code of its own, and all of its calls are traced into"
jit edge id=E9 to=F0
jit loop to=F0 again="it has not turned often enough"
jit fragment id=F6 version=- from=E8 guards=1 counts="int_add:1 int_eq:1 int_sub:1" end=edge
  b0(v3: Signed, v4: Signed, v5: Signed):
  v6: Bool = int_eq(v5, 36)
  if not v6 then E10(v3, v4, v5)
  v7: Signed = int_add(v3, 36)
  v8: Signed = int_sub(v4, 1)
  jump E11(v8, v7)
jit loop to=F0 again="what closes it has no code of its own, and all of its calls are traced into"
jit edge id=E11 to=F0
jit loop to=F0 again="it has not turned often enough"
jit fragment id=F7 version=- from=E10 guards=1 counts="int_add:1 int_eq:1 int_sub:1" end=edge
  b0(v3: Signed, v4: Signed, v5: Signed):
  v6: Bool = int_eq(v5, 25)
  if not v6 then E12(v3, v4, v5)
  v7: Signed = int_add(v3, 25)
  v8: Signed = int_sub(v4, 1)
  jump E13(v8, v7)
jit loop to=F0 again="what closes it has no code of its own, and all of its calls are traced into"
jit edge id=E13 to=F0
jit loop to=F0 again="it has not turned often enough"
jit warning point="loop after call of square" greens="" what="promotion takes too many values"
jit fragment id=F8 version=- from=E1 counts="" end=exit
  b0(v3: Signed):
  exit done(v3)
loop(4) = 30
#=== run threshold=1,edge_threshold=2,promote_limit=3,results
loop(30) x 5
#=== output
loop(30) x 5 = 9455
