# The cases of a loop end in one test of whether it goes on: that stands in front of the loop's head, and what goes round
# takes one jump. The head of an inner loop is no such test of the outer one, although it leads to its head: it stays
# where its loop is.
# phase: gc
graph run(v0: Ptr(GcArray(Signed)), v1: Signed) -> Signed
b0(v0: Ptr(GcArray(Signed)), v1: Signed):
    goto b1(v0, v1, 0, 0)
b1(v2: Ptr(GcArray(Signed)), v3: Signed, v4: Signed, v5: Signed):
    v6: Signed = getarrayitem[GcArray(Signed)](v2, v4)
    v7: Bool = int_eq(v6, 43)
    if v7 then b2(v2, v3, v4, v5) else b3(v2, v3, v4, v5, v6)
b2(v8: Ptr(GcArray(Signed)), v9: Signed, v10: Signed, v11: Signed):
    v12: Signed = int_add(v11, 3)
    goto b5(v8, v9, v10, v12)
b3(v13: Ptr(GcArray(Signed)), v14: Signed, v15: Signed, v16: Signed, v17: Signed):
    v18: Bool = int_eq(v17, 45)
    if v18 then b4(v13, v14, v15, v16) else b5(v13, v14, v15, v16)
b4(v19: Ptr(GcArray(Signed)), v20: Signed, v21: Signed, v22: Signed):
    v23: Signed = int_mul(v22, 5)
    goto b5(v19, v20, v21, v23)
b5(v24: Ptr(GcArray(Signed)), v25: Signed, v26: Signed, v27: Signed):
    v28: Signed = int_add(v26, 1)
    v29: Bool = int_lt(v28, v25)
    if v29 then b1(v24, v25, v28, v27) else return(v27)

graph nested(v0: Signed) -> Signed
b0(v0: Signed):
    goto b1(v0, 0)
b1(v1: Signed, v2: Signed):
    v3: Bool = int_gt(v1, 0)
    if v3 then b2(v1, v2) else return(v2)
b2(v4: Signed, v5: Signed):
    v6: Signed = int_sub(v4, 1)
    goto b3(v6, v5, v6)
b3(v7: Signed, v8: Signed, v9: Signed):
    v10: Bool = int_gt(v9, 0)
    if v10 then b4(v7, v8, v9) else b1(v7, v8)
b4(v11: Signed, v12: Signed, v13: Signed):
    v14: Signed = int_add(v12, v13)
    v15: Bool = int_lt(v14, 1000)
    if v15 then b5(v11, v14, v13) else b6(v11, v13)
b5(v16: Signed, v17: Signed, v18: Signed):
    v19: Signed = int_sub(v18, 1)
    goto b3(v16, v17, v19)
b6(v20: Signed, v21: Signed):
    v22: Signed = int_sub(v21, 2)
    goto b3(v20, 0, v22)
#=== asm
run:
   0  xor r8d,r8d
   3  xor r9d,r9d
   6  jmp 000000000000001Dh
   b  nop dword [rax+rax]
  10  add r8,1
  14  cmp r8,rsi
  17  jge near 0000000000000048h
  1d  mov r11,[rdi+r8*8+10h]
  22  cmp r11,2Bh
  26  jne near 0000000000000035h
  2c  add r9,3
  30  jmp 0000000000000010h
  35  cmp r11,2Dh
  39  jne near 0000000000000010h
  3f  lea r9,[r9+r9*4]
  43  jmp 0000000000000010h
  48  mov rax,r9
  4b  ret
nested:
   0  xor r8d,r8d
   3  nop word [rax+rax]
   c  nop dword [rax]
  10  test rdi,rdi
  13  jle near 0000000000000062h
  19  add rdi,0FFFFFFFFFFFFFFFFh
  1d  mov r11,rdi
  20  jmp 0000000000000037h
  25  nop word [rax+rax]
  2e  xchg ax,ax
  30  add r11,0FFFFFFFFFFFFFFFEh
  34  xor r8d,r8d
  37  nop word [rax+rax]
  40  test r11,r11
  43  jle near 0000000000000010h
  49  add r8,r11
  4c  cmp r8,3E8h
  53  jge near 0000000000000030h
  59  add r11,0FFFFFFFFFFFFFFFFh
  5d  jmp 0000000000000037h
  62  mov rax,r8
  65  ret
