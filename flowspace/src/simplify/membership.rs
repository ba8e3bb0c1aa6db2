//! Finds literal lists that are made for a test of membership only.
//!
//! ```text
//! l = newlist(1, 2, 5)                        r = contains((1, 2, 5), x)
//! r = contains(l, x)                    ->
//! ```
//! Nobody else sees such a list, so a constant tuple serves as well: it is made once, the comparisons with its items
//! are known one by one, and a compiler that knows `x` knows the result.
use ir::model::{BlockId, Operand, VarId};
use ir::rewrite::use_counts;
use python::live::Value;
use rustc_hash::FxHashMap;

use super::super::value::{Const, FlowValue};
use super::super::{HlGraph, HlOp};

/// Items that a list may have: a number is compared by a switch, other items one after the other.
const NUMBERS: usize = 256;
const OTHERS: usize = 8;

/// Replaces such lists by constant tuples, in a graph in SSA form. Literals of one type alone are taken: the items of a
/// list have a common type, and those of a tuple need none, so that a list that is refused would pass.
pub fn lists_to_tuples(graph: &mut HlGraph) {
    let mut lists: FxHashMap<VarId, Const> = FxHashMap::default();
    for b in graph.live_blocks() {
        let ops = &graph.blocks[b].ops;
        let made = ops.iter().filter(|op| op.op == HlOp::NewList);
        lists.extend(made.filter_map(|op| Some((op.result, literal(&op.args)?))));
    }
    if lists.is_empty() {
        return;
    }
    let uses = use_counts(graph);
    lists.retain(|&v, _| uses[v] == 1);
    let blocks: Vec<BlockId> = graph.live_blocks().collect();
    for b in blocks {
        let ops = graph.blocks[b].ops.iter_mut();
        for test in ops.filter(|op| op.op == HlOp::Contains) {
            if let Some(tuple) = test.args[0].var().and_then(|v| lists.get(&v)) {
                test.args[0] = Operand::Const(tuple.clone());
            }
        }
    }
}

/// The literals of a list as a constant tuple, if they are all of one type and not too many.
fn literal(items: &[FlowValue]) -> Option<Const> {
    let mut values = Vec::with_capacity(items.len());
    for item in items {
        values.push(item.as_const()?.value().clone());
    }
    let all = |is: fn(&Value) -> bool, most| values.len() <= most && values.iter().all(is);
    let fits = all(|v| matches!(v, Value::Int(_)), NUMBERS)
        || all(|v| matches!(v, Value::Str(_)), OTHERS)
        || all(|v| matches!(v, Value::Unicode(_)), OTHERS);
    (fits && !values.is_empty()).then(|| Const(Value::tuple(values)))
}
