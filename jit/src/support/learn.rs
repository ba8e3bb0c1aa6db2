//! What tests teach: the arms of a red branch know more than the code before it.
//!
//! ```text
//! v1 = getfield[object.typeptr](v0)
//! v2 = ptr_eq(v1, @W_Int.vtable)
//! if v2 ...                             true: v1 is the constant @W_Int.vtable, v0 is a W_Int and not null
//! ```
//! A box that becomes constant does so for its whole partition ([`crate::versions::partition`]), and the operations
//! that computed it, or that were computed from it by a cast, teach further.
use ir::lltype::LLType;
use lowlevel::LLOp;

use super::boxes::{BoxId, BoxValue};
use super::definitions::Definition;
use super::exc::ExcState;
use super::heap::MemoryLocation;
use super::ops::Compiler;
use super::state::SupportState;

impl SupportState {
    /// On an arm of a branch: the condition is true or false there.
    pub fn learn(&self, condition: BoxId, truth: bool) {
        self.compiler(|c| c.learn(condition, truth));
    }
    /// The box has this value from here on (a case of a switch, a promoted value): it becomes constant, for its whole
    /// partition. References must be old.
    pub fn learn_value(&self, b: BoxId, bits: u64) {
        self.compiler(|c| c.become_constant(b, bits));
    }
}

impl Compiler<'_> {
    /// The condition has this value from here on.
    pub(super) fn learn(&mut self, condition: BoxId, truth: bool) {
        self.become_constant(condition, u64::from(truth));
    }

    /// A test told the value of a box: it becomes constant for its whole partition.
    pub(super) fn become_constant(&mut self, b: BoxId, bits: u64) {
        let BoxValue::Residual { ty, facts, .. } = *self.get(b) else {
            return;
        };
        let class = facts.class;
        self.w.now.boxes.set(b, BoxValue::Const { ty, bits });
        if matches!(ty, LLType::Ptr(_)) {
            let one = self.canonical(b);
            if one != b {
                self.w.now.heap.rename(b, one);
            }
            if let Some(&deep) = self.w.now.frozen.get(&b) {
                self.freeze(bits, deep);
            }
            let _ = class;
            self.typeptr_known(b, bits);
        }
        let Some(d) = self.w.now.defs.get(b).cloned() else {
            return;
        };
        self.teach(&d, bits);
    }

    /// If a box is the vtable of instances, their class is known with it.
    fn typeptr_known(&mut self, b: BoxId, vtable: u64) {
        let Some(root) = self.t.info.known.object else {
            return;
        };
        let place = MemoryLocation::Field(root, 0);
        let instances: Vec<BoxId> = self
            .w
            .now
            .heap
            .iter()
            .filter(|(_, p, k)| *p == place && k.value == b)
            .map(|(o, _, _)| o)
            .collect();
        for o in instances {
            self.set_class(o, vtable);
        }
    }

    /// The result of an operation is known: what follows for its arguments.
    fn teach(&mut self, d: &Definition, bits: u64) {
        use LLOp::*;
        let truth = bits != 0;
        let a = d.args.first().copied();
        let b = d.args.get(1).copied();
        match (&d.op, a, b) {
            (BoolNot, Some(a), _) => self.learn(a, !truth),
            (CastBoolToInt | CastBoolToUint, Some(a), _) => self.learn(a, truth),
            (
                CastCharToInt | CastUnicharToInt | CastIntToUint | CastUintToInt | CastIntToPtr,
                Some(a),
                _,
            ) => self.become_constant(a, bits),
            // An address is no constant, null and tagged integers are.
            (CastPtrToInt, Some(a), _) if bits == 0 || bits & 1 != 0 => {
                self.become_constant(a, bits);
            }
            (PtrNonzero, Some(a), _) => self.null_test(a, truth),
            (PtrIszero, Some(a), _) => self.null_test(a, !truth),
            (PtrEq | AdrEq, Some(a), Some(b)) => self.same_pointer(a, b, truth),
            (PtrNe | AdrNe, Some(a), Some(b)) => self.same_pointer(a, b, !truth),
            (IntIsTrue | UintIsTrue, Some(a), _) => {
                if truth {
                    self.not_zero(a);
                } else {
                    self.become_constant(a, 0);
                }
            }
            (IntEq | UintEq | CharEq | UnicharEq, Some(a), Some(b)) => self.equal(a, b, truth),
            (IntNe | UintNe | CharNe | UnicharNe, Some(a), Some(b)) => self.equal(a, b, !truth),
            (IntLt, Some(a), Some(b)) => self.less(a, b, truth),
            (IntGt, Some(a), Some(b)) => self.less(b, a, truth),
            (IntGe, Some(a), Some(b)) => self.less(a, b, !truth),
            (IntLe, Some(a), Some(b)) => self.less(b, a, !truth),
            (UintLt, Some(a), Some(b)) if truth => self.in_bounds(a, b),
            (UintGe, Some(a), Some(b)) if !truth => self.in_bounds(a, b),
            (IntBetween, Some(lo), Some(x)) if truth => {
                self.less(x, lo, false);
                if let Some(&hi) = d.args.get(2) {
                    self.less(x, hi, true);
                    self.class_range(x, lo, hi);
                }
            }
            (OvfOccurred, Some(result), _) => self.no_overflow(result, truth),
            (ExcOccurred, _, _) => {
                self.w.now.exc = if truth {
                    ExcState::Pending {
                        class: None,
                        value: None,
                    }
                } else {
                    ExcState::None
                };
            }
            _ => {}
        }
    }

    /// A reference is not null.
    pub(super) fn nonnull(&mut self, b: BoxId) {
        self.set_nonnull(b);
        self.allocated(b, true);
    }
    fn null_test(&mut self, b: BoxId, nonnull: bool) {
        if nonnull {
            self.nonnull(b);
        } else {
            self.allocated(b, false);
            self.become_constant(b, 0);
        }
    }
    /// The null test of an allocation is its exception test.
    fn allocated(&mut self, b: BoxId, ok: bool) {
        let malloc = self
            .definition(b)
            .is_some_and(|d| matches!(d.op, LLOp::MallocVar(_)));
        if malloc && self.w.now.exc == ExcState::Unknown {
            self.w.now.exc = if ok {
                ExcState::None
            } else {
                ExcState::Pending {
                    class: None,
                    value: None,
                }
            };
        }
    }
    fn same_pointer(&mut self, a: BoxId, b: BoxId, same: bool) {
        let (ca, cb) = (self.constant_of(a), self.constant_of(b));
        match (ca, cb) {
            (Some(0), None) if !same => self.null_test(b, true),
            (None, Some(0)) if !same => self.null_test(a, true),
            (Some(bits), None) if same => self.become_constant(b, bits),
            (None, Some(bits)) if same => self.become_constant(a, bits),
            (None, None) if same => {
                let (fa, fb) = (self.w.now.boxes.facts(a), self.w.now.boxes.facts(b));
                if fa.nonnull || fb.nonnull {
                    self.set_nonnull(a);
                    self.set_nonnull(b);
                }
                if let Some(class) = fa.class.or(fb.class) {
                    self.set_class(a, class);
                    self.set_class(b, class);
                }
            }
            _ => {}
        }
    }
    fn equal(&mut self, a: BoxId, b: BoxId, same: bool) {
        match (self.constant_of(a), self.constant_of(b)) {
            (Some(bits), None) if same => self.become_constant(b, bits),
            (None, Some(bits)) if same => self.become_constant(a, bits),
            (Some(bits), None) => self.is_not(b, bits as i64),
            (None, Some(bits)) => self.is_not(a, bits as i64),
            (None, None) if same => {
                let range = self
                    .w
                    .now
                    .boxes
                    .facts(a)
                    .range
                    .max(self.w.now.boxes.facts(b).range);
                self.set_range(a, range);
                self.set_range(b, range);
            }
            _ => {}
        }
    }
    fn not_zero(&mut self, b: BoxId) {
        self.is_not(b, 0);
    }
    /// An integer is not this number: if that is its lower bound, it is at least the next one.
    fn is_not(&mut self, b: BoxId, number: i64) {
        if self.interval(b).0 == number
            && let Some(next) = number.checked_add(1)
        {
            self.at_least(b, next);
        }
    }
    /// A passed bounds check: unsigned `a < b`.
    fn in_bounds(&mut self, a: BoxId, b: BoxId) {
        if let (Some(x), Some(n)) = (self.uncast(a), self.uncast(b))
            && self.interval(n).0 >= 0
        {
            self.at_least(x, 0);
            self.less(x, n, true);
        } else if let (Some(index), Some(n)) = (self.constant_of(a), self.uncast(b))
            && self.interval(n).0 >= 0
            && let Some(next) = (index as i64).checked_add(1).filter(|&next| next > 0)
        {
            self.size_at_least(n, next);
        }
    }
    /// `a < b` is true or false, signed.
    fn less(&mut self, a: BoxId, b: BoxId, truth: bool) {
        let (low_a, low_b) = (self.interval(a).0, self.interval(b).0);
        if truth {
            // b > a
            match self.w.now.bounds.is_size(b) {
                true => self.size_at_least(b, low_a.saturating_add(1)),
                false => self.at_least(b, low_a.saturating_add(1)),
            }
            self.is_below(a, b);
        } else {
            // a >= b
            self.at_least(a, low_b);
        }
    }
    /// `x`, the number of a class, lies in a range of one class only: the class is known exactly.
    fn class_range(&mut self, x: BoxId, lo: BoxId, hi: BoxId) {
        let (Some(lo), Some(hi)) = (self.constant_of(lo), self.constant_of(hi)) else {
            return;
        };
        let Some(root) = self.t.info.known.vtable else {
            return;
        };
        let place = MemoryLocation::Field(root, 0);
        let mut inside = self
            .t
            .classes
            .iter()
            .filter(|c| (lo as i64..hi as i64).contains(&c.min));
        let (Some(class), None) = (inside.next().copied(), inside.next()) else {
            return;
        };
        let vtables: Vec<BoxId> = self
            .w
            .now
            .heap
            .iter()
            .filter(|(_, p, k)| *p == place && k.value == x)
            .map(|(v, _, _)| v)
            .collect();
        for v in vtables {
            self.become_constant(v, class.vtable);
        }
        self.become_constant(x, class.min as u64);
    }
    /// An `*_ovf` operation did or did not overflow.
    fn no_overflow(&mut self, result: BoxId, overflowed: bool) {
        if overflowed {
            return;
        }
        let Some(d) = self.definition(result).cloned() else {
            return;
        };
        let low = |c: &Self, i: usize| c.interval(d.args[i]).0;
        match d.op {
            LLOp::IntAddOvf => {
                let sum = i128::from(low(self, 0)) + i128::from(low(self, 1));
                // The lowest sum that there is: what is below it would have overflowed.
                let sum = sum.clamp(i64::MIN.into(), 1) as i64;
                self.at_least(result, sum);
            }
            LLOp::IntMulOvf => {
                let (a, b) = (low(self, 0), low(self, 1));
                if a >= 0 && b >= 0 {
                    self.at_least(result, a.min(b).min(1));
                }
            }
            _ => {}
        }
        let (id, _) = self.intern(&d.op, &d.args, d.ty);
        self.w.now.defs.set_value(id, result);
    }
}
