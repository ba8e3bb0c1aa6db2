//! Functions that never return normally: they raise, do not end, or end the program.
use ir::dataflow::Worklist;
use ir::index::IndexVec;
use ir::model::ExitSwitch;
use lowlevel::{FuncId, LLGraph, LLOp, Program};

use super::{callees, callers};

/// For each function whether it never returns normally.
pub fn never_return(program: &Program) -> IndexVec<FuncId, bool> {
    let n = program.funcs.len();
    let callers = callers(program);
    let mut never = IndexVec::from_elem(false, n);
    let mut todo: Worklist<FuncId> = Worklist::all(n);
    while let Some(f) = todo.pop() {
        let graph = &program.funcs[f].graph;
        if !never[f] && !graph.blocks.is_empty() && !returns(graph, &never) {
            never[f] = true;
            callers[f].iter().for_each(|&c| todo.push(c));
        }
    }
    never
}

/// Whether an operation is a call that never returns normally.
pub fn is_last(op: &LLOp, never: &IndexVec<FuncId, bool>) -> bool {
    let called = callees(op);
    !called.is_empty() && called.iter().all(|&f| never[f])
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
        let exits = match block.ops.iter().any(|o| is_last(&o.op, never)) {
            // Where exceptions go, if they are caught.
            true if block.exitswitch == ExitSwitch::LastException => &block.exits[1..],
            true => &[],
            false => &block.exits[..],
        };
        todo.extend(exits.iter().map(|&l| g.links[l].target));
    }
    false
}
