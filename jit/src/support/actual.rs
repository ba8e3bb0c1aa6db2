//! What boxes hold at the arrival that is compiled for: a guess which way it goes on, never knowledge.
//!
//! Code is compiled when it is reached, with the values that reach it at hand. What is computed from them, and what is
//! loaded from memory that the fragment has not written to, can be told while its operations are emitted. So a
//! promotion in the middle of a run takes the value that is about to arrive, behind a guard, and the run goes on; else
//! it would end there, and the next one would begin with the value a moment later.
//!
//! ```text
//! arrival: v3 = 0x7f10, a W_Int        v4 = getfield[object.typeptr](v3)     it will be @W_Int.vtable
//!                                      promote(v4)                           if v4 != @W_Int.vtable then E1(..); on with W_Int
//! ```
//! Branches do not go by it: measured, runs that follow an arrival through its branches make longer code twice, of ways
//! that meet again. A wrong guess costs a guard that fails. References are roots: what is read through them are
//! objects.
use ir::lltype::LLType;
use lowlevel::ops::State as Memory;
use lowlevel::{AliasRegion, Const, Effect, LLOp, Value, arith};
use rustc_hash::FxHashMap;

use super::access::part;
use super::boxes::BoxId;
use super::builder;
use super::ops::Compiler;
use super::state::SupportState;

/// The values of an arrival.
#[derive(Debug, Default)]
pub struct Actual {
    words: FxHashMap<BoxId, (LLType, u64)>,
    /// Operations of the fragment up to here are accounted for below.
    seen: usize,
    /// What the fragment writes to.
    written: Vec<AliasRegion>,
    /// Whether memory may be different altogether when the code at hand runs.
    unknown: bool,
}

impl Actual {
    /// Forgets the values of all boxes.
    pub fn clear(&mut self) {
        self.words.clear();
        self.seen = 0;
        self.written.clear();
        self.unknown = false;
    }
    /// What a box will hold.
    pub fn get(&self, b: BoxId) -> Option<u64> {
        self.words.get(&b).map(|w| w.1)
    }
    /// Two boxes of one value.
    pub(super) fn same(&mut self, b: BoxId, other: BoxId) {
        if let Some(&word) = self.words.get(&b) {
            self.words.insert(other, word);
        }
    }
    /// References, for the collector.
    pub fn references(&mut self) -> impl Iterator<Item = (LLType, &mut u64)> {
        self.words.values_mut().map(|(ty, word)| (*ty, word))
    }
    /// Accounts for what operations do to memory.
    fn look_at(&mut self, ops: impl Iterator<Item = LLOp>) {
        for op in ops {
            match op.effect() {
                Effect::Stores(l) => self.written.push(l),
                Effect::Pure
                | Effect::Loads(_)
                | Effect::Allocates(Some(_))
                | Effect::Writes(Memory::Barrier | Memory::Flags)
                | Effect::Reads(Memory::Flags | Memory::Exception)
                | Effect::Nothing => {}
                Effect::Fills(_)
                | Effect::ReadsMemory
                | Effect::WritesMemory
                | Effect::Allocates(None)
                | Effect::Frees(_)
                | Effect::Calls
                | Effect::Reads(_)
                | Effect::Writes(_)
                | Effect::Tests
                | Effect::Ends => self.unknown = true,
            }
        }
    }
}

/// What goes on into the next fragment.
#[derive(Debug, Default)]
pub struct Carried {
    words: Vec<Option<u64>>,
    written: Vec<AliasRegion>,
    unknown: bool,
}

impl SupportState {
    /// What these boxes, of which the next fragment makes its parameters, will hold.
    pub fn carry(&self, boxes: impl Iterator<Item = Option<BoxId>>) -> Carried {
        let mut w = self.work_mut();
        let w = &mut *w;
        if w.actual.words.is_empty() {
            return Carried::default();
        }
        let ops = w.fragment.ops();
        w.actual
            .look_at(ops[w.actual.seen..].iter().map(|o| o.op.clone()));
        w.actual.seen = ops.len();
        let word = |b: BoxId| {
            let constant = w.now.boxes.get(b).constant();
            constant.or_else(|| w.actual.words.get(&b).map(|w| w.1))
        };
        Carried {
            words: boxes.map(|b| b.and_then(word)).collect(),
            written: std::mem::take(&mut w.actual.written),
            unknown: w.actual.unknown,
        }
    }
    /// The parameters of the next fragment.
    pub fn go_on_with(&self, carried: Carried, params: impl Iterator<Item = (BoxId, LLType)>) {
        let actual = &mut self.work_mut().actual;
        for ((b, ty), word) in params.zip(carried.words) {
            if let Some(word) = word {
                actual.words.insert(b, (ty, word));
            }
        }
        actual.written = carried.written;
        actual.unknown = carried.unknown;
    }
    /// The word that a box will hold.
    pub fn actual(&self, b: BoxId) -> Option<u64> {
        self.work().actual.get(b)
    }
    /// What a box holds in the arrival at hand.
    pub fn set_actual(&self, b: BoxId, ty: LLType, word: u64) {
        self.work_mut().actual.words.insert(b, (ty, word));
    }
    /// The arrival at hand does not come along here.
    pub fn forget_actual(&self) {
        self.work_mut().actual.words.clear();
    }
}

impl Compiler<'_> {
    fn will_be(&self, b: BoxId) -> Option<u64> {
        let known = self.constant_of(b);
        known.or_else(|| self.w.actual.words.get(&b).map(|w| w.1))
    }
    /// An operation on numbers and pointers was emitted.
    pub(super) fn guess(
        &mut self,
        b: BoxId,
        op: &LLOp,
        types: &[LLType],
        args: &[BoxId],
        ty: LLType,
    ) {
        if self.w.actual.words.is_empty() || args.len() > 3 || types.len() != args.len() {
            return;
        }
        let mut values = [Value::Void; 3];
        for ((v, &ty), &a) in values.iter_mut().zip(types).zip(args) {
            let Some(bits) = self.will_be(a) else { return };
            *v = builder::constant(ty, bits).value;
        }
        let word = match (op, values) {
            (op, [Value::Int(x), y, _]) if op.is_ovf() => {
                let y = if let Value::Int(y) = y { y } else { x };
                arith::eval_ovf(op, x, y).map(|(value, _)| value as u64)
            }
            _ => arith::eval(op, &values[..args.len()], ty)
                .map(|value| builder::word(Const { ty, value })),
        };
        if let Some(word) = word {
            self.w.actual.words.insert(b, (ty, word));
        }
    }
    /// A load was emitted, as the last operation.
    pub(super) fn guess_load(&mut self, b: BoxId, op: &LLOp, args: &[BoxId], ty: LLType) {
        if self.w.actual.words.is_empty() {
            return;
        }
        let Some(base) = self.will_be(args[0]) else {
            return;
        };
        let ops = self.w.fragment.ops();
        let actual = &mut self.w.actual;
        actual.look_at(ops[actual.seen..].iter().map(|o| o.op.clone()));
        actual.seen = ops.len();
        let part = part(op);
        let place = self.place(part, args.get(1).copied());
        let actual = &self.w.actual;
        if actual.unknown || place.descr().is_some_and(|d| actual.written.contains(&d)) {
            return;
        }
        let index = match args.get(1) {
            Some(&i) => match self.will_be(i) {
                Some(i) => Some(i as i64),
                None => return,
            },
            None => None,
        };
        if let Some(word) = self.t.read(base, part, index, ty) {
            self.w.actual.words.insert(b, (ty, word));
        }
    }
}
