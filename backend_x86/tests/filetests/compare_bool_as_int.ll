# A boolean cast to an integer keeps its register, but is compared as a word: all 64 bits of the other side count.
# phase: gc
# run: le(1.0, 4294967296) => 1
# run: le(0.0, 4294967296) => 1
# run: le(1.0, -1) => 0
# run: ord('a', 97) => 1
# run: ord('b', 353) => 0
graph le(v0: Float, v1: Signed) -> Bool
b0(v0: Float, v1: Signed):
    v2: Bool = float_is_true(v0)
    v3: Signed = cast_bool_to_int(v2)
    v4: Bool = int_le(v3, v1)
    goto return(v4)

graph ord(v0: Char, v1: Signed) -> Bool
b0(v0: Char, v1: Signed):
    v2: Signed = cast_char_to_int(v0)
    v3: Bool = int_eq(v1, v2)
    goto return(v3)
