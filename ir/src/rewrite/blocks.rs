//! Blocks are split, copied, and put on edges.
use rustc_hash::FxHashSet;

use crate::index::IndexVec;
use crate::model::{
    Arg, BlockId, Dialect, ExitSwitch, Graph, Link, LinkId, Operand, Operation, VarId,
};
use crate::source::Span;

use super::Renaming;

/// How often each variable is used (arguments, switches, links).
pub fn use_counts<D: Dialect>(g: &Graph<D>) -> IndexVec<VarId, u32> {
    let mut n = IndexVec::from_elem(0, g.vars.len());
    for b in g.live_blocks() {
        g.reads(b, |a| {
            if let Operand::Var(v) = a {
                n[*v] += 1;
            }
        });
    }
    n
}

/// Moves the operations of block `b` from `at` on, with the exits, to a new block, which is returned; `b` is left
/// without exits. The new block uses variables of `b`: [`bind_inputs`] makes inputargs of them.
pub fn cut_block<D: Dialect>(g: &mut Graph<D>, b: BlockId, at: usize) -> BlockId {
    let span = g.blocks[b].span;
    let new = g.new_block(Vec::new(), span);
    let old = &mut g.blocks[b];
    let ops = old.ops.split_off(at);
    let exits = std::mem::take(&mut old.exits);
    let switch = std::mem::replace(&mut old.exitswitch, ExitSwitch::None);
    let block = &mut g.blocks[new];
    block.ops = ops;
    block.exits = exits;
    block.exitswitch = switch;
    new
}

/// Gives a block, as its only inputargs, copies of `vars` which it uses instead.
pub fn bind_inputs<D: Dialect>(g: &mut Graph<D>, b: BlockId, vars: &[VarId]) {
    let mut renaming = Renaming::default();
    let mut inputs = Vec::with_capacity(vars.len());
    for &v in vars {
        let c = g.copy_var(v);
        renaming.insert(v, Operand::Var(c));
        inputs.push(c);
    }
    renaming.block(g, b);
    g.blocks[b].inputargs = inputs;
}

/// Splits block `b` before operation `at`: the operations from there on and the exits move to a new block, which gets
/// as inputargs (copies of) all variables of `b` it uses. Returns the new block; `b` is left without exits, and the
/// second result is what a link to the new block has to pass.
pub fn split_block<D: Dialect>(g: &mut Graph<D>, b: BlockId, at: usize) -> (BlockId, Vec<VarId>) {
    let new = cut_block(g, b, at);
    let needed = free_variables(g, new);
    bind_inputs(g, new, &needed);
    (new, needed)
}

/// Variables a block uses without defining them, in order of first use.
pub fn free_variables<D: Dialect>(g: &Graph<D>, b: BlockId) -> Vec<VarId> {
    free_behind(g, b, 0, &g.blocks[b].inputargs)
}

/// Variables that what stands in a block from operation `at` on uses without defining them, in order of first use.
pub fn live_at<D: Dialect>(g: &Graph<D>, b: BlockId, at: usize) -> Vec<VarId> {
    free_behind(g, b, at, &[])
}

fn free_behind<D: Dialect>(g: &Graph<D>, b: BlockId, at: usize, inputs: &[VarId]) -> Vec<VarId> {
    let block = &g.blocks[b];
    // What is defined here counts as seen.
    let mut seen: FxHashSet<VarId> = inputs.iter().copied().collect();
    let mut free = Vec::new();
    let mut read = |a: &Arg<D>, seen: &mut FxHashSet<VarId>| {
        if let Operand::Var(v) = a
            && seen.insert(*v)
        {
            free.push(*v);
        }
    };
    for op in &block.ops[at..] {
        op.args.iter().for_each(|a| read(a, &mut seen));
        seen.insert(op.result);
    }
    if let ExitSwitch::Value(v) = &block.exitswitch {
        read(v, &mut seen);
    }
    for &l in &block.exits {
        let link = &g.links[l];
        seen.extend(link.caught());
        link.args.iter().for_each(|a| read(a, &mut seen));
    }
    free
}

/// An operation with a fresh result.
pub fn make_op<D: Dialect>(
    g: &mut Graph<D>,
    op: D::Op,
    args: impl IntoIterator<Item = Arg<D>>,
    ty: D::Type,
    span: Span,
) -> Operation<D> {
    Operation {
        op,
        args: args.into_iter().collect(),
        result: g.new_var(ty),
        span,
    }
}

/// A copy of a block with links to the same targets.
pub fn copy_block<D: Dialect>(g: &mut Graph<D>, b: BlockId) -> BlockId {
    let mut renaming = Renaming::default();
    let mut renamed = |g: &mut Graph<D>, v: VarId| {
        let c = g.copy_var(v);
        renaming.insert(v, Operand::Var(c));
        c
    };
    let old = g.blocks[b].clone();
    let inputs = old.inputargs.iter().map(|&v| renamed(g, v)).collect();
    let new = g.new_block(inputs, old.span);
    for mut op in old.ops {
        op.result = renamed(g, op.result);
        g.blocks[new].ops.push(op);
    }
    g.blocks[new].exitswitch = old.exitswitch;
    for l in old.exits {
        let mut link = g.links[l].clone();
        link.last_exception = link.last_exception.map(|v| renamed(g, v));
        link.last_exc_value = link.last_exc_value.map(|v| renamed(g, v));
        g.add_exit(new, link);
    }
    renaming.block(g, new);
    new
}

/// Makes the graph begin with a block that nothing jumps to; whether it did not.
pub fn own_start<D: Dialect>(g: &mut Graph<D>, span: Span) -> bool {
    let old = g.start;
    if g.predecessors()[old].is_empty() {
        return false;
    }
    let params = g.args().to_vec();
    let params: Vec<VarId> = params.into_iter().map(|v| g.copy_var(v)).collect();
    g.start = g.new_block(params.clone(), span);
    g.goto(g.start, old, params.into_iter().map(Operand::Var), span);
    true
}

/// Redirects a link through a new, empty block, so that operations can be put on the edge. The new block takes what
/// the link passed and passes it on. Returns the new block.
pub fn insert_on_edge<D: Dialect>(g: &mut Graph<D>, l: LinkId) -> BlockId {
    let (target, span) = (g.links[l].target, g.links[l].span);
    let inputs: Vec<VarId> = g.blocks[target].inputargs.clone();
    let inputs: Vec<VarId> = inputs.into_iter().map(|v| g.copy_var(v)).collect();
    let b = g.new_block(inputs.clone(), span);
    g.links[l].target = b;
    g.add_exit(
        b,
        Link::always(target, inputs.into_iter().map(Operand::Var), span),
    );
    b
}
