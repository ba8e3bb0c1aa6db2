# A raw store has the type of its operand: a word, although behind the free cast stands a byte.
# phase: gc
# run: over('a', -1) => 97
# run: over('b', 4660) => 98
object @word: Array(Signed) = [0]

graph over(v0: Char, v1: Signed) -> Signed
b0(v0: Char, v1: Signed):
    v2: Address = cast_ptr_to_adr(@word)
    v3: Void = raw_store(v2, 8, v1)
    v4: Signed = cast_char_to_int(v0)
    v5: Void = raw_store(v2, 8, v4)
    v6: Signed = raw_load(v2, 8)
    goto return(v6)
