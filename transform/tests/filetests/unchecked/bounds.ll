# A bounds check goes: the access is made whatever the index is.
# pass: unchecked, simplify
# run: item(0) => 4
# run: item(1) => 5
# after: item(2) => faults
object @table: Array(Signed) = [4, 5]

graph item(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = getarraysize[Array(Signed)](@table)
    v2: Unsigned = cast_int_to_uint(v0)
    v3: Unsigned = cast_int_to_uint(v1)
    v4: Bool = uint_lt(v2, v3)
    if v4 then b1(v0) else b2()
b1(v5: Signed):
    v6: Signed = getarrayitem[Array(Signed)](@table, v5)
    goto return(v6)
b2():
    v7: Void = abort[index_out_of_range]()
    unreachable
#=== output
graph item(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = getarrayitem[Array(Signed)](@table, v0)
    goto return(v1)
