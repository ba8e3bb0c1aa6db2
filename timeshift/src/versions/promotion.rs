//! Promotion (D08.2 §3.3.1): an updatable switch that grows by one compare for each value that arrives.
//!
//! ```text
//! before the first value        after 4                          after 4, then 7
//! v2 = int_floordiv(v1, 10)     v2 = int_floordiv(v1, 10)        ...
//! goto E0(v2)                   goto F1(v2)                      goto F1(v2)
//!                               F1: if v2 == 4 goto F2 else E1   F1: if v2 == 4 goto F2 else F3
//!                               F2: print(9)                     F3: if v2 == 7 goto F4 else E2
//! ```
//! The value is green from there on. After `promote_limit` values the promotion is closed: the innermost call that was looked inside becomes a
//! residual call wherever it is compiled again, and fragments that looked inside it are killed; arrivals are executed.
use backend_x86::residual::{Edge, End, To};
use flowspace::lltype::LLType;
use flowspace::model::{Operand, VarId};
use rtyper::ll::{LLOp, binding::Color};

use super::bias::Arm;
use super::bridge::capture;
use super::context::Context;
use super::emit::{Draft, entry_of};
use super::jit::{EdgeId, EdgeKind, EdgeState, FragmentId, Jit};
use super::keys::ChainId;
use super::log::Level;
use super::run::Answer;
use super::session::{GiveUp, Session};
use crate::support::boxes::{BoxId, BoxValue};
use crate::support::builder::constant_operand;
use crate::support::externs::handle as box_handle;

/// The slot of the promoted value: the one behind the reds.
pub fn promoted_slot(context: &Context) -> usize {
    context.reds().len() - 1
}

/// The snapshot without the promoted value.
fn without_promoted(slots: &[BoxId], at: usize) -> Vec<BoxId> {
    let mut slots = slots.to_vec();
    slots.remove(at);
    slots
}

impl Session<'_> {
    /// Compiles a compare for a value, and what follows it. Returns the compare's fragment.
    pub(super) fn promote_value(
        &mut self,
        edge: EdgeId,
        number: u32,
        chain: ChainId,
        context: &Context,
        bits: u64,
    ) -> Result<FragmentId, GiveUp> {
        let jit = self.run.jit;
        let places = jit.edges.borrow()[edge].site.places();
        let entry = entry_of(&places, context.params().map(|p| p.1));
        let boxes = self.begin(context, Draft::edge(edge, entry));
        let slot = promoted_slot(context);
        let of = |k: super::context::ClassId| boxes[k.0 as usize];
        let value = of(context.slots[slot]);
        let Some((var, ty)) = self.residual(value) else {
            return Err(GiveUp::Unsupported("a promotion of a constant".to_owned()));
        };
        // The arm of other values knows what the snapshot knows.
        let all: Vec<BoxId> = context.classes.indices().map(of).collect();
        let other = self.unborn(EdgeKind::Promote(number), chain, context, &all, Arm::NONE);
        let (cond, when) = self.compare(var, ty, bits);
        jit.state.learn_value(value, bits);
        let slots: Vec<BoxId> = context.reds().iter().map(|&k| of(k)).collect();
        let slots = without_promoted(&slots, slot);
        let (known, nodes) = capture(jit, &slots);
        jit.keep_context(&known);
        let same = Edge {
            args: known
                .params()
                .map(|(k, ..)| self.operand(nodes[k.0 as usize]))
                .collect(),
            to: To::Next,
        };
        let (yes, no) = if when { (same, other) } else { (other, same) };
        let compare = self.emit(End::Branch { cond, yes, no });
        // What follows: code of its own, so that it can be abandoned without the compare.
        let boxes = self.begin(&known, Draft::edge(edge, Vec::new()));
        self.set_frames(chain, &known, &boxes);
        let answer = self.answer(chain, ty, bits);
        match self.go_on(Some(answer)) {
            Ok(()) => {}
            // The compare could not be compiled, either.
            Err(e) if self.waiting.is_empty() => return Err(e),
            Err(e) => {
                let point = jit.chains.borrow().get(chain).point;
                jit.warn(&e.to_string(), point, Some(chain));
                jit.count(|t| t.refused += 1);
                self.seal_promoted(chain, &known, ty, bits);
                self.finish()?;
            }
        }
        Ok(compare)
    }
    /// What follows a compare could not be compiled: arrivals are executed with the value.
    fn seal_promoted(&mut self, chain: ChainId, known: &Context, ty: LLType, bits: u64) {
        let jit = self.run.jit;
        let mut context = known.clone();
        let at = context.reds().len();
        let class = context
            .classes
            .push(super::context::Class::Const { ty, bits });
        context.slots.insert(at, class);
        let (context, _) = context.normalise();
        let number = {
            let mut p = jit.promotions.borrow_mut();
            p.push(super::jit::Promotion {
                values: 1,
                closed: true,
            });
            p.len() as u32 - 1
        };
        let edge = jit.new_edge(EdgeKind::Promote(number), chain, &context, Arm::NONE);
        jit.edges.borrow_mut()[edge].state = EdgeState::Dead;
        if let Some(last) = self.waiting.last_mut() {
            last.seal(edge);
        }
    }
    fn residual(&self, b: BoxId) -> Option<(VarId, LLType)> {
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
                Answer::Word(box_handle(Some(b)))
            }
            _ => {
                let mut word = [super::jit::to_state(ty, bits)];
                settle_word(jit, ty, &mut word);
                Answer::Word(word[0])
            }
        }
    }
    /// The condition that the value is this one, and whether it holds when true.
    fn compare(&self, var: VarId, ty: LLType, bits: u64) -> (VarId, bool) {
        let jit = self.run.jit;
        if ty == LLType::Bool {
            return (var, bits != 0);
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
                known = constant_operand(LLType::Signed, super::jit::to_state(ty, bits));
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
    if jit.info().known.string.map(LLType::Ptr) == Some(ty) {
        word[0] = jit.green_string(word[0]);
    } else {
        jit.state.keep(word[0]);
    }
}

impl Jit {
    /// Notes one more value; whether the promotion still takes it.
    pub(super) fn takes_value(&self, number: u32, chain: ChainId) -> bool {
        let limit = self.settings.borrow().promote_limit;
        {
            let mut list = self.promotions.borrow_mut();
            let p = &mut list[number as usize];
            if p.closed {
                return false;
            }
            if p.values < limit {
                p.values += 1;
                self.count(|t| t.promoted += 1);
                return true;
            }
            p.closed = true;
        }
        self.close_promotion(chain);
        false
    }
    /// Too many values: the innermost call that was looked inside becomes residual.
    fn close_promotion(&self, chain: ChainId) {
        let (point, waiting) = {
            let chains = self.chains.borrow();
            let link = chains.get(chain);
            (link.point, link.parent)
        };
        self.warn("promotion takes too many values", point, Some(chain));
        let Some(waiting) = waiting else {
            return;
        };
        if !self.residual_calls.borrow_mut().insert(waiting) {
            return;
        }
        let killed: Vec<FragmentId> = self
            .fragments
            .borrow()
            .iter_enumerated()
            .filter(|(_, f)| !f.dead && f.inlined.contains(&waiting))
            .map(|(id, _)| id)
            .collect();
        for f in &killed {
            self.kill(*f);
        }
        self.log.line(
            Level::Versions,
            format_args!("jit residualise key={waiting} killed={}", killed.len()),
        );
    }
    /// What leads to a fragment by edges or entries is made again when it is reached.
    fn kill(&self, f: FragmentId) {
        let (incoming, version) = {
            let mut fragments = self.fragments.borrow_mut();
            let r = &mut fragments[f];
            r.dead = true;
            (std::mem::take(&mut r.incoming), r.version)
        };
        let mut region = self.region.borrow_mut();
        let mut edges = self.edges.borrow_mut();
        for e in incoming {
            let record = &mut edges[e];
            if matches!(record.state, EdgeState::Born(b, _) if b == f) {
                let site = record.site.site(e);
                region.patch(&site, site.stub);
                record.state = EdgeState::Unborn;
            }
        }
        if let Some(v) = version {
            self.table.borrow_mut().remove(v);
            self.set_code(v, None);
        }
        self.entries
            .borrow_mut()
            .retain(|_, (fragment, _)| *fragment != f);
        self.ways_in.borrow_mut().clear();
    }
}
