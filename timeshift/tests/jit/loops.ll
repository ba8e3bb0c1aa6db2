# A counting loop: the second iteration meets a context that is equal, the loop closes. A string of signs: the dispatch disappears; the loop of the
# program closes where the same green position is reached again.
struct vtable vtable { min: Signed, max: Signed }
struct object gc { typeptr: Ptr(vtable) immutable }
struct str gc { hash: Signed, chars: ImmutableArray(Char) immutable }
known vtable vtable
known object object
known string str
object @program: str = {0, "+-+?"}
driver count greens() reds(n, s)
driver main greens(pc, code) reds(acc)

graph sum(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(v0, 0)
b1(v1: Signed, v2: Signed):
    v3: Void = jit_marker[merge_point, count](v1, v2)
    v4: Bool = int_gt(v1, 0)
    if v4 then b2(v1, v2) else return(v2)
b2(v5: Signed, v6: Signed):
    v7: Signed = int_add(v6, v5)
    v8: Signed = int_sub(v5, 1)
    goto b1(v8, v7)

graph run(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[interpret](@program, v0)
    goto return(v1)

graph interpret(v0: Ptr(str), v1: Signed) -> Signed
b0(v0: Ptr(str), v1: Signed):
    goto b1(0, v0, v1)
b1(v2: Signed, v3: Ptr(str), v4: Signed):
    v5: Void = jit_marker[merge_point, main](v2, v3, v4)
    v6: Signed = getinteriorsize[str](v3)
    v7: Bool = int_lt(v2, v6)
    if v7 then b2(v2, v3, v4) else return(v4)
b2(v8: Signed, v9: Ptr(str), v10: Signed):
    v11: Char = getinterioritem[str](v9, v8)
    v12: Signed = int_add(v8, 1)
    v13: Bool = char_eq(v11, '+')
    if v13 then b3(v12, v9, v10) else b4(v11, v12, v9, v10)
b3(v14: Signed, v15: Ptr(str), v16: Signed):
    v17: Signed = int_add(v16, 3)
    goto b1(v14, v15, v17)
b4(v30: Char, v31: Signed, v32: Ptr(str), v33: Signed):
    v34: Bool = char_eq(v30, '-')
    if v34 then b5(v31, v32, v33) else b6(v31, v32, v33)
b5(v35: Signed, v36: Ptr(str), v37: Signed):
    v38: Signed = int_sub(v37, 1)
    goto b1(v35, v36, v38)
b6(v18: Signed, v19: Ptr(str), v20: Signed):
    v21: Bool = int_lt(v20, 100)
    if v21 then b1(0, v19, v20) else b1(v18, v19, v20)
#=== run threshold=3,edge_threshold=1
sum(10)
sum(5)
#=== output
sum(10) = 55
jit version id=V0 key=c0 point="sum merge point" greens="" why=first context="[k0 k1] k0=Signed k1=Signed"
jit fragment id=F0 version=V0 from=- counts=int_gt:1 end=branch
  b0(v3: Signed, v4: Signed):
  v5: Bool = int_gt(v3, 0)
  if v5 then E0(v3, v4) else E1(v4)
jit fragment id=F1 version=- from=- counts="" end=edge
  b0(v3: Signed, v4: Signed):
  jump E2(v3, v4)
jit fragment id=F2 version=- from=E0 counts="int_add:1 int_sub:1" end=edge
  b0(v3: Signed, v4: Signed):
  v5: Signed = int_add(v4, v3)
  v6: Signed = int_sub(v3, 1)
  jump E3(v6, v5)
jit loop to=F0 again="what closes it has no code of its own, and all of its calls are traced into"
jit edge id=E3 to=F0
jit loop to=F0 again="it has not turned often enough"
jit fragment id=F3 version=- from=E1 counts="" end=exit
  b0(v3: Signed):
  exit done(v3)
sum(5) = 15
#=== run threshold=2,edge_threshold=2,counts
run(0)
run(7)
#=== output
run(0) = 100
jit version id=V0 key=c0 point="interpret merge point" greens="pc=0 code=\"+-+?\"" why=first context="[k0] k0=Signed"
jit fragment id=F0 portal=1 version=V0 from=- counts="int_add:3 int_lt:1" end=branch
jit fragment id=F1 portal=1 version=- from=- counts="" end=edge
jit loop to=F0 again="what closes it has no code of its own, and all of its calls are traced into"
jit edge id=E0 to=F0
jit loop to=F0 again="it has not turned often enough"
run(7) = 102
jit version id=V1 key=c6 point="interpret merge point" greens="pc=4 code=\"+-+?\"" why=first context="[k0] k0=Signed>=1"
jit fragment id=F2 portal=1 version=V1 from=E1 counts="" end=exit
#=== run threshold=1,edge_threshold=1
run(0)
run(7)
#=== output
run(0) = 100
jit version id=V0 key=c0 point="interpret merge point" greens="pc=0 code=\"+-+?\"" why=first context="[k0] k0=Signed"
jit fragment id=F0 portal=1 version=V0 from=- counts="int_add:3 int_lt:1" end=branch
  b0(v3: Signed):
  v4: Signed = int_add(v3, 3)
  v5: Signed = int_add(v3, 2)
  v6: Signed = int_add(v3, 5)
  v7: Bool = int_lt(v6, 100)
  if v7 then E0(v6) else E1(v6)
jit fragment id=F1 portal=1 version=- from=- counts="" end=edge
  b0(v3: Signed):
  jump E2(v3)
jit loop to=F0 again="what closes it has no code of its own, and all of its calls are traced into"
jit edge id=E0 to=F0
jit loop to=F0 again="it has not turned often enough"
jit version id=V1 key=c6 point="interpret merge point" greens="pc=4 code=\"+-+?\"" why=first context="[k0] k0=Signed>=1"
jit fragment id=F2 portal=1 version=V1 from=E1 counts="" end=exit
  b0(v3: Signed):
  exit done(v3)
run(7) = 102
jit version id=V2 key=c0 point="interpret merge point" greens="pc=0 code=\"+-+?\"" why="runs often" context="[k0] k0=Signed"
jit fragment id=F3 portal=1 version=V2 from=E0 guards=1 counts="int_add:3 int_lt:1" end=jump
  b0(v3: Signed):
  v4: Signed = int_add(v3, 3)
  v5: Signed = int_add(v3, 2)
  v6: Signed = int_add(v3, 5)
  v7: Bool = int_lt(v6, 100)
  if not v7 then E3(v6)
  jump F3(v6)
jit regenerate edge=E0 before=F0 to=F3
jit edge id=E3 to=F2
