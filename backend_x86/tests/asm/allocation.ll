# Allocation in line, with the slow path behind the function; the write barrier tests one bit.
# phase: gc
struct pair gc { x: Signed, next: Ptr(pair) }
graph make(v0: Signed) -> Ptr(pair)
b0(v0: Signed):
    v1: Ptr(pair) = malloc[pair]()
    v2: Void = setfield[pair.x](v1, v0)
    goto return(v1)

graph link(v0: Ptr(pair), v1: Ptr(pair)) -> Void
b0(v0: Ptr(pair), v1: Ptr(pair)):
    v2: Void = write_barrier(v0)
    v3: Void = setfield[pair.next](v0, v1)
    goto return(void)
#=== asm
make:
   0  mov rsi,rdi
   3  mov rdx,[r15]
   6  lea rdi,[rdx+18h]
   a  cmp rdi,[r15+8]
   e  ja near 0000000000000025h
  14  mov [r15],rdi
  17  mov dword [rdx],1
  1d  mov [rdx+8],rsi
  21  mov rax,rdx
  24  ret
  25  push 0
  27  call 0FFFFFFFFFFFFFDA0h
  2c  pop rdx
  2d  jmp 000000000000001Dh
link:
   0  test byte [rdi+4],1
   4  jne near 000000000000000Fh
   a  mov [rdi+10h],rsi
   e  ret
   f  push rdi
  10  call 0FFFFFFFFFFFFFEA0h
  15  jmp 000000000000000Ah
