//! Indices that may be negative: the JIT tests their sign instead of computing with it.
//!
//! ```text
//!     v2 = int_rshift(v0, 63)               v2 = likely(int_ge(v0, 0))
//!     v3 = int_and(v2, v1)                  switch v2: b1 (v0) | b2
//!     v4 = int_add(v0, v3)         →    b2: v3 = int_add(v0, v1); goto b1 (v3)
//!     ...                               b1(v4): ...
//! ```
//! Without a branch, as translated code has it, nothing is ever known of the index. Behind the test the index is the
//! number itself, which is at least 0, and so it is in the next turn of a loop: residual code tests once what is known
//! to the JIT from there on.
use ir::index::IndexVec;
use ir::lltype::LLType;
use ir::model::{Arg, Args, BlockId, Operand, VarId};
use ir::rewrite::{bind_inputs, free_variables, make_op, split_block, use_counts};
use lowlevel::{Const, LL, LLGraph, LLOp};

/// Where an index is made in a block: operations by number, and operands.
struct Index {
    sign: usize,
    masked: usize,
    sum: usize,
    number: Arg<LL>,
    length: Arg<LL>,
}

/// Makes a branch of every computation of an index.
pub(crate) fn branch(g: &mut LLGraph) {
    let uses = use_counts(g);
    let mut todo: Vec<BlockId> = g.live_blocks().collect();
    while let Some(b) = todo.pop() {
        if let Some(found) = find(g, b, &uses) {
            todo.push(rewrite(g, b, &found));
        }
    }
}

/// The first one in a block. `uses`: by variable, of those that there were at first.
fn find(g: &LLGraph, b: BlockId, uses: &IndexVec<VarId, u32>) -> Option<Index> {
    let ops = &g.blocks[b].ops;
    let defined = |v: VarId| ops.iter().position(|o| o.result == v);
    // A sum whose parts nothing else uses.
    let once = |a: &Arg<LL>| {
        let v = a.var()?;
        let n = defined(v)?;
        (uses.get(v) == Some(&1)).then_some((n, &ops[n]))
    };
    ops.iter().enumerate().find_map(|(sum, op)| {
        let (LLOp::IntAdd, [number, masked]) = (&op.op, &op.args[..]) else {
            return None;
        };
        let (masked, and) = once(masked)?;
        let (LLOp::IntAnd, [sign, length]) = (&and.op, &and.args[..]) else {
            return None;
        };
        let (sign, shift) = once(sign)?;
        let (LLOp::IntRshift, [shifted, by]) = (&shift.op, &shift.args[..]) else {
            return None;
        };
        let bits = by.as_const().and_then(|c| c.as_int());
        (shifted == number && number.var().is_some() && bits == Some(63)).then(|| Index {
            sign,
            masked,
            sum,
            number: number.clone(),
            length: length.clone(),
        })
    })
}

/// Makes a branch of one. Returns the block with what stood behind it.
fn rewrite(g: &mut LLGraph, b: BlockId, found: &Index) -> BlockId {
    let (result, span) = {
        let sum = &g.blocks[b].ops[found.sum];
        (sum.result, sum.span)
    };
    let (rest, needed) = split_block(g, b, found.sum + 1);
    for at in [found.sum, found.masked, found.sign] {
        g.blocks[b].ops.remove(at);
    }
    let passed = |value: &Arg<LL>| -> Args<LL> {
        let pass = |&v: &VarId| match v == result {
            true => value.clone(),
            false => Operand::Var(v),
        };
        needed.iter().map(pass).collect()
    };
    let zero = Operand::Const(Const::signed(0));
    let test = make_op(
        g,
        LLOp::IntGe,
        [found.number.clone(), zero],
        LLType::Bool,
        span,
    );
    let test_result = Operand::Var(test.result);
    let likely = make_op(g, LLOp::Likely, [test_result], LLType::Bool, span);
    let condition = Operand::Var(likely.result);
    g.blocks[b].ops.extend([test, likely]);

    // The negative way.
    let negative = g.new_block(Vec::new(), span);
    let operands = [found.number.clone(), found.length.clone()];
    let sum = make_op(g, LLOp::IntAdd, operands, LLType::Signed, span);
    let sum_result = Operand::Var(sum.result);
    g.blocks[negative].ops.push(sum);
    g.goto(negative, rest, passed(&sum_result), span);
    let inputs = free_variables(g, negative);
    bind_inputs(g, negative, &inputs);

    g.branch(
        b,
        condition,
        (rest, passed(&found.number)),
        (negative, inputs.into_iter().map(Operand::Var).collect()),
        span,
    );
    rest
}
