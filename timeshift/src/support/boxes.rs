//! Boxes: the generator's handles on red values.
//!
//! A box is a constant, a residual value with facts, or a virtual structure whose fields are boxes. **Variables that share a box form a
//! partition**: what a check teaches about one of them holds for all, because it changes the box (pyLBBV's TYPE_SET). Boxes live in an
//! arena for one run of the compiler (from an entry or an unborn edge up to the last fragment emitted); snapshots hold contexts
//! ([`crate::versions`]), not boxes.
use flowspace::lltype::{ContainerId, LLType};
use flowspace::model::VarId;

flowspace::entity!(
    /// A box. Its handle in generators is the number plus one.
    BoxId,
    "x"
);

/// What is known about an integer (the finite set of jit.md §3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub enum Range {
    /// Nothing.
    #[default]
    Full,
    /// At least 0.
    Ge0,
    /// At least 1.
    Ge1,
}

/// What is known about a residual value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Facts {
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
    Const {
        /// Its type.
        ty: LLType,
        /// The word.
        bits: u64,
    },
    /// A value of the residual code.
    Residual {
        /// Its variable in the fragment under construction.
        var: VarId,
        /// Its type.
        ty: LLType,
        /// What is known.
        facts: Facts,
    },
    /// A structure or small array that is not allocated (D08.2 §3.4).
    Virtual(Virtual),
}

/// A virtual structure or array.
#[derive(Clone, PartialEq, Debug)]
pub struct Virtual {
    /// The static type of the reference.
    pub ty: LLType,
    /// What would be allocated.
    pub container: ContainerId,
    /// Of arrays: the number of items.
    pub length: Option<u32>,
    /// By flattened field (nested parents first: see [`crate::support`]) or by item; `None`: still zero.
    pub fields: Vec<Option<BoxId>>,
}
