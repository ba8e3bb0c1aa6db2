//! Control flow: decided branches, threaded jumps, joined blocks, trivial inputargs.
use ir::model::{Arg, BlockId, ExitCase, ExitSwitch, LinkId, Operand, Predecessors, VarId};
use ir::rewrite::{dead, join};
use lowlevel::{Const, LL, LLGraph};

use super::super::PassContext;
use super::super::rewrite::Renaming;

/// Simplifies control flow; whether something changed.
pub fn run(cx: &PassContext<'_>, g: &mut LLGraph) -> bool {
    let mut any = false;
    let blocks: Vec<BlockId> = g.live_blocks().collect();
    for &b in &blocks {
        any |= exceptions(cx, g, b);
        any |= branch(g, b);
        known_on_exits(g, b);
    }
    for &b in &blocks {
        let exits = g.blocks[b].exits.clone();
        for l in exits {
            any |= thread(g, b, l);
        }
        any |= branch(g, b);
    }
    any |= g.remove_unreachable() > 0;
    any |= inputargs(g);
    any |= join::join_blocks(g);
    any
}

/// Exits of exception switches that cannot be taken, or that only raise again.
fn exceptions(cx: &PassContext<'_>, g: &mut LLGraph, b: BlockId) -> bool {
    if g.blocks[b].exitswitch != ExitSwitch::LastException {
        return false;
    }
    let raises = g.blocks[b]
        .ops
        .last()
        .is_some_and(|o| cx.effects.op_raises(cx.program, &o.op));
    let mut changed = false;
    // What raises again is what happens without an exit, if no later exit would catch it.
    while let Some(&l) = g.blocks[b].exits.last()
        && g.blocks[b].exits.len() > 1
    {
        let link = &g.links[l];
        let again = link.target == g.except_block
            && link.args[0].var() == link.last_exception
            && link.args[1].var() == link.last_exc_value;
        if raises && !again {
            break;
        }
        g.blocks[b].exits.pop();
        changed = true;
    }
    if g.blocks[b].exits.len() == 1 {
        g.blocks[b].exitswitch = ExitSwitch::None;
        changed = true;
    }
    changed
}

/// Decides a switch on a constant, and drops a switch whose exits all do the same.
fn branch(g: &mut LLGraph, b: BlockId) -> bool {
    let ExitSwitch::Value(v) = &g.blocks[b].exitswitch else {
        return false;
    };
    let exits = &g.blocks[b].exits;
    let chosen = match v {
        Operand::Const(c) => exits
            .iter()
            .copied()
            .find(|&l| taken(&g.links[l].exitcase, *c)),
        Operand::Var(_) => {
            let first = &g.links[exits[0]];
            let all_same = exits
                .iter()
                .all(|&l| g.links[l].target == first.target && g.links[l].args == first.args);
            // Without a default the switch also says that the value is one of the cases.
            all_same.then_some(exits[0])
        }
    };
    let Some(l) = chosen else {
        return false;
    };
    g.links[l].exitcase = ExitCase::Always;
    g.blocks[b].exits.clear();
    g.blocks[b].exits.push(l);
    g.blocks[b].exitswitch = ExitSwitch::None;
    true
}

fn taken(case: &ExitCase<Const>, c: Const) -> bool {
    match case {
        ExitCase::Bool(x) => c.as_bool() == Some(*x),
        ExitCase::Case(k) => k.value == c.value,
        ExitCase::Default | ExitCase::Always => true,
        ExitCase::Exception(_) => false,
    }
}

/// The switch value is known on an exit under a case.
fn known_on_exits(g: &mut LLGraph, b: BlockId) {
    let ExitSwitch::Value(Operand::Var(v)) = g.blocks[b].exitswitch else {
        return;
    };
    for i in 0..g.blocks[b].exits.len() {
        let l = g.blocks[b].exits[i];
        let link = &mut g.links[l];
        let c = match &link.exitcase {
            ExitCase::Bool(x) => Const::bool(*x),
            ExitCase::Case(c) => *c,
            _ => continue,
        };
        for a in link.args.iter_mut() {
            if a.var() == Some(v) {
                *a = Operand::Const(c);
            }
        }
    }
}

/// Follows a link through blocks that do nothing but jump, or whose switch the link decides.
fn thread(g: &mut LLGraph, from: BlockId, l: LinkId) -> bool {
    let mut changed = false;
    // A chain of empty blocks may be a loop.
    for _ in 0..16 {
        let target = g.links[l].target;
        let block = &g.blocks[target];
        if target == from || g.is_final(target) || !block.ops.is_empty() {
            break;
        }
        let bind = |a: &Arg<LL>| -> Arg<LL> {
            match a {
                Operand::Var(v) => match block.inputargs.iter().position(|p| p == v) {
                    Some(i) => g.links[l].args[i].clone(),
                    None => a.clone(),
                },
                Operand::Const(_) => a.clone(),
            }
        };
        let next = match &block.exitswitch {
            ExitSwitch::None => block.exits.first().copied(),
            ExitSwitch::Value(v) => match bind(v) {
                Operand::Const(c) => block
                    .exits
                    .iter()
                    .copied()
                    .find(|&e| taken(&g.links[e].exitcase, c)),
                Operand::Var(_) => None,
            },
            ExitSwitch::LastException => None,
        };
        let Some(next) = next else { break };
        if g.links[next].target == target {
            break;
        }
        let args = g.links[next].args.iter().map(bind).collect();
        let new_target = g.links[next].target;
        if new_target == g.except_block {
            // Where the exception is raised is what tracebacks show.
            g.links[l].span = g.links[next].span;
        }
        g.links[l].args = args;
        g.links[l].target = new_target;
        changed = true;
    }
    changed
}

/// Inputargs that are the same constant on every link, or the same as another inputarg of the block.
fn inputargs(g: &mut LLGraph) -> bool {
    let preds = g.predecessors();
    let mut any = false;
    let blocks: Vec<BlockId> = g.live_blocks().collect();
    for b in blocks {
        if b == g.start || g.is_final(b) || preds[b].is_empty() {
            continue;
        }
        let mut renaming = Renaming::default();
        let inputs = &g.blocks[b].inputargs;
        for (i, &q) in inputs.iter().enumerate() {
            let same = |j: usize, gone: &Renaming| {
                !gone.contains(inputs[j]) && same_args(g, &preds, b, j, i)
            };
            if let Some(c) = same_constant(g, &preds[b], i, q) {
                renaming.insert(q, Operand::Const(c));
            } else if let Some(j) = (0..i).find(|&j| same(j, &renaming)) {
                renaming.insert(q, Operand::Var(inputs[j]));
            }
        }
        if renaming.is_empty() {
            continue;
        }
        any = true;
        renaming.block(g, b);
        dead::remove_inputargs_of(g, b, &preds, |v| !renaming.contains(v));
    }
    any
}

fn same_constant(g: &LLGraph, preds: &[(BlockId, LinkId)], i: usize, q: VarId) -> Option<Const> {
    let mut found: Option<Const> = None;
    for &(_, l) in preds {
        match &g.links[l].args[i] {
            Operand::Const(c) if found.is_none_or(|f| f == *c) => found = Some(*c),
            // The block passes it to itself unchanged.
            Operand::Var(v) if *v == q => {}
            _ => return None,
        }
    }
    found
}

fn same_args(g: &LLGraph, preds: &Predecessors, b: BlockId, j: usize, i: usize) -> bool {
    let (p, q) = (g.blocks[b].inputargs[j], g.blocks[b].inputargs[i]);
    preds[b].iter().all(|&(from, l)| {
        let (x, y) = (&g.links[l].args[j], &g.links[l].args[i]);
        x == y || from == b && x.var() == Some(p) && y.var() == Some(q)
    })
}
