# Overflow checks are the flags of the operation itself; the test for an exception after a call is one comparison with memory.
# phase: gc
graph add(v0: Signed, v1: Signed) -> Signed
b0(v0: Signed, v1: Signed):
    v2: Signed = int_add_ovf(v0, v1)
    v3: Bool = ovf_occurred()
    if v3 then b1() else return(v2)
b1():
    v4: Void = abort[unreachable]()
    unreachable

graph twice(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[add](v0, v0)
    v2: Bool = exc_occurred()
    if v2 then return(0) else b1(v1)
b1(v3: Signed):
    v4: Signed = int_add(v3, 1)
    goto return(v4)
#=== asm
add:
   0  mov rax,rdi
   3  add rax,rsi
   6  jo near 000000000000000Dh
   c  ret
   d  push 0Ah
   f  push 0
  14  call 0FFFFFFFFFFFFFFC0h
twice:
   0  sub rsp,8
   4  mov rsi,rdi
   7  mov rdi,rsi
   a  call 0FFFFFFFFFFFFFFE0h
   f  cmp qword [r15+10h],0
  14  jne near 0000000000000023h
  1a  add rax,1
  1e  add rsp,8
  22  ret
  23  xor eax,eax
  25  add rsp,8
  29  ret
