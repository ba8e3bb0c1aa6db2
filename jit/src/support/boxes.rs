//! Boxes: the generator's handles on red values.
//!
//! A box is a constant, a residual value with facts, or a virtual structure whose fields are boxes. **Variables that
//! share a box form a partition**: what a check teaches about one of them holds for all, because it changes the box
//! ([`crate::versions::partition`]). Boxes live in an arena for one run of the compiler (from an entry or an edge
//! stub up to the last fragment emitted); snapshots hold contexts ([`crate::versions`]), not boxes.
//!
//! Casts between pointer types are the identity on boxes (as they are on machine words), so an object has one box
//! whatever the static type under which it is used; the type in a box is the one under which it was first seen.
use std::cell::Cell;

use ir::index::{Idx, IndexVec};
use ir::lltype::{ContainerId, LLType};
use ir::model::VarId;
use rustc_hash::FxHashMap;

ir::entity!(
    /// A box. Its handle in generators is the number plus one.
    BoxId,
    "x"
);

/// What is known about an integer: at least which number it is, from a finite set, so that widening ends. Numbers above
/// 1 are for sizes alone: a counter would go through all of them, with a version for each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Range(u8);

impl Range {
    /// Nothing is known.
    pub const FULL: Range = Range(0);
    /// At least 0.
    pub const GE0: Range = Range(1);
    /// At least 1.
    pub const GE1: Range = Range(2);
    /// The greatest bound of a size.
    const MOST: i64 = 30;

    /// The least number in it.
    pub fn low(self) -> i64 {
        match self {
            Range::FULL => i64::MIN,
            Range(n) => i64::from(n) - 1,
        }
    }
    /// That of a number that is at least `low`.
    pub fn of_number(low: i64) -> Range {
        Range::of_size(low.min(1))
    }
    /// That of a size that is at least `low`.
    pub fn of_size(low: i64) -> Range {
        match low {
            0.. => Range(low.min(Range::MOST) as u8 + 1),
            _ => Range::FULL,
        }
    }
    /// A small number of its own, of five bits.
    pub fn number(self) -> u8 {
        self.0
    }
}

/// What is known about a residual value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct BoxFacts {
    /// A reference that is not null.
    pub nonnull: bool,
    /// The address of the vtable: the exact class of an instance.
    pub class: Option<u64>,
    /// Of integers.
    pub range: Range,
}

/// What a box stands for.
#[derive(Clone, PartialEq, Debug)]
pub enum BoxValue {
    /// A constant: the word as in a register (floats: bits; references: the address, a collector root).
    Const { ty: LLType, bits: u64 },
    /// A value of the residual code.
    Residual {
        /// Its variable in the fragment under construction.
        var: VarId,
        ty: LLType,
        facts: BoxFacts,
    },
    /// A structure or small array that is not allocated.
    Virtual(Virtual),
}

/// A virtual structure or array; or an object that exists and is held (see [`crate::support::virtualizables`]).
#[derive(Clone, PartialEq, Debug)]
pub struct Virtual {
    /// The static type of the reference.
    pub ty: LLType,
    /// What would be allocated.
    pub container: ContainerId,
    /// Of arrays: the number of items.
    pub length: Option<u32>,
    /// By flattened field (nested parents first: see [`crate::support`]) or by item; `None`: still zero. Of an object
    /// that is held, behind these: the reference to it.
    pub fields: Vec<Option<BoxId>>,
}

impl BoxValue {
    /// The low-level type of the value.
    pub fn ty(&self) -> LLType {
        match self {
            BoxValue::Const { ty, .. } | BoxValue::Residual { ty, .. } => *ty,
            BoxValue::Virtual(v) => v.ty,
        }
    }
    /// The word, of a constant.
    pub fn constant(&self) -> Option<u64> {
        match self {
            BoxValue::Const { bits, .. } => Some(*bits),
            _ => None,
        }
    }
    /// Whether it is a virtual structure or array.
    pub fn is_virtual(&self) -> bool {
        matches!(self, BoxValue::Virtual(_))
    }
}

/// What tells constants of equal bits apart: pointers are one kind.
fn kind(ty: LLType) -> u32 {
    match ty {
        LLType::Void => 0,
        LLType::Bool => 1,
        LLType::Char => 2,
        LLType::UniChar => 3,
        LLType::Signed => 4,
        LLType::Unsigned => 5,
        LLType::Float => 6,
        LLType::SingleFloat => 7,
        LLType::Address => 8,
        LLType::Ptr(_) => 9,
        LLType::Int { bits, signed } => u32::from(bits) << 8 | u32::from(signed) << 4,
    }
}

/// A constant that was asked for, in the round of the arena with this number.
#[derive(Clone, Copy, Default, Debug)]
struct Recent {
    bits: u64,
    kind: u32,
    round: u32,
    id: u32,
}

/// How many of them there are, a power of two.
const RECENT: usize = 128;

/// The arena. A box may change its value (a check teaches that it is constant, a virtual is forced): that changes it
/// for the whole partition.
#[derive(Clone, Debug, Default)]
pub struct Boxes {
    values: IndexVec<BoxId, BoxValue>,
    /// Constants by type and word, so that equal constants are one box. Not of references that the collector may move.
    constants: FxHashMap<(u32, u64), BoxId>,
    /// By box: what snapshots have noted of it since it has changed last; 0: nothing.
    notes: Vec<Cell<u64>>,
    /// Constants that were asked for a moment ago, by their words.
    recent: Vec<Recent>,
    /// How often the arena was cleared.
    round: u32,
    /// What boxes were before they changed, while changes are to be undone.
    trail: Vec<(BoxId, BoxValue)>,
    noting: bool,
}

impl Boxes {
    /// Forgets all boxes.
    pub fn clear(&mut self) {
        self.values.truncate(0);
        self.constants.clear();
        self.notes.clear();
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.recent.clear();
        }
        self.trail.clear();
        self.noting = false;
    }
    /// A box of its own.
    pub fn push(&mut self, value: BoxValue) -> BoxId {
        self.notes.push(Cell::new(0));
        self.values.push(value)
    }
    /// Whether what belongs to an object is promoted: it is not known, and its owner is, or is the value itself.
    pub fn is_promoted_for(&self, value: BoxId, owner: BoxId) -> bool {
        let is_known = |b| self.get(b).constant().is_some();
        !is_known(value) && (owner == value || is_known(owner))
    }
    /// The box of a constant that does not move: equal ones share it, pointers under whatever type.
    pub fn constant(&mut self, ty: LLType, bits: u64) -> BoxId {
        if self.recent.is_empty() {
            self.recent.resize(RECENT, Recent::default());
            self.round = self.round.max(1);
        }
        let (kind, round) = (kind(ty), self.round);
        let at = (bits ^ bits >> 7 ^ u64::from(kind) << 4) as usize % RECENT;
        let known = self.recent[at];
        if known.bits == bits && known.kind == kind && known.round == round {
            return BoxId(known.id);
        }
        let b = *self.constants.entry((kind, bits)).or_insert_with(|| {
            self.notes.push(Cell::new(0));
            self.values.push(BoxValue::Const { ty, bits })
        });
        self.recent[at] = Recent {
            bits,
            kind,
            round,
            id: b.0,
        };
        b
    }
    /// What was noted of a box, if it has not changed since.
    #[inline]
    pub fn note(&self, b: BoxId) -> u64 {
        self.notes[b.index()].get()
    }
    /// Notes something of a box until it changes.
    pub fn set_note(&self, b: BoxId, note: u64) {
        self.notes[b.index()].set(note);
    }
    /// A box of a residual value.
    pub fn residual(&mut self, var: VarId, ty: LLType, facts: BoxFacts) -> BoxId {
        self.push(BoxValue::Residual { var, ty, facts })
    }
    /// The value of a box.
    pub fn get(&self, b: BoxId) -> &BoxValue {
        &self.values[b]
    }
    /// The value of a box, to change.
    pub fn get_mut(&mut self, b: BoxId) -> &mut BoxValue {
        self.set_note(b, 0);
        if self.noting {
            self.trail.push((b, self.values[b].clone()));
        }
        &mut self.values[b]
    }
    /// A virtual, to change what its fields hold, and nothing else.
    pub fn virtual_mut(&mut self, b: BoxId) -> Option<&mut Virtual> {
        if self.noting {
            self.trail.push((b, self.values[b].clone()));
        }
        match &mut self.values[b] {
            BoxValue::Virtual(v) => Some(v),
            _ => None,
        }
    }
    /// Replaces the value of a box, for its whole partition.
    pub fn set(&mut self, b: BoxId, value: BoxValue) {
        self.set_note(b, 0);
        let before = std::mem::replace(&mut self.values[b], value);
        if self.noting {
            self.trail.push((b, before));
        }
    }
    /// Changes are noted from here on, so that [`Boxes::undo`] can take them back.
    pub fn begin_trail(&mut self) {
        debug_assert!(!self.noting, "trails do not nest");
        self.noting = true;
    }
    /// Takes back the changes of boxes since [`Boxes::begin_trail`]; new boxes stay.
    pub fn undo(&mut self) {
        self.noting = false;
        for (b, before) in self.trail.drain(..).rev() {
            self.notes[b.index()].set(0);
            self.values[b] = before;
        }
    }
    /// What is known about a residual value; nothing for others.
    pub fn facts(&self, b: BoxId) -> BoxFacts {
        match &self.values[b] {
            BoxValue::Residual { facts, .. } => *facts,
            _ => BoxFacts::default(),
        }
    }
    /// How many there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
    /// All boxes made so far, in order of creation.
    pub fn iter(&self) -> impl Iterator<Item = (BoxId, &BoxValue)> {
        self.values.iter_enumerated()
    }
    /// All values, for the collector.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut BoxValue> {
        self.values.iter_mut()
    }
}
