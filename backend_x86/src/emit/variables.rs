//! Where variables of the source are while code runs, for debugging information.
//!
//! Selection says from which instruction on a variable is which register of the machine IR ([`mir::Variables`]). Here
//! the allocated code is executed symbolically, as the allocator's checker does it: a state says which values each
//! register and slot holds, moves copy, definitions and calls overwrite. It is a forward fixed point over blocks (join:
//! what holds on all ways), so it does not matter which allocator made the code. What it gives is larger than live
//! ranges: a value is found as long as anything holds it, whether or not code needs it any more.
//!
//! ```text
//! v3 = add v1, 1      total is v3       rbx holds v3            total: rbx
//! call f                                rbx is callee-saved     total: rbx
//! v3 -> slot 0; rbx = v5                slot 0 holds v3         total: slot 0
//! ```
//! A call that may collect moves objects: references are then known to be in the root slots that the collector
//! updates, and nowhere else. Cost: instructions times variables in the worst case; only with debugging information.
use regalloc2::{Allocation, Edit, Inst as InstIdx, OperandKind, Output, PReg, ProgPoint, VReg};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::frame::FrameLayout;
use crate::mir::{self, Base, Bound, MFunc, MOp, Mem, MemTy, Roots, Src, Sym, Variable, Variables};

/// Where the code of an instruction is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Offsets {
    /// The moves before it.
    pub(super) moves: u32,
    pub(super) begin: u32,
    /// Behind it, before moves that follow.
    pub(super) end: u32,
}

/// What a variable's value is found in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VariablePlace {
    Reg(PReg),
    /// Bytes from the address above the return address.
    Frame(i32),
    Imm(i64),
    /// The bits of a float.
    Float(u64),
    Sym(Sym),
}

/// A variable's place in a range of code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VariableRange {
    /// Its number in [`VariablePlaces::list`].
    pub variable: u32,
    pub from: u32,
    /// One behind the last byte.
    pub to: u32,
    pub place: VariablePlace,
}

/// The variables of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VariablePlaces {
    pub list: Vec<Variable>,
    /// The function's parameters in order, among the variables.
    pub params: Vec<u32>,
    /// By variable and address.
    pub ranges: Vec<VariableRange>,
}

/// Something that holds a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum Holder {
    Root(u32),
    Slot(u32),
    Reg(PReg),
}

impl Holder {
    fn of(a: Allocation) -> Option<Holder> {
        match (a.as_reg(), a.as_stack()) {
            (Some(r), _) => Some(Holder::Reg(r)),
            (_, Some(s)) => Some(Holder::Slot(s.index() as u32)),
            _ => None,
        }
    }
}

/// Registers of the machine IR, all of one value.
type Values = SmallVec<[u32; 4]>;

#[derive(Clone, PartialEq, Debug)]
struct HolderState {
    holds: FxHashMap<Holder, Values>,
    bound: Vec<Bound>,
}

impl HolderState {
    /// Keeps what holds in both; whether that is less. A variable whose value differs may still be in the same place:
    /// it then gets a value of this block, `merged` and on by the number of the variable.
    fn join(&mut self, other: &HolderState, merged: u32) -> bool {
        let mut less = false;
        let own = merged..merged + self.bound.len() as u32;
        for (i, o) in other.bound.iter().enumerate() {
            let value = own.start + i as u32;
            let (Bound::Reg(a), Bound::Reg(b)) = (self.bound[i], *o) else {
                if self.bound[i] != *o && self.bound[i] != Bound::Nothing {
                    self.bound[i] = Bound::Nothing;
                    less = true;
                }
                continue;
            };
            let is_merged = a.vreg() as u32 == value;
            if a == b && !is_merged {
                continue;
            }
            let mut any = false;
            for (at, values) in &mut self.holds {
                let both = values.contains(&(a.vreg() as u32)) && other.holds(*at, b);
                any |= both;
                match (is_merged, both) {
                    (true, false) => {
                        let before = values.len();
                        values.retain(|v| *v != value);
                        less |= values.len() < before;
                    }
                    (false, true) => values.push(value),
                    _ => {}
                }
            }
            let bound = match any {
                true => Bound::Reg(VReg::new(value as usize, a.class())),
                false => Bound::Nothing,
            };
            less |= bound != self.bound[i];
            self.bound[i] = bound;
        }
        self.holds.retain(|at, values| {
            let before = values.len();
            let also = other.holds.get(at);
            values.retain(|v| own.contains(v) || also.is_some_and(|also| also.contains(v)));
            less |= values.len() < before;
            !values.is_empty()
        });
        less
    }
    /// The registers get new values: nothing holds them.
    fn forget(&mut self, defined: &[VReg]) {
        let is = |v: u32| defined.iter().any(|d| d.vreg() as u32 == v);
        for values in self.holds.values_mut() {
            values.retain(|v| !is(*v));
        }
        for b in &mut self.bound {
            if matches!(b, Bound::Reg(r) if defined.contains(r)) {
                *b = Bound::Nothing;
            }
        }
    }
    fn values(&self, at: Holder) -> Values {
        self.holds.get(&at).cloned().unwrap_or_default()
    }
    fn set(&mut self, at: Holder, values: Values) {
        match values.is_empty() {
            true => self.holds.remove(&at),
            false => self.holds.insert(at, values),
        };
    }
    fn edit(&mut self, Edit::Move { from, to }: &Edit) {
        if let (Some(from), Some(to)) = (Holder::of(*from), Holder::of(*to)) {
            let values = self.values(from);
            self.set(to, values);
        }
    }
    /// A reference may have moved: only these root slots are up to date.
    fn safepoint(&mut self, is_ref: impl Fn(u32) -> bool, roots: &Roots) {
        self.holds.retain(|at, values| match at {
            Holder::Root(s) => u16::try_from(*s).is_ok_and(|s| roots.contains(&s)),
            _ => {
                values.retain(|v| !is_ref(*v));
                !values.is_empty()
            }
        });
    }
    /// The best place of a register's value.
    fn find(&self, v: VReg) -> Option<Holder> {
        let v = v.vreg() as u32;
        let holds = self.holds.iter().filter(|(_, values)| values.contains(&v));
        let volatile = |at: &Holder| match at {
            Holder::Reg(r) => !mir::regs::CALLEE_SAVED.contains(r),
            _ => false,
        };
        holds
            .map(|(at, _)| *at)
            .min_by_key(|at| (volatile(at), *at))
    }
    fn holds(&self, at: Holder, v: VReg) -> bool {
        (self.holds.get(&at)).is_some_and(|values| values.contains(&(v.vreg() as u32)))
    }
}

/// Finds the places of all variables of a function.
pub(super) fn places(
    f: &MFunc,
    variables: &Variables,
    out: &Output,
    frame: &FrameLayout,
    offsets: &[Offsets],
) -> VariablePlaces {
    let mut t = Tracker {
        f,
        variables,
        out,
        frame,
        open: vec![None; variables.list.len()],
        ranges: Vec::new(),
    };
    let entries = t.entries();
    t.parameters(offsets);
    for &b in &f.layout {
        if let Some(entry) = &entries[b as usize] {
            let mut state = entry.clone();
            t.block(b as usize, &mut state, Some(offsets));
        }
    }
    let mut ranges = t.ranges;
    ranges.retain(|r| r.from < r.to);
    ranges.sort_unstable_by_key(|r| (r.variable, r.from, r.to));
    ranges.dedup_by(|next, last| {
        let same = (last.variable, last.place) == (next.variable, next.place);
        if same && next.from <= last.to {
            last.to = last.to.max(next.to);
        }
        same && next.from <= last.to
    });
    VariablePlaces {
        list: variables.list.clone(),
        params: variables.params.iter().map(|p| p.0).collect(),
        ranges,
    }
}

/// What an open range has its value in.
#[derive(Clone, Copy, PartialEq)]
enum Source {
    Holder(Holder, VReg),
    Constant(Bound),
}

struct Tracker<'a> {
    f: &'a MFunc,
    variables: &'a Variables,
    out: &'a Output,
    frame: &'a FrameLayout,
    /// By variable: its place, and since where.
    open: Vec<Option<(Source, u32)>>,
    ranges: Vec<VariableRange>,
}

impl Tracker<'_> {
    /// The states at the starts of blocks, the greatest that agree with each other.
    fn entries(&mut self) -> Vec<Option<HolderState>> {
        let mut entries: Vec<Option<HolderState>> = vec![None; self.f.blocks.len()];
        entries[0] = Some(HolderState {
            holds: FxHashMap::default(),
            bound: vec![Bound::Nothing; self.variables.list.len()],
        });
        let mut changed = vec![true; self.f.blocks.len()];
        while let Some(b) = changed.iter().position(|&c| c) {
            changed[b] = false;
            let Some(mut state) = entries[b].clone() else {
                continue;
            };
            self.block(b, &mut state, None);
            let block = &self.f.blocks[b];
            for s in &block.succs {
                let mut to = state.clone();
                pass(&mut to, &block.jump_args, &self.f.blocks[s.index()].params);
                let entry = &mut entries[s.index()];
                changed[s.index()] |= match entry {
                    Some(known) => known.join(&to, self.value_of(1 + s.index(), 0)),
                    None => {
                        *entry = Some(to);
                        true
                    }
                };
            }
        }
        entries
    }

    /// Parameters before the first instruction has taken them over.
    fn parameters(&mut self, offsets: &[Offsets]) {
        let Some(first) = offsets.first() else { return };
        for &(variable, reg) in &self.variables.params {
            if let Some(reg) = reg {
                self.ranges.push(VariableRange {
                    variable,
                    from: 0,
                    to: first.end.max(1),
                    place: VariablePlace::Reg(reg),
                });
            }
        }
    }

    /// Executes a block. With `offsets`, notes where variables are.
    fn block(&mut self, b: usize, state: &mut HolderState, offsets: Option<&[Offsets]>) {
        let (f, variables, out) = (self.f, self.variables, self.out);
        let (start, end) = f.blocks[b].insts;
        let edits = out.edits.as_slice();
        let first = ProgPoint::before(InstIdx::new(start as usize));
        let mut at = edits.partition_point(|e| e.0 < first);
        let mut binding = variables.bindings.partition_point(|x| x.0 < start);
        let mut last = 0;
        if let Some(o) = offsets {
            let at = o[start as usize].moves;
            self.note(state, at, at);
        }
        for i in start..end {
            let idx = InstIdx::new(i as usize);
            let o = offsets.map(|o| o[i as usize]);
            while at < edits.len() && edits[at].0 == ProgPoint::before(idx) {
                state.edit(&edits[at].1);
                at += 1;
            }
            while let Some(&(when, variable, value)) = variables.bindings.get(binding)
                && when == i
            {
                state.bound[variable as usize] = value;
                binding += 1;
            }
            if let Some(o) = o {
                self.note(state, o.moves, o.begin);
            }
            self.inst(i as usize, state);
            if let Some(o) = o {
                // At its first byte nothing has happened yet.
                self.note(state, (o.begin + 1).min(o.end), o.end);
                last = o.end;
            }
            while at < edits.len() && edits[at].0 == ProgPoint::after(idx) {
                state.edit(&edits[at].1);
                at += 1;
            }
            if let (Some(o), true) = (o, i + 1 < end) {
                self.note(state, o.end, offsets.map_or(0, |o| o[i as usize + 1].moves));
            }
        }
        if offsets.is_some() {
            for variable in 0..self.open.len() {
                self.close(variable, last);
            }
        }
    }

    fn inst(&self, i: usize, state: &mut HolderState) {
        let inst = &self.f.insts[i];
        let operands = self.f.operands_of(inst);
        let allocs = self.out.inst_allocs(InstIdx::new(i));
        let operand = |n: usize| Holder::of(allocs[n]);
        if cfg!(debug_assertions) {
            // What the allocator says is in a place is there.
            for (o, a) in operands.iter().zip(allocs) {
                let held = Holder::of(*a).is_none_or(|h| state.holds(h, o.vreg()));
                let use_ = o.kind() == OperandKind::Use;
                assert!(
                    !use_ || held,
                    "{o} of {:?} is not in {a}: {}",
                    inst.op,
                    self.f.name
                );
            }
        }
        // What is copied, of before the instruction.
        let copied = match &inst.op {
            MOp::AddImm(0) => operand(1).map(|h| state.values(h)),
            MOp::Load(MemTy::I64, m) => root(m).map(|h| state.values(h)),
            MOp::Store(MemTy::I64, m, src) => {
                if let Some(slot) = root(m) {
                    let values = match src {
                        Src::Reg => operand(0).map(|h| state.values(h)),
                        _ => None,
                    };
                    state.set(slot, values.unwrap_or_default());
                }
                None
            }
            _ => None,
        };
        let is_ref = |v: u32| self.is_ref(v);
        match &inst.op {
            MOp::Call(call) => {
                if let Some(roots) = call.roots.as_ref().filter(|_| !call.still) {
                    state.safepoint(is_ref, roots);
                }
            }
            MOp::Alloc(a) => state.safepoint(is_ref, &a.roots),
            MOp::AllocVar(a) => state.safepoint(is_ref, &a.roots),
            _ => {}
        }
        let clobbers = inst.clobbers.set();
        state.holds.retain(|at, _| match at {
            Holder::Reg(r) => !clobbers.contains(*r),
            _ => true,
        });
        let defined = (operands.iter().zip(allocs)).filter(|(o, _)| o.kind() == OperandKind::Def);
        let registers: SmallVec<[VReg; 8]> = defined.clone().map(|(o, _)| o.vreg()).collect();
        if inst.op == MOp::Args {
            self.unused_parameters(state);
        }
        if registers.is_empty() {
            return;
        }
        state.forget(&registers);
        for (o, a) in defined {
            let Some(holder) = Holder::of(*a) else {
                continue;
            };
            let own = o.vreg().vreg() as u32;
            let mut values: Values = SmallVec::from_slice(&[own]);
            if registers.len() == 1 {
                let others = copied.iter().flatten().filter(|&&v| v != own);
                values.extend(others.copied());
                // What it was copied from holds it, too.
                let from = match &inst.op {
                    MOp::AddImm(0) => operand(1),
                    MOp::Load(MemTy::I64, m) => root(m),
                    _ => None,
                };
                if let Some(from) = from.filter(|&from| from != holder)
                    && let Some(there) = state.holds.get_mut(&from)
                {
                    there.push(own);
                }
            }
            state.set(holder, values);
        }
    }

    /// A value of a variable that no register of the machine IR stands for; 0 of `block` is that of a parameter, the
    /// others are those of blocks. Their numbers are behind those of registers.
    fn value_of(&self, block: usize, variable: u32) -> u32 {
        self.f.vregs + (self.variables.list.len() * block) as u32 + variable
    }
    fn is_ref(&self, value: u32) -> bool {
        match value.checked_sub(self.f.vregs) {
            None => self.variables.refs.contains(value as usize),
            Some(n) => {
                let variable = n as usize % self.variables.list.len();
                self.variables
                    .refs
                    .contains(self.f.vregs as usize + variable)
            }
        }
    }

    /// Parameters that the code does not use are in their registers until something else is.
    fn unused_parameters(&self, state: &mut HolderState) {
        for &(variable, reg) in &self.variables.params {
            let own = self.value_of(0, variable);
            let bound = &mut state.bound[variable as usize];
            if let (Bound::Nothing, Some(reg)) = (*bound, reg) {
                *bound = Bound::Reg(VReg::new(own as usize, reg.class()));
                let values = SmallVec::from_slice(&[own]);
                state.set(Holder::Reg(reg), values);
            }
        }
    }

    /// Ranges whose place no longer holds the value end at `to`; values that are somewhere else are there from `from`
    /// on.
    fn note(&mut self, state: &HolderState, to: u32, from: u32) {
        for variable in 0..self.open.len() {
            let bound = state.bound[variable];
            let still = self.open[variable].is_some_and(|(source, _)| match (source, bound) {
                (Source::Holder(at, v), Bound::Reg(r)) => v == r && state.holds(at, r),
                (Source::Constant(c), bound) => c == bound,
                _ => false,
            });
            if still {
                continue;
            }
            self.close(variable, to);
            let source = match bound {
                Bound::Reg(r) => state.find(r).map(|at| Source::Holder(at, r)),
                Bound::Nothing => None,
                constant => Some(Source::Constant(constant)),
            };
            self.open[variable] = source.map(|s| (s, from));
        }
    }

    fn close(&mut self, variable: usize, to: u32) {
        let Some((source, from)) = self.open[variable].take() else {
            return;
        };
        // From the address above the return address down to rsp.
        let frame = |above_rsp: i32| VariablePlace::Frame(above_rsp - self.frame.size as i32 - 8);
        let place = match source {
            Source::Holder(Holder::Reg(r), _) => VariablePlace::Reg(r),
            Source::Holder(Holder::Slot(s), _) => frame(self.frame.slot(s as usize)),
            Source::Holder(Holder::Root(s), _) => frame(self.frame.roots as i32 + 8 * s as i32),
            Source::Constant(Bound::Imm(i)) => VariablePlace::Imm(i),
            Source::Constant(Bound::Float(bits)) => VariablePlace::Float(bits),
            Source::Constant(Bound::Sym(s)) => VariablePlace::Sym(s),
            Source::Constant(Bound::Reg(_) | Bound::Nothing) => return,
        };
        self.ranges.push(VariableRange {
            variable: variable as u32,
            from,
            to,
            place,
        });
    }
}

/// The root slot that a memory operand is.
fn root(m: &Mem) -> Option<Holder> {
    match m.base {
        Base::Root(s) if m.disp == 0 && m.index.is_none() => Some(Holder::Root(s)),
        _ => None,
    }
}

/// Along an edge: what holds an argument holds the parameter.
fn pass(state: &mut HolderState, args: &[VReg], params: &[VReg]) {
    if params.is_empty() {
        return;
    }
    let is_param = |v: u32| params.iter().any(|p| p.vreg() as u32 == v);
    state.holds.retain(|_, values| {
        let passed: Values = (args.iter().zip(params))
            .filter(|(a, _)| values.contains(&(a.vreg() as u32)))
            .map(|(_, p)| p.vreg() as u32)
            .collect();
        values.retain(|v| !is_param(*v));
        values.extend(passed);
        !values.is_empty()
    });
    for b in &mut state.bound {
        if matches!(b, Bound::Reg(r) if params.contains(r)) {
            *b = Bound::Nothing;
        }
    }
}
