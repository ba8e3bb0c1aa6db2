# Chains of comparisons with constants become one switch; repeated cases and a switch in the default are merged.
# pass: switches
# run: dispatch('+') => 1
# run: dispatch('-') => 2
# run: dispatch('>') => 3
# run: dispatch('x') => 0
# run: args(1, 7) => 7
# run: args(2, 7) => 8
# run: args(9, 7) => 16
# run: args(3, 7) => 21
# run: two(2) => 2

graph dispatch(v0: Char) -> Signed
b0(v0: Char):
    v1: Bool = char_eq(v0, '+')
    if v1 then return(1) else b1(v0)
b1(v2: Char):
    v3: Bool = char_eq(v2, '-')
    if v3 then return(2) else b2(v2)
b2(v4: Char):
    v5: Bool = char_ne(v4, '+')
    if v5 then b3(v4) else return(9)
b3(v6: Char):
    v7: Bool = char_eq(v6, '>')
    if v7 then return(3) else return(0)

graph args(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Signed = int_mul(v1, 3)
    v3: Bool = int_eq(v0, 1)
    if v3 then return(v1) else b1(v0, v1, v2)
b1(v4: Signed, v5: Signed, v6: Signed):
    v7: Bool = int_eq(v4, 2)
    if v7 then b2(v5) else b3(v6, v4, v5)
b2(v8: Signed):
    v9: Signed = int_add(v8, 1)
    goto return(v9)
b3(v10: Signed, v11: Signed, v12: Signed):
    switch v11 { 3 => return(v10), 2 => return(0), default => b4(v11, v12) }
b4(v13: Signed, v14: Signed):
    v15: Signed = int_add(v13, v14)
    goto return(v15)

graph two(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_eq(v0, 1)
    if v1 then return(1) else b1(v0)
b1(v2: Signed):
    v3: Bool = int_eq(v2, 2)
    if v3 then return(2) else return(0)
#=== output
graph dispatch(v0: Char) -> Signed
b0(v0: Char):
    v1: Bool = char_eq(v0, '+')
    switch v0 { '+' => return(1), '-' => return(2), '>' => return(3), default => return(0) }

graph args(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Signed = int_mul(v1, 3)
    v3: Bool = int_eq(v0, 1)
    switch v0 { 1 => return(v1), 2 => b1(v1), 3 => return(v2), default => b2(v0, v1) }
b1(v4: Signed):
    v5: Signed = int_add(v4, 1)
    goto return(v5)
b2(v6: Signed, v7: Signed):
    v8: Signed = int_add(v6, v7)
    goto return(v8)

graph two(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_eq(v0, 1)
    if v1 then return(1) else b1(v0)
b1(v2: Signed):
    v3: Bool = int_eq(v2, 2)
    if v3 then return(2) else return(0)
