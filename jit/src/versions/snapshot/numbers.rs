//! What was known of integers where a loop was passed: less than a snapshot, and taken more often than it is asked for.
use ir::index::Idx;
use ir::lltype::{ContainerId, LLType};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::flat::Flat;
use crate::support::boxes::{BoxId, BoxValue};
use crate::support::state::Knowledge;

/// What was known of integers where a loop was passed, by slot and field of virtuals. Most are never asked for.
/// Virtuals are looked into from the slots inwards, so many of them: what counts the turns of a loop is near, and rows
/// of frames that refer to each other are long.
#[derive(Debug)]
pub struct NumbersAt {
    /// How many of the values are those of slots; they come first.
    slots: u32,
    values: Box<[Value]>,
}

/// How many virtuals are looked into.
const VIRTUALS: usize = 6;

#[derive(Clone, Copy, Debug)]
pub(super) enum Value {
    Number(u64),
    Residual,
    /// Its fields begin at this value.
    Virtual {
        container: ContainerId,
        start: u32,
        fields: u32,
    },
    /// A virtual that is this value, too.
    Same(u32),
    /// Another constant, or a field that is zero.
    Other,
}

impl NumbersAt {
    /// Whether a number that is known here is another one there, or not known: as
    /// [`number_differences`](super::lattice::number_differences) tells of contexts.
    pub fn differ(&self, there: &NumbersAt) -> bool {
        let mut seen = FxHashSet::default();
        let slots = self.slots.min(there.slots);
        let mut pairs: SmallVec<[(u32, u32); 32]> = (0..slots).map(|i| (i, i)).collect();
        while let Some((a, b)) = pairs.pop() {
            let (a, b) = (self.one(a), there.one(b));
            match (self.values[a as usize], there.values[b as usize]) {
                (Value::Number(x), Value::Number(y)) if x != y => return true,
                (Value::Number(_), Value::Residual) => return true,
                (
                    Value::Virtual {
                        container,
                        start,
                        fields,
                    },
                    Value::Virtual {
                        container: c,
                        start: other,
                        fields: n,
                    },
                ) if container == c && fields == n && seen.insert((a, b)) => {
                    pairs.extend((0..n).map(|i| (start + i, other + i)));
                }
                _ => {}
            }
        }
        false
    }
    fn one(&self, i: u32) -> u32 {
        match self.values[i as usize] {
            Value::Same(one) => one,
            _ => i,
        }
    }
}

impl Flat {
    /// The numbers among these boxes and in virtuals that are reached from them.
    pub(super) fn numbers(&mut self, now: &Knowledge, slots: &[BoxId]) -> NumbersAt {
        self.clear();
        self.reserve(now);
        let mut values = std::mem::take(&mut self.values);
        let mut virtuals: SmallVec<[(u32, BoxId); 32]> = SmallVec::new();
        for &b in slots {
            let value = self.value(now, b, values.len() as u32, &mut virtuals);
            values.push(value);
        }
        let mut at = 0;
        while let Some(&(i, b)) = virtuals.get(at).filter(|_| at < VIRTUALS) {
            at += 1;
            let BoxValue::Virtual(v) = now.boxes.get(b) else {
                continue;
            };
            values[i as usize] = Value::Virtual {
                container: v.container,
                start: values.len() as u32,
                fields: v.fields.len() as u32,
            };
            for field in &v.fields {
                let value = match field {
                    Some(b) => self.value(now, *b, values.len() as u32, &mut virtuals),
                    None => Value::Other,
                };
                values.push(value);
            }
        }
        let numbers = NumbersAt {
            slots: slots.len() as u32,
            values: values.as_slice().into(),
        };
        values.clear();
        self.values = values;
        numbers
    }
    /// What the box is that becomes a value with this number; a virtual is completed later.
    fn value(
        &mut self,
        now: &Knowledge,
        b: BoxId,
        number: u32,
        virtuals: &mut SmallVec<[(u32, BoxId); 32]>,
    ) -> Value {
        match now.boxes.get(b) {
            BoxValue::Const { ty, bits } => {
                let reference = matches!(ty, LLType::Ptr(_) | LLType::Address);
                match ty.is_integral() && !reference {
                    true => Value::Number(*bits),
                    false => Value::Other,
                }
            }
            BoxValue::Residual { .. } => Value::Residual,
            BoxValue::Virtual(_) => match self.known(b) {
                Some(one) => Value::Same(one),
                None => {
                    self.ids[b.index()] = (self.round, number);
                    virtuals.push((number, b));
                    Value::Other
                }
            },
        }
    }
}
