//! What is numbered in tables that all snapshots share: classes without their fields, and places in the heap.
use std::hash::{Hash, Hasher};

use ir::lltype::{ContainerId, LLType};

use super::super::context::{Spot, ValueClass, ValueClassId};
use super::interned::{Interned, Word};
use crate::support::boxes::{BoxFacts, Range};

/// A class without its fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Head {
    Const {
        ty: LLType,
        bits: u64,
    },
    Residual {
        ty: LLType,
        facts: BoxFacts,
    },
    Virtual {
        /// The static type of the reference.
        ty: LLType,
        /// What would be allocated.
        container: ContainerId,
        /// Of arrays: the number of items.
        length: Option<u32>,
        /// How many fields follow.
        fields: u32,
    },
}

impl Head {
    /// The class, its fields made by `fields` from how many there are.
    pub(super) fn class(self, fields: impl FnOnce(u32) -> Vec<Option<ValueClassId>>) -> ValueClass {
        match self {
            Head::Const { ty, bits } => ValueClass::Const { ty, bits },
            Head::Residual { ty, facts } => ValueClass::Residual { ty, facts },
            Head::Virtual {
                ty,
                container,
                length,
                fields: n,
            } => ValueClass::Virtual {
                ty,
                container,
                length,
                fields: fields(n),
            },
        }
    }
}

impl Word for Head {
    fn word(&self) -> u64 {
        let number = |ty: LLType| match ty {
            LLType::Ptr(c) => u64::from(c.0) << 8 | 1,
            LLType::Signed => 2,
            LLType::Float => 3,
            LLType::Address => 4,
            LLType::Bool => 5,
            LLType::Char => 6,
            _ => 7,
        };
        match *self {
            Head::Const { ty, bits } => bits.rotate_left(20) ^ number(ty),
            Head::Residual { ty, facts } => {
                let known = u64::from(facts.range.number()) << 1 | u64::from(facts.nonnull);
                number(ty) << 16 ^ known << 12 ^ facts.class.unwrap_or(0).rotate_left(40)
            }
            Head::Virtual {
                container, length, ..
            } => 9 << 60 | u64::from(container.0) << 24 | u64::from(length.unwrap_or(0)),
        }
    }
}

impl Hash for Head {
    /// One word: to hash part by part would take longer than everything else that is done with a class.
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.word());
    }
}

/// Numbers are kept relative to others that are not further from them.
pub(super) const NEAR: i64 = 30;

/// No field, no class yet.
pub(super) const NONE: u32 = u32::MAX;

/// The heads of all snapshots, by number.
pub(super) type Heads = Interned<Head>;

/// A head in one word: what is asked of it most often, and its number. Such words are noted of boxes until they change
/// ([`Boxes::note`](crate::support::boxes::Boxes::note)): most boxes are in one snapshot after the other, and nothing
/// new is known of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Noted(pub(super) u64);

impl Noted {
    pub(super) const CONST: u64 = 1;
    pub(super) const RESIDUAL: u64 = 2;
    /// A residual integer, whose range follows from more than its box.
    pub(super) const NUMBER: u64 = 3;
    pub(super) const VIRTUAL: u64 = 4;
    pub(super) const KIND: u64 = 7;
    pub(super) const RANGE: u64 = 3;
    pub(super) const RANGES: u64 = 31;
    pub(super) const HEAD: u64 = 8;

    pub(super) fn new(head: Head, number: u32) -> Noted {
        let (kind, range) = match head {
            Head::Const { .. } => (Noted::CONST, 0),
            Head::Residual {
                ty: LLType::Signed,
                facts,
            } => (Noted::NUMBER, u64::from(facts.range.number())),
            Head::Residual { .. } => (Noted::RESIDUAL, 0),
            Head::Virtual { .. } => (Noted::VIRTUAL, 0),
        };
        debug_assert!(range <= Noted::RANGES);
        Noted(u64::from(number) << Noted::HEAD | range << Noted::RANGE | kind)
    }
    pub(super) fn kind(self) -> u64 {
        self.0 & Noted::KIND
    }
    /// Of a residual integer.
    pub(super) fn has_range(self, range: Range) -> bool {
        self.0 >> Noted::RANGE & Noted::RANGES == u64::from(range.number())
    }
    pub(super) fn number(self) -> usize {
        (self.0 >> Noted::HEAD) as usize
    }
}

/// What a heap entry is about: its spot, whether it never changes, and whether it has an index. It has a hash of one
/// word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) spot: Spot,
    pub(super) immutable: bool,
    pub(super) indexed: bool,
}

impl Word for Place {
    fn word(&self) -> u64 {
        let word = match self.spot {
            Spot::Field(c, f) => u64::from(c.0) << 32 | u64::from(f),
            Spot::Item(c, i) => (i as u64).rotate_left(40) ^ u64::from(c.0) ^ 1 << 62,
            Spot::ItemField(c, f, i) => {
                (i as u64).rotate_left(40) ^ u64::from(c.0) << 16 ^ u64::from(f) ^ 2 << 62
            }
            Spot::Length => 3 << 62,
            Spot::Below(n) => (n as u64).rotate_left(40) ^ 3 << 62,
        };
        word ^ u64::from(self.immutable) << 61 ^ u64::from(self.indexed) << 60
    }
}

impl Hash for Place {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.word());
    }
}
