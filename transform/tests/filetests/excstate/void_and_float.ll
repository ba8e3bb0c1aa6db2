# What a function that raises returns is a zero of its type; nobody looks at it.
# pass: excstate
# prelude: yes
# run: float(-1.0) => raises ov_vt
# run: float(2.0) => 2.0
# run: none(-1) => raises mem_vt
# run: pointer(1) => raises ov_vt
# run: char('a') => raises ov_vt

graph float(v0: Float) -> Float
b0(v0: Float):
    v1: Bool = float_lt(v0, 0.0)
    if v1 then raise(@ov_vt, @ov) else return(v0)

graph none(v0: Signed) -> Void
b0(v0: Signed):
    v1: Bool = int_lt(v0, 0)
    if v1 then raise(@mem_vt, @mem) else return(void)

graph pointer(v0: Signed) -> Ptr(S)
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then raise(@ov_vt, @ov) else return(@prebuilt)

graph char(v0: Char) -> Char
b0(v0: Char):
    v1: Bool = char_eq(v0, 'a')
    if v1 then raise(@ov_vt, @ov) else return(v0)
#=== output
graph float(v0: Float) -> Float
b0(v0: Float):
    v1: Bool = float_lt(v0, 0.0)
    if v1 then b1() else return(v0)
b1():
    v2: Void = exc_set(@ov_vt, @ov)
    v3: Void = traceback_start(@ov_vt)
    goto return(0.0)

graph none(v0: Signed) -> Void
b0(v0: Signed):
    v1: Bool = int_lt(v0, 0)
    if v1 then b1() else return(void)
b1():
    v2: Void = exc_set(@mem_vt, @mem)
    v3: Void = traceback_start(@mem_vt)
    goto return(void)

graph pointer(v0: Signed) -> Ptr(S)
b0(v0: Signed):
    v1: Bool = int_is_true(v0)
    if v1 then b1() else return(@prebuilt)
b1():
    v2: Void = exc_set(@ov_vt, @ov)
    v3: Void = traceback_start(@ov_vt)
    goto return(null(Ptr(S)))

graph char(v0: Char) -> Char
b0(v0: Char):
    v1: Bool = char_eq(v0, 'a')
    if v1 then b1() else return(v0)
b1():
    v2: Void = exc_set(@ov_vt, @ov)
    v3: Void = traceback_start(@ov_vt)
    goto return('\x00')
