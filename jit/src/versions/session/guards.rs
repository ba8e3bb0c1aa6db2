//! Guards of a row of tests: the strongest of them stands for all.
//!
//! ```text
//! v5 = int_add(v3, 1); v6 = int_ge(v5, v4); if v6 then E0        v5 = int_add(v3, 1)
//! v7 = int_add(v3, 2); v8 = int_ge(v7, v4); if v8 then E1        v7 = int_sub(v4, 3); v8 = int_ge(v3, v7); if v8 then E0
//! v9 = int_add(v3, 3); v10 = int_ge(v9, v4); if v10 then E2
//! ```
//! What a guard lets pass is often a *bound* of a sum: `base + c < limit`, or `base >= low` (a number that is known to
//! be at least 3 and is not 3). When a later guard of the same fragment bounds the same base closer, the earlier one is
//! strengthened in its place, and the later one is none: no code, no snapshot. (Hoisting and coalescing of range
//! checks, as for loops over arrays, but for any straight code.) All operands are values that exist at the earlier
//! guard: the residual code is in SSA form.
//!
//! Where the strengthened guard leaves, its own test is *undecided*: the snapshot holds the frames of both ways and the
//! operands of the test. When it is reached the branch is done again, and each test that follows gets a guard of its
//! own. The edge of a guard that was not strengthened becomes an ordinary one at its first arrival ([`Jit::decide`]).
//!
//! Guards whose other way ends badly (a failed assertion, an index out of range) are many, and hardly ever leave. They
//! do not need the state in front of *them*: as long as nothing was emitted that changes anything, it does no harm to
//! begin again further up. So they leave with the undecided snapshot of a guard before them ([`Resume`]), and only
//! where there is none with one of their own. When one of them has left, all tests from there on are made again, and
//! the code that is compiled for it has separate guards.
//!
//! A reference is often tested for None and for its class, and then promoted or compared with a constant:
//!
//! ```text
//! v5 = ptr_nonzero(v4); if not v5 then E0                                  v5 = ptr_eq(v4, 0x7f30)
//! v6 = getfield[object.typeptr](v4); v7 = ptr_eq(v6, @W_Int.vtable)        if not v5 then E0
//! if not v7 then E1
//! v8 = ptr_eq(v4, 0x7f30); if not v8 then E2
//! ```
//! Where that has followed a test nearly always ([`Bias::leads_to_promotion`]), its guard comes in the place of
//! the test, if the value of the arrival is known: the reference is a constant from there on, and its tests are none.
//! Where the guard leaves, the branch is done again, as above.
//!
//! [`Bias::leads_to_promotion`]: super::super::bias::Bias::leads_to_promotion
use backend_x86::fragment::{Edge, To};
use ir::lltype::{LLType, TypeTable};
use ir::model::{Operand, Operation};
use lowlevel::LLOp;
use lowlevel::ops::{Effect, State};

use super::super::bias::Arm;
use super::super::code::{EdgeId, EdgeKind};
use super::super::pieces::Piece;
use super::*;
use crate::support::bounds::Bound;
use crate::support::execute::is_test;
use jit_abi::info::OpInfo;

/// A guard that may be strengthened.
#[derive(Debug)]
pub(in crate::versions) struct Bounded {
    bound: Bound,
    /// Its number in the fragment.
    guard: usize,
    /// The number of what is undecided where it leaves.
    undecided: u32,
    /// Its test is that of a bound already.
    strengthened: bool,
}

/// A branch that is done again when its edge is reached. The slots of the snapshot behind the reds of the edge's chain:
/// reds of the other frame, operands of the test.
#[derive(Clone, Debug)]
pub(in crate::versions) struct Undecided {
    /// The chain of the arm that is taken if the test is false; the edge's own chain is that of the other arm.
    no: ChainId,
    /// The comparison that the branch makes.
    test: OpInfo,
    /// The way of the guard's edge.
    out: bool,
    /// The guard tests more than this.
    pub(in crate::versions) strengthened: bool,
}

impl Undecided {
    /// The same where chains have other numbers.
    pub(in crate::versions) fn renumbered(
        &self,
        number: impl FnOnce(ChainId) -> ChainId,
    ) -> Undecided {
        Undecided {
            no: number(self.no),
            ..self.clone()
        }
    }
}

/// Where later guards may leave to: in front of a branch that is done again.
#[derive(Debug)]
struct Resume {
    /// The number of what is undecided there.
    undecided: u32,
    chain: ChainId,
    snapshot: Piece,
    args: Vec<Arg<LL>>,
    /// The operations up to here, from there on, may be done again.
    clean: usize,
    /// Objects that these have allocated.
    fresh: SmallVec<[VarId; 4]>,
}

impl Resume {
    /// Whether what was done since may be done again once this operation was executed, too: it changes nothing, or only
    /// objects that nobody has then.
    fn may_repeat(&mut self, types: &TypeTable, o: &Operation<LL>) -> bool {
        if let LLOp::Malloc(c) = o.op {
            self.fresh.push(o.result);
            return types.is_gc(c);
        }
        match o.op.effect() {
            Effect::Pure | Effect::Loads(_) | Effect::ReadsMemory | Effect::Nothing => true,
            // What an operation tells the test of overflow behind it, and a write barrier the collector.
            Effect::Reads(_) | Effect::Writes(State::Flags | State::Barrier) => true,
            Effect::Stores(_) => (o.args.first().and_then(Operand::var))
                .is_some_and(|object| self.fresh.contains(&object)),
            _ => false,
        }
    }
}

/// The guards of a run that share what they leave with, or the tests that they make.
#[derive(Default)]
pub(super) struct Guards {
    /// Those of the fragment at hand that may be strengthened.
    bounded: Vec<Bounded>,
    /// Where later ones may leave to.
    resume: Option<Resume>,
    /// References that guards of the fragment at hand have tested.
    tested: SmallVec<[(BoxId, SplitId); 8]>,
    /// None is strengthened in this run, and none shares anything, because one that did has failed.
    separate: bool,
}

impl Guards {
    /// A fragment begins or ends.
    pub(super) fn clear(&mut self) {
        self.bounded.clear();
        self.resume = None;
        self.tested.clear();
    }
}

impl Session<'_> {
    /// The edge of a guard that may be strengthened.
    fn undecided(
        &mut self,
        cond: BoxId,
        yes: &Frame,
        no: &Frame,
        out: bool,
        arm: Arm,
    ) -> Option<(Edge, u32)> {
        let jit = self.run.jit;
        let definition = jit.state.work().now.defs.get(cond).cloned()?;
        if !is_test(&definition.op) {
            return None;
        }
        let test = OpInfo {
            op: definition.op,
            args: (definition.args.iter())
                .map(|&b| jit.state.work().now.boxes.get(b).ty())
                .collect(),
            result: definition.ty,
            location: jit.state.work().location,
            frozen: false,
        };
        // What the flow of the program tells of the ways is not known yet.
        self.run.set_top(no.clone());
        let other = self.run.chain();
        self.run.set_top(yes.clone());
        let chain = self.run.chain();
        let mut slots = self.run.slots();
        slots.extend(no.reds.iter().chain(&definition.args).copied());
        let number = {
            let mut all = jit.code.undecided.borrow_mut();
            all.push(Undecided {
                no: other,
                test,
                out,
                strengthened: false,
            });
            all.len() as u32 - 1
        };
        jit.note_guarded(if out { chain } else { other }, arm);
        let edge = self.edge_stub_here(EdgeKind::Undecided(number), chain, &slots, arm);
        if let To::Stub(stub) = edge.to {
            self.guards.resume = Some(Resume {
                undecided: number,
                chain,
                snapshot: jit.code.edges.borrow()[EdgeId(stub)].snapshot,
                args: edge.args.clone(),
                clean: jit.state.work().fragment.ops().len(),
                fresh: SmallVec::new(),
            });
        }
        Some((edge, number))
    }
    /// The edge of a guard that leaves to where an earlier one has left to, and the number of what is undecided there.
    fn shared(&mut self, arm: Arm) -> Option<(Edge, u32)> {
        let jit = self.run.jit;
        let r = self.guards.resume.as_mut()?;
        {
            let work = jit.state.work();
            let ops = work.fragment.ops();
            if !(ops[r.clean..].iter()).all(|o| r.may_repeat(jit.state.tables.types(), o)) {
                self.guards.resume = None;
                return None;
            }
            r.clean = ops.len();
        }
        jit.code.undecided.borrow_mut()[r.undecided as usize].strengthened = true;
        let edge = jit.add_edge(EdgeKind::Undecided(r.undecided), r.chain, r.snapshot, arm);
        let to = To::Stub(edge.0);
        let args = r.args.clone();
        Some((Edge { args, to }, r.undecided))
    }
    /// The reference that a test for None or for a class is about.
    fn tested(&self, cond: BoxId) -> Option<BoxId> {
        let jit = self.jit();
        let w = jit.state.work();
        let of_class = |t: BoxId| {
            let d = w.now.defs.get(t)?;
            let typeptr =
                matches!(d.op, LLOp::GetField(c, 0) if Some(c) == jit.info().known.object);
            d.args.first().copied().filter(|_| typeptr)
        };
        let d = w.now.defs.get(cond)?;
        let b = match (&d.op, &d.args[..]) {
            (LLOp::PtrNonzero | LLOp::PtrIszero, &[b]) => Some(b),
            (LLOp::PtrEq | LLOp::PtrNe, &[a, b]) => of_class(a).or_else(|| of_class(b)),
            _ => None,
        }?;
        let (_, ty) = self.residual(b)?;
        jit.state.tables.types().is_gc_ref(ty).then_some(b)
    }
    /// The reference that is known to be a constant if the condition has this value.
    fn becomes_constant(&self, cond: BoxId, truth: bool) -> Option<BoxId> {
        let w = self.run.jit.state.work();
        let d = w.now.defs.get(cond)?;
        let (a, b) = match (&d.op, truth, &d.args[..]) {
            (LLOp::PtrEq, true, &[a, b]) | (LLOp::PtrNe, false, &[a, b]) => (a, b),
            _ => return None,
        };
        let known = |b: BoxId| w.now.boxes.get(b).constant().is_some();
        match (known(a), known(b)) {
            (false, true) => Some(a),
            (true, false) => Some(b),
            _ => None,
        }
    }
    /// Instead of a guard of a test: if the reference that is tested will be promoted, a guard that it is the one of
    /// the arrival. Whether there is one; the condition is known then.
    pub(super) fn guess(
        &mut self,
        cond: BoxId,
        truth: bool,
        yes: &Frame,
        no: &Frame,
        split: SplitId,
    ) -> bool {
        let jit = self.run.jit;
        let state = jit.state;
        let leads = || jit.bias.borrow().leads_to_promotion(split);
        if self.guards.separate || state.work().stale || !leads() {
            return false;
        }
        let Some((b, bits)) = self.tested(cond).and_then(|b| Some((b, state.actual(b)?))) else {
            return false;
        };
        let Some((var, ty)) = self.residual(b) else {
            return false;
        };
        let goes = state.actual(cond) == Some(u64::from(truth));
        // As in front of promotions: in code that is first made stores of virtual objects would have to be made.
        let defers = state.defers_virtuals(|_| true);
        if !goes || bits == 0 || jit.is_fresh(ty, bits) || defers && self.mature.is_none() {
            return false;
        }
        let edge =
            (self.shared(Arm::NONE)).or_else(|| self.undecided(cond, yes, no, !truth, Arm::NONE));
        let Some((edge, undecided)) = edge else {
            return false;
        };
        jit.code.undecided.borrow_mut()[undecided as usize].strengthened = true;
        if defers {
            state.work_mut().ahead = true;
        }
        let (is, when) = self.compare(var, ty, bits);
        (state.work_mut().fragment).guard(is, !when, edge);
        state.learn_value(b, bits);
        state.learn(cond, truth);
        jit.count(|t| t.promoted += 1);
        true
    }
    /// A reference was promoted, or compared with a constant: guards of the fragment that have tested it could have
    /// done so.
    pub(super) fn note_promoted(&mut self, b: BoxId) {
        let mut bias = self.run.jit.bias.borrow_mut();
        self.guards.tested.retain(|&mut (tested, split)| {
            if tested == b {
                bias.promoted(split);
            }
            tested != b
        });
    }
    /// Adds a guard; `truth` is the value of its condition that is expected, `out` its edge where it has the other one.
    pub(super) fn guard(
        &mut self,
        cond: BoxId,
        var: VarId,
        truth: bool,
        yes: &Frame,
        no: &Frame,
        split: SplitId,
    ) {
        let jit = self.jit();
        let state = jit.state;
        let arm = Arm::new(split, !truth, true);
        let out = if truth { no } else { yes };
        if !self.guards.separate {
            if let Some(b) = self.becomes_constant(cond, truth) {
                self.note_promoted(b);
            }
            if let Some(b) = self.tested(cond) {
                jit.bias.borrow_mut().tested(split);
                self.guards.tested.push((b, split));
            }
            let bound = state.bound(cond, truth);
            if let Some(bound) = &bound
                && self.strengthen(bound, var)
            {
                return;
            }
            let edge = match (jit.point(out.point).rare, &bound) {
                (true, _) => {
                    (self.shared(arm)).or_else(|| self.undecided(cond, yes, no, !truth, arm))
                }
                (false, Some(_)) => self.undecided(cond, yes, no, !truth, arm),
                (false, None) => None,
            };
            if let Some((edge, undecided)) = edge {
                let guard = state.work_mut().fragment.guard(var, !truth, edge);
                self.guards.bounded.extend(bound.map(|bound| Bounded {
                    bound,
                    guard,
                    undecided,
                    strengthened: false,
                }));
                return;
            }
        }
        let before = state.suppose();
        state.learn(cond, !truth);
        let edge = self.arm(out.clone(), arm);
        state.unlearn(before);
        state.work_mut().fragment.guard(var, !truth, edge);
    }
    /// Strengthens the earlier guard that bounds the same base, if there is one. `var`: the condition that is none
    /// then.
    fn strengthen(&mut self, bound: &Bound, var: VarId) -> bool {
        let jit = self.run.jit;
        let Some(b) = (self.guards.bounded.iter_mut()).find(|b| b.bound.is_weaker(bound)) else {
            return false;
        };
        let mut w = jit.state.work_mut();
        let w = &mut *w;
        let constant = |n: i64| crate::support::builder::constant(LLType::Signed, n as u64);
        let operand = |b: BoxId| match *w.now.boxes.get(b) {
            BoxValue::Residual { var, .. } => Some(Operand::Var(var)),
            BoxValue::Const { bits, .. } => Some(Operand::Const(constant(bits as i64))),
            BoxValue::Virtual(_) => None,
        };
        let fragment = &mut w.fragment;
        let (base, op, limit, number) = match *bound {
            Bound::Less { base, limit, more } => (base, LLOp::IntGe, operand(limit), more),
            Bound::AtLeast { base, low } => (base, LLOp::IntLt, None, low),
        };
        if b.strengthened {
            fragment.change_bound(b.guard, limit.is_some(), constant(number));
        } else {
            let Some(base) = operand(base) else {
                return false;
            };
            fragment.bound_guard(b.guard, op, base, limit, constant(number));
        }
        fragment.drop_last(var);
        if let Some(r) = &mut self.guards.resume {
            r.clean = r.clean.min(fragment.ops().len());
        }
        b.bound = bound.clone();
        b.strengthened = true;
        jit.code.undecided.borrow_mut()[b.undecided as usize].strengthened = true;
        true
    }
    /// Restores the frames of an undecided snapshot. Returns its condition and the frames of both arms.
    fn ask(
        &self,
        number: u32,
        chain: ChainId,
        context: &Context,
        boxes: &[BoxId],
    ) -> (Undecided, BoxId, Frame, Frame) {
        ask(&self.run, number, chain, context, boxes)
    }
    /// Compiles what follows the edge of a strengthened guard.
    pub(in crate::versions) fn resume_undecided(
        &mut self,
        number: u32,
        chain: ChainId,
        context: &Context,
        draft: Draft,
    ) -> Result<(), GiveUp> {
        self.guards.separate = true;
        let boxes = self.begin(context, draft);
        let (_, cond, yes, no) = self.ask(number, chain, context, &boxes);
        match self.branch(cond, yes, no)? {
            Flow::On(answer) => self.go_on(answer),
            Flow::Done => self.finish(),
        }
    }
}

/// Restores the frames of an undecided snapshot, the innermost one being that of the true arm. Returns the condition
/// and the frames of both arms.
pub(in crate::versions) fn ask(
    run: &GeneratorRun<'_>,
    number: u32,
    chain: ChainId,
    context: &Context,
    boxes: &[BoxId],
) -> (Undecided, BoxId, Frame, Frame) {
    let jit = run.jit;
    let u = jit.code.undecided.borrow()[number as usize].clone();
    run.set_frames(chain, context, boxes);
    let n = run.slots().len();
    let mut slots = context.slots[n..].iter().map(|k| boxes[k.0 as usize]);
    let no = run.frame(u.no, &mut slots);
    let args: Vec<BoxId> = slots.take(u.test.args.len()).collect();
    let cond = (jit.state.perform_info(&u.test, &args)).expect("a test has a result");
    let yes = run.with(|a| a.frames.last().cloned()).expect("a frame");
    (u, cond, yes, no)
}

impl Jit {
    /// An undecided edge is reached whose guard was not strengthened: the test has the value for which it leaves. It is
    /// an ordinary edge from now on.
    pub(in crate::versions) fn decide(&self, edge: EdgeId) {
        let (number, chain, context) = {
            let edges = self.code.edges.borrow();
            let e = &edges[edge];
            let EdgeKind::Undecided(number) = e.kind() else {
                return;
            };
            if self.code.undecided.borrow()[number as usize].strengthened {
                return;
            }
            (
                number,
                e.chain,
                self.code.snapshots.borrow_mut().unpack(e.snapshot),
            )
        };
        let run = GeneratorRun::new(self, Mode::Compile);
        self.state.begin(Mode::Compile);
        let boxes = instantiate(self.state, &context);
        let params: Vec<VarId> = {
            let w = self.state.work();
            let graph = w.fragment.graph();
            graph.blocks[graph.start].inputargs.to_vec()
        };
        let (u, cond, yes, no) = ask(&run, number, chain, &context, &boxes);
        self.state.learn(cond, u.out);
        run.set_top(if u.out { yes } else { no });
        run.learn_point();
        let chain = run.chain();
        let mut snapshots = self.code.snapshots.borrow_mut();
        let boxes: Vec<BoxId> = snapshots.capture(self.state, &run.slots()).to_vec();
        let args = {
            let w = self.state.work();
            let param = |b: &BoxId| match w.now.boxes.get(*b) {
                BoxValue::Residual { var, .. } => params.iter().position(|p| p == var),
                _ => None,
            };
            boxes.iter().map(param).collect::<Option<Vec<usize>>>()
        };
        let Some(args) = args else {
            // Something was computed on the way: the test is done again.
            return;
        };
        let mut edges = self.code.edges.borrow_mut();
        let e = &mut edges[edge];
        e.set_kind(EdgeKind::Plain);
        e.chain = chain;
        e.snapshot = snapshots.pack();
        let places = snapshots.places(e.places);
        let places: Vec<ValueLocation> = args.iter().map(|&i| places[i]).collect();
        e.places = snapshots.add_places(&places);
    }
}
