# The example of D08.2 §3.3.1: `b = a / 10; c = hint(b, promote=True); d = c + 5; print d`, before the first value, after it, and after
# another one.
struct vtable vtable { min: Signed, max: Signed }
struct object gc { typeptr: Ptr(vtable) immutable }
struct total { n: Signed }
known vtable vtable
known object object
object @sum: total = {0}
driver main greens() reds(a)

attrs dont_look_inside
graph print(v0: Signed) -> Void
b0(v0: Signed):
    v1: Signed = getfield[total.n](@sum)
    v2: Signed = int_add(v1, v0)
    v3: Void = setfield[total.n](@sum, v2)
    goto return(void)

graph f(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(v0)
b1(v1: Signed):
    v2: Void = jit_marker[merge_point, main](v1)
    v3: Signed = int_floordiv(v1, 10)
    v4: Signed = hint[promote](v3)
    v5: Signed = int_add(v4, 5)
    v6: Void = direct_call[print](v5)
    goto return(v5)
#=== run threshold=1,edge_threshold=1
f(42)
f(49)
f(77)
f(41)
#=== output
f(42) = 9
jit version id=V0 key=c0 point="f merge point" greens="" why=first context="[k0] k0=Signed"
jit fragment id=F0 version=V0 from=- guards=1 counts="direct_call[print]:1 int_eq:1 int_floordiv:1" end=exit
  b0(v3: Signed):
  v4: Signed = int_floordiv(v3, 10)
  v5: Bool = int_eq(v4, 4)
  if not v5 then E0(v4)
  v6: Void = direct_call[print](9)
  exit done(9)
jit fragment id=F1 version=- from=- counts="" end=edge
  b0(v3: Signed):
  jump E1(v3)
f(49) = 9
f(77) = 12
jit fragment id=F2 version=- from=E0 guards=1 counts="direct_call[print]:1 int_eq:1" end=exit
  b0(v3: Signed):
  v4: Bool = int_eq(v3, 7)
  if not v4 then E2(v3)
  v5: Void = direct_call[print](12)
  exit done(12)
f(41) = 9
