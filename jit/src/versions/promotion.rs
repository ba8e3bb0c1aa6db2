//! Promotion: an updatable switch that grows by one compare for each value that arrives.
//!
//! ```text
//! before the first value        after 4                          after 4, then 7
//! v2 = int_floordiv(v1, 10)     v2 = int_floordiv(v1, 10)        ...
//! goto E0(v2)                   goto F1(v2)                      goto F1(v2)
//!                               F1: if v2 != 4 goto E1           F1: if v2 != 4 goto F2
//!                                   print(9)                         print(9)
//!                                                                F2: if v2 != 7 goto E2
//! ```
//! The value is green from there on. After `promote_limit` values the promotion is closed: the innermost call that was
//! inlined becomes a residual call wherever it is compiled again, and fragments that inlined it are killed;
//! arrivals are executed. In the portal itself there is no such call, and each arrival leaves for the interpreter: that
//! costs as much as hundreds of comparisons, so that more values are taken there. Where the value behind a promotion is
//! red, it need not be known: after `promote_limit` values there is code for all others. So it is with the greens of a
//! portal that is called, which is a call as any other then.
//!
//! A promoted *fresh* object, one that was allocated since the compiler was at work last, will hardly arrive again: an
//! interpreter that has its environment among the greens makes one for each call, and all that follows would be
//! compiled for each. A place takes some of them, and then so many for the time that the program runs. Beyond that its
//! promotions are closed.
use std::cell::RefCell;

use backend_x86::fragment::{Edge, FragmentEnd, To};
use ir::lltype::{Container, LLType};
use ir::model::{Operand, VarId};
use jit_abi::info::PointId;
use lowlevel::{LLOp, binding::Color};
use rustc_hash::{FxHashMap, FxHashSet};

use super::bias::Arm;
use super::code::{EdgeId, EdgeKind, EdgeState, FragmentId, PromotionId};
use super::context::Context;
use super::emit::{Draft, entry_of};
use super::jit::Jit;
use super::keys::ChainId;
use super::log::{LogLevel, quoted};
use super::run::Answer;
use super::session::{GiveUp, Session};
use super::table::Maturity;
use crate::support::boxes::{BoxId, BoxValue};
use crate::support::builder::constant_operand;
use crate::support::externs::handle as box_handle;
use crate::support::memory;

/// So many times `promote_limit` values are taken in the portal itself.
const OUTERMOST: u32 = 4;

/// The slot of the promoted value: the one behind the reds.
pub fn promoted_slot(context: &Context) -> usize {
    context.reds().len() - 1
}

/// What promotions have in common.
#[derive(Default)]
pub(super) struct Promotions {
    /// How many fresh objects each point has promoted.
    fresh: RefCell<FxHashMap<PointId, u32>>,
    /// States at which too many values have come. What is promoted there is red, and need not be known.
    open: RefCell<FxHashSet<ChainId>>,
    /// Points at which None has arrived. At others the program may never come with it, and what follows may read from
    /// it while it is compiled; that a value is None is a guess.
    none: RefCell<FxHashSet<PointId>>,
}

/// A fragment that begins with a compare.
struct Compared {
    /// The boxes of the snapshot's classes.
    boxes: Vec<BoxId>,
    value: BoxId,
    /// Whether it is the one that has arrived.
    cond: VarId,
    /// Or whether it is not.
    when: bool,
    /// The edge that other values take; its snapshot is the state before the comparison.
    other: Edge,
}

impl Session<'_> {
    /// Compiles a compare for a value, a guard, and what follows it. Returns the fragment that begins with the compare.
    pub(super) fn promote_value(
        &mut self,
        edge: EdgeId,
        number: u32,
        chain: ChainId,
        context: &Context,
        bits: u64,
    ) -> Result<FragmentId, GiveUp> {
        let jit = self.run.jit;
        let c = self.compared(edge, number, context, bits)?;
        jit.note_value(chain, bits);
        (jit.state.work_mut().fragment).guard(c.cond, !c.when, c.other);
        let ty = context.classes[context.slots[promoted_slot(context)]].ty();
        if is_none(ty, bits) {
            jit.note_none(chain);
        }
        jit.state.learn_value(c.value, bits);
        // The promoted value is behind the reds of the frames.
        self.set_frames(chain, context, &c.boxes);
        self.log_promoted(number, chain, ty, bits);
        let answer = self.answer(chain, ty, bits);
        match self.go_on(Some(answer)) {
            Ok(()) => {}
            // A call is residual from now on: the next arrival tries again.
            Err(GiveUp::Again) => return Err(GiveUp::Again),
            Err(e) => {
                let point = jit.chains.borrow().get(chain).point;
                jit.warn(&e.to_string(), point, Some(chain));
                jit.count(|t| t.refused += 1);
                self.seal_promoted(edge, number, context, bits)?;
            }
        }
        self.first_fragment()
    }
    /// Compiles what follows for all other values, of which nothing is known.
    pub(super) fn promote_nothing(
        &mut self,
        edge: EdgeId,
        chain: ChainId,
        context: &Context,
    ) -> Result<FragmentId, GiveUp> {
        let (boxes, value) = self.begin_promoted(edge, context);
        self.set_frames(chain, context, &boxes);
        self.go_on(Some(Answer(box_handle(Some(value)))))?;
        self.first_fragment()
    }
    /// Begins the fragment of what follows a promotion's edge. Returns the boxes of the snapshot's classes, and that of
    /// the value.
    fn begin_promoted(&mut self, edge: EdgeId, context: &Context) -> (Vec<BoxId>, BoxId) {
        let places = self.run.jit.code.places(edge);
        let entry = entry_of(&places, context.params().map(|p| p.1));
        let boxes = self.begin(context, Draft::edge(edge, entry));
        self.bring(context, &boxes);
        let value = boxes[context.slots[promoted_slot(context)].0 as usize];
        (boxes, value)
    }
    /// Begins the fragment with the compare.
    fn compared(
        &mut self,
        edge: EdgeId,
        number: u32,
        context: &Context,
        bits: u64,
    ) -> Result<Compared, GiveUp> {
        let jit = self.run.jit;
        let (boxes, value) = self.begin_promoted(edge, context);
        let Some((var, ty)) = self.residual(value) else {
            return Err(GiveUp::Unsupported("a promotion of a constant".to_owned()));
        };
        let params = context.params().map(|(k, ..)| boxes[k.0 as usize]);
        let args = params.map(|b| self.operand(b)).collect();
        let to = To::Stub(jit.edge_like(edge, EdgeKind::Promote(number)).0);
        let (cond, when) = self.compare(var, ty, bits);
        Ok(Compared {
            boxes,
            value,
            cond,
            when,
            other: Edge { args, to },
        })
    }
    /// What follows a compare could not be compiled: arrivals with the value are executed.
    fn seal_promoted(
        &mut self,
        edge: EdgeId,
        number: u32,
        context: &Context,
        bits: u64,
    ) -> Result<(), GiveUp> {
        let jit = self.run.jit;
        let Compared {
            cond, when, other, ..
        } = self.compared(edge, number, context, bits)?;
        let closed = jit.code.new_promotion(super::code::Promotion {
            values: 1,
            closed: true,
        });
        let dead = jit.edge_like(edge, EdgeKind::Promote(closed));
        jit.code.set_state(dead, EdgeState::Dead);
        let same = Edge {
            args: other.args.clone(),
            to: To::Stub(dead.0),
        };
        let (yes, no) = if when { (same, other) } else { (other, same) };
        self.emit(FragmentEnd::Branch { cond, yes, no });
        self.finish()
    }
    /// In the middle of a run: promotes to the value of the arrival that is compiled for, if that is known; in a small
    /// loop that is made again also to the only value that there was before.
    pub(super) fn take_value(
        &mut self,
        b: BoxId,
        chain: ChainId,
        slots: &[BoxId],
    ) -> Option<Answer> {
        let jit = self.run.jit;
        let state = jit.state;
        let (var, ty) = self.residual(b)?;
        let only = || match self.maturity() {
            Maturity::Loop => jit.only_value(chain, ty),
            Maturity::First | Maturity::Onward => None,
        };
        // What a number, a class or None leads to does not depend on what waits to be stored.
        let guessed = || state.guessed(b).filter(|&w| jit.is_static(ty, w));
        let actual = || guessed().or_else(|| state.actual(b).filter(|_| !state.work().stale));
        let mut bits = actual().or_else(only)?;
        if is_none(ty, bits) && !jit.has_met_none(chain) {
            return None;
        }
        if jit.is_fresh(ty, bits) {
            if !jit.takes_fresh(chain) {
                return None;
            }
            state.tenure();
            bits = state.actual(b)?;
        }
        let number = jit.code.new_promotion(super::code::Promotion {
            values: 1,
            closed: false,
        });
        jit.note_value(chain, bits);
        jit.count(|t| t.promoted += 1);
        let other = self.edge_stub_here(EdgeKind::Promote(number), chain, slots, Arm::NONE);
        let (cond, when) = self.compare(var, ty, bits);
        (state.work_mut().fragment).guard(cond, !when, other);
        state.learn_value(b, bits);
        self.log_promoted(number, chain, ty, bits);
        self.route.points.tests += 1;
        jit.following.done.set(true);
        Some(self.answer(chain, ty, bits))
    }
    /// A line of the log: a promotion takes one more value.
    fn log_promoted(&self, number: u32, chain: ChainId, ty: LLType, bits: u64) {
        let jit = self.run.jit;
        if !jit.log.wants(LogLevel::Versions) {
            return;
        }
        let point = jit.chains.borrow().get(chain).point;
        jit.log.line(
            LogLevel::Versions,
            format_args!(
                "jit promote number={number} session={} point={} value={} at={}",
                self.number,
                quoted(&jit.point_name(point)),
                quoted(&jit.word_text(ty, bits)),
                quoted(&jit.source(jit.point(point).location))
            ),
        );
    }
    /// The variable and the type of a residual value.
    pub(super) fn residual(&self, b: BoxId) -> Option<(VarId, LLType)> {
        match self.run.jit.state.work().now.boxes.get(b) {
            BoxValue::Residual { var, ty, .. } => Some((*var, *ty)),
            _ => None,
        }
    }
    /// What the point of the innermost frame takes: the green word, or for a red result the box.
    fn answer(&self, chain: ChainId, ty: LLType, bits: u64) -> Answer {
        let jit = self.run.jit;
        let point = jit.chains.borrow().get(chain).point;
        match jit.point(point).result {
            Some((Color::Red, _)) => {
                let b = jit.state.constant(ty, bits);
                Answer(box_handle(Some(b)))
            }
            _ => {
                let mut word = [memory::to_state(ty, bits)];
                settle_word(jit, ty, &mut word);
                Answer(word[0])
            }
        }
    }
    /// The condition that the value is this one, and whether it holds when true.
    pub(super) fn compare(&self, var: VarId, ty: LLType, bits: u64) -> (VarId, bool) {
        let jit = self.run.jit;
        if ty == LLType::Bool {
            return (var, bits != 0);
        }
        if jit.state.tables.types().is_gc_ref(ty) {
            // A string, too: the green is one of its value, while code knows and compares this one.
            jit.state.keep(bits);
        }
        let mut w = jit.state.work_mut();
        let location = w.location;
        let mut value = Operand::Var(var);
        let mut known = constant_operand(ty, bits);
        let op = match ty {
            LLType::Ptr(_) => LLOp::PtrEq,
            LLType::Address => LLOp::AdrEq,
            LLType::Signed => LLOp::IntEq,
            LLType::Unsigned => LLOp::UintEq,
            LLType::Char => LLOp::CharEq,
            LLType::UniChar => LLOp::UnicharEq,
            LLType::Float => {
                let word =
                    w.fragment
                        .emit(LLOp::FloatBits, [value.clone()], LLType::Signed, location);
                value = Operand::Var(word);
                known = constant_operand(LLType::Signed, bits);
                LLOp::IntEq
            }
            LLType::SingleFloat => {
                let wide = w.fragment.emit(
                    LLOp::CastSinglefloatToFloat,
                    [value],
                    LLType::Float,
                    location,
                );
                let word = w.fragment.emit(
                    LLOp::FloatBits,
                    [Operand::Var(wide)],
                    LLType::Signed,
                    location,
                );
                value = Operand::Var(word);
                known = constant_operand(LLType::Signed, memory::to_state(ty, bits));
                LLOp::IntEq
            }
            _ => {
                let wide = w
                    .fragment
                    .emit(LLOp::CastPrimitive, [value], LLType::Signed, location);
                value = Operand::Var(wide);
                known = constant_operand(LLType::Signed, bits);
                LLOp::IntEq
            }
        };
        let cond = w.fragment.emit(op, [value, known], LLType::Bool, location);
        (cond, true)
    }
}

/// A reference that becomes green: strings by value, kept alive.
fn settle_word(jit: &Jit, ty: LLType, word: &mut [u64; 1]) {
    if word[0] == 0 || !jit.state.tables.types().is_gc_ref(ty) {
        return;
    }
    if jit.is_string(ty) {
        word[0] = jit.green_string(ty, word[0]);
    } else {
        jit.state.keep(word[0]);
    }
}

/// Whether a word is None.
fn is_none(ty: LLType, bits: u64) -> bool {
    bits == 0 && matches!(ty, LLType::Ptr(_) | LLType::Address)
}

impl Jit {
    /// Whether a value is an object that was allocated since the compiler was at work last.
    pub(super) fn is_fresh(&self, ty: LLType, bits: u64) -> bool {
        self.state.tables.types().is_gc_ref(ty) && self.state.is_young(bits)
    }
    /// Whether a value leads to no memory that a program writes: a number, a class, or None.
    fn is_static(&self, ty: LLType, bits: u64) -> bool {
        match ty {
            LLType::Ptr(_) if bits == 0 => true,
            LLType::Ptr(c) => match self.state.tables.types().get(c) {
                Container::Struct(s) => s.hints.vtable,
                _ => false,
            },
            _ => ty != LLType::Address,
        }
    }
    /// None has arrived at a point.
    fn note_none(&self, chain: ChainId) {
        let point = self.chains.borrow().get(chain).point;
        self.promotions.none.borrow_mut().insert(point);
    }
    /// Whether None has arrived there before, from wherever.
    fn has_met_none(&self, chain: ChainId) -> bool {
        let point = self.chains.borrow().get(chain).point;
        self.promotions.none.borrow().contains(&point)
    }
    /// Notes a fresh object; whether the point takes one more.
    fn takes_fresh(&self, chain: ChainId) -> bool {
        let point = self.chains.borrow().get(chain).point;
        let mut fresh = self.promotions.fresh.borrow_mut();
        let n = fresh.entry(point).or_default();
        let takes = self.has_time_for_fresh(*n);
        *n += u32::from(takes);
        takes
    }
    /// Notes one more value, which is fresh or not; whether the promotion still takes it.
    pub(super) fn takes_value(&self, number: u32, chain: ChainId, fresh: bool) -> bool {
        let limit = self.settings.borrow().promote_limit;
        let limit = match self.chains.borrow().get(chain).parent {
            Some(_) => limit,
            None => limit.saturating_mul(OUTERMOST),
        };
        let why = {
            let mut list = self.code.promotions.borrow_mut();
            let p = &mut list[PromotionId(number)];
            if p.closed {
                return false;
            }
            let full = p.values >= limit;
            if !full && (!fresh || self.takes_fresh(chain)) {
                p.values += 1;
                self.count(|t| t.promoted += 1);
                return true;
            }
            p.closed = true;
            match full {
                true => "promotion takes too many values",
                false => "promotion takes too many objects that were just allocated",
            }
        };
        if self.may_stay_open(chain) {
            let point = self.chains.borrow().get(chain).point;
            self.warn(why, point, Some(chain));
            self.promotions.open.borrow_mut().insert(chain);
        } else {
            self.close_promotion(chain, why);
        }
        false
    }
    /// Whether what follows a promotion may go on with a value of which nothing is known.
    pub(super) fn may_stay_open(&self, chain: ChainId) -> bool {
        let point = self.chains.borrow().get(chain).point;
        matches!(self.point(point).result, Some((Color::Red, _)))
    }
    /// Whether too many values have come to a state for what follows to be compiled for each.
    pub(super) fn is_open(&self, chain: ChainId) -> bool {
        self.promotions.open.borrow().contains(&chain)
    }
    /// The call that these frames wait for is residual from now on; whether it was not before.
    pub(super) fn leave_residual(&self, waiting: ChainId) -> bool {
        (self.state.nested).leave(self.chains.borrow().get(waiting).point);
        self.inlining.residual_calls.borrow_mut().insert(waiting)
    }
    /// There are too many values, or too many of them are fresh: the innermost call that was inlined becomes residual.
    fn close_promotion(&self, chain: ChainId, why: &str) {
        let (point, waiting) = {
            let chains = self.chains.borrow();
            let link = chains.get(chain);
            (link.point, link.parent)
        };
        self.warn(why, point, Some(chain));
        let Some(waiting) = waiting else {
            return;
        };
        if !self.leave_residual(waiting) {
            return;
        }
        let killed: Vec<FragmentId> = self
            .code
            .fragments
            .borrow()
            .iter_enumerated()
            .filter(|(_, f)| !f.dead && f.inlined.contains(&waiting))
            .map(|(id, _)| id)
            .collect();
        let count = killed.len();
        self.kill(killed);
        self.log.line(
            LogLevel::Versions,
            format_args!("jit residualise key={waiting} killed={count}"),
        );
    }
}
