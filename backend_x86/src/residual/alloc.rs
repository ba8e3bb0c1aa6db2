//! Register allocation of fragments: one pass forwards, from the places of the parameters to those of the edges'
//! arguments.
//!
//! Level 1 must compile fast and code is straight, so a greedy pass is enough (the family of Poletto and Sarkar's
//! linear scan, with Belady's choice of what to give up: the value whose next use is farthest). One scan backwards
//! ([`scan`](super::scan)) finds, per operand, the next use of its value and *hints*: a value that an edge hands to an
//! existing fragment wants the register in which that fragment expects it.
//!
//! ```text
//! entry v0 in rcx, v1 in slot 0             v2 = AddImm 1 v0      rcx = rcx + 1   (v0 dies; the back edge wants v2 in rcx)
//! v2 = v0 + 1; call f(v1); back edge(v2, v1)   Call f (v1: rdi)      rbx = rcx; rdi = [slot 0]; call f
//!                                             EdgeJmp v2, v1        v2 in rbx, v1 in slot 0
//! ```
//! ## State
//! A value is in at most one register and at most one slot; a slot stays valid for as long as the value lives, because
//! values never change. Registers may hold stale copies of a value (`copy`) that save a move. Before an instruction:
//! values that it destroys the registers of move to registers it leaves alone, or to slots; fixed uses get copies;
//! others are loaded where they need a register. All this becomes edits before the instruction, none after it.
//!
//! At a label everything that lives is a parameter of the fragment that begins there; where it happens to be is where
//! edges must bring it. At the head of a loop with more values than registers, those that the loop does not read go to
//! slots first ([`Scan::add_loop`]).
//!
//! ## References
//! At a call with a stack map live references are in slots and lose their registers. At an allocation only the slow
//! path can collect: it stores the live references, calls, and loads them again ([`Save`]), so the fast path keeps them
//! in registers.
use regalloc2::{
    Allocation, Edit, Inst as InstIdx, Operand, OperandConstraint, OperandKind, OperandPos, Output,
    PReg, ProgPoint, RegClass, SpillSlot, VReg,
};

mod places;

use super::scan::{NONE, Scan};
use crate::fragment::ValueLocation;
use crate::frame::Save;
use crate::mir::{Clobbers, MFunc, MOp, Roots, of_inst, regs};

/// Registers as bits: integer ones from bit 0, float ones from bit 16.
type Regs = u32;

/// Integer registers in the order in which they are given to values that do not live across a call.
const INT_ORDER: [u8; 13] = [0, 1, 2, 6, 7, 8, 9, 10, 11, 3, 12, 13, 14];
/// The same for values that do.
const CALLEE_ORDER: [u8; 13] = [3, 12, 13, 14, 0, 1, 2, 6, 7, 8, 9, 10, 11];

const fn mask(order: &[u8]) -> Regs {
    let mut m = 0;
    let mut i = 0;
    while i < order.len() {
        m |= 1 << order[i];
        i += 1;
    }
    m
}
const INTS: Regs = mask(&INT_ORDER);
const FLOATS: Regs = 0xffff << 16;

/// Where the operands of a fragment's instructions are, and the moves between.
#[derive(Debug, Default)]
pub struct Allocated {
    /// What the emitter reads.
    pub out: Output,
    /// Places of the operands of ends and labels, one after the other.
    pub places: Vec<ValueLocation>,
    /// Instructions with places, and where theirs begin.
    pub ends: Vec<(u32, u32)>,
    /// What slow paths of allocations save, by instruction.
    pub saves: Vec<(u32, Vec<Save>)>,
    /// Slots with live references, by safepoint instruction.
    pub roots: Vec<(u32, Roots)>,
    /// Slots used (the highest number plus one).
    pub slots: u32,
}

impl Allocated {
    /// Places of the operands of an end or a label.
    pub fn places_of(&self, f: &MFunc, i: u32) -> &[ValueLocation] {
        let n = f.operands_of(&f.insts[i as usize]).len();
        of_inst(&self.ends, i).map_or(&[], |&at| &self.places[at as usize..at as usize + n])
    }
    fn clear(&mut self) {
        self.out.edits.clear();
        self.out.allocs.clear();
        self.out.inst_alloc_offsets.clear();
        self.places.clear();
        self.ends.clear();
        self.saves.clear();
        self.roots.clear();
        self.slots = 0;
    }
}

/// Memory for allocation that is used again, and its result.
#[derive(Default)]
pub struct Scratch {
    /// What is found beforehand.
    pub scan: Scan,
    pub done: Allocated,
    reg: Vec<u8>,
    label_reg: Vec<u8>,
    slot: Vec<u32>,
    next: Vec<u32>,
    next_reg: Vec<u32>,
    slots: Vec<u32>,
}

impl std::fmt::Debug for Scratch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Scratch")
    }
}

pub(super) fn bit(r: PReg) -> u8 {
    match r.class() {
        RegClass::Float => 16 + r.hw_enc() as u8,
        _ => r.hw_enc() as u8,
    }
}
fn preg(b: u8) -> PReg {
    if b >= 16 {
        regs::xmm(b as usize - 16)
    } else {
        PReg::new(b as usize, RegClass::Int)
    }
}
fn clobbered(c: Clobbers) -> Regs {
    let caller = INTS & !mask(&[3, 12, 13, 14]);
    match c {
        Clobbers::None => 0,
        Clobbers::Call => caller | FLOATS,
        Clobbers::CallButRax => (caller & !1) | FLOATS,
        Clobbers::CallButXmm0 => caller | (FLOATS & !(1 << 16)),
        Clobbers::AllButRax => (INTS & !1) | FLOATS,
        Clobbers::Rax => 1,
        Clobbers::Rdx => 4,
    }
}
pub(super) fn is_call(c: Clobbers) -> bool {
    matches!(
        c,
        Clobbers::Call | Clobbers::CallButRax | Clobbers::CallButXmm0
    )
}
/// Instructions that take their operands in any place.
pub(super) fn is_end(op: &MOp) -> bool {
    matches!(
        op,
        MOp::EdgeBr(..) | MOp::EdgeJmp(_) | MOp::Label(_) | MOp::Exit(_)
    )
}

struct Alloc<'a> {
    f: &'a MFunc,
    gc: &'a [bool],
    scan: &'a Scan,
    /// By value.
    reg: &'a mut [u8],
    slot: &'a mut [u32],
    next: &'a mut [u32],
    next_reg: &'a mut [u32],
    /// By value: its register at the last label it passed.
    label_reg: &'a mut [u8],
    /// By register: the value that lives there; a value of which there is a stale copy.
    occupant: [u32; 32],
    copy: [u32; 32],
    occupied: Regs,
    slots: &'a mut Vec<u32>,
    used_slots: u32,
    i: u32,
    /// Registers that the current instruction reads or writes before its end.
    locked: Regs,
    /// Registers that it changes, or needs for fixed uses.
    avoid: Regs,
    out: &'a mut Allocated,
}

const NO_REG: u8 = 255;

/// Allocates a run, the wishes of whose edges stand in the scratch. `entry`: registers of the first fragment's
/// parameters that are used, with their places.
///
/// # Errors
/// A description of what is wrong with the input.
pub fn allocate(
    f: &MFunc,
    gc: &[bool],
    entry: impl Iterator<Item = (VReg, ValueLocation)>,
    scratch: &mut Scratch,
) -> Result<(), String> {
    let n = f.vregs as usize;
    scratch.scan.run(f);
    scratch.done.clear();
    scratch.slots.clear();
    for table in [&mut scratch.reg, &mut scratch.label_reg] {
        table.clear();
        table.resize(n, NO_REG);
    }
    for table in [&mut scratch.slot, &mut scratch.next, &mut scratch.next_reg] {
        table.clear();
        table.resize(n, NONE);
    }
    let mut a = Alloc {
        f,
        gc,
        scan: &scratch.scan,
        reg: &mut scratch.reg,
        slot: &mut scratch.slot,
        next: &mut scratch.next,
        next_reg: &mut scratch.next_reg,
        label_reg: &mut scratch.label_reg,
        occupant: [NONE; 32],
        copy: [NONE; 32],
        occupied: 0,
        slots: &mut scratch.slots,
        used_slots: 0,
        i: 0,
        locked: 0,
        avoid: 0,
        out: &mut scratch.done,
    };
    for (v, place) in entry {
        a.enter(v.vreg(), place)?;
    }
    for i in 0..f.insts.len() {
        a.i = i as u32;
        a.inst()?;
    }
    a.out.slots = a.used_slots;
    a.out.out.num_spillslots = a.used_slots as usize;
    Ok(())
}

impl Alloc<'_> {
    fn enter(&mut self, v: usize, place: ValueLocation) -> Result<(), String> {
        self.next[v] = self.scan.first[v].next;
        self.next_reg[v] = self.scan.first[v].next_reg;
        let (r, s) = match place {
            ValueLocation::Reg(r) => (Some(r), None),
            ValueLocation::Slot(s) => (None, Some(s)),
            ValueLocation::Both(r, s) => (Some(r), Some(s)),
            ValueLocation::Const(_) | ValueLocation::Unused => {
                return Err("a parameter's place is a constant, or none".into());
            }
        };
        if let Some(r) = r {
            let b = bit(r);
            if self.occupant[b as usize] != NONE || (INTS | FLOATS) & (1 << b) == 0 {
                return Err(format!(
                    "two parameters in one place, or a reserved one: {r}"
                ));
            }
            self.put(v, b);
        }
        if let Some(s) = s {
            self.grow(s);
            if self.slots[s as usize] != NONE {
                return Err(format!("two parameters in slot {s}"));
            }
            self.slots[s as usize] = v as u32;
            self.slot[v] = s;
        }
        Ok(())
    }

    // ---- an instruction --------------------------------------------------------------------------------------------

    fn inst(&mut self) -> Result<(), String> {
        let f = self.f;
        let inst = &f.insts[self.i as usize];
        let operands = f.operands_of(inst);
        let base = inst.operands.0 as usize;
        let start = self.out.out.allocs.len() as u32;
        self.out.out.inst_alloc_offsets.push(start);
        if is_end(&inst.op) {
            return self.end(&inst.op, operands, base);
        }
        // From here on `next` is that after this instruction.
        for (k, o) in operands.iter().enumerate() {
            let v = o.vreg().vreg();
            self.next[v] = self.scan.ops[base + k].next;
            self.next_reg[v] = self.scan.ops[base + k].next_reg;
        }
        let mut allocs = [Allocation::none(); 24];
        if operands.len() > allocs.len() {
            return Err("an instruction with too many operands".into());
        }
        let clobbers = clobbered(inst.clobbers);
        // What it reads must not be given up before.
        self.locked = operands
            .iter()
            .filter(|o| o.kind() == OperandKind::Use)
            .map(|o| self.reg[o.vreg().vreg()])
            .filter(|&b| b != NO_REG)
            .fold(0, |m, b| m | 1 << b);
        let mut fixed_uses = 0;
        let mut fixed_defs = 0;
        let mut late = false;
        for o in operands {
            if let OperandConstraint::FixedReg(p) = o.constraint() {
                match o.kind() {
                    OperandKind::Use => fixed_uses |= 1 << bit(p),
                    OperandKind::Def => fixed_defs |= 1 << bit(p),
                }
            }
            late |= o.kind() == OperandKind::Use && o.pos() == OperandPos::Late;
        }
        self.avoid = clobbers | fixed_uses | fixed_defs;
        let call_safepoint = matches!(&inst.op, MOp::Call(c) if c.roots.is_some());
        self.save(operands, clobbers | fixed_defs, call_safepoint, late)?;
        self.fixed(operands, &mut allocs)?;
        self.uses(operands, fixed_uses, &mut allocs)?;
        // Registers that early definitions must not touch are those of all uses.
        let late_regs = self.defs(operands, clobbers, &mut allocs)?;
        debug_assert_eq!(late_regs & clobbers & !fixed_defs, 0);
        self.out.out.allocs.extend(&allocs[..operands.len()]);
        self.after(operands, &allocs, clobbers, call_safepoint);
        Ok(())
    }

    /// An end or a label, whose operands are where they are. Most values of the code are operands of most ends.
    fn end(&mut self, op: &MOp, operands: &[Operand], base: usize) -> Result<(), String> {
        self.out.ends.push((self.i, self.out.places.len() as u32));
        self.out.places.reserve(operands.len());
        self.out.out.allocs.reserve(operands.len());
        let label = matches!(op, MOp::Label(_));
        if label {
            for (n, o) in (base as u32..).zip(operands) {
                let v = o.vreg().vreg();
                if self.reg[v] != NO_REG && self.scan.is_in_slot(n) {
                    self.store(v);
                    self.vacate(self.reg[v]);
                }
            }
        }
        let mut dies = false;
        for (o, uses) in operands.iter().zip(&self.scan.ops[base..]) {
            let v = o.vreg().vreg();
            (self.next[v], self.next_reg[v]) = (uses.next, uses.next_reg);
            dies |= uses.next == NONE;
            let (r, s) = (self.reg[v], self.slot[v]);
            let (place, home) = match (r != NO_REG, s != NONE) {
                (true, true) => (ValueLocation::Both(preg(r), s), Self::alloc_reg(r)),
                (true, false) => (ValueLocation::Reg(preg(r)), Self::alloc_reg(r)),
                (false, true) => (ValueLocation::Slot(s), Self::alloc_slot(s)),
                (false, false) => return Err(format!("v{v} is nowhere at the end")),
            };
            self.out.places.push(place);
            self.out.out.allocs.push(home);
            if label {
                self.label_reg[v] = r;
            }
        }
        if label {
            // Who comes by another way brings no copies.
            self.copy = [NONE; 32];
        }
        if dies {
            self.release(operands);
        }
        Ok(())
    }
    /// Values that live on leave the registers that the instruction changes; so do values it reads late.
    fn save(
        &mut self,
        operands: &[Operand],
        changed: Regs,
        call_safepoint: bool,
        late: bool,
    ) -> Result<(), String> {
        let mut left = self.occupied & (changed | if call_safepoint { INTS } else { 0 });
        while left != 0 {
            let b = left.trailing_zeros() as u8;
            left &= left - 1;
            let v = self.occupant[b as usize] as usize;
            let reads_late = late
                && operands.iter().any(|o| {
                    o.kind() == OperandKind::Use
                        && o.pos() == OperandPos::Late
                        && o.vreg().vreg() == v
                });
            let changes = changed & (1 << b) != 0;
            if reads_late && changes {
                self.relocate(b, true)?;
            } else if self.next[v] == NONE {
                continue;
            } else if call_safepoint && self.gc[v] {
                self.store(v);
            } else if changes && self.slot[v] == NONE {
                // Its old register still holds it, until the instruction.
                self.relocate(b, false)?;
            }
        }
        Ok(())
    }

    fn fixed(&mut self, operands: &[Operand], allocs: &mut [Allocation]) -> Result<(), String> {
        for (k, o) in operands.iter().enumerate() {
            let (OperandConstraint::FixedReg(p), OperandKind::Use) = (o.constraint(), o.kind())
            else {
                continue;
            };
            let (v, b) = (o.vreg().vreg(), bit(p));
            let there = self.occupant[b as usize];
            if there != NONE && there != v as u32 {
                let w = there as usize;
                // Whether this instruction still reads it elsewhere.
                let used = operands.iter().enumerate().any(|(j, u)| {
                    let done = matches!(u.constraint(), OperandConstraint::FixedReg(_)) && j <= k;
                    u.kind() == OperandKind::Use && u.vreg().vreg() == w && !done
                });
                if used || self.next[w] != NONE {
                    self.relocate(b, false)?;
                } else {
                    self.vacate(b);
                }
            }
            if self.occupant[b as usize] != v as u32 && self.copy[b as usize] != v as u32 {
                let from = self.home(v)?;
                self.edit(from, Self::alloc_reg(b));
                self.copy[b as usize] = v as u32;
            }
            self.locked |= 1 << b;
            allocs[k] = Self::alloc_reg(b);
        }
        Ok(())
    }

    fn uses(
        &mut self,
        operands: &[Operand],
        fixed_uses: Regs,
        allocs: &mut [Allocation],
    ) -> Result<(), String> {
        for (k, o) in operands.iter().enumerate() {
            if o.kind() == OperandKind::Def
                || matches!(o.constraint(), OperandConstraint::FixedReg(_))
            {
                continue;
            }
            let v = o.vreg().vreg();
            if self.reg[v] == NO_REG {
                let class = if o.class() == RegClass::Float {
                    FLOATS
                } else {
                    INTS
                };
                if o.constraint() == OperandConstraint::Any {
                    let free = class & !self.occupied & !self.locked & !self.avoid;
                    let again = self.next_reg[v] != NONE
                        && self.next_reg[v] < self.scan.next_call[self.i as usize + 1];
                    if !again || free == 0 {
                        allocs[k] = self.home(v)?;
                        continue;
                    }
                }
                let late = o.pos() == OperandPos::Late;
                let exclude = if late { self.avoid } else { fixed_uses };
                let b = self.take(v, o.class(), exclude)?;
                let from = self.home(v)?;
                self.edit(from, Self::alloc_reg(b));
                self.put(v, b);
            }
            self.locked |= 1 << self.reg[v];
            allocs[k] = Self::alloc_reg(self.reg[v]);
        }
        Ok(())
    }

    /// Gives registers to definitions; returns those written at the end.
    fn defs(
        &mut self,
        operands: &[Operand],
        clobbers: Regs,
        allocs: &mut [Allocation],
    ) -> Result<Regs, String> {
        let mut defined = 0;
        for (k, o) in operands.iter().enumerate() {
            if o.kind() == OperandKind::Def && o.pos() == OperandPos::Early {
                let b = self.take(o.vreg().vreg(), o.class(), self.avoid)?;
                self.locked |= 1 << b;
                allocs[k] = Self::alloc_reg(b);
            }
        }
        // What the instruction reads at its start only may be overwritten at its end.
        let reads = self.locked;
        let mut busy = 0;
        for (k, o) in operands.iter().enumerate() {
            let early_def = o.kind() == OperandKind::Def && o.pos() == OperandPos::Early;
            let late_use = o.kind() == OperandKind::Use && o.pos() == OperandPos::Late;
            if (early_def || late_use)
                && let Some(r) = allocs[k].as_reg()
            {
                busy |= 1 << bit(r);
            }
        }
        for (k, o) in operands.iter().enumerate() {
            if o.kind() == OperandKind::Def
                && o.pos() == OperandPos::Late
                && let OperandConstraint::FixedReg(p) = o.constraint()
            {
                allocs[k] = Self::alloc_reg(bit(p));
                busy |= 1 << bit(p);
                defined |= 1 << bit(p);
            }
        }
        // Registers of values that die here.
        let dying = operands
            .iter()
            .filter(|o| o.kind() == OperandKind::Use && self.next[o.vreg().vreg()] == NONE)
            .filter_map(|o| {
                let r = self.reg[o.vreg().vreg()];
                (r != NO_REG).then(|| 1u32 << r)
            })
            .fold(0, |a, b| a | b);
        for (k, o) in operands.iter().enumerate() {
            if o.kind() == OperandKind::Use || o.pos() == OperandPos::Early {
                continue;
            }
            let d = o.vreg().vreg();
            let class = if o.class() == RegClass::Float {
                FLOATS
            } else {
                INTS
            };
            let b = match o.constraint() {
                OperandConstraint::FixedReg(_) => continue,
                OperandConstraint::Reuse(u) => {
                    let r = allocs[u]
                        .as_reg()
                        .map(bit)
                        .ok_or("a reused operand outside of a register")?;
                    let v = operands[u].vreg().vreg();
                    let is_home = self.reg[v] == r;
                    if (is_home && self.next[v] != NONE) || busy & (1 << r) != 0 {
                        // The value lives on: the instruction works on a copy.
                        self.locked = reads | busy;
                        let to = self.take(d, o.class(), clobbers | busy)?;
                        self.edit(Self::alloc_reg(r), Self::alloc_reg(to));
                        self.copy[to as usize] = NONE;
                        allocs[u] = Self::alloc_reg(to);
                        to
                    } else {
                        r
                    }
                }
                _ => {
                    let exclude = clobbers | busy;
                    let free = class & !exclude & (!self.occupied | dying);
                    let h = self.hint(d).filter(|h| free & (1 << h) != 0);
                    let same = dying & free;
                    if let Some(h) = h {
                        h
                    } else if same != 0 && !self.crosses(d) {
                        same.trailing_zeros() as u8
                    } else if let Some(b) = self.pick(d, free) {
                        b
                    } else {
                        self.locked = busy;
                        self.evict(class & !exclude & !dying)?
                    }
                }
            };
            allocs[k] = Self::alloc_reg(b);
            busy |= 1 << b;
            defined |= 1 << b;
        }
        Ok(defined)
    }
    fn crosses(&self, v: usize) -> bool {
        self.scan.last[v] != NONE
            && self.scan.next_call[self.i as usize + 1] < self.scan.last[v]
            && !self.gc[v]
    }

    /// Values that are used no more lose their places.
    fn release(&mut self, operands: &[Operand]) {
        for o in operands {
            let v = o.vreg().vreg();
            if o.kind() == OperandKind::Use && self.next[v] == NONE {
                if self.reg[v] != NO_REG {
                    self.vacate(self.reg[v]);
                }
                if self.slot[v] != NONE {
                    self.slots[self.slot[v] as usize] = NONE;
                    self.slot[v] = NONE;
                }
            }
        }
    }

    fn after(
        &mut self,
        operands: &[Operand],
        allocs: &[Allocation],
        clobbers: Regs,
        call_safepoint: bool,
    ) {
        self.release(operands);
        let op = &self.f.insts[self.i as usize].op;
        if call_safepoint || matches!(op, MOp::Alloc(_) | MOp::AllocVar(_)) {
            self.safepoint(call_safepoint);
        }
        let mut lost = clobbers;
        if call_safepoint {
            for b in 0..16 {
                let v = self.occupant[b as usize];
                if v != NONE && self.gc[v as usize] {
                    lost |= 1 << b;
                }
                // References elsewhere are stale.
                let c = self.copy[b as usize];
                if c != NONE && self.gc[c as usize] {
                    self.copy[b as usize] = NONE;
                }
            }
        } else if matches!(op, MOp::Alloc(_) | MOp::AllocVar(_)) {
            for c in &mut self.copy {
                if *c != NONE && self.gc[*c as usize] {
                    *c = NONE;
                }
            }
        }
        while lost != 0 {
            let b = lost.trailing_zeros() as u8;
            lost &= lost - 1;
            self.vacate(b);
            self.copy[b as usize] = NONE;
        }
        for (k, o) in operands.iter().enumerate() {
            if o.kind() == OperandKind::Def
                && let Some(r) = allocs[k].as_reg()
            {
                let v = o.vreg().vreg();
                self.vacate(bit(r));
                self.copy[bit(r) as usize] = NONE;
                if self.next[v] != NONE {
                    self.put(v, bit(r));
                }
            }
        }
    }

    /// Live references: their slots, and what a slow path saves.
    fn safepoint(&mut self, call: bool) {
        let mut roots = Roots::new();
        let mut saves = Vec::new();
        for (s, &v) in self.slots.iter().enumerate() {
            if v != NONE && self.gc[v as usize] {
                roots.push(s as u16);
            }
        }
        if !call {
            let mut taken: Vec<u32> = Vec::new();
            for b in 0..16u8 {
                let v = self.occupant[b as usize];
                if v == NONE || !self.gc[v as usize] {
                    continue;
                }
                let (slot, store) = if self.slot[v as usize] == NONE {
                    let mut s = 0;
                    while self.slots.get(s as usize).is_some_and(|&o| o != NONE)
                        || taken.contains(&s)
                    {
                        s += 1;
                    }
                    taken.push(s);
                    self.grow(s);
                    roots.push(s as u16);
                    (s, true)
                } else {
                    (self.slot[v as usize], false)
                };
                saves.push(Save {
                    reg: preg(b),
                    slot,
                    store,
                });
            }
            if !saves.is_empty() {
                self.out.saves.push((self.i, saves));
            }
        }
        if !roots.is_empty() {
            self.out.roots.push((self.i, roots));
        }
    }
}
