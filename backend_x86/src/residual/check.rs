//! A symbolic check of an allocation: which value is where, instruction by instruction, without any of the allocator's
//! ideas.
//!
//! ```text
//! {rcx: v0, slot 0: v1}  AddImm v2 (rdx) v0 (rcx)  {rcx: v0, rdx: v2, slot 0: v1}      v0 read from rcx: right
//! ```
//! Checked: every use reads its value; what an instruction writes early or reads late overlaps nothing; after a
//! collection only the slots that are known to the collector (and registers restored from them) hold references; each
//! of those slots holds one; places reported at ends and labels are true, and nothing but what a label declares is read
//! behind it.
use regalloc2::{
    Allocation, Edit, Inst as InstIdx, OperandConstraint, OperandKind, OperandPos, ProgPoint, VReg,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::alloc::Allocated;
use crate::fragment::ValueLocation;
use crate::mir::{MFunc, MOp, of_inst};

type State = FxHashMap<Allocation, VReg>;

fn slot(s: u32) -> Allocation {
    Allocation::stack(regalloc2::SpillSlot::new(s as usize))
}
fn locations(p: ValueLocation) -> Vec<Allocation> {
    match p {
        ValueLocation::Reg(r) => vec![Allocation::reg(r)],
        ValueLocation::Slot(s) => vec![slot(s)],
        ValueLocation::Both(r, s) => vec![Allocation::reg(r), slot(s)],
        ValueLocation::Const(_) | ValueLocation::Unused => Vec::new(),
    }
}

/// Checks an allocation.
///
/// # Errors
/// Where it is wrong.
pub fn check(
    f: &MFunc,
    gc: &[bool],
    entry: &[(VReg, ValueLocation)],
    result: &Allocated,
) -> Result<(), String> {
    let mut state = State::default();
    for (v, p) in entry {
        for l in locations(*p) {
            state.insert(l, *v);
        }
    }
    let mut edits = result.out.edits.iter().peekable();
    for (i, inst) in f.insts.iter().enumerate() {
        let fail = |what: String| Err(format!("instruction {i} {:?}: {what}", inst.op));
        let idx = InstIdx::new(i);
        while let Some((_, Edit::Move { from, to })) =
            edits.next_if(|e| e.0 == ProgPoint::before(idx))
        {
            let Some(v) = state.get(from).copied() else {
                return fail(format!("a move from {from}, which holds nothing"));
            };
            state.insert(*to, v);
        }
        let operands = f.operands_of(inst);
        let allocs = result.out.inst_allocs(idx);
        if allocs.len() != operands.len() {
            return fail("operands without allocation".into());
        }
        let mut written: FxHashSet<Allocation> = FxHashSet::default();
        for (o, a) in operands.iter().zip(allocs) {
            let right_kind = match o.constraint() {
                OperandConstraint::Any => true,
                OperandConstraint::FixedReg(p) => a.as_reg() == Some(p),
                OperandConstraint::Reuse(k) => allocs[k] == *a && a.is_reg(),
                _ => a.is_reg(),
            };
            if !right_kind || a.as_reg().is_some_and(|r| r.class() != o.class()) {
                return fail(format!("{o} in {a}"));
            }
            if o.kind() == OperandKind::Use && state.get(a) != Some(&o.vreg()) {
                return fail(format!("{o} read from {a}, which holds {:?}", state.get(a)));
            }
            if o.kind() == OperandKind::Def && !written.insert(*a) {
                return fail(format!("two definitions in {a}"));
            }
        }
        let clobbers = inst.clobbers.set();
        for (o, a) in operands.iter().zip(allocs) {
            let early_def = o.kind() == OperandKind::Def && o.pos() == OperandPos::Early;
            let late_use = o.kind() == OperandKind::Use && o.pos() == OperandPos::Late;
            let overlaps = operands.iter().zip(allocs).any(|(p, b)| {
                a == b && !std::ptr::eq(p, o) && (early_def || p.kind() == OperandKind::Def)
            });
            let clobbered = a.as_reg().is_some_and(|r| clobbers.contains(r));
            if (early_def || late_use) && (overlaps || clobbered) {
                return fail(format!("{o} in {a}, which is not its own"));
            }
        }
        state.retain(|l, _| !l.as_reg().is_some_and(|r| clobbers.contains(r)));
        if let Err(what) = collect(i as u32, &inst.op, gc, &mut state, result) {
            return fail(what);
        }
        for (o, a) in operands.iter().zip(allocs) {
            if o.kind() == OperandKind::Def {
                state.insert(*a, o.vreg());
            }
        }
        let places = result.places_of(f, i as u32);
        let mut declared = State::default();
        for (o, p) in operands.iter().zip(places) {
            let places = locations(*p);
            if places.is_empty() || places.iter().any(|l| state.get(l) != Some(&o.vreg())) {
                return fail(format!("{o} is not at {p:?}"));
            }
            for l in places {
                if declared.insert(l, o.vreg()).is_some_and(|v| v != o.vreg()) {
                    return fail(format!("two values at {l}"));
                }
            }
        }
        if matches!(inst.op, MOp::Label(_)) {
            // Control comes by other ways, too: what is known is what is declared.
            state = declared;
        }
    }
    if edits.next().is_some() {
        return Err("edits that belong to no instruction".into());
    }
    Ok(())
}

/// What a collection leaves valid.
fn collect(
    i: u32,
    op: &MOp,
    gc: &[bool],
    state: &mut State,
    result: &Allocated,
) -> Result<(), String> {
    let alloc = matches!(op, MOp::Alloc(_) | MOp::AllocVar(_));
    let call = matches!(op, MOp::Call(c) if c.roots.is_some());
    if !alloc && !call {
        return Ok(());
    }
    let roots = of_inst(&result.roots, i);
    let roots: Vec<Allocation> = roots.map_or(Vec::new(), |r| {
        r.iter().map(|&s| slot(u32::from(s))).collect()
    });
    let saves = of_inst(&result.saves, i);
    let mut keep: FxHashSet<Allocation> = roots.iter().copied().collect();
    // On the fast path a stored save is not in its slot.
    let mut after = state.clone();
    for s in saves.map_or(&[][..], |s| s) {
        let r = Allocation::reg(s.reg);
        let Some(v) = state.get(&r).copied() else {
            return Err(format!("{} is saved and holds nothing", s.reg));
        };
        if s.store {
            if keep.contains(&slot(s.slot)) && state.get(&slot(s.slot)).is_some_and(|&w| w != v) {
                after.remove(&slot(s.slot));
            }
            state.insert(slot(s.slot), v);
        } else if state.get(&slot(s.slot)) != Some(&v) {
            return Err(format!("{} is restored from a slot without it", s.reg));
        }
        if !keep.insert(r) || !keep.contains(&slot(s.slot)) {
            return Err(format!(
                "{} is saved in a slot the collector does not know",
                s.reg
            ));
        }
    }
    for r in &roots {
        match state.get(r) {
            Some(v) if gc[v.vreg()] => {}
            other => return Err(format!("root {r} holds {other:?}")),
        }
    }
    after.retain(|l, v| !gc[v.vreg()] || keep.contains(l));
    *state = after;
    Ok(())
}
