//! Joining of blocks: a block that leads nowhere but to one which nothing else leads to takes that in.
//!
//! ```text
//! b0(v0): v1 = int_add(v0, 1); goto b1(v1)          b0(v0): v1 = int_add(v0, 1)
//! b1(v2): v3 = int_neg(v2); goto return(v3)   ->            v3 = int_neg(v1); goto return(v3)
//! ```
use crate::index::IndexVec;
use crate::model::{BlockId, Dialect, ExitSwitch, Graph, Operand};

use super::Renaming;

/// Joins the blocks of a graph in SSI form; whether there were any to join.
pub fn join_blocks<D: Dialect>(g: &mut Graph<D>) -> bool {
    join(g, |g, b, renaming| renaming.block(g, b))
}

/// Joins the blocks of a graph in SSA form, where the inputargs of a block that is taken in are used elsewhere, too.
pub fn join_blocks_ssa<D: Dialect>(g: &mut Graph<D>) -> bool {
    let mut all = Renaming::default();
    let any = join(g, |_, _, renaming| all.extend(renaming));
    all.graph(g);
    any
}

/// `rename` is told what becomes of the inputargs of a block before it is taken in.
fn join<D: Dialect>(
    g: &mut Graph<D>,
    mut rename: impl FnMut(&mut Graph<D>, BlockId, Renaming<D>),
) -> bool {
    let mut entries: IndexVec<BlockId, u32> = IndexVec::from_elem(0, g.blocks.len());
    for b in g.live_blocks() {
        for t in g.successors(b) {
            entries[t] += 1;
        }
    }
    let mut any = false;
    for b in g.blocks.indices() {
        while !g.blocks[b].dead
            && g.blocks[b].exitswitch == ExitSwitch::None
            && let [l] = g.blocks[b].exits[..]
        {
            let t = g.links[l].target;
            if t == b || t == g.start || g.is_final(t) || entries[t] != 1 {
                break;
            }
            let args = std::mem::take(&mut g.links[l].args);
            let inputs = std::mem::take(&mut g.blocks[t].inputargs);
            for (&v, a) in inputs.iter().zip(&args) {
                if let Operand::Var(a) = *a {
                    let named = g.vars[v].clone();
                    g.vars[a].take_name(&named);
                }
            }
            rename(g, t, inputs.into_iter().zip(args).collect());
            let taken = &mut g.blocks[t];
            taken.dead = true;
            let ops = std::mem::take(&mut taken.ops);
            let exits = std::mem::take(&mut taken.exits);
            let switch = std::mem::replace(&mut taken.exitswitch, ExitSwitch::None);
            let block = &mut g.blocks[b];
            block.ops.extend(ops);
            block.exits = exits;
            block.exitswitch = switch;
            any = true;
        }
    }
    any
}
