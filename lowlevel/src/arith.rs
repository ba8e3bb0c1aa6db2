//! The meaning of pure operations on numbers: shared by the interpreter and by constant folding.
//!
//! `int_add(9223372036854775807, 1)` is `-9223372036854775808`; `int_floordiv(1, 0)` has no value.
use ir::lltype::LLType;

use super::{LLOp, Value};

/// Fits 64 bits into a type: what is stored and read back.
pub fn wrap(ty: LLType, i: i64) -> i64 {
    match ty {
        LLType::Bool | LLType::Char => i64::from(i as u8),
        LLType::UniChar => i64::from(i as u32),
        LLType::Int { bits: 8, signed } => {
            if signed {
                i64::from(i as i8)
            } else {
                i64::from(i as u8)
            }
        }
        LLType::Int { bits: 16, signed } => {
            if signed {
                i64::from(i as i16)
            } else {
                i64::from(i as u16)
            }
        }
        LLType::Int { bits: 32, signed } => {
            if signed {
                i64::from(i as i32)
            } else {
                i64::from(i as u32)
            }
        }
        _ => i,
    }
}

/// The value with wrapped overflow, and whether it overflowed, of an `*_ovf` operation.
pub fn eval_ovf(op: &LLOp, a: i64, b: i64) -> Option<(i64, bool)> {
    Some(match op {
        LLOp::IntAddOvf => a.overflowing_add(b),
        LLOp::IntSubOvf => a.overflowing_sub(b),
        LLOp::IntMulOvf => a.overflowing_mul(b),
        LLOp::IntNegOvf => a.overflowing_neg(),
        _ => return None,
    })
}

/// The value of a pure operation on numbers; `None` if it has none (division by zero, bad shift counts, conversions out
/// of range) or if the operation is not about numbers.
pub fn eval(op: &LLOp, args: &[Value], result: LLType) -> Option<Value> {
    use LLOp::*;
    let int = |i: usize| match args.get(i) {
        Some(Value::Int(n)) => Some(*n),
        _ => None,
    };
    let uint = |i: usize| int(i).map(|n| n as u64);
    let float = |i: usize| match args.get(i) {
        Some(Value::Float(bits)) => Some(f64::from_bits(*bits)),
        _ => None,
    };
    let some = |i: i64| Some(Value::Int(i));
    let some_u = |i: u64| Some(Value::Int(i as i64));
    let some_b = |b: bool| Some(Value::Int(i64::from(b)));
    let some_f = |f: f64| Some(Value::Float(f.to_bits()));
    let shift = |i: usize| {
        int(i)
            .and_then(|n| u32::try_from(n).ok())
            .filter(|&n| n < 64)
    };
    match op {
        SameAs | Likely | Unlikely => match args.first()? {
            v @ (Value::Int(_) | Value::Float(_)) => Some(*v),
            _ => None,
        },
        BoolNot => some_b(int(0)? == 0),
        IntIsTrue | UintIsTrue => some_b(int(0)? != 0),
        IntNeg | UintNeg => some(int(0)?.wrapping_neg()),
        IntAbs => some(int(0)?.wrapping_abs()),
        IntInvert | UintInvert => some(!int(0)?),
        IntAdd | UintAdd => some(int(0)?.wrapping_add(int(1)?)),
        IntSub | UintSub => some(int(0)?.wrapping_sub(int(1)?)),
        IntMul | UintMul => some(int(0)?.wrapping_mul(int(1)?)),
        IntFloordiv => some(int(0)?.checked_div(int(1)?)?),
        IntMod => some(int(0)?.checked_rem(int(1)?)?),
        IntAnd | UintAnd => some(int(0)? & int(1)?),
        IntOr | UintOr => some(int(0)? | int(1)?),
        IntXor | UintXor => some(int(0)? ^ int(1)?),
        IntLshift | UintLshift => some(int(0)? << shift(1)?),
        IntRshift => some(int(0)? >> shift(1)?),
        UintRshift => some_u(uint(0)? >> shift(1)?),
        IntLt | CharLt | UnicharLt => some_b(int(0)? < int(1)?),
        IntLe | CharLe | UnicharLe => some_b(int(0)? <= int(1)?),
        IntEq | CharEq | UnicharEq | UintEq => some_b(int(0)? == int(1)?),
        IntNe | CharNe | UnicharNe | UintNe => some_b(int(0)? != int(1)?),
        IntGt | CharGt | UnicharGt => some_b(int(0)? > int(1)?),
        IntGe | CharGe | UnicharGe => some_b(int(0)? >= int(1)?),
        IntBetween => some_b(int(0)? <= int(1)? && int(1)? < int(2)?),
        IntForceGeZero => some(int(0)?.max(0)),
        UintMulHigh => some_u(((u128::from(uint(0)?) * u128::from(uint(1)?)) >> 64) as u64),
        UintFloordiv => some_u(uint(0)?.checked_div(uint(1)?)?),
        UintMod => some_u(uint(0)?.checked_rem(uint(1)?)?),
        UintLt => some_b(uint(0)? < uint(1)?),
        UintLe => some_b(uint(0)? <= uint(1)?),
        UintGt => some_b(uint(0)? > uint(1)?),
        UintGe => some_b(uint(0)? >= uint(1)?),
        FloatIsTrue => some_b(float(0)? != 0.0),
        FloatNeg => some_f(-float(0)?),
        FloatAbs => some_f(float(0)?.abs()),
        FloatSqrt => some_f(float(0)?.sqrt()),
        FloatAdd => some_f(float(0)? + float(1)?),
        FloatSub => some_f(float(0)? - float(1)?),
        FloatMul => some_f(float(0)? * float(1)?),
        FloatTruediv => some_f(float(0)? / float(1)?),
        FloatLt => some_b(float(0)? < float(1)?),
        FloatLe => some_b(float(0)? <= float(1)?),
        FloatEq => some_b(float(0)? == float(1)?),
        FloatNe => some_b(float(0)? != float(1)?),
        FloatGt => some_b(float(0)? > float(1)?),
        FloatGe => some_b(float(0)? >= float(1)?),
        CastBoolToInt | CastBoolToUint | CastCharToInt | CastUnicharToInt | CastIntToUint
        | CastUintToInt => some(int(0)?),
        CastBoolToFloat | CastIntToFloat => some_f(int(0)? as f64),
        CastUintToFloat => some_f(uint(0)? as f64),
        CastIntToChar | CastIntToUnichar | CastPrimitive => some(wrap(result, int(0)?)),
        CastFloatToInt => {
            let f = float(0)?;
            (i64::MIN as f64..-(i64::MIN as f64))
                .contains(&f)
                .then_some(Value::Int(f as i64))
        }
        CastFloatToUint => {
            let f = float(0)?;
            (f > -1.0 && f < u64::MAX as f64).then_some(Value::Int(f as u64 as i64))
        }
        CastFloatToSinglefloat => some_f(f64::from(float(0)? as f32)),
        CastSinglefloatToFloat => some_f(float(0)?),
        FloatBits => match args.first()? {
            Value::Float(bits) => some(*bits as i64),
            _ => None,
        },
        FloatFromBits => Some(Value::Float(uint(0)?)),
        WeAreJitted => some_b(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undefined_results_have_no_value() {
        let i = |n| Value::Int(n);
        let s = LLType::Signed;
        assert_eq!(eval(&LLOp::IntFloordiv, &[i(1), i(0)], s), None);
        assert_eq!(eval(&LLOp::IntFloordiv, &[i(i64::MIN), i(-1)], s), None);
        assert_eq!(eval(&LLOp::IntFloordiv, &[i(-7), i(2)], s), Some(i(-3)));
        assert_eq!(eval(&LLOp::IntMod, &[i(-7), i(2)], s), Some(i(-1)));
        assert_eq!(eval(&LLOp::IntLshift, &[i(1), i(64)], s), None);
        assert_eq!(eval(&LLOp::UintRshift, &[i(-1), i(63)], s), Some(i(1)));
        let huge = Value::Float(1e300f64.to_bits());
        assert_eq!(eval(&LLOp::CastFloatToInt, &[huge], s), None);
        assert_eq!(
            wrap(
                LLType::Int {
                    bits: 16,
                    signed: true
                },
                0x1_8000
            ),
            -0x8000
        );
    }
}
