# Floor division: a shift, a mask, or one multiplication.
# phase: gc
graph divided(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_floordiv(v0, 8)
    v2: Signed = int_lshift(v1, 3)
    v3: Signed = int_sub(v0, v2)
    v4: Signed = int_rshift(v3, 63)
    v5: Signed = int_add(v1, v4)
    goto return(v5)

graph rest(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_mod(v0, 16)
    v2: Signed = int_rshift(v1, 63)
    v3: Signed = int_and(v2, 16)
    v4: Signed = int_add(v1, v3)
    goto return(v4)

graph thousandth(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_mod(v0, 1009)
    v2: Signed = int_rshift(v1, 63)
    v3: Signed = int_and(v2, 1009)
    v4: Signed = int_add(v1, v3)
    goto return(v4)
#=== asm
divided:
   0  mov rax,rdi
   3  sar rax,3
   7  ret
rest:
   0  mov rax,rdi
   3  and rax,0Fh
   7  ret
thousandth:
   0  mov rsi,rdi
   3  sar rsi,3Fh
   7  mov r8,rdi
   a  xor r8,rsi
   d  mov rax,81E722C258CD00C3h
  17  mul r8
  1a  shr rdx,9
  1e  xor rdx,rsi
  21  imul rcx,rdx,3F1h
  28  mov rax,rdi
  2b  sub rax,rcx
  2e  ret
