//! Conversions between representations: on links, arguments and results.
//!
//! A conversion exists where one annotation is below the other (a subclass to its base, `None` to anything nullable,
//! `Char` to `Str`, `Bool` to `Int` to `Float`, a tuple item by item) and, for narrowed variables, from an instance to
//! a subclass.
//!
//! A row of a call family passes arguments in a representation that all its members understand; the adapter of a member
//! goes the way back to what that member takes. Each value was converted from there, so strings are single characters
//! again:
//!
//! ```text
//! class B: def m(self, t): ..     # called with (Int, Char) only         row m(Instance, (Int, Str))
//! class D(B): def m(self, t): ..  # called with (Int, Str), too          adapter of B.m: Str -> Char, tested
//! ```
use ir::lltype::LLType;
use lowlevel::ops::SafetyError;
use lowlevel::{Const, LLOp};

use super::R;
use super::lower::{Lower, Opd};
use crate::repr::{Repr, ReprId};

impl Lower<'_> {
    /// The character that a string was made of.
    fn narrow_to_char(&mut self, s: Opd) -> R<Opd> {
        let there = self.emit(LLOp::PtrNonzero, [s.clone()], LLType::Bool);
        self.check(there, SafetyError::NoneOperand)?;
        let n = self.str_len(s.clone());
        let ok = self.op2(LLOp::IntEq, n, self.int(1), LLType::Bool);
        self.check(ok, SafetyError::NotACharacter)?;
        Ok(self.str_char(s, self.int(0)))
    }
    /// An ASCII character as a code point.
    fn char_to_unichar(&mut self, v: Opd) -> R<Opd> {
        let i = self.emit(LLOp::CastCharToInt, [v], LLType::Signed);
        let ok = self.op2(LLOp::IntLt, i.clone(), self.int(128), LLType::Bool);
        self.check(ok, SafetyError::ValueOutOfRange)?;
        Ok(self.emit(LLOp::CastIntToUnichar, [i], LLType::UniChar))
    }
    /// `v` of representation `from` as a value of representation `to`.
    pub fn convert(&mut self, v: Opd, from: ReprId, to: ReprId) -> R<Opd> {
        if from == to {
            return Ok(v);
        }
        let (f, t) = (self.rt.repr(from), self.rt.repr(to));
        let tt = self.rt.lltype(to)?;
        if tt == LLType::Void {
            return Ok(Opd::Const(Const::VOID));
        }
        let ft = self.rt.lltype(from)?;
        Ok(match (&f, &t) {
            (Repr::Only(d), _) => Opd::Const(self.rt.only_const(*d, to)?),
            (Repr::Void, _) => match (&t, tt) {
                // `None`, or a value that is never used.
                (_, LLType::Ptr(_) | LLType::Address) => Opd::Const(Const::null(tt)),
                _ => Opd::Const(Const::zero(tt)),
            },
            (Repr::Int(a), Repr::Int(b)) => self.int_to_int_checked(v, *a, *b)?,
            (Repr::Bool, Repr::Int(b)) => {
                let i = self.emit(LLOp::CastBoolToInt, [v], LLType::Signed);
                self.int_to_int(i, LLType::Signed, *b)
            }
            (Repr::Int(_) | Repr::Bool, Repr::Float) => self.to_float(v)?,
            (Repr::SingleFloat, Repr::Float) => {
                self.emit(LLOp::CastSinglefloatToFloat, [v], LLType::Float)
            }
            (Repr::Float, Repr::SingleFloat) => {
                self.emit(LLOp::CastFloatToSinglefloat, [v], LLType::SingleFloat)
            }
            (Repr::Char, Repr::Str) | (Repr::UniChar, Repr::Unicode) => self.char_to_str(v)?,
            (Repr::Char, Repr::UniChar) => self.char_to_unichar(v)?,
            (Repr::Char, Repr::Unicode) => {
                let c = self.char_to_unichar(v)?;
                self.char_to_str(c)?
            }
            (Repr::Instance(a), Repr::Instance(Some(b))) => {
                self.claim_downcast(&v, *a, *b);
                self.cast_pointer(v, tt)
            }
            (Repr::Instance(_), Repr::Instance(_))
            | (Repr::Instance(_), Repr::Methods { .. })
            | (Repr::Methods { .. }, Repr::Methods { .. })
            | (Repr::Methods { .. }, Repr::Instance(_)) => self.cast_pointer(v, tt),
            (Repr::Functions(a), Repr::Functions(b)) => self.convert_family(v, *a, *b)?,
            (Repr::Tuple(a), Repr::Tuple(b)) if a.len() == b.len() => {
                let (a, b) = (a.clone(), b.clone());
                self.convert_tuple(v, &a, &b, to)?
            }
            (Repr::Str, Repr::Char) | (Repr::Unicode, Repr::UniChar) if self.narrowing => {
                self.narrow_to_char(v)?
            }
            (Repr::Int(_), Repr::Bool) if self.narrowing => {
                let one = self.int_to_int(v, ft, LLType::Signed);
                self.op2(LLOp::IntNe, one, self.int(0), LLType::Bool)
            }
            (Repr::Range { .. }, Repr::List(_)) => self.range_to_list(v, from, to)?,
            (Repr::BuiltinMethod { receiver: a, .. }, Repr::BuiltinMethod { receiver: b, .. }) => {
                self.convert(v, *a, *b)?
            }
            _ if ft == tt => v,
            (Repr::Ptr(_), _) | (_, Repr::Ptr(_))
                if matches!((ft, tt), (LLType::Ptr(_), LLType::Ptr(_))) =>
            {
                self.cast_pointer(v, tt)
            }
            _ => {
                let what = format!(
                    "conversion from {} to {}",
                    self.rt.show_repr(from),
                    self.rt.show_repr(to)
                );
                return Err(self.rt.unsupported(what));
            }
        })
    }
}
