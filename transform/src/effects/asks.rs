//! Which functions may ask a virtual reference for its target: there the token is redeemed that its state may be.
use ir::dataflow::closure;
use ir::index::IndexVec;
use lowlevel::{ExternId, FuncId, LLOp, Program};

use super::callers;

/// What redeems a token.
const REDEEM: &str = "gx_vref_redeem";

/// The functions that may, by themselves or by what they call, ask a virtual reference for its target. `called` tells
/// of the type of an indirect call without candidates whether it may lead to such a function.
pub fn asks(
    program: &Program,
    called: impl Fn(ir::lltype::ContainerId) -> bool,
) -> IndexVec<FuncId, bool> {
    let n = program.funcs.len();
    if !program.externs.iter().any(|x| x.name.as_str() == REDEEM) {
        return IndexVec::from_elem(false, n);
    }
    let redeems = |x: ExternId| program.externs[x].name.as_str() == REDEEM;
    let itself = program.funcs.iter_enumerated().filter(|(_, func)| {
        let g = &func.graph;
        let mut ops = g.live_blocks().flat_map(|b| &g.blocks[b].ops);
        ops.any(|op| match &op.op {
            LLOp::ExternCall(x) => redeems(*x),
            LLOp::IndirectCall(c, None) => called(*c),
            _ => false,
        })
    });
    let callers = callers(program);
    closure(n, itself.map(|(f, _)| f), |f, more| {
        more.extend(&callers[f])
    })
}
