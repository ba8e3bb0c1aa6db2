# A promotion of what is loaded behind a store to the same field: of another object than that of the arrival, and of the
# same one. The value that is about to arrive is taken, behind a guard, and the run goes on.
struct box gc { n: Signed }
object @a: box = {1}
object @b: box = {5}
driver main greens() reds(a, b, n)

graph apart(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[interpret](@a, @b, v0)
    goto return(v1)

graph same(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[interpret](@a, @a, v0)
    goto return(v1)

graph interpret(v0: Ptr(box), v1: Ptr(box), v2: Signed) -> Signed
b0(v0: Ptr(box), v1: Ptr(box), v2: Signed):
    goto b1(v0, v1, v2)
b1(v10: Ptr(box), v11: Ptr(box), v12: Signed):
    v13: Void = jit_marker[merge_point, main](v10, v11, v12)
    v14: Signed = int_and(v12, 63)
    v15: Void = setfield[box.n](v10, v14)
    v16: Signed = getfield[box.n](v11)
    v17: Signed = hint[promote](v16)
    v18: Signed = int_mul(v17, 3)
    goto return(v18)
#=== run threshold=1,edge_threshold=1
apart(1000)
apart(1001)
same(9)
same(9)
apart(1002)
#=== output
apart(1000) = 15
jit version id=V0 key=c0 point="interpret merge point" greens="" why=first context="[k0 k1 k2] k0=*0 k1=*0 k2=Signed"
jit fragment id=F0 version=V0 from=- guards=1 counts="getfield:1 int_and:1 int_eq:1 setfield:1" end=exit
  b0(v3: Ptr(box), v4: Ptr(box), v5: Signed):
  v6: Signed = int_and(v5, 63)
  v7: Void = setfield[box.n](v3, v6)
  v8: Signed = getfield[box.n](v4)
  v9: Bool = int_eq(v8, 5)
  if not v9 then E0(v8)
  exit done(15)
jit fragment id=F1 version=- from=- counts="" end=edge
  b0(v3: Ptr(box), v4: Ptr(box), v5: Signed):
  jump E1(v3, v4, v5)
apart(1001) = 15
same(9) = 27
jit fragment id=F2 version=- from=E0 guards=1 counts=int_eq:1 end=exit
  b0(v3: Signed):
  v4: Bool = int_eq(v3, 9)
  if not v4 then E2(v3)
  exit done(27)
same(9) = 27
apart(1002) = 15
#=== run threshold=1,edge_threshold=1
same(7)
same(7)
same(8)
apart(7)
#=== output
same(7) = 21
jit version id=V0 key=c0 point="interpret merge point" greens="" why=first context="[k0 k1 k2] k0=*0 k1=*0 k2=Signed"
jit fragment id=F0 version=V0 from=- guards=1 counts="getfield:1 int_and:1 int_eq:1 setfield:1" end=exit
  b0(v3: Ptr(box), v4: Ptr(box), v5: Signed):
  v6: Signed = int_and(v5, 63)
  v7: Void = setfield[box.n](v3, v6)
  v8: Signed = getfield[box.n](v4)
  v9: Bool = int_eq(v8, 7)
  if not v9 then E0(v8)
  exit done(21)
jit fragment id=F1 version=- from=- counts="" end=edge
  b0(v3: Ptr(box), v4: Ptr(box), v5: Signed):
  jump E1(v3, v4, v5)
same(7) = 21
same(8) = 24
jit fragment id=F2 version=- from=E0 guards=1 counts=int_eq:1 end=exit
  b0(v3: Signed):
  v4: Bool = int_eq(v3, 8)
  if not v4 then E2(v3)
  exit done(24)
apart(7) = 15
jit fragment id=F3 version=- from=E2 guards=1 counts=int_eq:1 end=exit
  b0(v3: Signed):
  v4: Bool = int_eq(v3, 5)
  if not v4 then E3(v3)
  exit done(15)
