//! Floats: IEEE binary64 arithmetic, with Python's floor division and modulo by helpers. Single floats are computed as
//! floats.
use flowspace::HlOp;
use ir::lltype::LLType;
use lowlevel::ops::SafetyError;
use lowlevel::{Const, LLOp};

use crate::repr::Repr;
use crate::repr::numbers::rint::k;
use crate::typer::dispatch::Typed;
use crate::typer::lower::Opd;
use crate::typer::{Hop, Lower, R};

const F: LLType = LLType::Float;

impl Lower<'_> {
    /// An integer, boolean or single float as a float.
    pub fn to_float(&mut self, v: Opd) -> R<Opd> {
        Ok(match self.ty(&v) {
            LLType::Float => v,
            LLType::Bool => self.emit(LLOp::CastBoolToFloat, [v], F),
            LLType::Signed => match &v {
                Opd::Const(c) => k(Const::float(c.as_int().unwrap_or(0) as f64)),
                Opd::Var(_) => self.emit(LLOp::CastIntToFloat, [v], F),
            },
            LLType::Unsigned => self.emit(LLOp::CastUintToFloat, [v], F),
            LLType::SingleFloat => self.emit(LLOp::CastSinglefloatToFloat, [v], F),
            t @ LLType::Int { .. } => {
                let w = self.int_to_int(v, t, LLType::Signed);
                self.emit(LLOp::CastIntToFloat, [w], F)
            }
            _ => return Err(self.rt.internal("no number")),
        })
    }
    /// `a / b` of integers of which one may be beyond the integers that are floats; `None`: all of them are.
    fn word_truediv(&mut self, hop: &Hop) -> R<Option<Opd>> {
        let word = |r: &Repr| matches!(r, Repr::Int(LLType::Signed));
        let small = |r: &Repr| matches!(r, Repr::Bool | Repr::Int(LLType::Int { bits: ..=32, .. }));
        let [ra, rb] = [0, 1].map(|i| self.rt.repr(hop.args[i].repr));
        match (word(&ra), word(&rb)) {
            (true, true) => {}
            (true, false) if small(&rb) => {}
            (false, true) if small(&ra) => {}
            _ => return Ok(None),
        }
        let a = self.int_arg(&hop.args[0], LLType::Signed)?;
        let b = self.int_arg(&hop.args[1], LLType::Signed)?;
        if !matches!(&b, Opd::Const(c) if c.as_int().is_some_and(|i| i != 0)) {
            let ok = self.op2(LLOp::IntNe, b.clone(), k(Const::signed(0)), LLType::Bool);
            self.check(ok, SafetyError::ZeroDivision)?;
        }
        self.helper_as("rint", "ll_int_truediv", [a.into(), b.into()], F)
            .map(Some)
    }
    /// Arithmetic with at least one float, or true division.
    pub fn float_arith(&mut self, hop: &Hop, op: &HlOp) -> R<Typed> {
        if matches!(op, HlOp::TrueDiv)
            && let Some(v) = self.word_truediv(hop)?
        {
            return self.typed(v, Repr::Float);
        }
        let f = self.rt.intern(Repr::Float);
        let a = self.arg_as(hop, 0, f)?;
        if hop.args.len() == 1 {
            let v = match op {
                HlOp::Neg => self.emit(LLOp::FloatNeg, [a], F),
                HlOp::Abs => self.emit(LLOp::FloatAbs, [a], F),
                HlOp::Pos => a,
                _ => return Err(self.unsupported_op(hop)),
            };
            return self.typed(v, Repr::Float);
        }
        let b = self.arg_as(hop, 1, f)?;
        let v = match op {
            HlOp::Add => self.op2(LLOp::FloatAdd, a, b, F),
            HlOp::Sub => self.op2(LLOp::FloatSub, a, b, F),
            HlOp::Mul => self.op2(LLOp::FloatMul, a, b, F),
            HlOp::TrueDiv | HlOp::Div => {
                let nonzero = matches!(&b, Opd::Const(c) if *c != Const::float(0.0) && *c != Const::float(-0.0));
                if !nonzero {
                    let ok = self.op2(LLOp::FloatNe, b.clone(), k(Const::float(0.0)), LLType::Bool);
                    self.check(ok, SafetyError::ZeroDivision)?;
                }
                self.op2(LLOp::FloatTruediv, a, b, F)
            }
            HlOp::FloorDiv | HlOp::Mod | HlOp::DivMod => {
                let ok = self.op2(LLOp::FloatNe, b.clone(), k(Const::float(0.0)), LLType::Bool);
                self.check(ok, SafetyError::ZeroDivision)?;
                let mut half =
                    |name| self.helper_as("rfloat", name, [a.clone().into(), b.clone().into()], F);
                match op {
                    HlOp::FloorDiv => half("ll_float_floordiv")?,
                    HlOp::Mod => half("ll_float_mod")?,
                    _ => {
                        let (q, m) = (half("ll_float_floordiv")?, half("ll_float_mod")?);
                        return self.pair((q, f), (m, f), hop.rresult);
                    }
                }
            }
            HlOp::Pow => self.helper_as("rfloat", "ll_float_pow", [a.into(), b.into()], F)?,
            _ => return Err(self.unsupported_op(hop)),
        };
        self.typed(v, Repr::Float)
    }
    /// Arithmetic on raw addresses.
    pub fn address_arith(&mut self, hop: &Hop, op: &HlOp) -> R<Typed> {
        let (a, b) = (self.arg(hop, 0)?, self.arg(hop, 1)?);
        let (ta, tb) = (self.ty(&a), self.ty(&b));
        match (op, ta, tb) {
            (HlOp::Add, LLType::Address, LLType::Signed) => {
                let v = self.op2(LLOp::AdrAdd, a, b, LLType::Address);
                self.typed(v, Repr::Address)
            }
            (HlOp::Sub, LLType::Address, LLType::Signed) => {
                let v = self.op2(LLOp::AdrSub, a, b, LLType::Address);
                self.typed(v, Repr::Address)
            }
            (HlOp::Sub, LLType::Address, LLType::Address) => {
                let v = self.op2(LLOp::AdrDelta, a, b, LLType::Signed);
                self.typed_int(v)
            }
            _ => Err(self.unsupported_op(hop)),
        }
    }
}
