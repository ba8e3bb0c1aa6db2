//! `ovfcheck(a + b)`: the call is recorded after the operation it speaks about; here the two become one checking
//! operation.
//!
//! ```text
//! v2 = add(v0, v1)                       v3 = add_ovf(v0, v1)
//! v3 = simple_call(<ovfcheck>, v2)   ->
//! ```
//! The exception exits of the call stay as far as the operation can raise them; those of the plain operation (division)
//! go, as the same handler is around both.
use ir::diag::Diagnostic;
use ir::model::{BlockId, ExitCase, ExitSwitch, Operand, VarId};
use rustc_hash::FxHashMap;

use super::super::special::is_ovfcheck;
use super::super::{HlGraph, HlOp};

/// Rewrites all calls of `ovfcheck`.
pub fn transform_ovfcheck(graph: &mut HlGraph) -> Result<(), Vec<Diagnostic>> {
    let mut calls = Vec::new();
    let mut definitions: FxHashMap<VarId, (BlockId, VarId)> = FxHashMap::default();
    let mut uses: FxHashMap<VarId, u32> = FxHashMap::default();
    for b in graph.live_blocks() {
        let block = &graph.blocks[b];
        for op in &block.ops {
            definitions.insert(op.result, (b, op.result));
            if is_call(&op.op, &op.args) {
                calls.push((b, op.result));
            }
            for v in op.args.iter().filter_map(|a| a.var()) {
                *uses.entry(v).or_default() += 1;
            }
        }
        if let ExitSwitch::Value(Operand::Var(v)) = &block.exitswitch {
            *uses.entry(*v).or_default() += 1;
        }
        for &l in &block.exits {
            for v in graph.links[l].args.iter().filter_map(|a| a.var()) {
                *uses.entry(v).or_default() += 1;
            }
        }
    }
    let mut errors = Vec::new();
    for (b, result) in calls {
        let Some(at) = position(graph, b, result) else {
            continue;
        };
        let call = &graph.blocks[b].ops[at];
        let span = call.span;
        let argument = call.args[1]
            .var()
            .and_then(|v| definitions.get(&v))
            .copied();
        let found = argument.and_then(|(from, v)| {
            let i = position(graph, from, v)?;
            let op = &graph.blocks[from].ops[i];
            let plain = op.op.without_inplace().unwrap_or_else(|| op.op.clone());
            Some((from, i, v, plain.ovf_variant()?))
        });
        let Some((from, i, v, checked)) = found else {
            errors.push(
                Diagnostic::error(
                    "E0312",
                    span,
                    "ovfcheck() of something that cannot overflow",
                )
                .label("its argument must be an arithmetic operation, written in the call")
                .help("write ovfcheck(a + b), with one of + - * // % << or unary minus"),
            );
            continue;
        };
        let args = graph.blocks[from].ops[i].args.clone();
        if uses.get(&v) == Some(&1) {
            // The plain operation goes, and with it the exits that handle its exceptions.
            let block = &mut graph.blocks[from];
            if block.exitswitch == ExitSwitch::LastException && i + 1 == block.ops.len() {
                block.exitswitch = ExitSwitch::None;
                block.exits.truncate(1);
            }
            block.ops.remove(i);
        }
        let at = position(graph, b, result).expect("the call is still there");
        let op = &mut graph.blocks[b].ops[at];
        let raises = checked.exceptions();
        op.op = checked;
        op.args = args;
        if graph.blocks[b].exitswitch == ExitSwitch::LastException
            && at + 1 == graph.blocks[b].ops.len()
        {
            keep_handlers_of(graph, b, raises);
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    graph.remove_unreachable();
    Ok(())
}

/// Leaves the exits of a block that handle these exceptions.
fn keep_handlers_of(graph: &mut HlGraph, b: BlockId, raises: &[&str]) {
    let links = &graph.links;
    graph.blocks[b].exits.retain(|l| match &links[*l].exitcase {
        ExitCase::Exception(c) => {
            c.0.as_class()
                .is_some_and(|c| raises.contains(&c.name.get().as_str()))
        }
        _ => true,
    });
    if graph.blocks[b].exits.len() == 1 {
        graph.blocks[b].exitswitch = ExitSwitch::None;
    }
}

fn position(graph: &HlGraph, b: BlockId, result: VarId) -> Option<usize> {
    graph.blocks[b]
        .ops
        .iter()
        .position(|op| op.result == result)
}

fn is_call(op: &HlOp, args: &[super::super::value::FlowValue]) -> bool {
    *op == HlOp::SimpleCall && args.len() == 2 && is_ovfcheck(&args[0])
}
