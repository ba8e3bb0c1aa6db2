# A counted loop over an array: rotated, values in registers, addresses and the bounds check folded.
# phase: gc
graph sum(v0: Ptr(GcArray(Signed))) -> Signed
b0(v0: Ptr(GcArray(Signed))):
    goto b1(v0, 0, 0)
b1(v1: Ptr(GcArray(Signed)), v2: Signed, v3: Signed):
    v4: Signed = getarraysize[GcArray(Signed)](v1)
    v5: Bool = int_lt(v2, v4)
    if v5 then b2(v1, v2, v3) else return(v3)
b2(v6: Ptr(GcArray(Signed)), v7: Signed, v8: Signed):
    v9: Signed = getarrayitem[GcArray(Signed)](v6, v7)
    v10: Signed = int_add(v8, v9)
    v11: Signed = int_add(v7, 1)
    goto b1(v6, v11, v10)
#=== asm
sum:
   0  xor esi,esi
   2  xor r8d,r8d
   5  jmp 0000000000000019h
   a  nop word [rax+rax]
  10  add r8,[rdi+rsi*8+10h]
  15  add rsi,1
  19  nop dword [rax]
  20  cmp rsi,[rdi+8]
  24  jl near 0000000000000010h
  2a  mov rax,r8
  2d  ret
