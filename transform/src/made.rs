//! Immutable fields that only the function that makes an object stores.
//!
//! ```text
//! b0(v0):
//!     v1 = malloc[Code]()
//!     v2 = setfield[Code.text](v1, v0)
//!     goto b1(v1)
//! b1(v3):
//!     v4 = direct_call[f](v3)
//!     v5 = getfield[Code.text](v3)          # v0, whatever f does
//! ```
//! If in the whole program each store of a field goes, through casts and copies, to an object that the same activation
//! has allocated, no call changes the field of an object that is there before the call: what it stores, it stores in
//! objects of its own. That a field is declared immutable is not enough for this. A constructor may store a default,
//! then have a method store the final value, and both may be read.
//!
//! One kind of call is no activation of its own: residual code goes on with the loop of the function that enters it. It
//! makes stores of this very function, but only those that can be reached from the call, and it returns behind them. So
//! an operation with effects makes no difference to the field of an object if each way from it to a store leads through
//! the allocation of what is stored into ([`Own::exposed`]).
use std::cell::OnceCell;

use ir::index::IndexVec;
use ir::lltype::{ContainerId, TypeTable};
use ir::model::{Arg, BlockId, Predecessors, VarId, order};
use lowlevel::{AliasRegion, LL, LLGraph, LLOp, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use super::rewrite::origins;
use super::{PassOptions, prune};

/// A field of a structure.
pub type Field = (ContainerId, u32);

/// Blocks that are looked at between a block and its dominator.
const LIMIT: usize = 400;

/// The field of a collected object that an operation stores, if the field is immutable.
pub(crate) fn immutable_store(program: &Program, op: &LLOp) -> Option<Field> {
    match *op {
        LLOp::SetField(c, f)
            if program.types.is_gc(c) && AliasRegion::Field(c, f).is_immutable(&program.types) =>
        {
            Some((c, f))
        }
        _ => None,
    }
}

/// Where the new objects of a graph are allocated.
struct Makers<'a> {
    g: &'a LLGraph,
    /// The block of the allocation, of each result of an allocation or of casts of one.
    blocks: FxHashMap<VarId, BlockId>,
    origins: OnceCell<IndexVec<VarId, Arg<LL>>>,
}

impl Makers<'_> {
    fn new<'a>(types: &TypeTable, g: &'a LLGraph) -> Makers<'a> {
        let mut m = Makers {
            g,
            blocks: FxHashMap::default(),
            origins: OnceCell::new(),
        };
        // An allocation dominates what is cast.
        for b in order::reverse_postorder(g) {
            for op in &g.blocks[b].ops {
                let maker = match op.op {
                    LLOp::Malloc(c) if types.is_gc(c) => Some(b),
                    LLOp::CastPointer => m.of(&op.args[0]),
                    _ => None,
                };
                m.blocks.extend(maker.map(|b| (op.result, b)));
            }
        }
        m
    }
    /// The block that allocates what the argument always points to, the latest time it runs.
    fn of(&self, a: &Arg<LL>) -> Option<BlockId> {
        let v = a.var().filter(|_| !self.blocks.is_empty())?;
        if let Some(&b) = self.blocks.get(&v) {
            return Some(b);
        }
        let origin = self.origins.get_or_init(|| origins(self.g))[v].var()?;
        self.blocks.get(&origin).copied()
    }
}

/// The immutable fields that some function of the program stores in an object it has not made itself.
pub fn foreign(program: &Program, options: &PassOptions) -> FxHashSet<Field> {
    let reached = prune::reached(program, options);
    let mut found = FxHashSet::default();
    for (id, f) in program.funcs.iter_enumerated() {
        // A constructor that was inlined everywhere is still there.
        if reached.as_ref().is_some_and(|r| !r[id]) {
            continue;
        }
        let makers = OnceCell::new();
        for op in f.graph.live_blocks().flat_map(|b| &f.graph.blocks[b].ops) {
            if let Some(field) = immutable_store(program, &op.op)
                && !found.contains(&field)
                && (makers.get_or_init(|| Makers::new(&program.types, &f.graph)))
                    .of(&op.args[0])
                    .is_none()
            {
                found.insert(field);
            }
        }
    }
    found
}

/// The immutable fields that a graph stores in objects of its own, and no function in those of others.
#[derive(Debug, Default)]
pub struct Own {
    /// The fields that each block stores.
    stores: FxHashMap<BlockId, Vec<Field>>,
    fields: FxHashSet<Field>,
    exposed: FxHashMap<BlockId, Vec<(Field, usize)>>,
}

impl Own {
    /// Finds them, where `foreign` are the fields that are none.
    pub fn new(
        program: &Program,
        g: &LLGraph,
        preds: &Predecessors,
        foreign: &FxHashSet<Field>,
    ) -> Own {
        let mut own = Own::default();
        let makers = OnceCell::new();
        let mut others = FxHashSet::default();
        for b in g.live_blocks() {
            for (i, op) in g.blocks[b].ops.iter().enumerate() {
                let Some(field) = immutable_store(program, &op.op).filter(|f| !foreign.contains(f))
                else {
                    continue;
                };
                let makers = makers.get_or_init(|| Makers::new(&program.types, g));
                match makers.of(&op.args[0]) {
                    Some(maker) => own.store(preds, field, maker, (b, i)),
                    // Only in a function that the program does not reach.
                    None => {
                        others.insert(field);
                    }
                }
            }
        }
        own.fields.retain(|f| !others.contains(f));
        own
    }
    /// Notes operation `at.1` of block `at.0`, a store to what `maker` allocates.
    fn store(&mut self, preds: &Predecessors, field: Field, maker: BlockId, at: (BlockId, usize)) {
        self.fields.insert(field);
        self.stores.entry(at.0).or_default().push(field);
        self.exposed.entry(at.0).or_default().push((field, at.1));
        let mut seen = FxHashSet::default();
        let mut todo = vec![at.0];
        while let Some(b) = todo.pop().filter(|&b| b != maker) {
            for &(p, _) in &preds[b] {
                if seen.insert(p) {
                    self.exposed.entry(p).or_default().push((field, usize::MAX));
                    todo.push(p);
                }
            }
        }
    }
    /// Whether the field is one of them.
    pub fn contains(&self, f: Field) -> bool {
        self.fields.contains(&f)
    }
    /// The fields that the graph may store, in an object which is there already, after operation `i` of a block.
    pub fn exposed(&self, b: BlockId, i: usize) -> impl Iterator<Item = Field> {
        let all = self.exposed.get(&b).into_iter().flatten();
        all.filter(move |x| i < x.1).map(|x| x.0)
    }
    /// The fields that may be stored between the end of a block and another block that it dominates.
    pub fn between(&self, preds: &Predecessors, above: BlockId, below: BlockId) -> Vec<Field> {
        if self.fields.is_empty() {
            return Vec::new();
        }
        let mut found: FxHashSet<Field> = FxHashSet::default();
        let mut seen: FxHashSet<BlockId> = FxHashSet::default();
        let mut todo = vec![below];
        while let Some(b) = todo.pop() {
            for &(p, _) in &preds[b] {
                if p != above && seen.insert(p) {
                    found.extend(self.stores.get(&p).into_iter().flatten());
                    todo.push(p);
                }
            }
            if seen.len() > LIMIT {
                return self.fields.iter().copied().collect();
            }
        }
        found.into_iter().collect()
    }
}
