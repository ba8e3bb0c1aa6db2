//! Passes on graphs in SSA form. They are valid on SSI graphs too, unless they rename variables across blocks.
use ir::index::IndexVec;
use ir::model::{BlockId, ExitCase, ExitSwitch, LinkId, Operand, Predecessors, VarId};
use ir::rewrite::dead;
use python::live::{BuiltinType, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::value::{FlowValue, constant};
use super::super::{HlGraph, HlOp, Renaming};

/// Links skip blocks without operations that only lead on. A loop of empty blocks stays.
pub fn eliminate_empty_blocks(graph: &mut HlGraph) {
    let blocks: Vec<BlockId> = graph.live_blocks().collect();
    for b in blocks {
        for l in graph.blocks[b].exits.clone() {
            let mut passed = FxHashSet::default();
            loop {
                let target = graph.links[l].target;
                let block = &graph.blocks[target];
                if graph.is_final(target)
                    || !block.ops.is_empty()
                    || block.exitswitch != ExitSwitch::None
                    || block.exits.len() != 1
                    || !passed.insert(target)
                {
                    break;
                }
                let onward = graph.links[block.exits[0]].clone();
                if onward.target == target {
                    break;
                }
                // All at once: round a loop an inputarg may be passed as another one.
                let subst: FxHashMap<VarId, FlowValue> = block
                    .inputargs
                    .iter()
                    .copied()
                    .zip(graph.links[l].args.iter().cloned())
                    .collect();
                let link = &mut graph.links[l];
                link.target = onward.target;
                // The place of the link that brings in a constant is the one that messages want, and so is that of a
                // `return`.
                let constant = onward.args.iter().any(|a| a.var().is_none());
                if (constant || onward.target == graph.return_block) && !onward.span.is_none() {
                    link.span = onward.span;
                }
                link.args = onward
                    .args
                    .iter()
                    .map(|a| match a {
                        Operand::Var(v) => subst.get(v).unwrap_or(a).clone(),
                        Operand::Const(_) => a.clone(),
                    })
                    .collect();
            }
        }
    }
    graph.remove_unreachable();
}

/// An inputarg that gets the same value on all links (or itself) is that value; of two inputargs that get the same
/// values on every link one stays. The narrowing of a variable by a test then reaches all its copies.
pub fn remove_identical_vars(graph: &mut HlGraph) {
    let mut renaming = Renaming::default();
    let preds = graph.predecessors();
    let blocks: Vec<BlockId> = graph
        .live_blocks()
        .filter(|&b| b != graph.start && !graph.is_final(b))
        .collect();
    // Most blocks of a fresh graph have one predecessor: all their inputargs go at once.
    for &b in &blocks {
        let [(_, l)] = preds[b][..] else { continue };
        let (inputs, args) = (
            std::mem::take(&mut graph.blocks[b].inputargs),
            std::mem::take(&mut graph.links[l].args),
        );
        for (input, mut a) in inputs.into_iter().zip(args) {
            // Resolved at once, so that chains of renamings stay short.
            renaming.arg(&mut a);
            if a.var().is_some_and(|v| is_link_var(graph, &preds[b], v)) {
                graph.blocks[b].inputargs.push(input);
                graph.links[l].args.push(a);
            } else {
                renaming.insert(input, a);
            }
        }
    }
    let blocks: Vec<BlockId> = blocks.into_iter().filter(|&b| preds[b].len() > 1).collect();
    let mut progress = true;
    while progress {
        progress = false;
        for &b in &blocks {
            progress |= merge_inputargs(graph, b, &preds[b], &mut renaming, single_value);
        }
    }
    renaming.graph(graph);
}

/// Renames each inputarg of a block to what `value` finds in its arguments, or to one before it that gets the same;
/// whether there was any.
pub(super) fn merge_inputargs(
    graph: &mut HlGraph,
    b: BlockId,
    links: &[(BlockId, LinkId)],
    renaming: &mut Renaming,
    value: impl Fn(VarId, &[FlowValue]) -> Option<FlowValue>,
) -> bool {
    let mut seen: FxHashMap<Vec<FlowValue>, VarId> = FxHashMap::default();
    let n = graph.blocks[b].inputargs.len();
    let mut i = 0;
    while i < graph.blocks[b].inputargs.len() {
        let input = graph.blocks[b].inputargs[i];
        let resolved = links
            .iter()
            .map(|&(_, l)| renaming.resolve(&graph.links[l].args[i]));
        let args: Vec<FlowValue> = resolved.collect();
        let replacement = match value(input, &args) {
            // The exception of a link exists on that link only.
            Some(Operand::Var(v)) if is_link_var(graph, links, v) => None,
            found => found,
        }
        .or_else(|| seen.get(&args).map(|v| Operand::Var(*v)));
        match replacement {
            Some(v) => {
                renaming.insert(input, v);
                graph.blocks[b].inputargs.remove(i);
                for &(_, l) in links {
                    graph.links[l].args.remove(i);
                }
            }
            None => {
                seen.insert(args, input);
                i += 1;
            }
        }
    }
    i < n
}

/// The one value among `args` beside `input` itself.
fn single_value(input: VarId, args: &[FlowValue]) -> Option<FlowValue> {
    let mut value = None;
    for a in args {
        if *a == Operand::Var(input) {
            continue;
        }
        match &value {
            None => value = Some(a.clone()),
            Some(v) if v == a => {}
            Some(_) => return None,
        }
    }
    value
}

fn is_link_var(graph: &HlGraph, links: &[(BlockId, LinkId)], v: VarId) -> bool {
    links.iter().any(|&(_, l)| {
        let link = &graph.links[l];
        link.last_exception == Some(v) || link.last_exc_value == Some(v)
    })
}

/// Which variables are read: by an operation that is not `droppable` (block, index), by a switch, as a result or a
/// parameter of the graph, or by what a read variable is computed from. The raising operation of a block is never
/// droppable.
pub fn read_variables(
    graph: &HlGraph,
    preds: &Predecessors,
    droppable: impl Fn(BlockId, usize) -> bool,
) -> IndexVec<VarId, bool> {
    let stays = |b: BlockId, i: usize| !droppable(b, i) || is_raising(graph, b, i);
    dead::needed(graph, preds, stays, |_, _, _| {})
}

/// The variables that are booleans because of how they are computed.
pub fn booleans(graph: &HlGraph) -> FxHashSet<VarId> {
    (graph.live_blocks())
        .flat_map(|b| &graph.blocks[b].ops)
        .filter(|op| op.op.gives_bool())
        .map(|op| op.result)
        .collect()
}

/// The variables that are True or False whatever the types of the program are: a comparison may be a method of a class.
/// Of two such values `&`, `|` and `^` make another one.
fn truths(graph: &HlGraph, preds: &Predecessors) -> FxHashSet<VarId> {
    let joins = |op: &HlOp| matches!(op, HlOp::And | HlOp::Or | HlOp::Xor);
    let gives = |op: &HlOp| {
        let asks = matches!(op, HlOp::Is | HlOp::IsInstance | HlOp::Bool);
        asks || joins(op)
    };
    let blocks: Vec<BlockId> = graph.live_blocks().collect();
    // All that may be, without what is made of others.
    let mut found: FxHashSet<VarId> = FxHashSet::default();
    for &b in &blocks {
        let block = &graph.blocks[b];
        let given = block.ops.iter().filter(|op| gives(&op.op));
        found.extend(given.map(|op| op.result));
        if b != graph.start {
            found.extend(&block.inputargs);
        }
    }
    let is_truth = |found: &FxHashSet<VarId>, a: &FlowValue| match a {
        Operand::Var(v) => found.contains(v),
        Operand::Const(c) => matches!(c.0, Value::Bool(_)),
    };
    loop {
        let mut others: FxHashSet<VarId> = FxHashSet::default();
        for &b in &blocks {
            let block = &graph.blocks[b];
            for op in block.ops.iter().filter(|op| joins(&op.op)) {
                if !op.args.iter().all(|a| is_truth(&found, a)) {
                    others.insert(op.result);
                }
            }
            for (i, &v) in block.inputargs.iter().enumerate() {
                let mut passed = preds[b].iter().map(|&(_, l)| &graph.links[l].args[i]);
                if !passed.all(|a| is_truth(&found, a)) {
                    others.insert(v);
                }
            }
        }
        let before = found.len();
        found.retain(|v| !others.contains(v));
        if found.len() == before {
            return found;
        }
    }
}

/// Whether the handlers of a block see what this operation raises.
pub fn is_raising(graph: &HlGraph, b: BlockId, i: usize) -> bool {
    let block = &graph.blocks[b];
    block.exitswitch == ExitSwitch::LastException && i + 1 == block.ops.len()
}

/// Removes operations without effect whose results nothing reads, and inputargs nothing reads (those of the start block
/// stay).
pub fn remove_dead_vars(graph: &mut HlGraph) {
    let preds = graph.predecessors();
    let booleans = booleans(graph);
    let bitwise = |op: &HlOp| matches!(op, HlOp::And | HlOp::Or | HlOp::Xor);
    let any = graph
        .live_blocks()
        .any(|b| graph.blocks[b].ops.iter().any(|o| bitwise(&o.op)));
    let truths = if any {
        truths(graph, &preds)
    } else {
        FxHashSet::default()
    };
    let droppable = |graph: &HlGraph, b: BlockId, i: usize| {
        let op = &graph.blocks[b].ops[i];
        let truth = op.op == HlOp::Bool && op.args[0].var().is_some_and(|v| booleans.contains(&v))
            || bitwise(&op.op) && truths.contains(&op.result);
        op.op.droppable() && (truth || !op.op.has_effect(&op.args))
    };
    let read = read_variables(graph, &preds, |b, i| droppable(graph, b, i));
    for b in graph.blocks.indices() {
        let mut i = graph.blocks[b].ops.len();
        while i > 0 {
            i -= 1;
            let op = &graph.blocks[b].ops[i];
            let useless = droppable(graph, b, i) || is_removable_call(&op.op, &op.args);
            if useless && !read[op.result] && !is_raising(graph, b, i) {
                graph.blocks[b].ops.remove(i);
            }
        }
    }
    dead::remove_inputargs(graph, &preds, |v| read[v]);
}

/// Calls of builtins without effect.
fn is_removable_call(op: &HlOp, args: &[FlowValue]) -> bool {
    *op == HlOp::SimpleCall
        && args
            .first()
            .and_then(|f| f.as_const())
            .and_then(|c| c.0.qualified_name())
            .is_some_and(|n| n == "__builtin__.hasattr")
}

/// `raise C()` asks whether its operand is a class: not if it is the result of calling a class. The `bool` of a
/// constant is folded too.
pub fn fold_known_instances(graph: &mut HlGraph) {
    let mut instances: FxHashSet<VarId> = FxHashSet::default();
    for b in graph.live_blocks() {
        for op in &graph.blocks[b].ops {
            if op.op == HlOp::SimpleCall
                && let Some(Value::Class(c)) = op.args[0].as_const().map(|c| &c.0)
                && c.builtin != Some(BuiltinType::Type)
            {
                instances.insert(op.result);
            }
        }
    }
    let mut renaming = Renaming::default();
    for b in graph.live_blocks() {
        for op in &graph.blocks[b].ops {
            if op.op == HlOp::IsInstance
                && op.args[0].var().is_some_and(|v| instances.contains(&v))
                && let Some(Value::Class(c)) = op.args[1].as_const().map(|c| &c.0)
                && c.builtin == Some(BuiltinType::Type)
            {
                renaming.insert(op.result, constant(Value::Bool(false)));
            }
        }
    }
    if renaming.is_empty() {
        return;
    }
    renaming.graph(graph);
    let mut tests = Renaming::default();
    for b in graph.live_blocks() {
        for op in &graph.blocks[b].ops {
            if op.op == HlOp::Bool
                && let Some(c @ Value::Bool(_)) = op.args[0].as_const().map(|c| &c.0)
            {
                tests.insert(op.result, constant(c.clone()));
            }
        }
    }
    tests.graph(graph);
}

/// A constant exit switch keeps its one exit.
pub fn fold_exitswitches(graph: &mut HlGraph) {
    let blocks: Vec<BlockId> = graph.live_blocks().collect();
    for b in blocks {
        let ExitSwitch::Value(Operand::Const(c)) = &graph.blocks[b].exitswitch else {
            continue;
        };
        let c = c.clone();
        let exits = graph.blocks[b].exits.clone();
        let taken = exits
            .iter()
            .copied()
            .find(|&l| match &graph.links[l].exitcase {
                ExitCase::Bool(x) => matches!(c.0, python::live::Value::Bool(y) if *x == y),
                ExitCase::Case(x) => *x == c,
                ExitCase::Default => true,
                ExitCase::Always | ExitCase::Exception(_) => false,
            });
        if let Some(l) = taken {
            graph.links[l].exitcase = ExitCase::Always;
            let block = &mut graph.blocks[b];
            block.exitswitch = ExitSwitch::None;
            block.exits.clear();
            block.exits.push(l);
        }
    }
    graph.remove_unreachable();
}
