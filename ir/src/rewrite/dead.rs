//! Removal of what is dead: unreachable blocks, inputargs and operations that nothing needs; dense numbers.
//!
//! What a variable is needed for goes backward from what must happen ([`needed`]), so cycles of variables that need
//! only each other are dead, too.
use crate::dataflow::{Def, closure, definitions};
use crate::index::IndexVec;
use crate::model::{
    Block, BlockId, Dialect, ExitSwitch, Graph, Link, Operand, Predecessors, VarData, VarId, order,
};
use crate::source::Span;

/// Which variables are needed: read by an operation that stays, by a switch or by what such a variable is computed
/// from, or a result or parameter of the graph.
///
/// `stays` says whether an operation (block, index) is there for more than its result, and whether its arguments are
/// needed therefore. `reads` adds what an operation reads beside its arguments.
pub fn needed<D: Dialect>(
    g: &Graph<D>,
    preds: &Predecessors,
    stays: impl Fn(BlockId, usize) -> bool,
    reads: impl Fn(BlockId, usize, &mut Vec<VarId>),
) -> IndexVec<VarId, bool> {
    let mut seeds: Vec<VarId> = Vec::new();
    for b in g.live_blocks() {
        let block = &g.blocks[b];
        for (i, op) in block.ops.iter().enumerate() {
            if stays(b, i) {
                seeds.extend(op.args.iter().filter_map(Operand::var));
            }
        }
        if let ExitSwitch::Value(Operand::Var(v)) = block.exitswitch {
            seeds.push(v);
        }
        if g.is_final(b) || b == g.start {
            seeds.extend(&block.inputargs);
        }
    }
    let defs = definitions(g, g.live_blocks());
    closure(g.vars.len(), seeds, |v, out| match defs[v] {
        Def::None => {}
        Def::Input(b, i) => {
            out.extend(
                preds[b]
                    .iter()
                    .filter_map(|&(_, l)| g.links[l].args[i].var()),
            );
        }
        Def::Op(b, i) => {
            out.extend(g.blocks[b].ops[i].args.iter().filter_map(Operand::var));
            reads(b, i, out);
        }
    })
}

/// Removes the inputargs of all blocks but the first and the final ones that are not to be kept; whether there were
/// any.
pub fn remove_inputargs<D: Dialect>(
    g: &mut Graph<D>,
    preds: &Predecessors,
    keep: impl Fn(VarId) -> bool,
) -> bool {
    let mut any = false;
    for b in g.blocks.indices() {
        if b != g.start && !g.is_final(b) {
            any |= remove_inputargs_of(g, b, preds, &keep);
        }
    }
    any
}

/// Removes the inputargs of one block that are not to be kept, and what links pass to them; whether there were any.
pub fn remove_inputargs_of<D: Dialect>(
    g: &mut Graph<D>,
    b: BlockId,
    preds: &Predecessors,
    keep: impl Fn(VarId) -> bool,
) -> bool {
    let inputs = &g.blocks[b].inputargs;
    if inputs.iter().all(|&v| keep(v)) {
        return false;
    }
    let keep: Vec<bool> = inputs.iter().map(|&v| keep(v)).collect();
    let mut stay = keep.iter();
    (g.blocks[b].inputargs).retain(|_| *stay.next().expect("one per inputarg"));
    for &(_, l) in &preds[b] {
        let mut stay = keep.iter();
        (g.links[l].args).retain(|_| *stay.next().expect("one per inputarg"));
    }
    true
}

impl<D: Dialect> Graph<D> {
    /// Marks blocks that `start` does not reach as dead (final blocks excepted); returns how many.
    pub fn remove_unreachable(&mut self) -> usize {
        let roots = [self.start, self.return_block, self.except_block];
        let seen = closure(self.blocks.len(), roots, |b, out| {
            out.extend(self.successors(b));
        });
        let mut n = 0;
        for (b, block) in self.blocks.iter_enumerated_mut() {
            if !seen[b] && !block.dead {
                block.dead = true;
                block.ops.clear();
                block.exits.clear();
                block.inputargs.clear();
                block.exitswitch = ExitSwitch::None;
                n += 1;
            }
        }
        n
    }
    /// Renumbers blocks (reverse post-order), links and variables densely, dropping what is dead or unused.
    pub fn compact(&mut self) {
        self.remove_unreachable();
        let mut order: Vec<BlockId> = order::reverse_postorder(self);
        for f in [self.return_block, self.except_block] {
            if !order.contains(&f) {
                order.push(f);
            }
        }
        let mut block_map =
            IndexVec::<BlockId, BlockId>::from_elem(BlockId(u32::MAX), self.blocks.len());
        for (i, &b) in order.iter().enumerate() {
            block_map[b] = BlockId(i as u32);
        }
        let mut var_map = IndexVec::<VarId, VarId>::from_elem(VarId(u32::MAX), self.vars.len());
        let mut vars = IndexVec::new();
        let mut links = IndexVec::new();
        let mut blocks = IndexVec::new();
        let mut map = |v: VarId, old: &IndexVec<VarId, VarData<D::Type>>| {
            if var_map[v].0 == u32::MAX {
                var_map[v] = vars.push(old[v].clone());
            }
            var_map[v]
        };
        for &b in &order {
            let old = &mut self.blocks[b];
            let mut block = Block {
                inputargs: std::mem::take(&mut old.inputargs),
                ops: std::mem::take(&mut old.ops),
                exitswitch: std::mem::replace(&mut old.exitswitch, ExitSwitch::None),
                exits: std::mem::take(&mut old.exits),
                span: old.span,
                dead: old.dead,
            };
            for v in &mut block.inputargs {
                *v = map(*v, &self.vars);
            }
            for op in &mut block.ops {
                for a in &mut op.args {
                    if let Operand::Var(v) = a {
                        *v = map(*v, &self.vars);
                    }
                }
                op.result = map(op.result, &self.vars);
            }
            if let ExitSwitch::Value(Operand::Var(v)) = &mut block.exitswitch {
                *v = map(*v, &self.vars);
            }
            for l in &mut block.exits {
                let nothing = Link::always(BlockId(0), [], Span::NONE);
                let mut link = std::mem::replace(&mut self.links[*l], nothing);
                link.target = block_map[link.target];
                for v in [&mut link.last_exception, &mut link.last_exc_value]
                    .into_iter()
                    .flatten()
                {
                    *v = map(*v, &self.vars);
                }
                for a in &mut link.args {
                    if let Operand::Var(v) = a {
                        *v = map(*v, &self.vars);
                    }
                }
                *l = links.push(link);
            }
            blocks.push(block);
        }
        self.start = block_map[self.start];
        self.return_block = block_map[self.return_block];
        self.except_block = block_map[self.except_block];
        self.vars = vars;
        self.links = links;
        self.blocks = blocks;
    }
}
