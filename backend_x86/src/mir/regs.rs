//! Registers: numbers, conventions, and the allocator's view of the machine.
use std::sync::OnceLock;

use regalloc2::{MachineEnv, PReg, PRegSet, RegClass};

macro_rules! int_regs {
    ($($name:ident $n:literal $text:literal,)*) => {
        $(#[doc = $text] pub const $name: PReg = PReg::new($n, RegClass::Int);)*
    };
}
int_regs! {
    RAX 0 "rax", RCX 1 "rcx", RDX 2 "rdx", RBX 3 "rbx", RSP 4 "rsp", RBP 5 "rbp", RSI 6 "rsi", RDI 7 "rdi",
    R8 8 "r8", R9 9 "r9", R10 10 "r10", R11 11 "r11", R12 12 "r12", R13 13 "r13", R14 14 "r14", R15 15 "r15",
}

/// The float register `xmm0` to `xmm15`.
pub const fn xmm(n: usize) -> PReg {
    PReg::new(n, RegClass::Float)
}

/// Integer argument registers in order.
pub const INT_ARGS: [PReg; 6] = [RDI, RSI, RDX, RCX, R8, R9];
/// How many float arguments go in registers.
pub const FLOAT_ARGS: usize = 8;
/// Callee-saved registers that the allocator may use, in the order in which prologues push them.
pub const CALLEE_SAVED: [PReg; 5] = [RBX, RBP, R12, R13, R14];
/// Registers in which references stay at an allocation.
pub const KEPT: [PReg; 7] = [R8, R9, R10, R11, RSI, RDI, RDX];
const CALLER_SAVED_INT: [PReg; 9] = [RAX, RCX, RDX, RSI, RDI, R8, R9, R10, R11];

/// Registers a call may change.
pub fn caller_saved() -> PRegSet {
    static SET: OnceLock<PRegSet> = OnceLock::new();
    *SET.get_or_init(|| {
        let mut s = PRegSet::empty();
        for r in CALLER_SAVED_INT {
            s.add(r);
        }
        for n in 0..16 {
            s.add(xmm(n));
        }
        s
    })
}

/// The machine: r15 (context) and rsp are not allocatable; no register is set aside for moves.
pub fn machine_env() -> &'static MachineEnv {
    static ENV: OnceLock<MachineEnv> = OnceLock::new();
    ENV.get_or_init(|| {
        let mut floats = PRegSet::empty();
        for n in 0..16 {
            floats.add(xmm(n));
        }
        let mut caller = PRegSet::empty();
        for r in CALLER_SAVED_INT {
            caller.add(r);
        }
        let mut callee = PRegSet::empty();
        for r in CALLEE_SAVED {
            callee.add(r);
        }
        MachineEnv {
            preferred_regs_by_class: [caller, floats, PRegSet::empty()],
            non_preferred_regs_by_class: [callee, PRegSet::empty(), PRegSet::empty()],
            scratch_by_class: [None; 3],
            fixed_stack_slots: Vec::new(),
        }
    })
}
