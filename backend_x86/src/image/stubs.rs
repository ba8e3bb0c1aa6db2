//! Code that all functions share: the entry trampoline and the stubs of slow paths.
//!
//! A stub keeps every register. It finds its operands on the stack above the return address, where its caller pushed
//! them, and removes them on return (allocation stubs replace the pushed word by the result, which the caller pops).
//! Those that can collect set the anchor to the caller's rsp, so that the frame walk starts at the return address into
//! the emitted function.
use dynasmrt::{DynasmApi, dynasm};
use ir::lltype::ContainerId;
use lowlevel::ExternId;
use regalloc2::{PReg, RegClass};

use crate::abi::{offset, rt};
use crate::compile::{ExternDesc, Module};
use crate::emit::UnwindPoint;
use crate::emit::enc::{Addr, Asm, Reloc, Rm};
use crate::isel::{Cx, runtime_index};
use crate::mir::{Import, MemTy, Stub, Sym};

/// Bytes pushed by `save_all`: rbx, nine integer registers, sixteen xmm registers.
const SAVED: i32 = 8 + 9 * 8 + 16 * 8;

/// `extern "C" fn(ctx, function, a0, a1, a2, a3) -> u64`
pub fn enter() -> Vec<u8> {
    enter_code().0
}

/// Where the return address and the registers that it pushes are, for unwinding. (What is taken down again at its end
/// is not told.)
pub fn enter_unwind() -> Vec<UnwindPoint> {
    enter_code().1
}

fn enter_code() -> (Vec<u8>, Vec<UnwindPoint>) {
    let mut asm = Asm::new();
    let mut unwind = Vec::new();
    for r in [3u8, 5, 12, 13, 14, 15] {
        // push r
        if r >= 8 {
            asm.ops.push(0x41);
        }
        asm.ops.push(0x50 | (r & 7));
        unwind.push(UnwindPoint {
            at: asm.pos(),
            depth: 8 * (unwind.len() as u32 + 1),
            pushed: Some(PReg::new(r as usize, RegClass::Int)),
        });
    }
    dynasm!(asm.ops ; .arch x64 ; sub rsp, 8);
    unwind.push(UnwindPoint {
        at: asm.pos(),
        depth: 8 * (unwind.len() as u32 + 1),
        pushed: None,
    });
    let ops = &mut asm.ops;
    dynasm!(ops
        ; .arch x64
        ; mov r15, rdi
        ; mov rax, rsi
        ; mov rdi, rdx
        ; mov rsi, rcx
        ; mov rdx, r8
        ; mov rcx, r9
        ; call rax
        ; add rsp, 8
        ; pop r15
        ; pop r14
        ; pop r13
        ; pop r12
        ; pop rbp
        ; pop rbx
        ; ret
    );
    (asm.ops.finalize().expect("no labels"), unwind)
}

/// Saves all registers that C may change and aligns the stack; rbx then holds rsp at the stub's entry.
fn save_all(asm: &mut Asm) {
    let ops = &mut asm.ops;
    dynasm!(ops
        ; .arch x64
        ; push rbx
        ; lea rbx, [rsp + 8]
        ; push rax
        ; push rcx
        ; push rdx
        ; push rsi
        ; push rdi
        ; push r8
        ; push r9
        ; push r10
        ; push r11
        ; sub rsp, 128
    );
    for x in 0..16u8 {
        asm.sse(0xf2, 0x11, x, Rm::M(Addr::base(4, 8 * i32::from(x))));
    }
    let ops = &mut asm.ops;
    dynasm!(ops ; .arch x64 ; and rsp, -16);
}

/// Restores what `save_all` saved.
fn restore_all(asm: &mut Asm) {
    let ops = &mut asm.ops;
    dynasm!(ops ; .arch x64 ; lea rsp, [rbx - SAVED]);
    for x in 0..16u8 {
        asm.sse(0xf2, 0x10, x, Rm::M(Addr::base(4, 8 * i32::from(x))));
    }
    let ops = &mut asm.ops;
    dynasm!(ops
        ; .arch x64
        ; add rsp, 128
        ; pop r11
        ; pop r10
        ; pop r9
        ; pop r8
        ; pop rdi
        ; pop rsi
        ; pop rdx
        ; pop rcx
        ; pop rax
        ; pop rbx
    );
}

fn call_import(asm: &mut Asm, name: &str) {
    let import = Import::Runtime(runtime_index(name));
    asm.call_rm(Rm::M(Addr::sym(Sym::Import(import), 0)));
}

/// What stubs must know of a program.
pub trait StubFacts {
    /// Type id, size of a fixed-size object, and name of a collected type.
    fn collected(&self, c: ContainerId) -> (u32, u32, String);
    /// The function that an import calls.
    fn external(&self, x: ExternId) -> ExternDesc;
}

impl StubFacts for Module {
    fn collected(&self, c: ContainerId) -> (u32, u32, String) {
        let id = self.type_ids[c.0 as usize];
        let t = &self.types[id as usize];
        (id, t.info.size.next_multiple_of(8), t.name.clone())
    }
    fn external(&self, x: ExternId) -> ExternDesc {
        self.externs[x.0 as usize].clone()
    }
}

impl StubFacts for Cx<'_> {
    fn collected(&self, c: ContainerId) -> (u32, u32, String) {
        let layout = &self.layouts[c];
        let size = match layout.var {
            Some(_) => layout.size,
            None => layout.size.max(16),
        };
        (
            self.type_ids[c],
            size.next_multiple_of(8),
            self.program.types.show_container(c),
        )
    }
    fn external(&self, x: ExternId) -> ExternDesc {
        ExternDesc::new(&self.program.externs[x])
    }
}

/// The code of a stub, and its name in the symbol table.
pub fn stub(facts: &dyn StubFacts, stub: Stub) -> (String, Vec<u8>, Vec<Reloc>) {
    let mut asm = Asm::new();
    let name = match stub {
        Stub::Malloc(c) => {
            let (id, size, name) = facts.collected(c);
            save_all(&mut asm);
            let ops = &mut asm.ops;
            // Entry: return address, result slot. The caller's rsp at its call is the address of the slot.
            dynasm!(ops
                ; .arch x64
                ; lea rax, [rbx + 8]
                ; mov [r15 + offset::ANCHOR], rax
                ; mov rdi, r15
                ; mov esi, id as i32
                ; mov edx, size as i32
            );
            call_import(&mut asm, rt::MALLOC_SLOW);
            let ops = &mut asm.ops;
            dynasm!(ops ; .arch x64 ; mov [rbx + 8], rax);
            restore_all(&mut asm);
            asm.ret();
            format!("gx_stub_malloc.{name}")
        }
        Stub::MallocVar(c) => {
            let (id, _, name) = facts.collected(c);
            save_all(&mut asm);
            let ops = &mut asm.ops;
            dynasm!(ops
                ; .arch x64
                ; lea rax, [rbx + 8]
                ; mov [r15 + offset::ANCHOR], rax
                ; mov rdi, r15
                ; mov esi, id as i32
                ; mov rdx, [rbx + 8]
            );
            call_import(&mut asm, rt::MALLOC_VAR_SLOW);
            let ops = &mut asm.ops;
            dynasm!(ops ; .arch x64 ; mov [rbx + 8], rax);
            restore_all(&mut asm);
            asm.ret();
            format!("gx_stub_malloc_var.{name}")
        }
        Stub::WriteBarrier => {
            save_all(&mut asm);
            let ops = &mut asm.ops;
            dynasm!(ops ; .arch x64 ; mov rdi, r15 ; mov rsi, [rbx + 8]);
            call_import(&mut asm, rt::WRITE_BARRIER);
            restore_all(&mut asm);
            let ops = &mut asm.ops;
            dynasm!(ops ; .arch x64 ; ret 8);
            "gx_stub_write_barrier".to_owned()
        }
        Stub::WriteBarrierArray => {
            save_all(&mut asm);
            let ops = &mut asm.ops;
            dynasm!(ops ; .arch x64 ; mov rdi, r15 ; mov rsi, [rbx + 8] ; mov rdx, [rbx + 16]);
            call_import(&mut asm, rt::WRITE_BARRIER_ARRAY);
            restore_all(&mut asm);
            let ops = &mut asm.ops;
            dynasm!(ops ; .arch x64 ; ret 16);
            "gx_stub_write_barrier_array".to_owned()
        }
        Stub::WriteBarrierRange => {
            save_all(&mut asm);
            let ops = &mut asm.ops;
            dynasm!(ops
                ; .arch x64
                ; mov rdi, r15
                ; mov rsi, [rbx + 8]
                ; mov rdx, [rbx + 16]
                ; mov rcx, [rbx + 24]
            );
            call_import(&mut asm, rt::WRITE_BARRIER_RANGE);
            restore_all(&mut asm);
            let ops = &mut asm.ops;
            dynasm!(ops ; .arch x64 ; ret 24);
            "gx_stub_write_barrier_range".to_owned()
        }
        Stub::Traceback(kind) => {
            traceback(&mut asm, kind);
            format!("gx_stub_traceback.{kind}")
        }
        Stub::Abort => {
            let ops = &mut asm.ops;
            dynasm!(ops
                ; .arch x64
                ; lea rax, [rsp + 8]
                ; mov [r15 + offset::ANCHOR], rax
                ; mov rdi, r15
                ; mov esi, [rsp + 16]
                ; mov edx, [rsp + 8]
                ; and rsp, -16
            );
            call_import(&mut asm, rt::ABORT);
            asm.ud2();
            "gx_stub_abort".to_owned()
        }
        Stub::Extern(x) => {
            let f = facts.external(x);
            if f.collects || f.noreturn {
                let ops = &mut asm.ops;
                dynasm!(ops ; .arch x64 ; lea rax, [rsp + 8] ; mov [r15 + offset::ANCHOR], rax);
            }
            if f.context {
                let ops = &mut asm.ops;
                dynasm!(ops
                    ; .arch x64
                    ; mov r9, r8
                    ; mov r8, rcx
                    ; mov rcx, rdx
                    ; mov rdx, rsi
                    ; mov rsi, rdi
                    ; mov rdi, r15
                );
            }
            let slot = Rm::M(Addr::sym(Sym::Import(Import::Extern(x)), 0));
            match f.narrow {
                None => asm.jmp_rm(slot),
                Some(ty) => {
                    let ops = &mut asm.ops;
                    dynasm!(ops ; .arch x64 ; sub rsp, 8);
                    asm.call_rm(slot);
                    let ops = &mut asm.ops;
                    match ty {
                        MemTy::U8 => dynasm!(ops ; .arch x64 ; movzx eax, al),
                        MemTy::S8 => dynasm!(ops ; .arch x64 ; movsx rax, al),
                        MemTy::U16 => dynasm!(ops ; .arch x64 ; movzx eax, ax),
                        MemTy::S16 => dynasm!(ops ; .arch x64 ; movsx rax, ax),
                        MemTy::S32 => dynasm!(ops ; .arch x64 ; movsxd rax, eax),
                        _ => dynasm!(ops ; .arch x64 ; mov eax, eax),
                    }
                    dynasm!(ops ; .arch x64 ; add rsp, 8 ; ret);
                }
            }
            format!("gx_stub_extern.{}", f.name)
        }
    };
    let relocs = asm.relocs;
    let code = asm.ops.finalize().expect("stub labels are placed");
    (name, code, relocs)
}

/// Adds an entry to the traceback ring: (kind and location, exception class). Stack: return address, location,
/// \[class\]. All registers keep their values; flags do not: `popf` takes longer than the rest, and exceptions that
/// end a loop or a method pass here once per call.
fn traceback(asm: &mut Asm, kind: u32) {
    let mask = (crate::abi::TRACEBACK_DEPTH - 1) as i32;
    let ops = &mut asm.ops;
    dynasm!(ops
        ; .arch x64
        ; push rax
        ; push rcx
        ; mov rax, [r15 + offset::TRACEBACK_COUNT]
        ; inc QWORD [r15 + offset::TRACEBACK_COUNT]
        ; and eax, mask
        ; shl rax, 4
        ; mov ecx, [rsp + 24]
        ; mov [r15 + rax + offset::TRACEBACK_RING], ecx
        ; mov DWORD [r15 + rax + offset::TRACEBACK_RING + 4], kind as i32
    );
    if kind == 1 {
        dynasm!(ops ; .arch x64 ; mov rcx, [rsp + 32]);
    } else {
        dynasm!(ops ; .arch x64 ; mov rcx, [r15 + offset::EXC_TYPE]);
    }
    dynasm!(ops
        ; .arch x64
        ; mov [r15 + rax + offset::TRACEBACK_RING + 8], rcx
        ; pop rcx
        ; pop rax
    );
    if kind == 1 {
        dynasm!(ops ; .arch x64 ; ret 16);
    } else {
        dynasm!(ops ; .arch x64 ; ret 8);
    }
}
