//! Renaming of variables.
use rustc_hash::FxHashMap;

use crate::model::{Arg, BlockId, Dialect, Graph, Operand, Operation, VarId};

/// A substitution of operands for variables. Chains (`v2` is `v1`, which is `v0`) are followed when it is applied;
/// there are no cycles, because what a variable is renamed to is resolved first.
#[derive(Debug)]
pub struct Renaming<D: Dialect> {
    map: FxHashMap<VarId, Arg<D>>,
}

impl<D: Dialect> Default for Renaming<D> {
    fn default() -> Self {
        Renaming {
            map: FxHashMap::default(),
        }
    }
}

impl<D: Dialect> FromIterator<(VarId, Arg<D>)> for Renaming<D> {
    fn from_iter<I: IntoIterator<Item = (VarId, Arg<D>)>>(pairs: I) -> Self {
        let mut renaming = Renaming::default();
        for (v, a) in pairs {
            renaming.insert(v, a);
        }
        renaming
    }
}

impl<D: Dialect> Renaming<D> {
    /// Whether nothing is renamed.
    pub fn is_empty(&self) -> bool {
        self.map.is_empty()
    }
    /// Whether this variable is renamed.
    pub fn contains(&self, v: VarId) -> bool {
        self.map.contains_key(&v)
    }
    /// Replaces `v` by `a`.
    pub fn insert(&mut self, v: VarId, a: Arg<D>) {
        let a = self.resolve(&a);
        if a != Operand::Var(v) {
            self.map.insert(v, a);
        }
    }
    /// What an operand stands for.
    pub fn resolve(&self, a: &Arg<D>) -> Arg<D> {
        let mut a = a;
        while let Operand::Var(v) = a
            && let Some(next) = self.map.get(v)
        {
            a = next;
        }
        a.clone()
    }
    /// Applies it to an operand.
    pub fn arg(&self, a: &mut Arg<D>) {
        if let Operand::Var(v) = a
            && self.map.contains_key(v)
        {
            *a = self.resolve(a);
        }
    }
    /// Applies it to operands.
    pub fn args(&self, args: &mut [Arg<D>]) {
        if !self.map.is_empty() {
            args.iter_mut().for_each(|a| self.arg(a));
        }
    }
    /// Applies it to an operation.
    pub fn op(&self, op: &mut Operation<D>) {
        self.args(&mut op.args);
    }
    /// Applies it to the switch and the links of a block.
    pub fn exits(&self, g: &mut Graph<D>, b: BlockId) {
        if !self.map.is_empty() {
            g.exit_reads_mut(b, |a| self.arg(a));
        }
    }
    /// Applies it to a whole block.
    pub fn block(&self, g: &mut Graph<D>, b: BlockId) {
        if !self.map.is_empty() {
            g.reads_mut(b, |a| self.arg(a));
        }
    }
    /// Applies it to a whole graph, for renamings across blocks (SSA form).
    pub fn graph(&self, g: &mut Graph<D>) {
        if self.map.is_empty() {
            return;
        }
        for b in g.blocks.indices() {
            self.block(g, b);
        }
    }
}

impl<D: Dialect> Renaming<D> {
    /// Takes over what another one renames.
    pub fn extend(&mut self, other: Renaming<D>) {
        for (v, a) in other.map {
            self.insert(v, a);
        }
    }
}
