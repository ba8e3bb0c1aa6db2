//! Operations whose result nothing reads, and which do nothing else for the types of their arguments.
//!
//! Whether an operation has effects depends on types: `x + 1` calls a method where `x` is an instance, and raises
//! TypeError where it is None. So such operations are dropped here, after annotation, and not while the flow graph is
//! made.
//!
//! ```text
//! v2 = add(v0: Int, v1: Int)          nothing reads v2: dropped
//! v3 = add(v0: Instance(Vector), 1)   stays: Vector.__add__ is called
//! v4 = len(v1: List)                  stays: the list may be None
//! ```
use flowspace::simplify::ssa::read_variables;
use ir::model::{BlockId, Operand};
use rustc_hash::FxHashSet;

use crate::defs::*;
use crate::engine::Annotator;
use crate::engine::exceptions::Raises;
use crate::model::Annotation;

impl Annotator {
    /// The operations of a graph that need not be carried out, as (block, index).
    pub fn unused_operations(&mut self, g: GraphId) -> FxHashSet<(BlockId, usize)> {
        let flow = self.program.graphs[g].flow.clone();
        let graph = &flow.graph;
        let mut pure = FxHashSet::default();
        for b in graph.live_blocks() {
            if !self.program.graphs[g].is_reached(b) {
                continue;
            }
            for (i, op) in graph.blocks[b].ops.iter().enumerate() {
                if !op.op.droppable() {
                    continue;
                }
                let at = OpRef::new(g, b, i);
                let calls = self.program.special_methods.contains_key(&at);
                if !calls && (!op.op.has_effect(&op.args) || self.raises_nothing(at)) {
                    pure.insert((b, i));
                }
            }
        }
        let read = read_variables(graph, &graph.predecessors(), |b, i| pure.contains(&(b, i)));
        pure.retain(|&(b, i)| !read[graph.blocks[b].ops[i].result]);
        pure
    }
    /// The annotations of the arguments of an operation.
    pub(crate) fn annotations_of(&mut self, at: OpRef) -> Vec<Annotation> {
        let flow = self.program.graphs[at.graph].flow.clone();
        let op = &flow.graph.blocks[at.block].ops[at.index as usize];
        (op.args.iter().enumerate())
            .map(|(i, a)| match (self.mask(at.graph, op, i), a) {
                (Some(low), _) => low,
                (None, Operand::Const(c)) => self.constant(&c.0),
                (None, Operand::Var(v)) => self.program.graphs[at.graph].bindings[*v],
            })
            .collect()
    }
    /// Whether an operation raises nothing but for want of memory.
    fn raises_nothing(&mut self, at: OpRef) -> bool {
        let flow = self.program.graphs[at.graph].flow.clone();
        let op = &flow.graph.blocks[at.block].ops[at.index as usize];
        let args = self.annotations_of(at);
        match self.exceptions_of(op, &args) {
            Raises::Any => false,
            Raises::Only(classes) => classes
                .iter()
                .all(|&c| self.program.class(c).short_name == "MemoryError"),
        }
    }
}
