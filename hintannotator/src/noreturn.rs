//! Calls that never return: what follows them is taken out.
//!
//! A function may end by exceptions alone. What stands behind a call of it, in the same block or where its normal exit
//! leads, works with a result that there never is. Translated code does not get there; a generator does, since it goes
//! on behind the guard that no exception has occurred, and what is green there it would execute itself:
//!
//! ```text
//! v1 = direct_call[fail](v0)          v1 = direct_call[fail](v0)
//! v2 = getinteriorsize[str](v1)       abort[unreachable]()
//! ```
use ir::index::IndexVec;
use ir::lltype::LLType;
use ir::model::{ExitSwitch, Link};
use lowlevel::ops::SafetyError;
use lowlevel::{FuncId, LLGraph, LLOp, Program};
use transform::effects::callees;

/// For each function whether it never returns normally: it raises, does not end, or ends the program.
pub(crate) fn never_return(program: &Program) -> IndexVec<FuncId, bool> {
    let mut never = IndexVec::from_elem(false, program.funcs.len());
    loop {
        let mut changed = false;
        for (f, function) in program.funcs.iter_enumerated() {
            if !never[f] && !function.graph.blocks.is_empty() && !returns(&function.graph, &never) {
                never[f] = true;
                changed = true;
            }
        }
        if !changed {
            return never;
        }
    }
}

/// Whether the return block is reached, other than by what never returns.
fn returns(g: &LLGraph, never: &IndexVec<FuncId, bool>) -> bool {
    let mut seen = IndexVec::from_elem(false, g.blocks.len());
    let mut todo = vec![g.start];
    while let Some(b) = todo.pop() {
        if std::mem::replace(&mut seen[b], true) {
            continue;
        }
        if b == g.return_block {
            return true;
        }
        let block = &g.blocks[b];
        let exits = match block.ops.iter().any(|o| is_cut(&o.op, never)) {
            // Where exceptions go, if they are caught.
            true if block.exitswitch == ExitSwitch::LastException => &block.exits[1..],
            true => &[],
            false => &block.exits[..],
        };
        todo.extend(exits.iter().map(|&l| g.links[l].target));
    }
    false
}

fn is_cut(op: &LLOp, never: &IndexVec<FuncId, bool>) -> bool {
    let called = callees(op);
    !called.is_empty() && called.iter().all(|&f| never[f])
}

/// Takes out what follows calls that never return.
pub(crate) fn cut(g: &mut LLGraph, never: &IndexVec<FuncId, bool>) {
    let blocks: Vec<_> = g.live_blocks().collect();
    for b in blocks {
        let ops = &g.blocks[b].ops;
        let Some(at) = ops.iter().position(|o| is_cut(&o.op, never)) else {
            continue;
        };
        let (last, span) = (at + 1 == ops.len(), ops[at].span);
        let end = g.new_block(Vec::new(), span);
        g.op(
            end,
            LLOp::Abort(SafetyError::Unreachable),
            [],
            LLType::Void,
            span,
        );
        if last && g.blocks[b].exitswitch == ExitSwitch::LastException {
            let normal = g.blocks[b].exits[0];
            g.links[normal] = Link::always(end, [], span);
        } else {
            g.blocks[b].ops.truncate(at + 1);
            g.goto(b, end, [], span);
        }
    }
    g.remove_unreachable();
}
