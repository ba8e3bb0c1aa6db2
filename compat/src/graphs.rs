//! Flow graphs as plain Python tuples; the objects tests see are made of them in `lib/rpython/flowspace/model.py`.
//!
//! ```text
//! graph   (name, function, start, return, except, [block])
//! block   (id, [variable], [(operation, [operand], variable)], switch, [link])
//!         switch: None, operand, or "last_exception"
//! link    (case, target, [operand], last_exception, last_exc_value)
//! operand (True, variable) or (False, object)
//! ```
use flowspace::Const;
use flowspace::{FlowGraph, HlGraph};
use ir::model::{ExitCase, ExitSwitch, Operand, VarId};
use python::live::Value;

fn var(v: VarId) -> Value {
    Value::Int(i64::from(v.0))
}

fn operand(a: &Operand<Const>) -> Value {
    Value::tuple(match a {
        Operand::Var(v) => vec![Value::Bool(true), var(*v)],
        Operand::Const(c) => vec![Value::Bool(false), c.0.clone()],
    })
}

fn operands<'a>(args: impl IntoIterator<Item = &'a Operand<Const>>) -> Value {
    Value::list(args.into_iter().map(operand).collect())
}

fn block_id(b: ir::model::BlockId) -> Value {
    Value::Int(i64::from(b.0))
}

/// The description of a graph.
pub(crate) fn describe(flow: &FlowGraph) -> Value {
    let g: &HlGraph = &flow.graph;
    let mut blocks = Vec::new();
    let mut all: Vec<_> = g.live_blocks().collect();
    for end in [g.return_block, g.except_block] {
        if !all.contains(&end) {
            all.push(end);
        }
    }
    for b in all {
        let block = &g.blocks[b];
        let ops = block
            .ops
            .iter()
            .map(|op| {
                Value::tuple(vec![
                    Value::str(op.op.name()),
                    operands(op_arguments(op).iter()),
                    var(op.result),
                    Value::Int(line(op.span)),
                ])
            })
            .collect();
        let switch = match &block.exitswitch {
            ExitSwitch::None => Value::None,
            ExitSwitch::Value(v) => operand(v),
            ExitSwitch::LastException => Value::str("last_exception"),
        };
        let exits = block
            .exits
            .iter()
            .map(|&l| {
                let link = &g.links[l];
                let case = match &link.exitcase {
                    ExitCase::Always => Value::None,
                    ExitCase::Bool(b) => Value::Bool(*b),
                    ExitCase::Case(c) | ExitCase::Exception(c) => c.0.clone(),
                    ExitCase::Default => Value::str("default"),
                };
                Value::tuple(vec![
                    case,
                    block_id(link.target),
                    operands(link.args.iter()),
                    link.last_exception.map_or(Value::None, var),
                    link.last_exc_value.map_or(Value::None, var),
                ])
            })
            .collect();
        blocks.push(Value::tuple(vec![
            block_id(b),
            Value::list(block.inputargs.iter().map(|&v| var(v)).collect()),
            Value::list(ops),
            switch,
            Value::list(exits),
        ]));
    }
    let names = g
        .vars
        .indices()
        .map(|v| match g.vars[v].name {
            Some(n) => Value::str(n.as_str()),
            None => Value::None,
        })
        .collect();
    Value::tuple(vec![
        Value::str(&g.name),
        Value::Function(flow.func.clone()),
        block_id(g.start),
        block_id(g.return_block),
        block_id(g.except_block),
        Value::list(blocks),
        Value::list(names),
    ])
}

fn line(span: ir::source::Span) -> i64 {
    if span.is_none() {
        return -1;
    }
    i64::from(span.line())
}

/// The arguments as tests know them: the shape of a call with keywords comes second.
/// What a graph refuses if its program gets there, as tests of the flow space expect it of the function.
pub(crate) fn refusals(flow: &FlowGraph) -> Vec<ir::diag::Diagnostic> {
    let g: &HlGraph = &flow.graph;
    let args = g.live_blocks().flat_map(|b| &g.blocks[b].ops);
    let refusal = |a: &Operand<Const>| match a {
        Operand::Const(Const(Value::Native(n))) => {
            let refusal = n.as_any().downcast_ref::<flowspace::value::Refusal>();
            refusal.map(|r| r.0.clone())
        }
        _ => None,
    };
    (args.flat_map(|op| op.args.iter()).filter_map(refusal)).collect()
}

fn op_arguments(op: &ir::model::Operation<flowspace::Hl>) -> Vec<Operand<Const>> {
    let mut args: Vec<Operand<Const>> = op.args.to_vec();
    if let flowspace::HlOp::CallArgs(shape) = &op.op {
        let keys = shape
            .keywords
            .iter()
            .map(|k| Value::str(k.as_str()))
            .collect();
        let shape = Value::tuple(vec![
            Value::Int(i64::from(shape.positional)),
            Value::tuple(keys),
            Value::Bool(shape.star),
        ]);
        args.insert(1, Operand::Const(Const(shape)));
    }
    args
}
