//! Splits: red branches and switches, promotions.
//!
//! ```text
//! if v5 then a else b     fold if v5 is known; a guard if one way is expected
//!                         ([`super::super::bias`]); else the end of the fragment
//! ```
use super::*;
use crate::support::externs::handle as box_handle;
use crate::support::memory;

impl Session<'_> {
    /// The edge stub of an arm: the innermost frame goes on as `top`.
    pub(super) fn arm(&mut self, top: Frame, arm: Arm) -> Edge {
        self.set_top(top);
        let chain = self.run.chain();
        self.edge_stub_here(EdgeKind::Plain, chain, &self.run.slots(), arm)
    }
    /// Goes straight on with an arm: it may be the head of a loop, whose test was at its end.
    fn follow(&mut self, top: Frame) -> Result<Flow, GiveUp> {
        let point = top.point;
        self.set_top(top);
        self.arrive(point)
    }
    pub(super) fn branch(&mut self, cond: BoxId, yes: Frame, no: Frame) -> Result<Flow, GiveUp> {
        if let Some(bits) = self.constant_of(cond) {
            return self.follow(if bits != 0 { yes } else { no });
        }
        let Some(var) = self.variable(cond) else {
            return Err(GiveUp::Unsupported("a virtual condition".to_owned()));
        };
        let jit = self.jit();
        let state = jit.state;
        let split = jit.bias.borrow_mut().split(yes.point, no.point);
        let known = match self.mature.is_some() {
            true => self.way(cond, &yes, &no),
            false => None,
        };
        let expected = known.or_else(|| self.expected(cond, split, (yes.point, no.point)));
        if let Some(truth) = expected {
            if self.guess(cond, truth, &yes, &no, split) {
                self.route.points.tests += 1;
                return self.follow(if truth { yes } else { no });
            }
            // The other way leaves through a guard; this one goes straight on.
            self.guard(cond, var, truth, &yes, &no, split);
            if state.guessed(cond).is_some_and(|bits| (bits != 0) != truth) {
                state.forget_actual();
            }
            let on = if truth { yes } else { no };
            state.learn(cond, truth);
            jit.bias.borrow_mut().guarded(split);
            self.route.points.tests += 1;
            if truth && self.maturity() == Maturity::Loop {
                self.test_sign(cond, &on);
            }
            return self.follow(on);
        }
        let before = state.suppose();
        state.learn(cond, true);
        let yes = self.arm(yes, Arm::new(split, true, false));
        state.unlearn(before);
        state.learn(cond, false);
        let no = self.arm(no, Arm::new(split, false, false));
        self.emit(FragmentEnd::Branch { cond: var, yes, no });
        Ok(Flow::Done)
    }
    /// In a small loop that is made again: if a bounds check has passed whose index was made of a number that may be
    /// negative, a guard tests its sign, as it is in the arrival that is compiled for. From there on the index is the
    /// number itself, and so it is in the next turn.
    fn test_sign(&mut self, cond: BoxId, on: &Frame) {
        let state = self.jit().state;
        let Some((number, size)) = state.work().now.checked_number(cond) else {
            return;
        };
        if state.actual(number).is_none_or(|bits| (bits as i64) < 0) {
            return;
        }
        let Some(var) = self.variable(number) else {
            return;
        };
        let edge = self.arm(on.clone(), Arm::NONE);
        {
            let mut w = state.work_mut();
            let location = w.location;
            let zero = crate::support::builder::constant_operand(LLType::Signed, 0);
            let operands = [Operand::Var(var), zero];
            let negative = (w.fragment).emit(LLOp::IntLt, operands, LLType::Bool, location);
            w.fragment.guard(negative, true, edge);
        }
        state.learn_index(number, size);
    }
    /// In a mature run: the way of a branch that stays in the loop, if the loop alone is made again, or that runs, if
    /// only one of them does, else that of the arrival.
    fn way(&self, cond: BoxId, yes: &Frame, no: &Frame) -> Option<bool> {
        let jit = self.jit();
        let (yes, no) = (self.run.chain_at(yes), self.run.chain_at(no));
        let arrival = || jit.state.actual(cond).map(|bits| bits != 0);
        let stays = self.mature.and_then(|first| jit.loop_way(first, yes, no));
        stays.or_else(|| jit.way(yes, no)).or_else(arrival)
    }
    /// The value that a condition is expected to have: exceptions and overflow are rare, else what was seen counts; as
    /// long as that says nothing, ways that the program itself says are rare.
    pub(super) fn expected(
        &self,
        cond: BoxId,
        split: SplitId,
        (yes, no): (PointId, PointId),
    ) -> Option<bool> {
        let jit = self.jit();
        let w = jit.state.work();
        match w.now.defs.get(cond).map(|d| &d.op) {
            Some(LLOp::ExcOccurred | LLOp::OvfOccurred) => Some(false),
            _ => {
                let (yes, no) = (jit.point(yes).rare, jit.point(no).rare);
                (jit.bias.borrow()).expected(split, (yes != no).then_some(no))
            }
        }
    }
    pub(super) fn switch(
        &mut self,
        value: BoxId,
        info: &'static jit_abi::info::SwitchInfo,
        cases: Vec<Frame>,
    ) -> Result<Flow, GiveUp> {
        let Some(var) = self.variable(value) else {
            return Err(GiveUp::Unsupported("a switch over a virtual".to_owned()));
        };
        let state = self.jit().state;
        let mut before = state.suppose();
        let mut default = None;
        let mut arms = Vec::new();
        for (i, f) in cases.into_iter().enumerate() {
            match info.cases.get(i) {
                Some(&bits) => {
                    state.learn_value(value, bits);
                    let c = crate::support::builder::constant(info.ty, bits);
                    arms.push((c, self.arm(f, Arm::NONE)));
                }
                None => default = Some(self.arm(f, Arm::NONE)),
            }
            state.unlearn(before);
            before = state.suppose();
        }
        state.unlearn(before);
        self.emit(FragmentEnd::Switch {
            value: var,
            cases: arms,
            default,
        });
        Ok(Flow::Done)
    }
    /// A field that changes rarely is promoted if its object is a constant, and what is its own owner in any case, as
    /// long as few values come. The result is red.
    pub(super) fn promote_known(&mut self, value: BoxId, owner: BoxId) -> Result<Flow, GiveUp> {
        let jit = self.jit();
        let is_promoted = jit.state.work().now.boxes.is_promoted_for(value, owner);
        if !is_promoted || jit.is_open(self.run.chain()) {
            return Ok(Flow::On(Some(Answer(box_handle(Some(value))))));
        }
        self.promote(value)
    }
    /// What comes next may be a constant because the program is there, while stores of virtual objects wait.
    pub(super) fn note_ahead(&self) {
        let state = self.jit().state;
        let defers = state.defers_virtuals(|_| true);
        state.work_mut().ahead |= defers;
    }
    /// A red value becomes green; the innermost frame goes on with it.
    pub(super) fn promote(&mut self, b: BoxId) -> Result<Flow, GiveUp> {
        let jit = self.jit();
        if jit.state.work().now.boxes.get(b).is_virtual() {
            jit.state.force(b, ForceReason::Address);
        }
        let value = jit.state.work().now.boxes.get(b).clone();
        if let BoxValue::Const { ty, bits } = value {
            return Ok(Flow::On(Some(Answer(memory::to_state(ty, bits)))));
        }
        if self.mature.is_none() {
            jit.state.make_stores_of_virtuals();
        } else if jit.state.defers_virtuals(|_| true) {
            jit.state.make_stores_that_fill();
            self.note_ahead();
        }
        self.note_promoted(b);
        let chain = self.run.chain();
        let mut slots = self.run.slots();
        slots.push(b);
        if let Some(answer) = self.take_value(b, chain, &slots) {
            return Ok(Flow::On(Some(answer)));
        }
        let number = jit.code.new_promotion(Promotion::default());
        let edge = self.edge_stub_here(EdgeKind::Promote(number), chain, &slots, Arm::NONE);
        self.emit(FragmentEnd::Jump(edge));
        Ok(Flow::Done)
    }
}
