//! The backward scan before allocation: next uses, and hints.
//!
//! ```text
//! v2 = AddImm 1 v0; EdgeJmp v2 (wanted in rcx)       v2: next use 1, hint rcx;  v0, which dies: hint rcx, too
//! ```
use regalloc2::{OperandConstraint, OperandKind, RegClass};

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
    /// Given: operands of labels, in order, whose values have no register there.
    in_slots: Vec<u32>,
    /// By virtual register: the last loop whose instructions were found to read it.
    reads: Vec<u32>,
}

/// Registers that the instructions of a loop have for what they compute.
const ROOM: usize = 5;
/// Registers of a class: integer ones that are not reserved, and float ones.
const REGISTERS: [usize; 2] = [13, 16];

fn class_number(class: RegClass) -> usize {
    usize::from(class == RegClass::Float)
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
        fill(&mut self.reads, n, NONE);
        self.in_slots.clear();
    }
    /// A loop: a label, and the last instruction that leads back to it. If there are more values than registers, those
    /// that no instruction of the loop reads, but only its ends, have none at the label: a turn brings them nowhere,
    /// and the others stay where they are. Loops are given in the order of their labels.
    pub fn add_loop(&mut self, f: &MFunc, label: usize, last: usize) {
        let mut defined = [0; 2];
        for inst in &f.insts[label + 1..last] {
            if is_end(&inst.op) {
                continue;
            }
            for o in f.operands_of(inst) {
                match o.kind() {
                    OperandKind::Use => self.reads[o.vreg().vreg()] = label as u32,
                    OperandKind::Def => defined[class_number(o.class())] += 1,
                }
            }
        }
        let mut live = [0; 2];
        let inst = &f.insts[label];
        for o in f.operands_of(inst) {
            live[class_number(o.class())] += 1;
        }
        let crowded = [0, 1].map(|c| live[c] + ROOM.min(defined[c]) > REGISTERS[c]);
        for (n, o) in (inst.operands.0..).zip(f.operands_of(inst)) {
            if crowded[class_number(o.class())] && self.reads[o.vreg().vreg()] != label as u32 {
                self.in_slots.push(n);
            }
        }
    }
    /// Whether the value of a label's operand has no register there.
    pub fn is_in_slot(&self, operand: u32) -> bool {
        self.in_slots.binary_search(&operand).is_ok()
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
