//! Integers of all sizes and booleans as integers.
//!
//! Arithmetic wraps. Division and modulo round towards minus infinity; where the divisor is not a known positive
//! constant, zero and minus one are tested first (zero: ZeroDivisionError for a handler, else the program ends; the
//! machine's `MIN / -1` traps).
//!
//! ```text
//! x // 3     q = int_floordiv(x, 3); p = int_mul(q, 3); d = int_sub(x, p); s = int_rshift(d, 63); r = int_add(q, s)
//! ```
use flowspace::HlOp;
use ir::diag::Diagnostic;
use ir::lltype::LLType;
use ir::model::Operand;
use lowlevel::arith::wrap;
use lowlevel::ops::SafetyError;
use lowlevel::{Const, LLOp};
use python::live::Value;

use crate::repr::Repr;
use crate::typer::dispatch::Typed;
use crate::typer::lower::{HArg, Opd};
use crate::typer::{Hop, Lower, R};

/// The operand for a constant.
pub fn k(c: Const) -> Opd {
    Operand::Const(c)
}

const S: LLType = LLType::Signed;
const U: LLType = LLType::Unsigned;
const B: LLType = LLType::Bool;

impl Lower<'_> {
    /// Conversion between integer types.
    pub fn int_to_int(&mut self, v: Opd, from: LLType, to: LLType) -> Opd {
        if from == to {
            return v;
        }
        if let Operand::Const(c) = &v
            && let Some(i) = c.as_int()
        {
            return k(Const::new(to, lowlevel::Value::Int(truncate(i, to))));
        }
        match (from, to) {
            (S, U) => self.emit(LLOp::CastIntToUint, [v], U),
            (U, S) => self.emit(LLOp::CastUintToInt, [v], S),
            (LLType::Bool, S) => self.emit(LLOp::CastBoolToInt, [v], S),
            (LLType::Bool, U) => self.emit(LLOp::CastBoolToUint, [v], U),
            (LLType::Char, S) => self.emit(LLOp::CastCharToInt, [v], S),
            (LLType::UniChar, S) => self.emit(LLOp::CastUnicharToInt, [v], S),
            _ => self.emit(LLOp::CastPrimitive, [v], to),
        }
    }
    /// What a call of the type `to` makes of an integer: OverflowError if a signed type cannot hold it. Unsigned
    /// types wrap around.
    pub fn int_to_int_checked(&mut self, v: Opd, from: LLType, to: LLType) -> R<Opd> {
        // An unsigned integer needs a bit more than a signed one.
        let room = |t: LLType| 2 * t.size() - u32::from(t.is_signed());
        if !to.is_signed() || room(from) <= room(to) || from.size() > 8 {
            return Ok(self.int_to_int(v, from, to));
        }
        if let Operand::Const(c) = &v
            && c.as_int()
                .is_some_and(|i| truncate(i, to) == i && (from != U || i >= 0))
        {
            return Ok(self.int_to_int(v, from, to));
        }
        let fits = if from == U {
            let max = k(Const::unsigned(u64::MAX >> (65 - 8 * to.size())));
            self.op2(LLOp::UintLe, v.clone(), max, B)
        } else {
            let word = self.int_to_int(v.clone(), from, S);
            let narrow = self.int_to_int(word.clone(), S, to);
            let back = self.int_to_int(narrow, to, S);
            self.op2(LLOp::IntEq, back, word, B)
        };
        self.check(fits, SafetyError::Overflow)?;
        Ok(self.int_to_int(v, from, to))
    }
    /// `v != 0`
    pub fn int_is_true(&mut self, v: Opd, t: LLType) -> Opd {
        if let Operand::Const(c) = &v
            && let Some(i) = c.as_int()
        {
            return k(Const::bool(i != 0));
        }
        match t {
            U => self.emit(LLOp::UintIsTrue, [v], B),
            S => self.emit(LLOp::IntIsTrue, [v], B),
            _ => {
                let w = self.widen(v, t);
                self.emit(LLOp::IntIsTrue, [w], B)
            }
        }
    }
    /// A small integer as a word.
    fn widen(&mut self, v: Opd, t: LLType) -> Opd {
        self.int_to_int(v, t, if t.is_signed() || t != U { S } else { U })
    }
    /// The integer type of the result of an operation on two integers.
    fn int_result(&self, a: &Repr, b: Option<&Repr>) -> LLType {
        let t = |r: &Repr| match r {
            Repr::Int(t) => *t,
            _ => S,
        };
        let (x, y) = (t(a), b.map_or(t(a), t));
        if x == S && matches!(a, Repr::Bool) {
            y
        } else if (y == S && matches!(b, Some(Repr::Bool))) || x.size() > y.size() {
            x
        } else if y.size() > x.size() || y == U {
            y
        } else {
            x
        }
    }
    /// Arithmetic on integers and booleans, with the checks that the operation asks for.
    pub fn int_arith(&mut self, hop: &Hop, op: &HlOp) -> R<Typed> {
        let r0 = self.rt.repr(hop.args[0].repr);
        let r1 = hop.args.get(1).map(|a| self.rt.repr(a.repr));
        // `b & c` of booleans is a boolean.
        if r0 == Repr::Bool
            && r1 == Some(Repr::Bool)
            && matches!(op, HlOp::And | HlOp::Or | HlOp::Xor)
            && self.rt.repr(hop.rresult) == Repr::Bool
        {
            let (a, b) = (self.arg(hop, 0)?, self.arg(hop, 1)?);
            let (a, b) = (self.int_to_int(a, B, S), self.int_to_int(b, B, S));
            let o = match op {
                HlOp::And => LLOp::IntAnd,
                HlOp::Or => LLOp::IntOr,
                _ => LLOp::IntXor,
            };
            let v = self.op2(o, a, b, S);
            let v = self.emit(LLOp::IntIsTrue, [v], B);
            return self.typed_bool(v);
        }
        let shift = matches!(op, HlOp::LShift | HlOp::RShift | HlOp::LShiftOvf);
        let t = match self.int_result(&r0, r1.as_ref().filter(|_| !shift)) {
            LLType::Bool => S,
            t => t,
        };
        // Narrow integers are computed as words and truncated.
        let word = if matches!(t, LLType::Int { bits, .. } if bits <= 32) {
            S
        } else {
            t
        };
        if !matches!(word, S | U) {
            return Err(self.no_wide_arithmetic());
        }
        let a = self.int_arg(&hop.args[0], word)?;
        if hop.args.len() == 1 {
            let v = self.int_unary(hop, op, a, word)?;
            let v = self.int_to_int(v, word, t);
            return self.typed(v, Repr::Int(t));
        }
        let b = self.int_arg(&hop.args[1], if shift { S } else { word })?;
        if *op == HlOp::And {
            self.check_masked(&hop.args[0], &b)?;
            self.check_masked(&hop.args[1], &a)?;
        }
        let v = match op {
            HlOp::FloorDiv
            | HlOp::Div
            | HlOp::Mod
            | HlOp::FloorDivOvf
            | HlOp::DivOvf
            | HlOp::ModOvf => {
                let nonneg = hop.args[..2].iter().all(never_negative);
                self.int_div(op, a, b, word, nonneg)?
            }
            HlOp::DivMod => {
                let nonneg = hop.args[..2].iter().all(never_negative);
                let q = self.int_div(&HlOp::FloorDiv, a.clone(), b.clone(), word, nonneg)?;
                let m = self.int_div(&HlOp::Mod, a, b, word, nonneg)?;
                let r = self.rt.intern(Repr::Int(word));
                let items = [q, m].map(|v| HArg::value(annotator::Annotation::int(), r, v));
                let v = self.build_tuple(&items, hop.rresult)?;
                return Ok((v, hop.rresult));
            }
            HlOp::LShift | HlOp::RShift | HlOp::LShiftOvf => {
                return self.shift(hop, op, a, b, word, t);
            }
            HlOp::Pow => self.int_pow(hop, a, b, word)?,
            _ => match word_operation(op, word) {
                Some(o @ (LLOp::IntAddOvf | LLOp::IntSubOvf | LLOp::IntMulOvf)) => {
                    self.emit_raising(o, [a, b], word)?
                }
                Some(o) => self.op2(o, a, b, word),
                None => return Err(self.unsupported_op(hop)),
            },
        };
        self.wrapped(hop, v, word, t)
    }
    /// The result of arithmetic on words: it wraps around at the width of its kind.
    fn wrapped(&mut self, hop: &Hop, v: Opd, word: LLType, t: LLType) -> R<Typed> {
        let t = match self.rt.repr(hop.rresult) {
            Repr::Int(narrow) if narrow.size() < t.size() => narrow,
            _ => t,
        };
        let v = self.int_to_int(v, word, t);
        self.typed(v, Repr::Int(t))
    }
    /// What a negative number has in common with a mask beyond the word does not fit in one.
    fn check_masked(&mut self, mask: &HArg, other: &Opd) -> R<()> {
        let beyond = |v: &Value| v.low_bits_of_mask().is_some();
        if !mask.const_value.as_ref().is_some_and(beyond) {
            return Ok(());
        }
        let ok = self.op2(LLOp::IntGe, other.clone(), self.int(0), B);
        self.check(ok, SafetyError::Overflow)
    }
    fn int_unary(&mut self, hop: &Hop, op: &HlOp, a: Opd, word: LLType) -> R<Opd> {
        Ok(match op {
            HlOp::Neg if word == U => self.emit(LLOp::UintNeg, [a], U),
            HlOp::Neg => self.emit(LLOp::IntNeg, [a], S),
            HlOp::NegOvf => self.emit_raising(LLOp::IntNegOvf, [a], S)?,
            HlOp::Invert if word == U => self.emit(LLOp::UintInvert, [a], U),
            HlOp::Invert => self.emit(LLOp::IntInvert, [a], S),
            HlOp::Abs if word == U => a,
            HlOp::Abs => self.emit(LLOp::IntAbs, [a], S),
            HlOp::AbsOvf => {
                let neg = self.op2(LLOp::IntLt, a.clone(), self.int(0), B);
                self.if_else(
                    neg,
                    S,
                    |s| s.emit_raising(LLOp::IntNegOvf, [a.clone()], S),
                    |_| Ok(a.clone()),
                )?
            }
            HlOp::Pos => a,
            _ => return Err(self.unsupported_op(hop)),
        })
    }
    /// An integer or boolean argument as a word.
    pub fn int_arg(&mut self, a: &HArg, word: LLType) -> R<Opd> {
        let r = self.rt.intern(Repr::Int(word));
        if let Some(v) = &a.const_value
            && v.as_big().is_some()
        {
            return Ok(k(self.rt.constant(r, v)?));
        }
        self.harg_as(a, r)
    }
    fn int_div(&mut self, op: &HlOp, a: Opd, b: Opd, word: LLType, nonneg: bool) -> R<Opd> {
        let is_mod = matches!(op, HlOp::Mod | HlOp::ModOvf);
        let ovf = matches!(op, HlOp::FloorDivOvf | HlOp::DivOvf);
        let known = match &b {
            Operand::Const(c) => c.as_int(),
            Operand::Var(_) => None,
        };
        if word == U {
            if known.is_none_or(|i| i == 0) {
                let ok = self.op2(LLOp::UintNe, b.clone(), k(Const::unsigned(0)), B);
                self.check(ok, SafetyError::ZeroDivision)?;
            }
            let o = if is_mod {
                LLOp::UintMod
            } else {
                LLOp::UintFloordiv
            };
            return Ok(self.op2(o, a, b, U));
        }
        if known.is_some_and(|i| i > 0) || nonneg {
            if known.is_none_or(|i| i == 0) {
                let ok = self.op2(LLOp::IntNe, b.clone(), self.int(0), B);
                self.check(ok, SafetyError::ZeroDivision)?;
            }
            return Ok(self.floor_div(is_mod, a, b, nonneg));
        }
        // Divisors 0 and -1 apart: uint(b + 1) <= 1.
        let b1 = self.op2(LLOp::IntAdd, b.clone(), self.int(1), S);
        let b1 = self.emit(LLOp::CastIntToUint, [b1], U);
        let odd = self.op2(LLOp::UintLe, b1, k(Const::unsigned(1)), B);
        self.if_else(
            odd,
            S,
            |s| {
                let ok = s.op2(LLOp::IntNe, b.clone(), s.int(0), B);
                s.check(ok, SafetyError::ZeroDivision)?;
                if is_mod {
                    Ok(s.int(0))
                } else if ovf {
                    s.emit_raising(LLOp::IntNegOvf, [a.clone()], S)
                } else {
                    Ok(s.emit(LLOp::IntNeg, [a.clone()], S))
                }
            },
            |s| Ok(s.floor_div(is_mod, a.clone(), b.clone(), false)),
        )
    }
    /// Floor division or modulo by a divisor that is neither 0 nor -1.
    fn floor_div(&mut self, is_mod: bool, a: Opd, b: Opd, nonneg: bool) -> Opd {
        if is_mod {
            let m = self.op2(LLOp::IntMod, a, b.clone(), S);
            if nonneg {
                return m;
            }
            // If m has the other sign than b, add b.
            let d = match &b {
                Operand::Const(c) if c.as_int().is_some_and(|i| i < 0) => {
                    self.emit(LLOp::IntNeg, [m.clone()], S)
                }
                Operand::Const(_) => m.clone(),
                Operand::Var(_) => self.flip_sign(m.clone(), b.clone()),
            };
            let s = self.op2(LLOp::IntRshift, d, self.int(63), S);
            let add = self.op2(LLOp::IntAnd, s, b, S);
            return self.op2(LLOp::IntAdd, m, add, S);
        }
        let q = self.op2(LLOp::IntFloordiv, a.clone(), b.clone(), S);
        if nonneg {
            return q;
        }
        let p = self.op2(LLOp::IntMul, q.clone(), b.clone(), S);
        let d = self.op2(LLOp::IntSub, a, p, S);
        let d = match &b {
            Operand::Const(c) if c.as_int().is_some_and(|i| i < 0) => {
                self.emit(LLOp::IntNeg, [d], S)
            }
            Operand::Const(_) => d,
            Operand::Var(_) => self.flip_sign(d, b),
        };
        let s = self.op2(LLOp::IntRshift, d, self.int(63), S);
        self.op2(LLOp::IntAdd, q, s, S)
    }
    /// `-x if b < 0 else x`
    fn flip_sign(&mut self, x: Opd, b: Opd) -> Opd {
        let s = self.op2(LLOp::IntRshift, b, self.int(63), S);
        let y = self.op2(LLOp::IntXor, x, s.clone(), S);
        self.op2(LLOp::IntSub, y, s, S)
    }
    fn shift(&mut self, hop: &Hop, op: &HlOp, a: Opd, b: Opd, word: LLType, t: LLType) -> R<Typed> {
        let known = match &b {
            Operand::Const(c) => c.as_int(),
            Operand::Var(_) => None,
        };
        let in_range = known.is_some_and(|n| (0..64).contains(&n));
        let left = !matches!(op, HlOp::RShift);
        let lop = match (left, word == U) {
            (true, true) => LLOp::UintLshift,
            (true, false) => LLOp::IntLshift,
            (false, true) => LLOp::UintRshift,
            (false, false) => LLOp::IntRshift,
        };
        let mut v = if in_range {
            self.op2(lop, a.clone(), b.clone(), word)
        } else {
            // Counts past the word give 0 or the sign, as in Python where the result fits; negative ones are errors.
            let count = self.int_to_int(b.clone(), S, U);
            let small = self.op2(LLOp::UintLt, count, k(Const::unsigned(64)), B);
            let valid = known.is_some_and(|n| n >= 0) || never_negative(&hop.args[1]);
            self.if_else(
                small,
                word,
                |s| Ok(s.op2(lop.clone(), a.clone(), b.clone(), word)),
                |s| {
                    if !valid {
                        let ok = s.op2(LLOp::IntGe, b.clone(), s.int(0), B);
                        s.check(ok, SafetyError::ValueOutOfRange)?;
                    }
                    Ok(if left || word == U {
                        k(Const::zero(word))
                    } else {
                        s.op2(LLOp::IntRshift, a.clone(), s.int(63), S)
                    })
                },
            )?
        };
        if matches!(op, HlOp::LShiftOvf) {
            let count = self.op2(LLOp::IntAnd, b.clone(), self.int(63), S);
            let back = self.op2(LLOp::IntRshift, v.clone(), count, S);
            let same = self.op2(LLOp::IntEq, back, a.clone(), B);
            let fits = if in_range {
                same
            } else {
                let small = self.op2(LLOp::IntLt, b, self.int(64), B);
                let zero = self.op2(LLOp::IntEq, a, self.int(0), B);
                self.if_else(small, B, |_| Ok(same), |_| Ok(zero))?
            };
            self.check_raise(fits, "OverflowError")?;
        }
        v = self.int_to_int(v, word, t);
        self.typed(v, Repr::Int(t))
    }
    fn int_pow(&mut self, hop: &Hop, a: Opd, b: Opd, word: LLType) -> R<Opd> {
        let mut args = vec![a.into(), b.into()];
        let name = if hop.args.len() > 2 && !hop.args[2].ann.is_none() {
            args.push(self.int_arg(&hop.args[2], S)?.into());
            "ll_int_pow_mod"
        } else if word == U {
            "ll_uint_pow"
        } else {
            "ll_int_pow"
        };
        self.helper_as("rint", name, args, word)
    }
    /// The error for variables of 128 bits, of which there is neither arithmetic nor an order.
    fn no_wide_arithmetic(&self) -> Box<Diagnostic> {
        Box::new(
            Diagnostic::error("E0441", self.span, "an operation on integers of 128 bits")
                .label("r_longlonglong is for constants, and for what is converted to a word")
                .help("use rbigint, or r_ulonglong for each half"),
        )
    }
    /// The type in which two integers are compared.
    fn compared_as(&self, a: &Repr, b: &Repr) -> R<LLType> {
        match self.int_result(a, Some(b)) {
            t @ (S | U) => Ok(t),
            t if t.size() > 8 => Err(self.no_wide_arithmetic()),
            _ => Ok(S),
        }
    }
    /// `<`, `<=`, `>`, `>=`.
    pub fn order(&mut self, hop: &Hop, op: &HlOp) -> R<Typed> {
        let (a, b) = (hop.args[0].clone(), hop.args[1].clone());
        let v = self.order_values(&a, &b, op)?;
        match v {
            Some(v) => self.typed_bool(v),
            None => Err(self.unsupported_op(hop)),
        }
    }
    /// Comparison of two values by order; `None` if they have none.
    pub fn order_values(&mut self, a: &HArg, b: &HArg, op: &HlOp) -> R<Option<Opd>> {
        let (ra, rb) = (self.rt.repr(a.repr), self.rt.repr(b.repr));
        Ok(Some(match (&ra, &rb) {
            (Repr::Int(_) | Repr::Bool, Repr::Int(_) | Repr::Bool) => {
                let t = self.compared_as(&ra, &rb)?;
                let (x, y) = (self.int_arg(a, t)?, self.int_arg(b, t)?);
                let o = match (op, t == U) {
                    (HlOp::Lt, false) => LLOp::IntLt,
                    (HlOp::Le, false) => LLOp::IntLe,
                    (HlOp::Gt, false) => LLOp::IntGt,
                    (_, false) => LLOp::IntGe,
                    (HlOp::Lt, true) => LLOp::UintLt,
                    (HlOp::Le, true) => LLOp::UintLe,
                    (HlOp::Gt, true) => LLOp::UintGt,
                    (_, true) => LLOp::UintGe,
                };
                self.op2(o, x, y, B)
            }
            (Repr::Float | Repr::Int(_) | Repr::Bool, _)
                if matches!(rb, Repr::Float | Repr::Int(_) | Repr::Bool) =>
            {
                if let Some(v) = self.compare_mixed(a, b, op)? {
                    return Ok(Some(v));
                }
                let f = self.rt.intern(Repr::Float);
                let (x, y) = (self.harg_as(a, f)?, self.harg_as(b, f)?);
                let o = match op {
                    HlOp::Lt => LLOp::FloatLt,
                    HlOp::Le => LLOp::FloatLe,
                    HlOp::Gt => LLOp::FloatGt,
                    _ => LLOp::FloatGe,
                };
                self.op2(o, x, y, B)
            }
            (
                Repr::Char | Repr::Str | Repr::UniChar | Repr::Unicode,
                Repr::Char | Repr::Str | Repr::UniChar | Repr::Unicode,
            ) => self.str_order(a, b, op)?,
            (Repr::Tuple(x), Repr::Tuple(y)) if x.len() == y.len() => self.tuple_order(a, b, op)?,
            (Repr::Address, Repr::Address) => {
                let (x, y) = (self.harg_as(a, a.repr)?, self.harg_as(b, b.repr)?);
                match op {
                    HlOp::Lt => self.op2(LLOp::AdrLt, x, y, B),
                    HlOp::Gt => self.op2(LLOp::AdrLt, y, x, B),
                    HlOp::Le => {
                        let v = self.op2(LLOp::AdrLt, y, x, B);
                        self.not(v)
                    }
                    _ => {
                        let v = self.op2(LLOp::AdrLt, x, y, B);
                        self.not(v)
                    }
                }
            }
            _ => return Ok(None),
        }))
    }
    /// Comparison of a word and a float, if the conversion to a float may make it another number.
    fn compare_mixed(&mut self, a: &HArg, b: &HArg, op: &HlOp) -> R<Option<Opd>> {
        let wide = |r: &Repr| matches!(r, Repr::Int(t) if matches!(*t, S | U));
        let (ra, rb) = (self.rt.repr(a.repr), self.rt.repr(b.repr));
        let (int, float, swapped) = match (&ra, &rb) {
            (r, Repr::Float) if wide(r) => (a, b, false),
            (Repr::Float, r) if wide(r) => (b, a, true),
            _ => return Ok(None),
        };
        const EXACT: i64 = 1 << 53;
        let exact_int = int
            .const_value
            .as_ref()
            .and_then(Value::as_int)
            .is_some_and(|i| (-EXACT..=EXACT).contains(&i));
        // Whatever integer is converted to such a float is that number.
        let exact_float = match float.const_value.as_ref().map(Value::unwrapped) {
            Some(Value::Float(f)) => f.abs() < EXACT as f64 || !f.is_finite(),
            _ => false,
        };
        if exact_int || exact_float {
            return Ok(None);
        }
        let t = match self.rt.repr(int.repr) {
            Repr::Int(U) => U,
            _ => S,
        };
        let [signed, unsigned] = match (op, swapped) {
            (HlOp::Eq, _) => ["ll_int_eq_float", "ll_uint_eq_float"],
            (HlOp::Lt, false) | (HlOp::Gt, true) => ["ll_int_lt_float", "ll_uint_lt_float"],
            (HlOp::Le, false) | (HlOp::Ge, true) => ["ll_int_le_float", "ll_uint_le_float"],
            (HlOp::Gt, false) | (HlOp::Lt, true) => ["ll_int_gt_float", "ll_uint_gt_float"],
            _ => ["ll_int_ge_float", "ll_uint_ge_float"],
        };
        let name = if t == U { unsigned } else { signed };
        let i = self.int_arg(int, t)?;
        let f = self.harg_as(float, float.repr)?;
        self.helper_as("rint", name, [i.into(), f.into()], B)
            .map(Some)
    }
    /// `cmp(a, b)`
    pub fn cmp(&mut self, hop: &Hop) -> R<Typed> {
        let (a, b) = (hop.args[0].clone(), hop.args[1].clone());
        let (Some(lt), Some(gt)) = (
            self.order_values(&a, &b, &HlOp::Lt)?,
            self.order_values(&a, &b, &HlOp::Gt)?,
        ) else {
            return Err(self.unsupported_op(hop));
        };
        let lt = self.int_to_int(lt, B, S);
        let gt = self.int_to_int(gt, B, S);
        let v = self.op2(LLOp::IntSub, gt, lt, S);
        self.typed_int(v)
    }
    /// `a == b` of any two values.
    pub fn eq_values(&mut self, a: &HArg, b: &HArg) -> R<Opd> {
        let (ra, rb) = (self.rt.repr(a.repr), self.rt.repr(b.repr));
        if let (Some(x), Some(y)) = (&a.const_value, &b.const_value)
            && matches!(x, Value::Int(_) | Value::Bool(_) | Value::Str(_))
            && let (Some(p), Some(q)) = (x.as_int(), y.as_int())
        {
            return Ok(k(Const::bool(p == q)));
        }
        Ok(match (&ra, &rb) {
            (Repr::Int(_) | Repr::Bool, Repr::Int(_) | Repr::Bool) => {
                let t = self.compared_as(&ra, &rb)?;
                let (x, y) = (self.int_arg(a, t)?, self.int_arg(b, t)?);
                let o = if t == U { LLOp::UintEq } else { LLOp::IntEq };
                let equal = self.op2(o, x, y, B);
                // A negative number has the bits of an unsigned one, but is not equal to it.
                let is_signed = |r: &Repr| matches!(r, Repr::Int(t) if t.is_signed());
                let signed = [(a, &ra), (b, &rb)]
                    .into_iter()
                    .find(|(v, r)| is_signed(r) && may_be_negative(v));
                let Some((signed, _)) = signed.filter(|_| t == U) else {
                    return Ok(equal);
                };
                let i = self.int_arg(signed, S)?;
                self.if_else(
                    equal,
                    B,
                    |s| Ok(s.op2(LLOp::IntGe, i, s.int(0), B)),
                    |_| Ok(k(Const::bool(false))),
                )?
            }
            (Repr::SingleFloat, Repr::SingleFloat) => {
                // By their bits, as untranslated.
                let [x, y] = [a, b].map(|v| self.harg_as(v, v.repr));
                let [x, y] =
                    [x?, y?].map(|v| self.emit(LLOp::CastSinglefloatToFloat, [v], LLType::Float));
                let [x, y] = [x, y].map(|v| self.emit(LLOp::FloatBits, [v], S));
                self.op2(LLOp::IntEq, x, y, B)
            }
            (Repr::Float | Repr::SingleFloat | Repr::Int(_) | Repr::Bool, _)
                if matches!(
                    rb,
                    Repr::Float | Repr::SingleFloat | Repr::Int(_) | Repr::Bool
                ) =>
            {
                if let Some(v) = self.compare_mixed(a, b, &HlOp::Eq)? {
                    return Ok(v);
                }
                let f = self.rt.intern(Repr::Float);
                let (x, y) = (self.harg_as(a, f)?, self.harg_as(b, f)?);
                self.op2(LLOp::FloatEq, x, y, B)
            }
            (
                Repr::Char | Repr::Str | Repr::UniChar | Repr::Unicode,
                Repr::Char | Repr::Str | Repr::UniChar | Repr::Unicode,
            ) => self.str_eq(a, b)?,
            (Repr::Tuple(x), Repr::Tuple(y)) => {
                if x.len() != y.len() {
                    return Ok(k(Const::bool(false)));
                }
                self.tuple_eq(a, b)?
            }
            (
                Repr::List(_) | Repr::Range { .. } | Repr::ByteArray,
                Repr::List(_) | Repr::Range { .. } | Repr::ByteArray,
            ) => self.list_eq(a, b)?,
            (Repr::Dict(_), Repr::Dict(_)) => {
                return Err(self.rt.unsupported("the comparison of dictionaries"));
            }
            (Repr::WeakRef(_), Repr::WeakRef(_)) => {
                return Err(self.rt.unsupported("the comparison of weak references"));
            }
            _ => self.is_same(a, b)?,
        })
    }
}

/// Whether the integer may be negative. (A sum that wraps around has the bits of the unsigned number that it is.)
fn may_be_negative(a: &HArg) -> bool {
    !a.ann.is_nonneg() && !never_negative(a)
}

/// Whether the machine integer cannot be negative, whatever wraps around. The annotation alone does not say so: that
/// the sum of two numbers that are not negative is none either holds of Python's integers, and is what slices are
/// accepted for.
pub fn never_negative(a: &HArg) -> bool {
    a.const_value
        .as_ref()
        .and_then(Value::as_int)
        .is_some_and(|n| n >= 0)
        || match a.ann.kind() {
            annotator::model::AnnotationKind::Int { kind, .. } => !kind.signed,
            annotator::model::AnnotationKind::Bool(_) => true,
            _ => false,
        }
}

/// The low bits of `i` as a type holds them; a truth value for a Bool.
pub fn truncate(i: i64, t: LLType) -> i64 {
    match t {
        LLType::Bool => i64::from(i != 0),
        _ => wrap(t, i),
    }
}

/// The operation on words that a binary operation is, if it is one.
fn word_operation(op: &HlOp, word: LLType) -> Option<LLOp> {
    Some(match (op, word == U) {
        (HlOp::Add, false) => LLOp::IntAdd,
        (HlOp::Sub, false) => LLOp::IntSub,
        (HlOp::Mul, false) => LLOp::IntMul,
        (HlOp::And, false) => LLOp::IntAnd,
        (HlOp::Or, false) => LLOp::IntOr,
        (HlOp::Xor, false) => LLOp::IntXor,
        (HlOp::Add, true) => LLOp::UintAdd,
        (HlOp::Sub, true) => LLOp::UintSub,
        (HlOp::Mul, true) => LLOp::UintMul,
        (HlOp::And, true) => LLOp::UintAnd,
        (HlOp::Or, true) => LLOp::UintOr,
        (HlOp::Xor, true) => LLOp::UintXor,
        (HlOp::AddOvf, false) => LLOp::IntAddOvf,
        (HlOp::SubOvf, false) => LLOp::IntSubOvf,
        (HlOp::MulOvf, false) => LLOp::IntMulOvf,
        _ => return None,
    })
}
