# A branch of which both sides end the program stays; so does one whose failing side does something before.
# pass: unchecked
# run: both(1) => aborts index_out_of_range
# run: both(0) => aborts zero_division
# run: writes(1) => 1
# run: writes(0) => aborts zero_division
struct cell { n: Signed }
object @cell: cell = {0}

graph both(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then b1() else b2()
b1():
    v2: Void = abort[index_out_of_range]()
    unreachable
b2():
    v3: Void = abort[zero_division]()
    unreachable

graph writes(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then return(v0) else b1(v0)
b1(v2: Signed):
    v3: Void = setfield[cell.n](@cell, v2)
    v4: Void = abort[zero_division]()
    unreachable
#=== output
graph both(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then b1() else b2()
b1():
    v2: Void = abort[index_out_of_range]()
    unreachable
b2():
    v3: Void = abort[zero_division]()
    unreachable

graph writes(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then return(v0) else b2(v0)
b2(v3: Signed):
    v4: Void = setfield[cell.n](@cell, v3)
    v5: Void = abort[zero_division]()
    unreachable
