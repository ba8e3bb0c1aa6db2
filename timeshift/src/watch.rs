//! Fields that change rarely (`name?`): the translated program tells the JIT of its stores to them.
//!
//! Residual code rests on the values that such fields of known objects had when it was compiled. Each field has a word,
//! the number of objects whose field is *watched*, because there is code that rests on it; behind each store the word
//! is tested:
//!
//! ```text
//! setfield[Cls.version](cls, v)
//! n = getarrayitem(jit.watched, 3);  n != 0: gx_jit_written(cls, 3)     cold
//! ```
//! A word for each field, and not a mark in the object: it needs no access to the object's header, and a field that
//! nobody watches, such as one that is set again and again, costs one load and one test whatever else is watched.
//!
//! The objects that a block has just allocated are known to nobody: stores to them tell nothing.
use ir::lltype::LLType;
use ir::model::{Arg, Args, BlockId, Operand, VarId};
use jit_abi::info::JitInfo;
use lowlevel::{
    AliasRegion, Const, FuncId, Init, LL, LLGraph, LLOp, ObjId, Object, Program, Value,
};
use transform::rewrite::split_block;

use super::counting::Machinery;
use super::effects;

/// The fields whose loads may become constants of residual code, sorted. Those of virtualizables are not among them:
/// they need not be in memory.
pub fn fields(program: &Program, info: &JitInfo) -> Vec<AliasRegion> {
    let types = &program.types;
    let held = effects::fields(program, effects::held(info));
    let watched = |l: &AliasRegion| {
        let AliasRegion::Field(c, f) = *l else {
            return false;
        };
        l.changes_rarely(types)
            && types.is_gc(c)
            && l.ty(types).is_some_and(|t| t != LLType::Void)
            && !held.contains(&(c, f))
    };
    let loads = info.ops.iter().filter_map(|o| match o.op {
        LLOp::GetField(c, f) => Some(AliasRegion::Field(c, f)),
        _ => None,
    });
    let mut fields: Vec<AliasRegion> = loads.filter(watched).collect();
    fields.sort_unstable();
    fields.dedup();
    fields
}

/// Makes all stores of a program to these fields tell. Returns the words, one for each field.
pub fn rewrite(program: &mut Program, m: &Machinery, fields: &[AliasRegion]) -> ObjId {
    let words = program.objects.push(Object {
        container: m.words,
        init: Init::Array(vec![Init::Value(Value::Int(0)); fields.len().max(1)]),
        name: "jit.watched".to_owned(),
    });
    program.kept.objects.push(words);
    let ids: Vec<FuncId> = program.funcs.indices().collect();
    for f in ids {
        let g = &mut program.funcs[f].graph;
        let blocks: Vec<BlockId> = g.live_blocks().collect();
        for b in blocks {
            // The last one first: what is behind it moves to another block.
            for (at, field, object) in stores(g, b, fields).into_iter().rev() {
                tell(g, b, at, (field, object), m, words);
            }
        }
    }
    words
}

/// The stores of a block to these fields: where, the field's number, the object.
fn stores(g: &LLGraph, b: BlockId, fields: &[AliasRegion]) -> Vec<(usize, usize, Arg<LL>)> {
    let mut out = Vec::new();
    let mut fresh: Vec<VarId> = Vec::new();
    for (i, op) in g.blocks[b].ops.iter().enumerate() {
        match &op.op {
            LLOp::Malloc(_) => fresh.push(op.result),
            LLOp::CastPointer | LLOp::SameAs
                if op.args[0].var().is_some_and(|v| fresh.contains(&v)) =>
            {
                fresh.push(op.result);
            }
            LLOp::SetField(c, f) => {
                let known = op.args[0].var().is_some_and(|v| fresh.contains(&v));
                if let Ok(n) = fields.binary_search(&AliasRegion::Field(*c, *f))
                    && !known
                {
                    out.push((i, n, op.args[0].clone()));
                }
            }
            // What is called may be compiled with the object as a constant.
            op if op.is_call() => fresh.clear(),
            _ => {}
        }
    }
    out
}

/// Behind the store at a place of a block: tests the field's word, and calls the JIT if it is not 0.
fn tell(
    g: &mut LLGraph,
    b: BlockId,
    at: usize,
    (field, object): (usize, Arg<LL>),
    m: &Machinery,
    words: ObjId,
) {
    let span = g.blocks[b].ops[at].span;
    let (rest, needed) = split_block(g, b, at + 1);
    let watched = m.load(g, b, m.pointer(words), field, span);
    let zero = Operand::Const(Const::signed(0));
    let watched = g.op(b, LLOp::IntNe, [watched, zero], LLType::Bool, span);
    let watched = g.op(
        b,
        LLOp::Unlikely,
        [Operand::Var(watched)],
        LLType::Bool,
        span,
    );
    let passed: Args<LL> = needed.iter().map(|&v| Operand::Var(v)).collect();
    let inputs: Vec<VarId> = needed.iter().map(|&v| g.copy_var(v)).collect();
    let mut told_args = passed.clone();
    let cold = g.new_block(inputs.clone(), span);
    let known = |v: VarId| needed.iter().position(|&n| n == v);
    let object = match object {
        Operand::Var(v) if let Some(i) = known(v) => Operand::Var(inputs[i]),
        Operand::Var(v) => {
            let own = g.copy_var(v);
            g.blocks[cold].inputargs.push(own);
            told_args.push(Operand::Var(v));
            Operand::Var(own)
        }
        constant => constant,
    };
    let address = g.op(cold, LLOp::CastPtrToAdr, [object], LLType::Address, span);
    let args = [
        Operand::Var(address),
        Operand::Const(Const::signed(field as i64)),
    ];
    g.op(
        cold,
        LLOp::ExternCall(m.externs.written),
        args,
        LLType::Void,
        span,
    );
    g.goto(cold, rest, inputs.into_iter().map(Operand::Var), span);
    let (cold, rest) = ((cold, told_args), (rest, passed));
    g.branch(b, Operand::Var(watched), cold, rest, span);
}
