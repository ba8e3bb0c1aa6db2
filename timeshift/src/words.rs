//! Values as words: how generators and the translated interpreter store them in states and in the exchange buffer (see
//! [`jit_abi`]).
//!
//! ```text
//! Signed   as it is        Char, Bool, UniChar, Int32, ...   extended to 64 bits
//! Float    its bits        SingleFloat                       the bits of the same value as binary64
//! Ptr, Address             the address
//! ```
//! The word of a collected reference is no root: it must be stored, or made a reference again, before the next
//! safepoint.
use ir::lltype::LLType;
use ir::model::{Arg, BlockId, Operand};
use ir::source::Span;
use lowlevel::verify::operand_type;
use lowlevel::{Const, LL, LLGraph, LLOp, Value};

/// Appends what turns a value into its word; the word (`Signed`).
pub fn to_word(g: &mut LLGraph, b: BlockId, a: &Arg<LL>, span: Span) -> Arg<LL> {
    let ty = operand_type(g, a);
    if let Operand::Const(c) = a {
        match c.value {
            Value::Int(i) => return Operand::Const(Const::signed(i)),
            Value::Float(bits) => return Operand::Const(Const::signed(bits as i64)),
            Value::Null | Value::Void => return Operand::Const(Const::signed(0)),
            Value::Object(_) | Value::Func(_) | Value::Extern(_) => {}
        }
    }
    let mut a = a.clone();
    let op = match ty {
        LLType::Signed => return a,
        LLType::Void => return Operand::Const(Const::signed(0)),
        LLType::Bool => LLOp::CastBoolToInt,
        LLType::Char => LLOp::CastCharToInt,
        LLType::UniChar => LLOp::CastUnicharToInt,
        LLType::Unsigned => LLOp::CastUintToInt,
        LLType::Int { .. } => LLOp::CastPrimitive,
        LLType::Float => LLOp::FloatBits,
        LLType::SingleFloat => {
            let wide = g.op(b, LLOp::CastSinglefloatToFloat, [a], LLType::Float, span);
            a = Operand::Var(wide);
            LLOp::FloatBits
        }
        LLType::Address => LLOp::CastAdrToInt,
        LLType::Ptr(_) => LLOp::CastPtrToInt,
    };
    Operand::Var(g.op(b, op, [a], LLType::Signed, span))
}

/// Appends what makes a value of type `ty` from its word.
pub fn from_word(g: &mut LLGraph, b: BlockId, word: Arg<LL>, ty: LLType, span: Span) -> Arg<LL> {
    let op = match ty {
        LLType::Signed => return word,
        LLType::Void => return Operand::Const(Const::VOID),
        LLType::Bool => LLOp::IntIsTrue,
        LLType::Char => LLOp::CastIntToChar,
        LLType::UniChar => LLOp::CastIntToUnichar,
        LLType::Unsigned => LLOp::CastIntToUint,
        LLType::Int { .. } => LLOp::CastPrimitive,
        LLType::Float => LLOp::FloatFromBits,
        LLType::SingleFloat => {
            let wide = g.op(b, LLOp::FloatFromBits, [word], LLType::Float, span);
            let single = LLOp::CastFloatToSinglefloat;
            return Operand::Var(g.op(b, single, [Operand::Var(wide)], ty, span));
        }
        LLType::Address => LLOp::CastIntToAdr,
        LLType::Ptr(_) => LLOp::CastIntToPtr,
    };
    Operand::Var(g.op(b, op, [word], ty, span))
}

/// Appends the load of word `index` at an address.
pub fn load_word(
    g: &mut LLGraph,
    b: BlockId,
    address: &Arg<LL>,
    index: usize,
    span: Span,
) -> Arg<LL> {
    let offset = Operand::Const(Const::signed(8 * index as i64));
    let args = [address.clone(), offset];
    Operand::Var(g.op(b, LLOp::RawLoad, args, LLType::Signed, span))
}

/// Appends the store of word `index` at an address.
pub fn store_word(
    g: &mut LLGraph,
    b: BlockId,
    address: &Arg<LL>,
    index: usize,
    word: Arg<LL>,
    span: Span,
) {
    let offset = Operand::Const(Const::signed(8 * index as i64));
    let args = [address.clone(), offset, word];
    g.op(b, LLOp::RawStore, args, LLType::Void, span);
}
