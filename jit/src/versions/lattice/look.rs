//! A look at boxes instead of a context: whether a version may be right for the state of a run. Most arrivals that come
//! straight on take none of the versions there are; to find that out needs neither a canonical form nor the heap.
//!
//! ```text
//! version [k0 k1] k0=*20!@IntBox k1=3      boxes [x7 x9] x7 = virtual IntBox { .. } x9 = 3      no: it would be allocated
//! ```
use super::*;
use crate::support::boxes::{BoxId, BoxValue, Boxes};

/// Whether [`covers`] may hold for the context of these boxes, within [`THRESHOLD`] if it is to be `near`. **It holds
/// for none for which this says no.**
pub fn may_cover(
    version: &Context,
    boxes: &Boxes,
    slots: &[BoxId],
    objects: &dyn Objects,
    near: bool,
) -> bool {
    let reds = version.reds();
    let mut look = Look {
        version,
        boxes,
        objects,
        map: smallvec![None; version.classes.len()],
        left: if near { THRESHOLD } else { u32::MAX },
    };
    reds.len() == slots.len() && reds.iter().zip(slots).all(|(&v, &b)| look.fits(v, Some(b)))
}

struct Look<'a> {
    version: &'a Context,
    boxes: &'a Boxes,
    objects: &'a dyn Objects,
    /// The box that a class of the version stands for; the inner `None` is a zero word.
    map: ByClass<Option<BoxId>>,
    /// What may be lost yet.
    left: u32,
}

impl Look<'_> {
    fn fits(&mut self, v: ValueClassId, b: Option<BoxId>) -> bool {
        let class = &self.version.classes[v];
        if !matches!(class, ValueClass::Const { .. }) {
            if let Some(known) = self.map[v.index()] {
                return self.same(known, b);
            }
            self.map[v.index()] = Some(b);
        }
        match class {
            ValueClass::Const { bits, .. } => self.word(b) == Some(*bits),
            ValueClass::Residual { facts, .. } => match b {
                None => !facts.nonnull && facts.class.is_none(),
                Some(b) => self.is_residual(b, *facts),
            },
            ValueClass::Virtual {
                container,
                length,
                fields,
                ..
            } => {
                let value = b.map(|b| self.boxes.get(b));
                let Some(BoxValue::Virtual(w)) = value else {
                    return false;
                };
                let alike = *container == w.container
                    && *length == w.length
                    && fields.len() == w.fields.len();
                alike
                    && fields.iter().zip(&w.fields).all(|(v, b)| match *v {
                        None => self.word(*b) == Some(0),
                        Some(v) => self.fits(v, *b),
                    })
            }
        }
    }
    /// A box becomes a run-time value of which this is known. Ranges are left out: they follow from more than the box.
    fn is_residual(&mut self, b: BoxId, facts: BoxFacts) -> bool {
        let (known, loss) = match self.boxes.get(b) {
            BoxValue::Const { ty, bits } if matches!(ty, LLType::Ptr(_) | LLType::Address) => {
                let class = facts.class.and_then(|_| self.objects.class_of(*ty, *bits));
                (const_facts(*ty, *bits, class), Some(Loss::Reference))
            }
            BoxValue::Const { .. } => return self.loses(Loss::Number),
            BoxValue::Virtual(_) => return self.loses(Loss::Virtual),
            BoxValue::Residual { facts: known, .. } if known.class != facts.class => {
                (*known, Some(Loss::Class))
            }
            BoxValue::Residual { facts: known, .. } => {
                let loses = known.nonnull != facts.nonnull;
                (*known, loses.then_some(Loss::NonNull))
            }
        };
        let range = facts.range;
        implies(BoxFacts { range, ..known }, facts) && loss.is_none_or(|l| self.loses(l))
    }
    fn loses(&mut self, loss: Loss) -> bool {
        let left = self.left.checked_sub(loss.cost());
        self.left = left.unwrap_or(0);
        left.is_some()
    }
    /// The word of a constant, or of nothing.
    fn word(&self, b: Option<BoxId>) -> Option<u64> {
        match b {
            None => Some(0),
            Some(b) => self.boxes.get(b).constant(),
        }
    }
    fn same(&self, x: Option<BoxId>, y: Option<BoxId>) -> bool {
        x == y || self.word(x).is_some_and(|w| self.word(y) == Some(w))
    }
}
