//! Operations on numbers and pointers: constant folding, algebraic simplification, facts of results, common
//! subexpressions.
//!
//! ```text
//! int_floordiv(7, 0)            stays: it has no value
//! int_add(int_add(v0, 2), 3)    int_add(v0, 5)
//! int_lt(v1, 0)                 false, if v1 is known to be at least 0
//! ptr_eq(v2, virtual)           false
//! ```
//! Folding uses `lowlevel::arith`, as the interpreter and the translation-time passes do.
use ir::lltype::LLType;
use lowlevel::algebra::{self, Algebra, Known};
use lowlevel::{Const, LLOp, Value, arith};

use super::boxes::{BoxId, Range};
use super::builder;
use super::ops::{Compiler, Overflow};
use super::state::ForceReason;
use jit_abi::info::OpInfo;

impl Algebra for Compiler<'_> {
    type Value = BoxId;
    fn definition(&self, b: &BoxId) -> Option<(&LLOp, BoxId)> {
        let d = Compiler::definition(self, *b)?;
        Some((&d.op, *d.args.first()?))
    }
    fn constant(&self, b: &BoxId) -> Option<i64> {
        self.constant_of(*b).map(|bits| bits as i64)
    }
    fn interval(&self, b: &BoxId) -> (i64, i64) {
        Compiler::interval(self, *b)
    }
}

impl Compiler<'_> {
    /// A pure operation.
    pub(super) fn pure(&mut self, info: &OpInfo, args: &[BoxId]) -> BoxId {
        if let Some(bits) = self.fold(info, args) {
            return self.constant(info.result, bits);
        }
        if let Some(b) = self.simplify(&info.op, args, info.result) {
            return b;
        }
        if let Some(args) = self.without_sum(&info.op, args) {
            return self.pure(info, &args);
        }
        if let Some(args) = self.without_mask(&info.op, args) {
            return self.pure(info, &args);
        }
        if let Some((op, args)) = self.reassociate(&info.op, args) {
            if op == LLOp::SameAs {
                return args[0];
            }
            let info = OpInfo { op, ..info.clone() };
            return self.compute(&info, &args);
        }
        self.compute(info, args)
    }
    /// Emits a pure operation unless its value is known already.
    fn compute(&mut self, info: &OpInfo, args: &[BoxId]) -> BoxId {
        let (id, value) = self.intern(&info.op, args, info.result);
        if let Some(b) = value {
            return b;
        }
        if let Some(truth) = self.compared_before(&info.op, args) {
            return self.bool(truth);
        }
        let b = self.emit(info, args, ForceReason::Address);
        let unsigned = |t: &LLType| {
            matches!(t, LLType::Bool | LLType::Char | LLType::UniChar)
                || matches!(t, LLType::Int { bits, signed: false } if *bits < 64)
        };
        let range = match info.op {
            LLOp::CastPrimitive if info.args.first().is_some_and(unsigned) => Range::GE0,
            _ => self.result_range(&info.op, args),
        };
        self.set_range(b, range);
        self.w.now.defs.define(b, id);
        self.w.now.defs.set_value(id, b);
        b
    }
    /// The value of a comparison whose negation or mirror image is known.
    fn compared_before(&self, op: &LLOp, args: &[BoxId]) -> Option<bool> {
        let (not, mirror) = (op.inverse()?, op.mirror()?);
        let &[a, b] = args else { return None };
        let known = |op: LLOp, a: BoxId, b: BoxId| {
            let found = self.value_of(op, &[a, b])?;
            self.constant_of(found).map(|bits| bits != 0)
        };
        let mirror_not = mirror.inverse()?;
        known(mirror, b, a)
            .or_else(|| known(not, a, b).map(|t| !t))
            .or_else(|| known(mirror_not, b, a).map(|t| !t))
    }
    /// The value, if all arguments are constant and there is one.
    fn fold(&self, info: &OpInfo, args: &[BoxId]) -> Option<u64> {
        let mut values = [Value::Void; 3];
        for (i, &a) in args.iter().enumerate() {
            let ty = info.args.get(i).copied()?;
            *values.get_mut(i)? = builder::constant(ty, self.constant_of(a)?).value;
        }
        if let Some(bits) = fold_address(&info.op, &values) {
            return Some(bits);
        }
        let value = arith::eval(&info.op, &values[..args.len()], info.result)?;
        Some(builder::word(Const::new(info.result, value)))
    }

    /// A known box with the same value.
    fn simplify(&mut self, op: &LLOp, args: &[BoxId], result: LLType) -> Option<BoxId> {
        let Some((known, _)) = algebra::simplify(&*self, op, args) else {
            let &[a, b] = args else { return None };
            let truth = self.compare(op, a, b)?;
            return Some(self.bool(truth));
        };
        Some(match known {
            Known::Value(b) => b,
            Known::Number(n) => self.constant(result, n as u64),
        })
    }
    /// The value of a comparison that the orders and differences known here decide.
    fn compare(&self, op: &LLOp, a: BoxId, b: BoxId) -> Option<bool> {
        use LLOp::*;
        let now = &self.w.now;
        if matches!(op, IntLt | IntGe | IntGt | IntLe | IntEq | IntNe) {
            if now.is_less(a, b) {
                return Some(matches!(op, IntLt | IntLe | IntNe));
            }
            if now.is_less(b, a) {
                return Some(matches!(op, IntGt | IntGe | IntNe));
            }
        }
        let other = || {
            let number = |b: BoxId| self.constant_of(b).map(|bits| bits as i64);
            number(b).is_some_and(|n| now.is_apart(a, n))
                || number(a).is_some_and(|n| now.is_apart(b, n))
        };
        let checked = || {
            let n = self.uncast(b)?;
            if let Some(index) = self.constant_of(a) {
                let low = u64::try_from(self.interval(n).0).ok()?;
                return (index < low).then_some(true);
            }
            let x = self.uncast(a)?;
            let inside = self.interval(x).0 >= 0
                && (self.is_known_less(x, n) || self.interval(x).1 < self.interval(n).0);
            inside.then_some(true)
        };
        match op {
            IntEq if other() => Some(false),
            IntNe if other() => Some(true),
            UintLt => checked(),
            UintGe => checked().map(|t| !t),
            _ => None,
        }
    }
    /// `a < b` is known, or was found by a comparison.
    fn is_known_less(&self, a: BoxId, b: BoxId) -> bool {
        let found = || {
            let b = self.value_of(LLOp::IntLt, &[a, b])?;
            self.constant_of(b)
        };
        self.w.now.is_less(a, b)
            || found() == Some(1)
            || self.compared_before(&LLOp::IntLt, &[a, b]) == Some(true)
    }
    /// `x + c == k` as `x == k - c`: wraps around the same way.
    fn without_sum(&mut self, op: &LLOp, args: &[BoxId]) -> Option<[BoxId; 2]> {
        if !matches!(op, LLOp::IntEq | LLOp::IntNe) {
            return None;
        }
        let [a, b] = *args else { return None };
        let (x, k) = match (self.constant_of(a), self.constant_of(b)) {
            (None, Some(k)) => (a, k),
            (Some(k), None) => (b, k),
            _ => return None,
        };
        let (base, c) = self.w.now.linear(x);
        if c == 0 || self.constant_of(base).is_some() {
            return None;
        }
        let k = self.constant(LLType::Signed, k.wrapping_sub(c as u64));
        Some([base, k])
    }
    /// `((x & m) + k) & m` as `(x + k) & m` for m = 2^n - 1: the bits above make no difference. So several increments
    /// of a byte become one.
    fn without_mask(&mut self, op: &LLOp, args: &[BoxId]) -> Option<[BoxId; 2]> {
        let [sum, mask] = *args else { return None };
        let m = self.constant_of(mask)?;
        if *op != LLOp::IntAnd || m.checked_add(1).is_some_and(|n| !n.is_power_of_two()) {
            return None;
        }
        let (base, c) = self.w.now.linear(sum);
        let d = self.definition(base)?;
        if c == 0 || d.op != LLOp::IntAnd || self.constant_of(d.args[1]) != Some(m) {
            return None;
        }
        let x = d.args[0];
        let c = self.constant(LLType::Signed, c as u64);
        let add = OpInfo::new(
            LLOp::IntAdd,
            vec![LLType::Signed, LLType::Signed],
            LLType::Signed,
            self.w.location,
        );
        Some([self.pure(&add, &[x, c]), mask])
    }
    /// `(x + c) + d` as `x + (c + d)`: wraps around the same way.
    fn reassociate(&mut self, op: &LLOp, args: &[BoxId]) -> Option<(LLOp, [BoxId; 2])> {
        use LLOp::*;
        let [x, k] = *args else { return None };
        let (add, ty) = match op {
            IntAdd | IntSub => (IntAdd, LLType::Signed),
            UintAdd | UintSub => (UintAdd, LLType::Unsigned),
            _ => return None,
        };
        let (x, k) = match (op, self.constant_of(x), self.constant_of(k)) {
            (IntAdd | UintAdd, None, Some(k)) => (x, k),
            (IntAdd | UintAdd, Some(k), None) => (args[1], k),
            (IntSub | UintSub, None, Some(k)) => (x, k.wrapping_neg()),
            _ => return None,
        };
        let d = self.definition(x)?.clone();
        let inner = self.constant_of(*d.args.get(1)?)?;
        let inner = match &d.op {
            o if *o == add => inner,
            IntSub if add == IntAdd => inner.wrapping_neg(),
            UintSub if add == UintAdd => inner.wrapping_neg(),
            _ => return None,
        };
        let sum = self.constant(ty, inner.wrapping_add(k));
        if self.constant_of(sum) == Some(0) {
            return Some((SameAs, [d.args[0], sum]));
        }
        Some((add, [d.args[0], sum]))
    }
    fn result_range(&self, op: &LLOp, args: &[BoxId]) -> Range {
        use LLOp::*;
        let low = |i: usize| self.interval(args[i]).0;
        match op {
            CastCharToInt | CastUnicharToInt | CastBoolToInt | IntForceGeZero => Range::GE0,
            IntAnd if low(0) >= 0 || low(1) >= 0 => Range::GE0,
            IntOr if low(0) >= 0 && low(1) >= 0 => {
                if low(0) >= 1 || low(1) >= 1 {
                    Range::GE1
                } else {
                    Range::GE0
                }
            }
            IntXor if low(0) >= 0 && low(1) >= 0 => Range::GE0,
            IntRshift | IntMod if low(0) >= 0 => Range::GE0,
            IntFloordiv if low(0) >= 0 && low(1) >= 1 => Range::GE0,
            _ => Range::FULL,
        }
    }

    // ----
    // overflow ----------------------------------------------------------------------------------------------------

    /// An `*_ovf` operation; `ovf_occurred` follows.
    pub(super) fn overflowing(&mut self, info: &OpInfo, args: &[BoxId]) -> BoxId {
        let a = args[0];
        let b = args.get(1).copied().unwrap_or(a);
        let (ca, cb) = (self.constant_of(a), self.constant_of(b));
        if let (Some(x), Some(y)) = (ca, cb)
            && let Some((value, overflow)) = arith::eval_ovf(&info.op, x as i64, y as i64)
        {
            self.w.overflow = Some(Overflow::Known(overflow));
            return self.constant(info.result, value as u64);
        }
        if let Some(same) = self.simplify(&info.op, args, info.result) {
            self.w.overflow = Some(Overflow::Known(false));
            return same;
        }
        if let Some(op) = self.cannot_overflow(&info.op, a, b) {
            let info = OpInfo { op, ..info.clone() };
            let result = self.pure(&info, args);
            self.w.overflow = Some(Overflow::Known(false));
            return result;
        }
        let (id, value) = self.intern(&info.op, args, info.result);
        // Only those that are known not to have overflowed are found here.
        if let Some(b) = value {
            self.w.overflow = Some(Overflow::Known(false));
            return b;
        }
        let r = self.emit(info, args, ForceReason::Address);
        self.w.now.defs.define(r, id);
        self.w.overflow = Some(Overflow::Emitted(r));
        r
    }
    /// The operation without a test, if its result fits in any case: of a number that a test has bounded and a
    /// constant, or the difference of two that are not negative.
    fn cannot_overflow(&self, op: &LLOp, a: BoxId, b: BoxId) -> Option<LLOp> {
        let now = &self.w.now;
        let constant = |b: BoxId| self.constant_of(b).map(|bits| bits as i64);
        let fits = |x: BoxId, more: Option<i64>| {
            let (base, c) = now.linear(x);
            let sum = more.and_then(|more| c.checked_add(more));
            now.exact(base, c) && sum.is_some_and(|sum| now.exact(base, sum))
        };
        let (op, fits) = match op {
            LLOp::IntAddOvf => {
                let fits = fits(a, constant(b)) || fits(b, constant(a));
                (LLOp::IntAdd, fits)
            }
            LLOp::IntSubOvf => {
                let positive = |b: BoxId| now.interval(b).0 >= 0;
                let fits = fits(a, constant(b).and_then(i64::checked_neg));
                (LLOp::IntSub, fits || positive(a) && positive(b))
            }
            _ => return None,
        };
        fits.then_some(op)
    }
    /// Whether the operation before overflowed.
    pub(super) fn overflowed(&mut self, info: &OpInfo, before: Option<Overflow>) -> BoxId {
        match before {
            Some(Overflow::Known(k)) => self.bool(k),
            Some(Overflow::Emitted(r)) => {
                let b = self.emit(info, &[], ForceReason::Address);
                self.define(b, &LLOp::OvfOccurred, &[r]);
                b
            }
            // No `*_ovf` operation directly before: nothing can have overflowed.
            None => self.bool(false),
        }
    }

    // ----
    // pointers ----------------------------------------------------------------------------------------------------

    /// Whether two references are known to be the same or different.
    pub(super) fn identity(&mut self, a: BoxId, b: BoxId) -> Option<bool> {
        let (a, b) = (self.reference(a), self.reference(b));
        let (a, b) = (self.canonical(a), self.canonical(b));
        if a == b {
            return Some(true);
        }
        if let (Some(x), Some(y)) = (self.constant_of(a), self.constant_of(b)) {
            return Some(x == y);
        }
        self.redeem_compared(a, b);
        // A virtual has not escaped: nothing else is the same object.
        for v in [a, b] {
            if self.get(v).is_virtual() {
                return Some(false);
            }
        }
        let null = |c: &Self, b: BoxId| c.constant_of(b) == Some(0);
        if null(self, a) && self.is_nonnull(b) || null(self, b) && self.is_nonnull(a) {
            return Some(false);
        }
        if !null(self, a) && !null(self, b) && !self.may_alias(a, b) {
            // Different, unless both are null.
            if self.is_nonnull(a) || self.is_nonnull(b) {
                return Some(false);
            }
        }
        None
    }
    /// `ptr_eq`, `ptr_ne`.
    pub(super) fn pointers_equal(&mut self, info: &OpInfo, args: &[BoxId]) -> BoxId {
        let (a, b) = (self.reference(args[0]), self.reference(args[1]));
        let (a, b) = (self.canonical(a), self.canonical(b));
        let negate = info.op == LLOp::PtrNe;
        if let Some(same) = self.identity(a, b) {
            return self.bool(same != negate);
        }
        let test = |op: LLOp, ty: LLType| OpInfo {
            op,
            args: vec![ty],
            ..info.clone()
        };
        for (x, null) in [(a, b), (b, a)] {
            if self.constant_of(null) == Some(0) {
                let op = if negate {
                    LLOp::PtrNonzero
                } else {
                    LLOp::PtrIszero
                };
                return self.compute(&test(op, info.args[0]), &[x]);
            }
        }
        self.compute(info, &[a, b])
    }
    /// `ptr_nonzero`, `ptr_iszero`.
    pub(super) fn pointer_test(&mut self, info: &OpInfo, args: &[BoxId]) -> BoxId {
        let negate = info.op == LLOp::PtrIszero;
        if let Some(bits) = self.constant_of(args[0]) {
            return self.bool((bits != 0) != negate);
        }
        if self.is_nonnull(args[0]) {
            return self.bool(!negate);
        }
        // `iszero` after `nonzero` is its negation: one test teaches for both.
        let (op, other) = if negate {
            (LLOp::PtrIszero, LLOp::PtrNonzero)
        } else {
            (LLOp::PtrNonzero, LLOp::PtrIszero)
        };
        if let Some(b) = self.value_of(other, args) {
            let not = OpInfo::new(
                LLOp::BoolNot,
                vec![LLType::Bool],
                LLType::Bool,
                info.location,
            );
            return self.pure(&not, &[b]);
        }
        let info = OpInfo { op, ..info.clone() };
        self.compute(&info, args)
    }
    /// Casts between pointers, addresses and integers. Addresses of managed objects are no constants: objects move.
    pub(super) fn cast_address(&mut self, info: &OpInfo, args: &[BoxId]) -> BoxId {
        let a = args[0];
        if let Some(bits) = self.constant_of(a) {
            let gc =
                self.t.types().is_gc_ref(info.args[0]) || self.t.types().is_gc_ref(info.result);
            // Null and tagged integers are what they are.
            if !gc || bits == 0 || bits & 1 != 0 {
                return self.constant(info.result, bits);
            }
        }
        if let Some(back) = info.op.undoes()
            && let Some(d) = self.definition(a)
            && d.op == *back
        {
            return d.args[0];
        }
        self.escape_all(args);
        let b = self.emit(info, args, ForceReason::Address);
        self.define(b, &info.op, args);
        b
    }
}

/// Operations on constant raw addresses.
fn fold_address(op: &LLOp, v: &[Value; 3]) -> Option<u64> {
    let word = |i: usize| match v[i] {
        Value::Int(n) => Some(n as u64),
        Value::Null => Some(0),
        _ => None,
    };
    use LLOp::*;
    Some(match op {
        AdrAdd => word(0)?.wrapping_add(word(1)?),
        AdrSub => word(0)?.wrapping_sub(word(1)?),
        AdrDelta => word(0)?.wrapping_sub(word(1)?),
        AdrEq => u64::from(word(0)? == word(1)?),
        AdrNe => u64::from(word(0)? != word(1)?),
        AdrLt => u64::from(word(0)? < word(1)?),
        AdrNonzero => u64::from(word(0)? != 0),
        _ => return None,
    })
}
