# A switch with two ways out of which one ends the program is a check; one with three is not.
# pass: unchecked
# run: two(1) => 10
# after: two(2) => 10
# run: three(1) => 10
# run: three(2) => 20
# run: three(3) => aborts value_out_of_range

graph two(v0: Signed) -> Signed
b0(v0: Signed):
    switch v0 { 1 => return(10), default => b1() }
b1():
    v1: Void = abort[value_out_of_range]()
    unreachable

graph three(v0: Signed) -> Signed
b0(v0: Signed):
    switch v0 { 1 => return(10), 2 => return(20), default => b1() }
b1():
    v1: Void = abort[value_out_of_range]()
    unreachable
#=== output
graph two(v0: Signed) -> Signed
b0(v0: Signed):
    goto return(10)

graph three(v0: Signed) -> Signed
b0(v0: Signed):
    switch v0 { 1 => return(10), 2 => return(20), default => b2() }
b2():
    v2: Void = abort[value_out_of_range]()
    unreachable
