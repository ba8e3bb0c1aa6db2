//! Selection of runs of fragments (residual code): graphs of one block whose ends are given beside them.
//!
//! Each block is selected as any other; its end becomes pseudo-instructions that keep the arguments of edges in
//! whatever place they are. The fragments of a run become one piece of straight code: from the last one to the first,
//! so that what a fragment does not use of its parameters is not kept by those before it. The parameter of a fragment
//! is the register of the argument that the fragment before hands on; a copy only where one value is handed on twice,
//! or a constant.
//!
//! ```text
//! v2 = int_lt(v0, v1); if v2 then edge 0 (v0) else next(v1, 7, v1)
//! the next one: (v3, v4, v5): ... of which it uses v3 and v4
//! Cmp v0, v1;  EdgeBr(L, 0) any v0;  MovImm v4 7;  Label(1) any v1, any v4;  ...
//! ```
//! Location numbers of instructions are those the fragment gives, not numbers of spans.
use ir::index::{Idx, IndexVec};
use ir::lltype::LLType;
use ir::model::{Arg, BlockId, VarId};
use lowlevel::{Const, LL, LLOp};
use regalloc2::{Operand, RegClass, VReg};
use smallvec::SmallVec;

use super::analysis::{Analysis, Order, Val};
use super::{Bits, Cx, Lower, check_supported, class_of};
use crate::BackendError;
use crate::fragment::{Edge, Fragment, FragmentEnd, FragmentRun, Guard, To};
use crate::mir::{Cc, FAluOp, Inst, MFunc, MOp, Src};

/// An argument of an edge or exit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum EndArg {
    /// The pseudo-instruction's operand of this number.
    Operand(u32),
    Const(Const),
}

/// An edge with an instruction of its own: any but those to the next fragment.
#[derive(Debug)]
pub struct LowEdge<'a> {
    pub edge: &'a Edge,
    /// The number of its fragment.
    pub fragment: u32,
    /// Its arguments: a range of [`Lowered::args`].
    pub args: (u32, u32),
}

/// A run as machine IR of one block.
#[derive(Debug, Default)]
pub struct Lowered<'a> {
    pub f: MFunc,
    /// The register of each parameter, fragment by fragment; none if it is not used.
    pub params: Vec<Option<VReg>>,
    /// Where the parameters of each fragment begin in `params`.
    pub first_param: Vec<u32>,
    /// Edges by number.
    pub edges: Vec<LowEdge<'a>>,
    pub args: Vec<EndArg>,
    /// Words of the exit.
    pub exit: Vec<EndArg>,
    /// By virtual register: a reference the collector must know.
    pub gc: Vec<bool>,
}

impl Lowered<'_> {
    /// The registers of a fragment's parameters.
    pub fn params_of(&self, fragment: usize) -> &[Option<VReg>] {
        let end = self.first_param.get(fragment + 1);
        let end = end.map_or(self.params.len(), |&e| e as usize);
        &self.params[self.first_param[fragment] as usize..end]
    }
}

/// Memory for selection that is used again.
#[derive(Default)]
pub struct Scratch {
    an: Analysis,
    vreg: IndexVec<VarId, VReg>,
    born: IndexVec<VarId, u32>,
    deepest: IndexVec<VarId, u32>,
    sunk: IndexVec<VarId, bool>,
    seq: Vec<Inst>,
    insts: Vec<Inst>,
    operands: Vec<Operand>,
}

impl std::fmt::Debug for Scratch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Scratch")
    }
}

impl Scratch {
    /// Takes the memory of a run back.
    pub fn recycle(&mut self, f: MFunc) {
        (self.insts, self.operands) = (f.insts, f.operands);
        self.insts.clear();
        self.operands.clear();
    }
}

/// Tells the values that the end and guards need. `next`: the registers of the next fragment's parameters.
fn uses_of(fragment: &Fragment<'_>, next: &[Option<VReg>], tell: &mut dyn FnMut(&Arg<LL>)) {
    for g in fragment.guards {
        tell(&Arg::<LL>::Var(g.cond));
        g.edge.args.iter().for_each(&mut *tell);
    }
    let mut edge = |e: &Edge| {
        let handed = |i: usize| e.to != To::Next || next[i].is_some();
        for (_, a) in e.args.iter().enumerate().filter(|(i, _)| handed(*i)) {
            tell(a);
        }
    };
    match &fragment.end {
        FragmentEnd::Jump(e) => edge(e),
        FragmentEnd::Branch { cond, yes, no } => {
            edge(yes);
            edge(no);
            tell(&Arg::<LL>::Var(*cond));
        }
        FragmentEnd::Switch {
            value,
            cases,
            default,
        } => {
            for e in cases.iter().map(|c| &c.1).chain(default) {
                edge(e);
            }
            tell(&Arg::<LL>::Var(*value));
        }
        FragmentEnd::Exit { values, .. } => values.iter().for_each(tell),
        FragmentEnd::Unreachable => {}
    }
}

fn edges_of(end: &FragmentEnd) -> SmallVec<[&Edge; 2]> {
    match end {
        FragmentEnd::Jump(e) => SmallVec::from_slice(&[e]),
        FragmentEnd::Branch { yes, no, .. } => SmallVec::from_slice(&[yes, no]),
        FragmentEnd::Switch { cases, default, .. } => {
            cases.iter().map(|c| &c.1).chain(default.as_ref()).collect()
        }
        FragmentEnd::Exit { .. } | FragmentEnd::Unreachable => SmallVec::new(),
    }
}

fn internal(run: &FragmentRun<'_>, what: &str) -> BackendError {
    BackendError::Internal {
        function: run.name.to_owned(),
        what: what.to_owned(),
    }
}

/// What must hold before.
fn verify(run: &FragmentRun<'_>) -> Result<(), BackendError> {
    for (i, f) in run.fragments.iter().enumerate() {
        check_supported(f.graph)?;
        let block = &f.graph.blocks[f.graph.start];
        if !block.exits.is_empty() {
            return Err(internal(run, "a fragment's graph has exits"));
        }
        if f.locations.len() != block.ops.len() {
            return Err(internal(run, "a fragment needs one location per operation"));
        }
        let ordered = f.guards.windows(2).all(|g| g[0].at <= g[1].at);
        let stubs = f
            .guards
            .iter()
            .all(|g| g.at <= block.ops.len() && matches!(g.edge.to, To::Stub(_)));
        if !ordered || !stubs {
            return Err(internal(run, "guards in order that lead to stubs"));
        }
        let following = run.fragments.get(i + 1);
        let mut next = 0;
        for e in edges_of(&f.end) {
            let target = match e.to {
                To::Next => {
                    next += 1;
                    following
                }
                To::Inside(k) if k as usize <= i => run.fragments.get(k as usize),
                To::Inside(_) => None,
                To::Stub(_) | To::Fragment { .. } => continue,
            };
            if target.is_none_or(|t| t.graph.args().len() != e.args.len()) {
                return Err(internal(run, "an edge that does not fit its target"));
            }
        }
        let case = matches!(&f.end, FragmentEnd::Switch { cases, .. } if cases.iter().any(|c| c.1.to == To::Next));
        if next != usize::from(following.is_some()) || case {
            return Err(internal(
                run,
                "a fragment that does not lead to the next one",
            ));
        }
    }
    let first = run.fragments.first();
    if first.is_none_or(|f| f.graph.args().len() != run.entry.len()) {
        return Err(internal(run, "a run needs one place per parameter"));
    }
    Ok(())
}

/// Selects instructions for a run.
///
/// # Errors
/// If it uses what the back end does not support, or its parts do not fit.
pub fn lower_run<'a>(
    cx: &'a Cx<'a>,
    run: &'a FragmentRun<'a>,
    scratch: &mut Scratch,
) -> Result<Lowered<'a>, BackendError> {
    verify(run)?;
    let first = &run.fragments[0];
    let mut l = Lower::over(
        cx,
        first.graph,
        Order::default(),
        std::mem::take(&mut scratch.an),
    );
    l.fragment = true;
    run.name.clone_into(&mut l.out.name);
    l.vreg = std::mem::take(&mut scratch.vreg);
    l.born = std::mem::take(&mut scratch.born);
    l.deepest = std::mem::take(&mut scratch.deepest);
    l.sunk = std::mem::take(&mut scratch.sunk);
    l.seq = std::mem::take(&mut scratch.seq);
    l.out.operands = std::mem::take(&mut scratch.operands);
    let mut insts = std::mem::take(&mut scratch.insts);
    let mut low = Lowered::default();
    // Parameters are noted from the last fragment to the first, and put in order at the end.
    let mut next: SmallVec<[Option<VReg>; 16]> = SmallVec::new();
    for (number, fragment) in run.fragments.iter().enumerate().rev() {
        l.begin(fragment, &next);
        l.part(number as u32, fragment, &next, &mut low, &mut insts);
        next.clear();
        for &v in fragment.graph.args() {
            let used = l.an.live[v] && *fragment.graph.ty(v) != LLType::Void;
            let r = used.then(|| l.vreg_of(v));
            next.push(r);
        }
        low.first_param.push(low.params.len() as u32);
        low.params.extend(next.iter().rev());
        if number > 0 {
            let operands: SmallVec<[Operand; 16]> = next
                .iter()
                .flatten()
                .map(|&r| Operand::any_use(r))
                .collect();
            l.push(MOp::Label(number as u32), &operands);
            insts.extend(l.seq.drain(..).rev());
        }
        l.note_references(&mut low.gc);
    }
    insts.reverse();
    low.gc.resize(l.out.vregs as usize, false);
    let n = low.params.len() as u32;
    low.params.reverse();
    // The parameters of the fragment noted as the k-th from the end lay behind those noted before it.
    let noted = std::mem::take(&mut low.first_param);
    let ends = noted[1..].iter().copied().chain([n]);
    low.first_param = ends.map(|end| n - end).collect();
    low.first_param.reverse();
    l.out.insts = insts;
    low.f = std::mem::take(&mut l.out);
    scratch.an = l.an;
    scratch.vreg = l.vreg;
    scratch.born = l.born;
    scratch.deepest = l.deepest;
    scratch.sunk = l.sunk;
    scratch.seq = l.seq;
    Ok(low)
}

impl<'a> Lower<'a> {
    /// Turns to another graph.
    fn begin(&mut self, fragment: &'a Fragment<'a>, next: &[Option<VReg>]) {
        fn reset<I: Idx, T: Clone>(v: &mut IndexVec<I, T>, value: T, n: usize) {
            v.raw_mut().clear();
            v.raw_mut().resize(n, value);
        }
        self.g = fragment.graph;
        self.an.block(
            self.g,
            |tell| uses_of(fragment, next, tell),
            fragment.guards.iter().rev().map(|g| g.at),
        );
        let n = self.g.vars.len();
        reset(&mut self.vreg, VReg::invalid(), n);
        reset(&mut self.born, 0, n);
        reset(&mut self.deepest, 0, n);
        reset(&mut self.sunk, false, n);
        self.loc = fragment.locations.last().copied().unwrap_or(0);
    }
    /// Selects a fragment, backwards.
    fn part(
        &mut self,
        number: u32,
        fragment: &'a Fragment<'a>,
        next: &[Option<VReg>],
        low: &mut Lowered<'a>,
        insts: &mut Vec<Inst>,
    ) {
        let b = self.g.start;
        let block = &self.g.blocks[b];
        let mut n = self.end_of_fragment(b, number, fragment, next, low);
        insts.extend(self.seq.drain(..).rev());
        let mut guards = fragment.guards;
        loop {
            while let [before @ .., guard] = guards
                && guard.at >= n
            {
                guards = before;
                n = self.guard(b, number, fragment, guard, low);
                insts.extend(self.seq.drain(..).rev());
            }
            if n == 0 {
                break;
            }
            n -= 1;
            let op = &block.ops[n];
            if self.is_needed(op) && !self.an.is_overwritten(n) {
                self.loc = fragment.locations[n];
                self.lower_op(b, n as u32);
                insts.extend(self.seq.drain(..).rev());
            }
        }
    }
    /// Which registers hold references.
    fn note_references(&self, gc: &mut Vec<bool>) {
        gc.resize(self.out.vregs as usize, false);
        for (v, data) in self.g.vars.iter_enumerated() {
            if let Val::Var(root) = self.an.var(v)
                && self.vreg[root] != VReg::invalid()
                && self.cx.program.types.is_gc_ref(data.ty)
            {
                gc[self.vreg[root].vreg()] = true;
            }
        }
    }

    /// Arguments of an edge or exit as operands of its instruction.
    fn end_args(&mut self, args: &[Arg<LL>], out: &mut Vec<EndArg>) -> SmallVec<[Operand; 16]> {
        let mut operands = SmallVec::new();
        out.extend(args.iter().map(|a| match self.an.val(a) {
            Val::Const(c) => EndArg::Const(c),
            Val::Var(v) if *self.g.ty(v) == LLType::Void => EndArg::Const(Const::VOID),
            Val::Var(v) => {
                let r = self.vreg_of(v);
                operands.push(Operand::any_use(r));
                EndArg::Operand(operands.len() as u32 - 1)
            }
        }));
        operands
    }
    fn edge_to(&mut self, cc: Option<Cc>, e: &'a Edge, fragment: u32, low: &mut Lowered<'a>) {
        let start = low.args.len() as u32;
        let operands = self.end_args(&e.args, &mut low.args);
        let n = low.edges.len() as u32;
        let op = match cc {
            Some(cc) => MOp::EdgeBr(cc, n),
            None => MOp::EdgeJmp(n),
        };
        self.push(op, &operands);
        low.edges.push(LowEdge {
            edge: e,
            fragment,
            args: (start, low.args.len() as u32),
        });
    }
    /// The edge to the next fragment: its arguments get the registers of the parameters.
    fn fall_into(&mut self, e: &Edge, next: &[Option<VReg>]) {
        for (a, r) in e.args.iter().zip(next) {
            let Some(r) = *r else {
                continue;
            };
            match self.an.val(a) {
                Val::Var(v)
                    if self.vreg[v] == VReg::invalid() && class_of(*self.g.ty(v)) == r.class() =>
                {
                    self.vreg[v] = r;
                    self.born[v] = self.calls;
                }
                Val::Var(v) => {
                    let from = self.vreg_of(v);
                    self.copy_any(r, from);
                }
                Val::Const(c) => self.constant(r, c),
            }
        }
    }
    fn constant(&mut self, d: VReg, c: Const) {
        let op = match self.bits(c) {
            Bits::Int(i) => MOp::MovImm(i),
            Bits::Sym(s) => MOp::MovSym(s, 0),
            Bits::Float(f) => self.float_bits(f),
            Bits::Single(f) => self.float_bits(u64::from(f)),
        };
        self.push(op, &[Operand::reg_def(d)]);
    }
    fn float_bits(&mut self, bits: u64) -> MOp {
        if bits != 0 {
            self.pool_const([bits, 0]);
        }
        MOp::FImm(bits)
    }
    fn copy_any(&mut self, d: VReg, s: VReg) {
        if d.class() == RegClass::Int {
            return self.copy(d, s);
        }
        // x and x is x.
        let operands = [
            Operand::reg_reuse_def(d, 1),
            Operand::reg_use(s),
            Operand::any_use(s),
        ];
        self.push(MOp::FAlu(FAluOp::And, Src::Reg), &operands);
    }

    /// Selects the test of a branch behind the first `n` operations; returns how many of them are left.
    fn end_condition(
        &mut self,
        b: BlockId,
        fragment: &Fragment<'_>,
        cond: VarId,
        n: usize,
    ) -> (Cc, usize) {
        let ops = &self.g.blocks[b].ops;
        let cond = self.an.var(cond);
        // The flags of an `*_ovf` operation are read at once: nothing may come between.
        let ovf = n >= 2
            && matches!(ops[n - 1].op, LLOp::OvfOccurred)
            && cond == Val::Var(ops[n - 1].result)
            && self.an.uses[ops[n - 1].result] == 1
            && (fragment.guards.iter()).all(|g| g.at <= n - 2 || g.at >= n);
        if ovf {
            self.loc = fragment.locations[n - 2];
            (self.lower_ovf((b, n as u32 - 2)), n - 2)
        } else {
            (self.condition(cond, (b, n as u32)), n)
        }
    }
    /// Selects a guard; returns how many operations before it are left.
    fn guard(
        &mut self,
        b: BlockId,
        number: u32,
        fragment: &'a Fragment<'a>,
        guard: &'a Guard,
        low: &mut Lowered<'a>,
    ) -> usize {
        let n = guard.at;
        self.loc = n
            .checked_sub(1)
            .and_then(|i| fragment.locations.get(i))
            .copied()
            .unwrap_or(0);
        let (cc, rest) = self.end_condition(b, fragment, guard.cond, n);
        let cc = if guard.exit_when { cc } else { cc.negate() };
        self.edge_to(Some(cc), &guard.edge, number, low);
        rest
    }

    /// Selects the end; returns how many operations at the block's end are left.
    fn end_of_fragment(
        &mut self,
        b: BlockId,
        number: u32,
        fragment: &'a Fragment<'a>,
        next: &[Option<VReg>],
        low: &mut Lowered<'a>,
    ) -> usize {
        let ops = &self.g.blocks[b].ops;
        let n = ops.len();
        match &fragment.end {
            FragmentEnd::Jump(e) if e.to == To::Next => self.fall_into(e, next),
            FragmentEnd::Jump(e) => self.edge_to(None, e, number, low),
            FragmentEnd::Branch { cond, yes, no } => {
                let (cc, rest) = self.end_condition(b, fragment, *cond, n);
                match (&yes.to, &no.to) {
                    (To::Next, _) => {
                        self.edge_to(Some(cc.negate()), no, number, low);
                        self.fall_into(yes, next);
                    }
                    (_, To::Next) => {
                        self.edge_to(Some(cc), yes, number, low);
                        self.fall_into(no, next);
                    }
                    _ => {
                        self.edge_to(Some(cc), yes, number, low);
                        self.edge_to(None, no, number, low);
                    }
                }
                return rest;
            }
            FragmentEnd::Switch {
                value,
                cases,
                default,
            } => {
                let v = self.an.var(*value);
                let v = self.reg(v);
                for (k, e) in cases {
                    let k = self.bits(*k);
                    self.compare_case(v, k);
                    self.edge_to(Some(Cc::E), e, number, low);
                }
                match default {
                    Some(e) if e.to == To::Next => self.fall_into(e, next),
                    Some(e) => self.edge_to(None, e, number, low),
                    None => self.push(MOp::Trap, &[]),
                }
            }
            FragmentEnd::Exit { code, values } => {
                let mut exit = Vec::new();
                let operands = self.end_args(values, &mut exit);
                self.push(MOp::Exit(*code), &operands);
                low.exit = exit;
            }
            FragmentEnd::Unreachable => match ops.last().map(|o| &o.op) {
                Some(LLOp::Abort(why)) => {
                    self.push(MOp::Abort(why.code()), &[]);
                    return n - 1;
                }
                _ => self.push(MOp::Trap, &[]),
            },
        }
        n
    }
}
