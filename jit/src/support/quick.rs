//! Operations that cost nothing, done with as little ado: most of what a generator asks for is arithmetic on constants
//! and access to virtual objects.
//!
//! ```text
//! int_sub(4, 1)                    3
//! ptr_nonzero(virtual)             true
//! getfield[Code.names](constant)   what is there, if it never changes
//! getfield[Frame.depth](virtual)   the box of the field
//! ```
//! What is to be done is read from the tables once, when the JIT starts. Whatever is not found here is performed as
//! ever ([`super::ops`]), with the same result: this is the same with fewer questions.
use ir::lltype::{LLType, TypeTable};
use lowlevel::{AliasRegion, LLOp};

use super::boxes::{BoxId, BoxValue, Boxes, Virtual};
use super::state::SupportState;
use super::tables::Tables;
use jit_abi::info::{OpId, OpInfo};

/// What an operation does with known values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// Nothing that is done here.
    Other,
    /// Of two words.
    Add,
    Sub,
    And,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Below,
    BelowEq,
    Above,
    AboveEq,
    /// The same word under another type.
    Copy,
    /// Whether an integer is not, or a truth value is, 0.
    IsTrue,
    Not,
    /// Whether an exception is pending.
    Occurred,
    /// Whether a reference is, or is not, null.
    Nonzero,
    Iszero,
    /// Of a part of an object.
    Load(AliasRegion),
    Store(AliasRegion),
}

/// An operation of the tables.
#[derive(Clone, Copy, Debug)]
pub struct Quick {
    kind: Kind,
    /// The type of the result.
    result: LLType,
    location: u32,
    /// It is a load of what never changes, and more need not be known of it.
    fixed: bool,
    /// The result is a collected reference.
    reference: bool,
}

impl Quick {
    /// What can be done of an operation.
    pub fn new(info: &OpInfo, types: &TypeTable) -> Quick {
        let kind = kind(info);
        let fixed =
            |part: AliasRegion| part.is_immutable(types) && !part.leads_to_immutable_items(types);
        Quick {
            kind,
            result: info.result,
            location: info.location,
            fixed: matches!(kind, Kind::Load(part) if fixed(part)),
            reference: types.is_gc_ref(info.result),
        }
    }
}

fn kind(info: &OpInfo) -> Kind {
    let part = || info.op.location();
    match &info.op {
        LLOp::BoolNot => Kind::Not,
        LLOp::IntIsTrue | LLOp::UintIsTrue => Kind::IsTrue,
        LLOp::CastIntToUint
        | LLOp::CastUintToInt
        | LLOp::CastBoolToInt
        | LLOp::CastCharToInt
        | LLOp::CastUnicharToInt => Kind::Copy,
        LLOp::ExcOccurred => Kind::Occurred,
        LLOp::PtrNonzero => Kind::Nonzero,
        LLOp::PtrIszero => Kind::Iszero,
        LLOp::GetField(..)
        | LLOp::GetArrayItem(_)
        | LLOp::GetArraySize(_)
        | LLOp::GetInteriorItem(_)
        | LLOp::GetInteriorSize(_)
            if info.result != LLType::Void =>
        {
            part().map_or(Kind::Other, Kind::Load)
        }
        LLOp::SetField(..) | LLOp::SetArrayItem(_) if info.args.last() != Some(&LLType::Void) => {
            part().map_or(Kind::Other, Kind::Store)
        }
        op => comparison(op),
    }
}

fn comparison(op: &LLOp) -> Kind {
    match op {
        LLOp::IntAdd | LLOp::UintAdd => Kind::Add,
        LLOp::IntSub | LLOp::UintSub => Kind::Sub,
        LLOp::IntAnd | LLOp::UintAnd => Kind::And,
        LLOp::IntEq | LLOp::UintEq | LLOp::CharEq | LLOp::PtrEq => Kind::Eq,
        LLOp::IntNe | LLOp::UintNe | LLOp::CharNe | LLOp::PtrNe => Kind::Ne,
        LLOp::IntLt => Kind::Lt,
        LLOp::IntLe => Kind::Le,
        LLOp::IntGt => Kind::Gt,
        LLOp::IntGe => Kind::Ge,
        LLOp::UintLt => Kind::Below,
        LLOp::UintLe => Kind::BelowEq,
        LLOp::UintGt => Kind::Above,
        LLOp::UintGe => Kind::AboveEq,
        _ => Kind::Other,
    }
}

impl Kind {
    /// What a test of one value gives, if that is known.
    fn truth(self, value: &BoxValue) -> Option<bool> {
        Some(match self {
            Kind::Nonzero => nonzero(value)?,
            Kind::Iszero => !nonzero(value)?,
            Kind::IsTrue => value.constant()? != 0,
            Kind::Not => value.constant()? == 0,
            _ => return None,
        })
    }
    /// The word of the result for two words.
    fn of(self, a: u64, b: u64) -> Option<u64> {
        let (x, y) = (a as i64, b as i64);
        Some(match self {
            Kind::Add => a.wrapping_add(b),
            Kind::Sub => a.wrapping_sub(b),
            Kind::And => a & b,
            Kind::Eq => u64::from(x == y),
            Kind::Ne => u64::from(x != y),
            Kind::Lt => u64::from(x < y),
            Kind::Le => u64::from(x <= y),
            Kind::Gt => u64::from(x > y),
            Kind::Ge => u64::from(x >= y),
            Kind::Below => u64::from(a < b),
            Kind::BelowEq => u64::from(a <= b),
            Kind::Above => u64::from(a > b),
            Kind::AboveEq => u64::from(a >= b),
            _ => return None,
        })
    }
}

impl Tables {
    /// The slot of a virtual; `None` if the index is not one of an item.
    pub(super) fn slot(
        &self,
        v: &Virtual,
        part: AliasRegion,
        index: impl FnOnce() -> Option<u64>,
    ) -> Option<usize> {
        let shape = &self.shapes[v.container];
        let item = || {
            let i = index()? as i64;
            let n = i64::from(v.length?);
            (0..n).contains(&i).then_some(i as usize)
        };
        match part {
            AliasRegion::Field(c, f) => shape.leaf(c, f),
            AliasRegion::Items(_) => shape.item(item()?, None),
            AliasRegion::ItemField(_, f) => shape.item(item()?, Some(f)),
            AliasRegion::Length(_) => None,
        }
    }
    /// What a part of a virtual holds, the length of an array included.
    fn load(
        &self,
        boxes: &mut Boxes,
        args: &[BoxId],
        part: AliasRegion,
        result: LLType,
    ) -> Option<BoxId> {
        let BoxValue::Virtual(v) = boxes.get(args[0]) else {
            return None;
        };
        if let (AliasRegion::Length(_), Some(n)) = (part, v.length) {
            return Some(boxes.constant(LLType::Signed, u64::from(n)));
        }
        let index = || boxes.get(*args.get(1)?).constant();
        let value = v.fields[self.slot(v, part, index)?];
        Some(value.unwrap_or_else(|| boxes.constant(result, 0)))
    }
}

impl SupportState {
    /// Performs an operation if it costs nothing; the result, unless it is Void.
    #[inline]
    pub(super) fn quick(&self, op: OpId, args: &[BoxId]) -> Option<Option<BoxId>> {
        let quick = self.tables.quick(op);
        if quick.kind == Kind::Other {
            return None;
        }
        let mut w = self.work_mut();
        let w = &mut *w;
        let boxes = &mut w.now.boxes;
        let result = match quick.kind {
            Kind::Load(part) => match *boxes.get(args[0]) {
                BoxValue::Const { bits, .. } if quick.fixed => {
                    let index = args.get(1).and_then(|&i| boxes.get(i).constant());
                    let word = self.load_fixed(quick, part, bits, index.map(|i| i as i64))?;
                    boxes.constant(quick.result, word)
                }
                _ => self.tables.load(boxes, args, part, quick.result)?,
            },
            Kind::Store(part) => {
                let BoxValue::Virtual(v) = boxes.get(args[0]) else {
                    return None;
                };
                let index = || match args {
                    [_, index, _] => boxes.get(*index).constant(),
                    _ => None,
                };
                let slot = self.tables.slot(v, part, index)?;
                if self.tables.home(v).is_some() {
                    return None;
                }
                if let Some(v) = boxes.virtual_mut(args[0]) {
                    v.fields[slot] = args.last().copied();
                }
                w.location = quick.location;
                w.overflow = None;
                return Some(None);
            }
            Kind::Nonzero | Kind::Iszero | Kind::Not | Kind::IsTrue => {
                let truth = quick.kind.truth(boxes.get(args[0]))?;
                boxes.constant(LLType::Bool, u64::from(truth))
            }
            Kind::Copy => {
                let bits = boxes.get(args[0]).constant()?;
                boxes.constant(quick.result, bits)
            }
            Kind::Occurred => {
                let truth = w.now.exc.occurred()?;
                boxes.constant(LLType::Bool, u64::from(truth))
            }
            kind => {
                let (a, b) = (boxes.get(args[0]), boxes.get(args[1]));
                let bits = kind.of(a.constant()?, b.constant()?)?;
                boxes.constant(quick.result, bits)
            }
        };
        w.location = quick.location;
        w.overflow = None;
        Some(Some(result))
    }
    /// The word at a location that never changes, of the object at an address; `None` if there is more to do than to
    /// read it.
    fn load_fixed(
        &self,
        quick: &Quick,
        part: AliasRegion,
        address: u64,
        index: Option<i64>,
    ) -> Option<u64> {
        if self.notes_promises() {
            return None;
        }
        let word = self.tables.read(address, part, index, quick.result)?;
        let more = quick.reference
            && (self.may_be_young(word) || self.frozen.borrow().contains_key(&address));
        (!more).then_some(word)
    }
    /// What a test of a box and another one, or a word, gives by what is constant; `None` if that is not known, or the
    /// fragment has to end.
    pub(super) fn test(&self, op: OpId, a: BoxId, b: Result<BoxId, u64>) -> Option<bool> {
        let quick = self.tables.quick(op);
        let mut w = self.work_mut();
        if w.fragment.size() >= self.size_limit.get() {
            return None;
        }
        let boxes = &w.now.boxes;
        let truth = match quick.kind {
            Kind::Nonzero | Kind::Iszero | Kind::Not | Kind::IsTrue => {
                quick.kind.truth(boxes.get(a))?
            }
            Kind::Occurred => w.now.exc.occurred()?,
            kind => {
                let b = match b {
                    Ok(b) => boxes.get(b).constant()?,
                    Err(word) => word,
                };
                kind.of(boxes.get(a).constant()?, b)? != 0
            }
        };
        w.location = quick.location;
        w.overflow = None;
        Some(truth)
    }
}

/// Whether a reference is known not to be, or to be, null.
fn nonzero(value: &BoxValue) -> Option<bool> {
    match value {
        BoxValue::Const { bits, .. } => Some(*bits != 0),
        BoxValue::Virtual(_) => Some(true),
        BoxValue::Residual { facts, .. } if facts.nonnull => Some(true),
        BoxValue::Residual { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use lowlevel::{Value, arith};

    use super::*;

    /// What the general path gives for words.
    fn folded(op: &LLOp, words: &[u64], result: LLType) -> Option<u64> {
        let values: Vec<Value> = words.iter().map(|&w| Value::Int(w as i64)).collect();
        match arith::eval(op, &values, result) {
            Some(Value::Int(i)) => Some(i as u64),
            _ => None,
        }
    }

    #[test]
    fn words_are_computed_as_constants_are_folded() {
        use LLOp::*;
        let words = [0, 1, 2, 7, 8, i64::MAX, i64::MIN, i64::MIN + 1, -1, -2].map(|n| n as u64);
        let chars = [0, 1, 127, 128, 255];
        let (signed, unsigned) = (LLType::Signed, LLType::Unsigned);
        let check = |op: &LLOp, words: &[u64], result: LLType| {
            for &a in words {
                for &b in words {
                    let quick = comparison(op).of(a, b);
                    assert!(quick.is_some(), "{op:?}");
                    assert_eq!(quick, folded(op, &[a, b], result), "{op:?} of {a}, {b}");
                }
            }
        };
        for op in [IntAdd, IntSub, IntAnd] {
            check(&op, &words, signed);
        }
        for op in [UintAdd, UintSub, UintAnd] {
            check(&op, &words, unsigned);
        }
        for op in [
            IntEq, IntNe, IntLt, IntLe, IntGt, IntGe, UintEq, UintNe, UintLt, UintLe, UintGt,
            UintGe,
        ] {
            check(&op, &words, LLType::Bool);
        }
        for op in [CharEq, CharNe] {
            check(&op, &chars, LLType::Bool);
        }
        for (op, words, result) in [
            (CastIntToUint, &words[..], unsigned),
            (CastUintToInt, &words, signed),
            (CastBoolToInt, &[0, 1], signed),
            (CastCharToInt, &chars, signed),
            (CastUnicharToInt, &[0, 255, 0x1f600], signed),
        ] {
            for &w in words {
                assert_eq!(folded(&op, &[w], result), Some(w), "{op:?} of {w}");
            }
        }
        for op in [IntIsTrue, UintIsTrue] {
            for w in words {
                let truth = Some(u64::from(w != 0));
                assert_eq!(folded(&op, &[w], LLType::Bool), truth, "{op:?} of {w}");
            }
        }
    }
}
