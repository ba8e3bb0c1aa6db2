//! How boxes were computed, and which box has the value of a computation: value numbering.
//!
//! ```text
//! v2 = int_add(v0, v1)        d0 = int_add(v0, v1)      v2 is d0, the value of d0 is v2
//! v3 = getfield[A.x](v0)      d1 = getfield[A.x](v0)    v3 is d1; d1 has no value: memory changes
//! v4 = int_add(v0, v1)        the value of d0: v2, no operation
//! ```
//! Each definition is kept once, so looking for the value of an operation and noting what it computes is one search.
//! Boxes are numbered from 0 in each fragment, so what belongs to a box is found by its number ([`BoxMap`]).
use std::hash::{Hash, Hasher};

use indexmap::{Equivalent, IndexMap};
use ir::index::Idx;
use ir::lltype::LLType;
use lowlevel::LLOp;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use super::boxes::BoxId;

/// Values by box.
#[derive(Clone, Debug)]
pub struct BoxMap<T> {
    values: Vec<Option<T>>,
}

impl<T> Default for BoxMap<T> {
    fn default() -> Self {
        BoxMap { values: Vec::new() }
    }
}

impl<T: Copy> BoxMap<T> {
    /// The value of a box.
    #[inline]
    pub fn get(&self, b: BoxId) -> Option<T> {
        self.values.get(b.index()).copied().flatten()
    }
    /// Gives a box a value, or takes it away.
    #[inline]
    pub fn set(&mut self, b: BoxId, value: Option<T>) {
        let i = b.index();
        if i >= self.values.len() {
            self.values.resize(i + 1, None);
        }
        self.values[i] = value;
    }
    /// Forgets all values.
    pub fn clear(&mut self) {
        self.values.clear();
    }
}

/// How a box was computed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// The operation.
    pub op: LLOp,
    pub args: SmallVec<[BoxId; 3]>,
    /// The type of the result.
    pub ty: LLType,
}

impl Hash for Definition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Sought {
            op: &self.op,
            args: &self.args,
            ty: self.ty,
        }
        .hash(state);
    }
}

/// A definition that may be there: what an operation gives of these arguments.
#[derive(Clone, Copy, Debug)]
pub struct Sought<'a> {
    pub op: &'a LLOp,
    pub args: &'a [BoxId],
    pub ty: LLType,
}

impl Hash for Sought<'_> {
    /// One word for all arguments; the type nearly always follows from the rest.
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.op.hash(state);
        let mut word = 0u64;
        for a in self.args {
            word = word.rotate_left(21) ^ u64::from(a.0);
        }
        state.write_u64(word);
    }
}

impl Equivalent<Definition> for Sought<'_> {
    fn equivalent(&self, d: &Definition) -> bool {
        *self.args == *d.args && *self.op == d.op && self.ty == d.ty
    }
}

/// The number of a definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DefinitionId(u32);

/// The definitions of a fragment.
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    /// Each with the box that has its value, if the operation need not be repeated.
    all: IndexMap<Definition, Option<BoxId>, FxBuildHasher>,
    of: BoxMap<u32>,
    /// Definitions that got a value while what is learned is to be undone.
    trail: Vec<u32>,
    noting: bool,
}

impl Definitions {
    /// Forgets all of them.
    pub fn clear(&mut self) {
        self.all.clear();
        self.of.clear();
        self.trail.clear();
        self.noting = false;
    }
    /// How a box was computed.
    #[inline]
    pub fn get(&self, b: BoxId) -> Option<&Definition> {
        let i = self.of.get(b)?;
        self.all.get_index(i as usize).map(|d| d.0)
    }
    /// The box that has the value of a definition.
    pub fn value(&self, d: &Sought<'_>) -> Option<BoxId> {
        self.all.get(d).copied().flatten()
    }
    /// The number of a definition, and the box that has its value.
    pub fn intern(&mut self, d: &Sought<'_>) -> (DefinitionId, Option<BoxId>) {
        if let Some((i, _, value)) = self.all.get_full(d) {
            return (DefinitionId(i as u32), *value);
        }
        let new = Definition {
            op: d.op.clone(),
            args: SmallVec::from_slice(d.args),
            ty: d.ty,
        };
        let (i, _) = self.all.insert_full(new, None);
        (DefinitionId(i as u32), None)
    }
    /// A box was computed so.
    pub fn define(&mut self, b: BoxId, d: DefinitionId) {
        self.of.set(b, Some(d.0));
    }
    /// A definition has the value of this box from here on.
    pub fn set_value(&mut self, d: DefinitionId, b: BoxId) {
        let before = self.all[d.0 as usize].replace(b);
        if before.is_none() && self.noting {
            self.trail.push(d.0);
        }
    }
    /// Values are noted from here on, so that [`Definitions::undo`] can take them back.
    pub fn begin_trail(&mut self) {
        self.trail.clear();
        self.noting = true;
    }
    /// Takes back the values since [`Definitions::begin_trail`]; how boxes were computed stays.
    pub fn undo(&mut self) {
        self.noting = false;
        for d in self.trail.drain(..) {
            self.all[d as usize] = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_and_undone() {
        let mut all = Definitions::default();
        let args = |a, b| [BoxId(a), BoxId(b)];
        let (first, second) = (args(0, 1), args(1, 0));
        fn sum(args: &[BoxId; 2]) -> Sought<'_> {
            Sought {
                op: &LLOp::IntAdd,
                args,
                ty: LLType::Signed,
            }
        }
        let (id, none) = all.intern(&sum(&first));
        assert_eq!(none, None);
        all.define(BoxId(7), id);
        assert_eq!(all.value(&sum(&first)), None);
        assert!(all.get(BoxId(7)).is_some_and(|d| sum(&first).equivalent(d)));
        assert_eq!(all.get(BoxId(9)), None);
        all.begin_trail();
        all.set_value(id, BoxId(7));
        assert_eq!(all.intern(&sum(&first)), (id, Some(BoxId(7))));
        assert_eq!(all.value(&sum(&second)), None);
        all.undo();
        assert_eq!(all.value(&sum(&first)), None);
        all.set_value(id, BoxId(7));
        assert_eq!(all.value(&sum(&first)), Some(BoxId(7)));
        all.clear();
        assert_eq!(all.get(BoxId(7)), None);
    }
}
