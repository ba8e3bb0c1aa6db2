//! Chains of comparisons of one value with constants become a switch.
//!
//! ```text
//! b0(v0: Char):                                       b0(v0: Char):
//!     v1 = char_eq(v0, '+')                               switch v0 { '+' => b2(), '-' => b3(), default => b4(v0) }
//!     if v1 then b2() else b1(v0)
//! b1(v2):
//!     v3 = char_eq(v2, '-')
//!     if v3 then b3() else b4(v2)
//! ```
//! A link of the chain is a block with one predecessor that does nothing but the comparison (other pure operations are
//! allowed in the first block only). Chains of two stay as they are: the back end compares as well as we do. Switches
//! whose default is another switch on the same value are merged.
use ir::model::{Arg, Args, BlockId, ExitCase, ExitSwitch, Link, Operand, VarId};
use lowlevel::{Const, LL, LLGraph, LLOp, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use super::PassContext;

/// Fewer cases than this stay a chain.
const MINIMUM: usize = 3;

/// One comparison: the value, the constant, and the exits if equal and if not.
struct Test {
    value: VarId,
    cases: Vec<(Const, ir::model::LinkId)>,
    other: ir::model::LinkId,
}

/// Makes switches; whether there are any.
pub fn run(_: &PassContext<'_>, g: &mut LLGraph) -> bool {
    let mut any = false;
    let blocks = ir::model::order::reverse_postorder(g);
    for b in blocks {
        if !g.blocks[b].dead {
            any |= chain(g, b);
        }
    }
    if any {
        g.compact();
    }
    any
}

/// The comparison a block ends in.
fn test(g: &LLGraph, b: BlockId) -> Option<Test> {
    let block = &g.blocks[b];
    let ExitSwitch::Value(Operand::Var(cond)) = block.exitswitch else {
        return None;
    };
    if block
        .exits
        .iter()
        .any(|&l| matches!(g.links[l].exitcase, ExitCase::Case(_)))
    {
        // Already a switch with a default.
        let (&last, cases) = block.exits.split_last()?;
        if g.links[last].exitcase != ExitCase::Default {
            return None;
        }
        let cases = cases.iter().map(|&l| match g.links[l].exitcase {
            ExitCase::Case(c) => Some((c, l)),
            _ => None,
        });
        return Some(Test {
            value: cond,
            cases: cases.collect::<Option<_>>()?,
            other: last,
        });
    }
    let op = block.ops.iter().rev().find(|o| o.result == cond)?;
    let equal = match op.op {
        LLOp::IntEq | LLOp::CharEq | LLOp::UnicharEq | LLOp::UintEq => true,
        LLOp::IntNe | LLOp::CharNe | LLOp::UnicharNe | LLOp::UintNe => false,
        _ => return None,
    };
    let (value, constant) = match (&op.args[0], &op.args[1]) {
        (Operand::Var(v), Operand::Const(c)) | (Operand::Const(c), Operand::Var(v)) => (*v, *c),
        _ => return None,
    };
    if !matches!(constant.value, Value::Int(_)) {
        return None;
    }
    let exit = |case: bool| {
        block
            .exits
            .iter()
            .copied()
            .find(|&l| g.links[l].exitcase == ExitCase::Bool(case))
    };
    Some(Test {
        value,
        cases: vec![(constant, exit(equal)?)],
        other: exit(!equal)?,
    })
}

fn chain(g: &mut LLGraph, first: BlockId) -> bool {
    let Some(head) = test(g, first) else {
        return false;
    };
    let value = head.value;
    // Cases found so far: constant, target and arguments in terms of the first block.
    let mut seen: FxHashSet<i64> = FxHashSet::default();
    let mut cases: Vec<(Const, BlockId, Args<LL>)> = Vec::new();
    let mut add = |g: &LLGraph, t: &Test, names: &dyn Fn(&Arg<LL>) -> Arg<LL>| {
        for (c, l) in &t.cases {
            if let Some(i) = c.as_int()
                && seen.insert(i)
            {
                let link = &g.links[*l];
                cases.push((*c, link.target, link.args.iter().map(names).collect()));
            }
        }
    };
    add(g, &head, &|a| a.clone());
    let mut other = head.other;
    let mut other_args: Args<LL> = g.links[other].args.clone();
    let mut merged = 0;
    let mut visited: FxHashSet<BlockId> = [first].into_iter().collect();
    loop {
        let next = g.links[other].target;
        if g.is_final(next) || next == g.start || !visited.insert(next) {
            break;
        }
        let Some(t) = test(g, next) else { break };
        // Only the comparison, whose result must not be needed behind it.
        let names: FxHashMap<VarId, Arg<LL>> = g.blocks[next]
            .inputargs
            .iter()
            .copied()
            .zip(other_args.iter().cloned())
            .collect();
        let block = &g.blocks[next];
        let only_test = block.ops.iter().all(|o| {
            let decides =
                matches!(&block.exitswitch, ExitSwitch::Value(v) if v.var() == Some(o.result));
            decides
                && block
                    .exits
                    .iter()
                    .all(|&l| g.links[l].args.iter().all(|a| a.var() != Some(o.result)))
        });
        if !only_test || names.get(&t.value) != Some(&Operand::Var(value)) {
            break;
        }
        let rename = |a: &Arg<LL>| match a {
            Operand::Var(v) => names.get(v).cloned().unwrap_or_else(|| a.clone()),
            c => c.clone(),
        };
        add(g, &t, &rename);
        other = t.other;
        other_args = g.links[other].args.iter().map(rename).collect();
        merged += 1;
    }
    if merged == 0 || cases.len() < MINIMUM {
        return false;
    }
    // Arguments that are the truth value of the first comparison are known on the new exits; simplification made them
    // constants.
    let cond = match g.blocks[first].exitswitch {
        ExitSwitch::Value(Operand::Var(v)) if v != value => Some(v),
        _ => None,
    };
    let uses_cond = |args: &Args<LL>| args.iter().any(|a| cond.is_some() && a.var() == cond);
    if uses_cond(&other_args) || cases.iter().any(|(_, _, args)| uses_cond(args)) {
        return false;
    }
    let span = g.blocks[first].span;
    let default_target = g.links[other].target;
    g.blocks[first].exits.clear();
    g.blocks[first].exitswitch = ExitSwitch::Value(Operand::Var(value));
    for (c, target, args) in cases {
        g.add_exit(first, Link::when(ExitCase::Case(c), target, args, span));
    }
    g.add_exit(
        first,
        Link::when(ExitCase::Default, default_target, other_args, span),
    );
    true
}
