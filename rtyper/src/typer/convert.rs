//! Conversions between representations: on links, arguments and results.
//!
//! A conversion exists where one annotation is below the other (a subclass to its base, `None` to anything nullable, `Char` to
//! `Str`, `Bool` to `Int` to `Float`, a tuple item by item) and, for narrowed variables, from an instance to a subclass.
use flowspace::lltype::LLType;

use super::R;
use super::lower::{Lower, Opd};
use crate::ll::{Const, LLOp};
use crate::repr::{Repr, ReprId};

impl Lower<'_> {
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
            (Repr::Void, _) => match (&t, tt) {
                // `None`, or a value that is never used.
                (_, LLType::Ptr(_) | LLType::Address) => Opd::Const(Const::null(tt)),
                _ => Opd::Const(Const::zero(tt)),
            },
            (Repr::Int(a), Repr::Int(b)) => self.int_to_int(v, *a, *b),
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
            (Repr::Char, Repr::UniChar) => {
                let i = self.emit(LLOp::CastCharToInt, [v], LLType::Signed);
                self.emit(LLOp::CastIntToUnichar, [i], LLType::UniChar)
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
            (Repr::Range { .. }, Repr::List(_)) => self.range_to_list(v, from, to)?,
            (Repr::BuiltinMethod { receiver: a, .. }, Repr::BuiltinMethod { receiver: b, .. }) => {
                self.convert(v, *a, *b)?
            }
            (
                Repr::Iter {
                    container: a,
                    kind: k,
                },
                Repr::Iter {
                    container: b,
                    kind: l,
                },
            ) if k == l && ft == tt => {
                let _ = (a, b);
                v
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
