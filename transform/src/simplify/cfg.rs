//! Control flow: decided branches, threaded jumps, joined blocks, trivial inputargs.
use ir::index::IndexVec;
use ir::model::{Arg, BlockId, ExitCase, ExitSwitch, LinkId, Operand, VarId};
use lowlevel::{Const, LL, LLGraph};

use super::super::Context;
use super::super::rewrite::Renaming;

/// Simplifies control flow; whether something changed.
pub fn run(cx: &Context<'_>, g: &mut LLGraph) -> bool {
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
    any |= join(g);
    any
}

/// Exits of exception switches that cannot be taken, or that only raise again.
fn exceptions(cx: &Context<'_>, g: &mut LLGraph, b: BlockId) -> bool {
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
        let n = g.blocks[b].inputargs.len();
        let mut keep = vec![true; n];
        for i in 0..n {
            let q = g.blocks[b].inputargs[i];
            if let Some(c) = same_constant(g, &preds[b], i, q) {
                renaming.insert(q, Operand::Const(c));
                keep[i] = false;
            } else if let Some(j) = (0..i).find(|&j| keep[j] && same_args(g, &preds, b, j, i)) {
                renaming.insert(q, Operand::Var(g.blocks[b].inputargs[j]));
                keep[i] = false;
            }
        }
        if renaming.is_empty() {
            continue;
        }
        any = true;
        renaming.block(g, b);
        remove_inputargs(g, b, &keep, &preds);
    }
    any
}

/// Removes the inputargs of `b` that are not to be kept, and what links pass to them.
pub fn remove_inputargs(
    g: &mut LLGraph,
    b: BlockId,
    keep: &[bool],
    preds: &IndexVec<BlockId, Vec<(BlockId, LinkId)>>,
) {
    let mut it = keep.iter();
    g.blocks[b]
        .inputargs
        .retain(|_| *it.next().expect("one per inputarg"));
    for &(_, l) in &preds[b] {
        let mut it = keep.iter();
        g.links[l]
            .args
            .retain(|_| *it.next().expect("one per argument"));
    }
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

fn same_args(
    g: &LLGraph,
    preds: &IndexVec<BlockId, Vec<(BlockId, LinkId)>>,
    b: BlockId,
    j: usize,
    i: usize,
) -> bool {
    let (p, q) = (g.blocks[b].inputargs[j], g.blocks[b].inputargs[i]);
    preds[b].iter().all(|&(from, l)| {
        let (x, y) = (&g.links[l].args[j], &g.links[l].args[i]);
        x == y || from == b && x.var() == Some(p) && y.var() == Some(q)
    })
}

/// Appends a block to its only predecessor.
fn join(g: &mut LLGraph) -> bool {
    let mut counts: IndexVec<BlockId, u32> = IndexVec::from_elem(0, g.blocks.len());
    for b in g.live_blocks() {
        for t in g.successors(b) {
            counts[t] += 1;
        }
    }
    let mut any = false;
    let blocks: Vec<BlockId> = g.live_blocks().collect();
    for b in blocks {
        while !g.blocks[b].dead
            && g.blocks[b].exitswitch == ExitSwitch::None
            && g.blocks[b].exits.len() == 1
        {
            let l = g.blocks[b].exits[0];
            let t = g.links[l].target;
            if t == b || t == g.start || g.is_final(t) || counts[t] != 1 {
                break;
            }
            let mut renaming = Renaming::default();
            let args = std::mem::take(&mut g.links[l].args);
            for (&q, a) in g.blocks[t].inputargs.iter().zip(args) {
                renaming.insert(q, a);
            }
            renaming.block(g, t);
            let ops = std::mem::take(&mut g.blocks[t].ops);
            let exits = std::mem::take(&mut g.blocks[t].exits);
            let switch = std::mem::replace(&mut g.blocks[t].exitswitch, ExitSwitch::None);
            g.blocks[t].inputargs.clear();
            g.blocks[t].dead = true;
            g.blocks[b].ops.extend(ops);
            g.blocks[b].exits = exits;
            g.blocks[b].exitswitch = switch;
            any = true;
        }
    }
    any
}
