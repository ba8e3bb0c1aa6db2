//! The backward scan before allocation: next uses, and hints.
//!
//! ```text
//! v2 = AddImm 1 v0; EdgeJmp v2 (wanted in rcx)       v2: next use 1, hint rcx;  v0, which dies: hint rcx, too
//! ```
use regalloc2::{OperandConstraint, OperandKind};

use super::alloc::{bit, is_call, is_end};
use crate::mir::MFunc;

/// No value, no place, no position, no hint.
pub(super) const NONE: u32 = u32::MAX;

/// What is known of the uses of a value.
#[derive(Clone, Copy)]
pub struct Uses {
    /// The next one.
    pub next: u32,
    /// The next one that wants a register.
    pub next_reg: u32,
}

const UNUSED: Uses = Uses {
    next: NONE,
    next_reg: NONE,
};

/// Where a value would best be: a register as bit number, or the register in which a parameter is at its label
/// ([`like`]).
pub(super) type Hint = u32;

/// The hint: where this virtual register is at its label.
pub(super) fn like(vreg: usize) -> Hint {
    32 + vreg as u32
}

/// The results, in tables that are used again.
#[derive(Default)]
pub struct Scan {
    /// Given: by operand, where the edge that has it wants it.
    pub wish: Vec<Hint>,
    /// By operand: uses of its value after the instruction.
    pub ops: Vec<Uses>,
    /// By virtual register.
    pub hint: Vec<Hint>,
    /// By virtual register: its last use.
    pub last: Vec<u32>,
    /// By instruction: the next one, from it on, that destroys the caller-saved registers.
    pub next_call: Vec<u32>,
    /// By virtual register: first uses, for parameters.
    pub first: Vec<Uses>,
}

impl Scan {
    /// Begins with this function: no value has a wish for a register yet.
    pub fn reset(&mut self, f: &MFunc) {
        let n = f.vregs as usize;
        fn fill<T: Clone>(v: &mut Vec<T>, n: usize, value: T) {
            v.clear();
            v.resize(n, value);
        }
        fill(&mut self.wish, f.operands.len(), NONE);
        fill(&mut self.ops, f.operands.len(), UNUSED);
        fill(&mut self.hint, n, NONE);
        fill(&mut self.last, n, NONE);
        fill(&mut self.next_call, f.insts.len() + 1, NONE);
        fill(&mut self.first, n, UNUSED);
    }
    /// Goes through the instructions backwards and notes next uses.
    pub fn run(&mut self, f: &MFunc) {
        for (i, inst) in f.insts.iter().enumerate().rev() {
            self.next_call[i] = if is_call(inst.clobbers) {
                i as u32
            } else {
                self.next_call[i + 1]
            };
            let operands = f.operands_of(inst);
            let base = inst.operands.0 as usize;
            for (k, o) in operands.iter().enumerate() {
                let v = o.vreg().vreg();
                self.ops[base + k] = self.first[v];
                if o.kind() == OperandKind::Def {
                    // The value that dies here hands its register on.
                    let from = match o.constraint() {
                        OperandConstraint::Reuse(u) => operands.get(u),
                        OperandConstraint::Reg => operands
                            .iter()
                            .find(|u| u.kind() == OperandKind::Use && u.class() == o.class()),
                        _ => None,
                    };
                    if let Some(u) = from.map(|u| u.vreg().vreg())
                        && self.first[u].next == NONE
                        && self.hint[u] == NONE
                    {
                        self.hint[u] = self.hint[v];
                    }
                }
            }
            let any_place = is_end(&inst.op);
            for (k, o) in operands.iter().enumerate() {
                if o.kind() == OperandKind::Def {
                    continue;
                }
                let v = o.vreg().vreg();
                if self.last[v] == NONE {
                    self.last[v] = i as u32;
                }
                let wish = self.wish[base + k];
                if wish != NONE {
                    self.hint[v] = wish;
                } else if let OperandConstraint::FixedReg(p) = o.constraint()
                    && self.hint[v] == NONE
                {
                    self.hint[v] = u32::from(bit(p));
                }
                self.first[v].next = i as u32;
                if wish != NONE || !any_place {
                    self.first[v].next_reg = i as u32;
                }
            }
        }
    }
}
