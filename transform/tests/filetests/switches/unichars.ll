# Code points make a switch like chars; a default that aborts is no case.
# pass: switches
# run: first() => 1
# run: other() => aborts value_out_of_range

graph pick(v0: UniChar) -> Signed
b0(v0: UniChar):
    v1: Bool = unichar_eq(v0, u'a')
    if v1 then return(1) else b1(v0)
b1(v2: UniChar):
    v3: Bool = unichar_eq(v2, u'\u{20ac}')
    if v3 then return(2) else b2(v2)
b2(v4: UniChar):
    v5: Bool = unichar_eq(v4, u'c')
    if v5 then return(3) else b3()
b3():
    v6: Void = abort[value_out_of_range]()
    unreachable

graph first() -> Signed
b0():
    v0: Signed = direct_call[pick](u'a')
    goto return(v0)

graph other() -> Signed
b0():
    v0: Signed = direct_call[pick](u'z')
    goto return(v0)
#=== output
graph pick(v0: UniChar) -> Signed
b0(v0: UniChar):
    v1: Bool = unichar_eq(v0, u'a')
    switch v0 { u'a' => return(1), u'\u{20ac}' => return(2), u'c' => return(3), default => b2() }
b2():
    v3: Void = abort[value_out_of_range]()
    unreachable

graph first() -> Signed
b0():
    v0: Signed = direct_call[pick](u'a')
    goto return(v0)

graph other() -> Signed
b0():
    v0: Signed = direct_call[pick](u'z')
    goto return(v0)
