//! The three operations on the partition of slots: OVERWRITE, SET, SWAP, after Jin, Poon: *Exploring a Tier 2
//! Interpreter for CPython* (2023), whose optimiser is called pyLBBV.
//!
//! pyLBBV keeps its classes as trees in which a node refers to its parent; we keep the partition itself, so that which
//! member happened to be the root cannot show: its four cases of OVERWRITE and two of SET become one each.
//!
//! | operation | partition |
//! |---|---|
//! | `OVERWRITE(src, dst)` | `dst` leaves its class and joins the class of `src`, or a class of its own that is `src` |
//! | `SET(src, dst)` | the whole class of `dst` becomes the class of `src`, or is now known to be `src` |
//! | `SWAP(a, b)` | `a` and `b` change places; nothing if they are of one class |
//!
//! The driver uses SET where an arrival brings knowledge (a promoted value, a case of a switch) and OVERWRITE where it
//! brings a value into a frame. Inside a fragment the same operations happen on boxes: variables that hold one box are
//! one class.
use super::context::{Context, HeapEntry, ValueClass, ValueClassId, canonicalise};

/// Where knowledge comes from.
#[derive(Clone, Debug)]
pub enum Src {
    /// A slot of the context.
    Slot(usize),
    /// Something that is not in the context (its fields, if virtual, are classes of the context).
    New(ValueClass),
}

impl Context {
    /// OVERWRITE: slot `dst` now holds `src`. Returns the old class of each new class (a new one counts as the class
    /// after the last).
    pub fn overwrite(&mut self, src: Src, dst: usize) -> Vec<ValueClassId> {
        let class = self.class_of(src);
        self.slots[dst] = class;
        self.renormalise()
    }
    /// SET: all members of the class of slot `dst` are now known to be `src`.
    pub fn set(&mut self, src: Src, dst: usize) -> Vec<ValueClassId> {
        let old = self.slots[dst];
        match src {
            Src::New(class) => {
                self.classes[old] = class;
                self.renormalise()
            }
            Src::Slot(s) => {
                let new = self.slots[s];
                let rename = |k: ValueClassId| if k == old { new } else { k };
                let (mut context, nodes) = canonicalise(
                    self.slots.iter().map(|&k| rename(k)),
                    &self
                        .heap
                        .iter()
                        .map(|e| e.map(|&k| rename(k)))
                        .collect::<Vec<HeapEntry>>(),
                    |k| self.classes[k].map(|_, &f| rename(f)),
                );
                context.exc = self.exc;
                context.held = self.held;
                context.deferred.clone_from(&self.deferred);
                *self = context;
                nodes
            }
        }
    }
    /// SWAP: slots `a` and `b` exchange what they hold.
    pub fn swap(&mut self, a: usize, b: usize) -> Vec<ValueClassId> {
        self.slots.swap(a, b);
        self.renormalise()
    }
    /// Drops slots from `n` on.
    pub fn truncate(&mut self, n: usize) -> Vec<ValueClassId> {
        self.slots.truncate(n);
        self.renormalise()
    }
    fn class_of(&mut self, src: Src) -> ValueClassId {
        match src {
            Src::Slot(s) => self.slots[s],
            Src::New(class) => self.classes.push(class),
        }
    }
    fn renormalise(&mut self) -> Vec<ValueClassId> {
        let (context, nodes) = self.normalise();
        *self = context;
        nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::boxes::{BoxFacts, Range};
    use ir::lltype::LLType;

    fn residual<N>(range: Range) -> ValueClass<N> {
        ValueClass::Residual {
            ty: LLType::Signed,
            facts: BoxFacts {
                range,
                ..BoxFacts::default()
            },
        }
    }
    /// `a a b c`: slots 0 and 1 share a class.
    fn sample() -> Context {
        let k = [0, 0, 1, 2];
        canonicalise(k, &[], |n: usize| {
            residual([Range::FULL, Range::GE0, Range::GE1][n])
        })
        .0
    }
    fn check(c: &Context, expected: &str) {
        assert_eq!(c.to_string(), expected);
        assert_eq!(c.normalise().0, *c, "not canonical");
    }

    #[test]
    fn overwrite_leaves_the_class_behind() {
        // Cases 1 and 2 (src in the context): `dst` first or second member of its class makes no difference.
        for dst in [0, 1] {
            let mut c = sample();
            c.overwrite(Src::Slot(2), dst);
            let expected = if dst == 0 {
                "[k0 k1 k0 k2] k0=Signed>=0 k1=Signed k2=Signed>=1"
            } else {
                "[k0 k1 k1 k2] k0=Signed k1=Signed>=0 k2=Signed>=1"
            };
            check(&c, expected);
        }
        // Cases 3 and 4 (src new).
        let mut c = sample();
        let five = ValueClass::Const {
            ty: LLType::Signed,
            bits: 5,
        };
        c.overwrite(Src::New(five.clone()), 0);
        check(&c, "[k0 k1 k2 k3] k0=5 k1=Signed k2=Signed>=0 k3=Signed>=1");
        // The only member of its class: the class is gone.
        let mut c = sample();
        c.overwrite(Src::New(five), 3);
        check(&c, "[k0 k0 k1 k2] k0=Signed k1=Signed>=0 k2=5");
    }

    #[test]
    fn set_changes_the_whole_class() {
        let mut c = sample();
        c.set(Src::New(residual(Range::GE1)), 1);
        check(&c, "[k0 k0 k1 k2] k0=Signed>=1 k1=Signed>=0 k2=Signed>=1");
        let mut c = sample();
        let old = c.set(Src::Slot(2), 1);
        check(&c, "[k0 k0 k0 k1] k0=Signed>=0 k1=Signed>=1");
        assert_eq!(old, [ValueClassId(1), ValueClassId(2)]);
        // Two constants of one value are one class.
        let mut c = sample();
        for slot in [0, 3] {
            c.set(
                Src::New(ValueClass::Const {
                    ty: LLType::Signed,
                    bits: 7,
                }),
                slot,
            );
        }
        check(&c, "[k0 k0 k1 k0] k0=7 k1=Signed>=0");
    }

    #[test]
    fn set_reaches_fields_and_heap() {
        let object = LLType::Ptr(ir::lltype::ContainerId(3));
        let (mut c, _) = canonicalise([0, 1, 2], &[], |n: usize| match n {
            0 => ValueClass::Virtual {
                ty: object,
                container: ir::lltype::ContainerId(3),
                length: None,
                fields: vec![Some(1), None, Some(2)],
            },
            _ => residual(Range::FULL),
        });
        c.set(Src::Slot(2), 1);
        check(&c, "[k0 k1 k1] k0=new 3{k1 0 k1} k1=Signed");
    }

    #[test]
    fn swap_keeps_both_classes() {
        let mut c = sample();
        c.swap(1, 2);
        check(&c, "[k0 k1 k0 k2] k0=Signed k1=Signed>=0 k2=Signed>=1");
        let mut c = sample();
        c.swap(0, 1);
        assert_eq!(c, sample());
    }
}
