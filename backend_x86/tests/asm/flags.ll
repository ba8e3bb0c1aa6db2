# The way out of a loop that counts down is one instruction and its flags.
# phase: gc
graph count(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    goto b1(v0, v1)
b1(v2: Signed, v3: Signed):
    v4: Signed = int_sub(v2, 1)
    v5: Bool = int_lt(v2, 1)
    if v5 then return(v3) else b2(v4, v3)
b2(v6: Signed, v7: Signed):
    v8: Signed = int_mul(v7, 3)
    goto b1(v6, v8)
#=== asm
count:
   0  jmp 0000000000000014h
   5  nop word [rax+rax]
   e  xchg ax,ax
  10  lea rsi,[rsi+rsi*2]
  14  sub rdi,1
  18  jge near 0000000000000010h
  1e  mov rax,rsi
  21  ret
