//! What boxes hold at the arrival that is compiled for: a guess which way it goes on, never knowledge.
//!
//! Code is compiled when it is reached, with the values that reach it at hand. What is computed from them, and what is
//! loaded from memory that the fragment has not written to, can be told while its operations are emitted. So a
//! promotion in the middle of a run takes the value that is about to arrive, behind a guard, and the run goes on; else
//! it would end there, and the next one would begin with the value a moment later.
//!
//! What the fragment stores is noted with the object and the index, as far as these can be told: an interpreter pushes
//! to the stack of a frame, an array, and then loads the fields of an object, another array of the same type.
//!
//! ```text
//! arrival: v3 = 0x7f10, a W_Int        v4 = getfield[object.typeptr](v3)     it will be @W_Int.vtable
//!                                      promote(v4)                           if v4 != @W_Int.vtable then E1(..); on with W_Int
//! ```
//! Where memory may be different when the code at hand runs, since a call is emitted of which it is not known what it
//! stores, it is read all the same: a class, or a number, is a guess like others. No reference that was read so becomes
//! a constant, since generators read what is behind it.
//! Branches do not go by it: measured, runs that follow an arrival through its branches make longer code twice, of ways
//! that meet again. A way that is known not to be that of the arrival ends the guessing: what is green from there on is
//! read by generators, which must not meet a None where the program has none. A wrong guess costs a guard that fails.
//! References are roots: what is read through them are objects.
//!
//! **What is read of a constant while code is compiled is as the program will have it there.** So no reference of the
//! arrival becomes a constant once code was emitted that fills what never changes later, of an object that exists by
//! then ([`Compiler::note_filled`]): the characters of a string that was allocated in the fragment before, say.
use ir::lltype::{ContainerId, LLType};
use ir::model::{Arg, Operand, Operation, VarId};
use lowlevel::{AliasRegion, Const, Effect, LL, LLOp, Value, arith};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::access::{is_item, part};
use super::boxes::{BoxId, BoxValue, Boxes};
use super::builder;
use super::execute::test_of_addresses;
use super::ops::Compiler;
use super::state::{SupportState, Work};

/// Of a call that stores to more parts than these, memory is taken to be different altogether.
const STORES: usize = 32;

/// What a box will hold.
#[derive(Clone, Copy, Debug)]
struct Word {
    ty: LLType,
    bits: u64,
    /// Not if it was read where memory may be different when the code at hand runs, or comes of such a value.
    sure: bool,
}

impl Word {
    fn sure(ty: LLType, bits: u64) -> Word {
        let sure = true;
        Word { ty, bits, sure }
    }
}

/// The values of an arrival.
#[derive(Debug, Default)]
pub struct Actual {
    words: FxHashMap<BoxId, Word>,
    /// Operations of the fragment up to here are accounted for below.
    seen: usize,
    /// What the fragment stores, in order.
    written: Vec<Written>,
    /// Variables of the fragment that refer to objects which do not exist yet.
    fresh: Vec<VarId>,
    /// Whether memory may be different altogether when the code at hand runs.
    unknown: bool,
}

/// A store that the code at hand will make before it comes to where it is now.
#[derive(Clone, Copy, Debug)]
struct Written {
    part: AliasRegion,
    /// The object, ...
    object: Option<Word>,
    /// ... and, of an item, its index, ...
    index: Option<i64>,
    /// ... and the value, if they can be told.
    value: Option<Word>,
}

impl Written {
    /// A store to a part of any object.
    fn any(part: AliasRegion) -> Written {
        Written {
            part,
            object: None,
            index: None,
            value: None,
        }
    }
    /// Whether it may be a store to this location; `index` is that of an item.
    fn may_be(&self, base: u64, index: Option<i64>) -> bool {
        let same_item = self.index.zip(index).is_none_or(|(a, b)| a == b);
        self.object.is_none_or(|o| o.bits == base) && same_item
    }
    /// Whether it is one for sure, if it may be.
    fn is_sure(&self) -> bool {
        let is_item = !matches!(self.part, AliasRegion::Field(..));
        self.object.is_some() && (self.index.is_some() || !is_item)
    }
}

impl Actual {
    /// Forgets the values of all boxes.
    pub fn clear(&mut self) {
        self.words.clear();
        self.seen = 0;
        self.written.clear();
        self.fresh.clear();
        self.unknown = false;
    }
    /// What a box will hold, if that is sure.
    pub fn get(&self, b: BoxId) -> Option<u64> {
        self.words.get(&b).filter(|w| w.sure).map(|w| w.bits)
    }
    /// What a box will hold, as far as can be told.
    pub fn guessed(&self, b: BoxId) -> Option<u64> {
        self.words.get(&b).map(|w| w.bits)
    }
    /// The same, or the constant that a box is.
    fn will_be(&self, boxes: &Boxes, b: BoxId) -> Option<Word> {
        match boxes.get(b) {
            &BoxValue::Const { ty, bits } => Some(Word::sure(ty, bits)),
            _ => self.words.get(&b).copied(),
        }
    }
    /// Two boxes of one value.
    pub(super) fn same(&mut self, b: BoxId, other: BoxId) {
        if let Some(&word) = self.words.get(&b) {
            self.words.insert(other, word);
        }
    }
    /// References, for the collector.
    pub fn references(&mut self) -> impl Iterator<Item = (LLType, &mut u64)> {
        let written = self.written.iter_mut();
        let of_stores = written.flat_map(|w| w.object.iter_mut().chain(&mut w.value));
        let words = self.words.values_mut().chain(of_stores);
        words.map(|w| (w.ty, &mut w.bits))
    }
    /// Accounts for what the operations of the fragment that were emitted since the last time do to memory.
    fn look_at(&mut self, ops: &[Operation<LL>], boxes: &Boxes) {
        let new = &ops[std::mem::replace(&mut self.seen, ops.len())..];
        let mut variables: Option<FxHashMap<VarId, Word>> = None;
        for op in new {
            match op.op.effect() {
                Effect::Stores(part) => {
                    if (op.args[0].var()).is_some_and(|v| self.fresh.contains(&v)) {
                        continue;
                    }
                    let words = variables.get_or_insert_with(|| self.variables(boxes));
                    let word = |a: &Arg<LL>| match a {
                        Operand::Var(v) => words.get(v).copied(),
                        Operand::Const(c) => Some(Word::sure(c.ty, builder::word(*c))),
                    };
                    self.written.push(Written {
                        part,
                        object: word(&op.args[0]).filter(|o| o.sure),
                        index: match op.args.len() {
                            3 => word(&op.args[1]).filter(|i| i.sure).map(|i| i.bits as i64),
                            _ => None,
                        },
                        value: op.args.last().and_then(word),
                    });
                }
                Effect::Allocates(_) => self.fresh.push(op.result),
                Effect::Pure
                | Effect::Loads(_)
                | Effect::ReadsMemory
                | Effect::Frees(_)
                | Effect::Reads(_)
                | Effect::Writes(_)
                | Effect::Nothing
                | Effect::Tests
                | Effect::Ends => {}
                Effect::Fills(_) | Effect::WritesMemory | Effect::Calls => self.unknown = true,
            }
        }
    }
    /// What the variables of the fragment will hold.
    fn variables(&self, boxes: &Boxes) -> FxHashMap<VarId, Word> {
        let of = |(&b, &word): (&BoxId, &Word)| match boxes.get(b) {
            BoxValue::Residual { var, .. } => Some((*var, word)),
            _ => None,
        };
        self.words.iter().filter_map(of).collect()
    }
}

/// What goes on into the next fragment.
#[derive(Debug, Default)]
pub struct Carried {
    words: Vec<Option<Word>>,
    /// Which of the boxes refer to objects that do not exist yet.
    fresh: Vec<bool>,
    written: Vec<Written>,
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
        w.actual.look_at(w.fragment.ops(), &w.now.boxes);
        let boxes: Vec<Option<BoxId>> = boxes.collect();
        let is_fresh = |b: BoxId| match w.now.boxes.get(b) {
            BoxValue::Residual { var, .. } => w.actual.fresh.contains(var),
            _ => false,
        };
        let fresh = (boxes.iter().map(|b| b.is_some_and(is_fresh))).collect();
        let word = |b: BoxId| w.actual.will_be(&w.now.boxes, b);
        Carried {
            words: boxes.iter().map(|b| b.and_then(word)).collect(),
            fresh,
            written: std::mem::take(&mut w.actual.written),
            unknown: w.actual.unknown,
        }
    }
    /// The parameters of the next fragment.
    pub fn go_on_with(&self, carried: Carried, params: impl Iterator<Item = (BoxId, LLType)>) {
        let mut w = self.work_mut();
        let Work { actual, now, .. } = &mut *w;
        let carries = carried.words.into_iter().zip(carried.fresh);
        for ((b, ty), (word, fresh)) in params.zip(carries) {
            if let Some(word) = word {
                actual.words.insert(b, Word { ty, ..word });
            }
            if let (true, BoxValue::Residual { var, .. }) = (fresh, now.boxes.get(b)) {
                actual.fresh.push(*var);
            }
        }
        actual.written = carried.written;
        actual.unknown = carried.unknown;
    }
    /// The word that a box will hold, if that is sure.
    pub fn actual(&self, b: BoxId) -> Option<u64> {
        self.work().actual.get(b)
    }
    /// The word that a box will hold, as far as can be told: memory may be different when the code at hand runs.
    pub fn guessed(&self, b: BoxId) -> Option<u64> {
        self.work().actual.guessed(b)
    }
    /// What a box holds in the arrival at hand.
    pub fn set_actual(&self, b: BoxId, ty: LLType, bits: u64) {
        (self.work_mut().actual.words).insert(b, Word::sure(ty, bits));
    }
    /// The arrival at hand does not come along here.
    pub fn forget_actual(&self) {
        self.work_mut().actual.words.clear();
    }
}

impl Compiler<'_> {
    /// Something is emitted that writes this part of an object.
    pub(super) fn note_filled(&mut self, base: BoxId, part: AliasRegion) {
        if self.guesses() && self.fills(base, part) {
            self.w.stale = true;
        }
    }
    /// A call was emitted, as the last operation, that stores to these parts (`None`: anything).
    pub(super) fn guess_call(&mut self, stores: Option<&[AliasRegion]>) {
        let Work {
            actual,
            fragment,
            now,
            ..
        } = &mut *self.w;
        if actual.words.is_empty() {
            return;
        }
        if let Some((call, before)) = fragment.ops().split_last()
            && let (Effect::Calls, Some(stores)) = (call.op.effect(), stores)
            && stores.len() <= STORES
        {
            actual.look_at(before, &now.boxes);
            actual.seen += 1;
            actual
                .written
                .extend(stores.iter().map(|&p| Written::any(p)));
        }
    }
    /// A call is emitted that stores to these parts (`None`: anything), and to these fields of its arguments for the
    /// first time.
    pub(super) fn note_filled_by_call(
        &mut self,
        args: &[BoxId],
        stores: Option<&[AliasRegion]>,
        initialises: &[(u32, AliasRegion)],
    ) {
        if !self.guesses() {
            return;
        }
        let constructs = initialises.iter().any(|&(i, field)| {
            let object = args.get(i as usize);
            object.is_some_and(|&b| self.fills(b, field))
        });
        let stores = |part: AliasRegion| stores.is_none_or(|list| list.contains(&part));
        let fills = |&b: &BoxId| {
            let ty = self.get(b).ty();
            let Some(c) = ty.container().filter(|_| self.t.types().is_gc_ref(ty)) else {
                return false;
            };
            let parts = self.items_of(c);
            if parts
                .iter()
                .any(|&part| stores(part) && self.fills(b, part))
            {
                return true;
            }
            // A builder refers to the string that it fills.
            let types = self.t.types();
            let constant = |part: &AliasRegion| part.is_immutable(types) && stores(*part);
            self.refers_to(c)
                .any(|d| self.items_of(d).iter().any(constant))
                && !self.is_new(b)
        };
        if constructs || args.iter().any(fills) {
            self.w.stale = true;
        }
    }
    /// Nothing that is reached from an object changes from here on.
    pub(super) fn note_deep_frozen(&mut self) {
        let Work {
            actual,
            now,
            fragment,
            ..
        } = &mut *self.w;
        actual.look_at(fragment.ops(), &now.boxes);
        let written = actual.unknown || !actual.written.is_empty();
        self.w.stale |= written || !self.w.now.heap.deferred.is_empty();
    }
    /// Whether values of the arrival may become constants.
    fn guesses(&self) -> bool {
        !self.w.stale && !self.w.actual.words.is_empty()
    }
    /// Whether the object does not exist at the arrival.
    fn is_new(&self, b: BoxId) -> bool {
        let Work { actual, now, .. } = &*self.w;
        let carried = |b: BoxId| match now.boxes.get(b) {
            BoxValue::Residual { var, .. } => actual.fresh.contains(var),
            BoxValue::Const { .. } => false,
            BoxValue::Virtual(_) => true,
        };
        now.heap.fresh.contains(&b) || carried(b)
    }
    /// Whether a store to a part of an object that exists at the arrival is to what never changes later.
    fn fills(&self, base: BoxId, part: AliasRegion) -> bool {
        !self.is_new(base) && self.is_constant_part(base, part)
    }
    /// Whether a part of an object may be one that never changes once it is filled. Items of arrays are none if the
    /// array was found where there are no such ones.
    pub(super) fn is_constant_part(&self, base: BoxId, part: AliasRegion) -> bool {
        let types = self.t.types();
        if !is_item(part) || part.is_immutable(types) {
            return part.is_immutable(types);
        }
        let heap = &self.w.now.heap;
        if let Some(owner) = heap.owner(base) {
            return self.t.constant_owners.contains(&owner);
        }
        let mut found = (heap.iter())
            .filter(|&(_, _, known)| known.value == base)
            .filter_map(|(_, place, _)| place.descr());
        !found.any(|part| !part.leads_to_immutable_items(types))
    }
    /// The items of an array, or of the one at the end of a structure.
    fn items_of(&self, c: ContainerId) -> SmallVec<[AliasRegion; 2]> {
        let Some(items) = &self.t.shapes[c].items else {
            return SmallVec::new();
        };
        let inline = items.leaves.iter().filter(|_| items.inline);
        let fields = inline.map(|leaf| AliasRegion::ItemField(c, leaf.field));
        fields.chain([AliasRegion::Items(c)]).collect()
    }
    /// What the fields of an object refer to.
    fn refers_to(&self, c: ContainerId) -> impl Iterator<Item = ContainerId> + '_ {
        let leaves = &self.t.shapes[c].leaves;
        leaves.iter().filter_map(|leaf| leaf.ty.container())
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
        let mut words = [0; 3];
        let mut sure = true;
        for (word, &a) in words.iter_mut().zip(args) {
            let Some(w) = self.w.actual.will_be(&self.w.now.boxes, a) else {
                return;
            };
            *word = w.bits;
            sure &= w.sure;
        }
        // Where a way is taken that contradicts them, all values are forgotten.
        if let Some(holds) = test_of_addresses(op, &words) {
            let bits = u64::from(holds);
            self.w.actual.words.insert(b, Word { ty, bits, sure });
            return;
        }
        let mut values = [Value::Void; 3];
        for ((v, &ty), bits) in values.iter_mut().zip(types).zip(words) {
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
        if let Some(bits) = word {
            self.w.actual.words.insert(b, Word { ty, bits, sure });
        }
    }
    /// A load was emitted, as the last operation.
    pub(super) fn guess_load(&mut self, b: BoxId, op: &LLOp, args: &[BoxId], ty: LLType) {
        if self.w.actual.words.is_empty() {
            return;
        }
        let Work {
            actual,
            fragment,
            now,
            ..
        } = &mut *self.w;
        let Some(Word {
            bits: base, sure, ..
        }) = actual.will_be(&now.boxes, args[0])
        else {
            return;
        };
        actual.look_at(fragment.ops(), &now.boxes);
        let mut sure = sure && !actual.unknown;
        let part = part(op);
        let index = match args.get(1) {
            Some(&i) => match actual.will_be(&now.boxes, i) {
                Some(i) => {
                    sure &= i.sure;
                    Some(i.bits as i64)
                }
                None => return,
            },
            None => None,
        };
        let mut written = actual.written.iter().rev();
        let word = match written.find(|w| w.part == part && w.may_be(base, index)) {
            Some(w) if w.is_sure() => w.value.map(|w| {
                sure &= w.sure;
                w.bits
            }),
            Some(_) => None,
            None => self.t.read(base, part, index, ty),
        };
        if let Some(bits) = word {
            self.w.actual.words.insert(b, Word { ty, bits, sure });
        }
    }
}
