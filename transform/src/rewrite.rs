//! Small tools for changing graphs, shared by passes.
use ir::index::IndexVec;
use ir::lltype::LLType;
use ir::model::{Arg, Args, BlockId, ExitSwitch, Link, LinkId, Operand, Operation, VarId};
use ir::source::Span;
use lowlevel::{LL, LLGraph, LLOp};
use rustc_hash::FxHashMap;

/// A placeholder with the final blocks of `g`.
pub fn empty_graph(g: &LLGraph) -> LLGraph {
    let exc = &g.blocks[g.except_block].inputargs;
    let ty = |v: Option<&VarId>| v.map_or(LLType::Address, |&v| *g.ty(v));
    LLGraph::new(
        "",
        Span::NONE,
        *g.ty(g.return_var()),
        ty(exc.first()),
        ty(exc.get(1)),
    )
}

/// A substitution of operands for variables; chains are followed when it is applied.
#[derive(Default, Debug)]
pub struct Renaming {
    map: FxHashMap<VarId, Arg<LL>>,
}

impl Renaming {
    /// Whether nothing is renamed.
    pub fn is_empty(&self) -> bool {
        self.map.is_empty()
    }
    /// Replaces `v` by `a` everywhere.
    pub fn insert(&mut self, v: VarId, a: Arg<LL>) {
        let a = self.resolve(&a);
        if a != Operand::Var(v) {
            self.map.insert(v, a);
        }
    }
    /// What an operand stands for.
    pub fn resolve(&self, a: &Arg<LL>) -> Arg<LL> {
        let mut a = a;
        while let Operand::Var(v) = a
            && let Some(next) = self.map.get(v)
        {
            a = next;
        }
        a.clone()
    }
    /// Applies it to operands.
    pub fn args(&self, args: &mut Args<LL>) {
        if self.map.is_empty() {
            return;
        }
        for a in args.iter_mut() {
            if let Operand::Var(v) = a
                && self.map.contains_key(v)
            {
                *a = self.resolve(a);
            }
        }
    }
    /// Applies it to an operation.
    pub fn op(&self, op: &mut Operation<LL>) {
        self.args(&mut op.args);
    }
    /// Applies it to the switch and the links of a block.
    pub fn exits(&self, g: &mut LLGraph, b: BlockId) {
        if self.map.is_empty() {
            return;
        }
        if let ExitSwitch::Value(v) = &mut g.blocks[b].exitswitch {
            *v = self.resolve(v);
        }
        for i in 0..g.blocks[b].exits.len() {
            let l = g.blocks[b].exits[i];
            self.args(&mut g.links[l].args);
        }
    }
    /// Applies it to a whole block.
    pub fn block(&self, g: &mut LLGraph, b: BlockId) {
        if self.map.is_empty() {
            return;
        }
        for op in &mut g.blocks[b].ops {
            self.args(&mut op.args);
        }
        self.exits(g, b);
    }
}

/// How often each variable is used (arguments, switches, links).
pub fn use_counts(g: &LLGraph) -> IndexVec<VarId, u32> {
    let mut n = IndexVec::from_elem(0, g.vars.len());
    let mut add = |a: &Arg<LL>| {
        if let Operand::Var(v) = a {
            n[*v] += 1;
        }
    };
    for b in g.live_blocks() {
        let block = &g.blocks[b];
        for op in &block.ops {
            op.args.iter().for_each(&mut add);
        }
        if let ExitSwitch::Value(v) = &block.exitswitch {
            add(v);
        }
        for &l in &block.exits {
            g.links[l].args.iter().for_each(&mut add);
        }
    }
    n
}

/// Splits block `b` before operation `at`: the operations from there on and the exits move to a new block, which gets
/// as inputargs (copies of) all variables of `b` it uses. Returns the new block; `b` is left without exits, and the
/// second result is what a link to the new block has to pass.
pub fn split_block(g: &mut LLGraph, b: BlockId, at: usize) -> (BlockId, Vec<VarId>) {
    let span = g.blocks[b].span;
    let new = g.new_block(Vec::new(), span);
    let tail = g.blocks[b].ops.split_off(at);
    let exits = std::mem::take(&mut g.blocks[b].exits);
    let switch = std::mem::replace(&mut g.blocks[b].exitswitch, ExitSwitch::None);
    g.blocks[new].ops = tail;
    g.blocks[new].exits = exits;
    g.blocks[new].exitswitch = switch;
    let needed = free_variables(g, new);
    let mut renaming = Renaming::default();
    let mut inputs = Vec::with_capacity(needed.len());
    for &v in &needed {
        let c = g.copy_var(v);
        renaming.insert(v, Operand::Var(c));
        inputs.push(c);
    }
    renaming.block(g, new);
    g.blocks[new].inputargs = inputs;
    (new, needed)
}

/// Variables a block uses without defining them, in order of first use.
pub fn free_variables(g: &LLGraph, b: BlockId) -> Vec<VarId> {
    let block = &g.blocks[b];
    let mut defined: rustc_hash::FxHashSet<VarId> = block.inputargs.iter().copied().collect();
    let mut free = Vec::new();
    let mut seen = rustc_hash::FxHashSet::default();
    let mut use_ = |a: &Arg<LL>, defined: &rustc_hash::FxHashSet<VarId>| {
        if let Operand::Var(v) = a
            && !defined.contains(v)
            && seen.insert(*v)
        {
            free.push(*v);
        }
    };
    for op in &block.ops {
        for a in &op.args {
            use_(a, &defined);
        }
        defined.insert(op.result);
    }
    if let ExitSwitch::Value(v) = &block.exitswitch {
        use_(v, &defined);
    }
    for &l in &block.exits {
        let link = &g.links[l];
        defined.extend(
            [link.last_exception, link.last_exc_value]
                .into_iter()
                .flatten(),
        );
        for a in &link.args {
            use_(a, &defined);
        }
    }
    free
}

/// An operation with a fresh result.
pub fn make_op(
    g: &mut LLGraph,
    op: LLOp,
    args: impl IntoIterator<Item = Arg<LL>>,
    ty: LLType,
    span: Span,
) -> Operation<LL> {
    Operation {
        op,
        args: args.into_iter().collect(),
        result: g.new_var(ty),
        span,
    }
}

/// A copy of a block with links to the same targets.
pub fn copy_block(g: &mut LLGraph, b: BlockId) -> BlockId {
    let mut renaming = Renaming::default();
    let mut renamed = |g: &mut LLGraph, v: VarId| {
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

/// Redirects a link through a new, empty block, so that operations can be put on the edge. The new block takes what
/// the link passed and passes it on. Returns the new block.
pub fn insert_on_edge(g: &mut LLGraph, l: LinkId) -> BlockId {
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

/// What each variable is a copy of: itself, or, for an inputarg, the one variable (of a dominating block) or constant
/// that all links pass in the end. In `b1(v1)`, where every link passes `v0` or `v1` itself, `v1` is a copy of `v0`.
pub fn origins(g: &LLGraph) -> IndexVec<VarId, Arg<LL>> {
    let preds = g.predecessors();
    let order = ir::model::order::reverse_postorder(g);
    // None: nothing known yet (greatest fixed point).
    let mut origin: IndexVec<VarId, Option<Arg<LL>>> = IndexVec::from_elem(None, g.vars.len());
    for &b in &order {
        for op in &g.blocks[b].ops {
            origin[op.result] = Some(Operand::Var(op.result));
        }
        for &l in &g.blocks[b].exits {
            let link = &g.links[l];
            for v in [link.last_exception, link.last_exc_value]
                .into_iter()
                .flatten()
            {
                origin[v] = Some(Operand::Var(v));
            }
        }
    }
    for &v in g.args() {
        origin[v] = Some(Operand::Var(v));
    }
    loop {
        let mut changed = false;
        for &b in order.iter().filter(|&&b| b != g.start) {
            for (i, &q) in g.blocks[b].inputargs.iter().enumerate() {
                let own = Operand::Var(q);
                if origin[q].as_ref() == Some(&own) {
                    continue;
                }
                let mut found: Option<Arg<LL>> = None;
                for &(_, l) in &preds[b] {
                    let a = match &g.links[l].args[i] {
                        Operand::Var(v) => origin[*v].clone(),
                        c => Some(c.clone()),
                    };
                    match (a, &found) {
                        (None, _) => {}
                        (Some(a), None) => found = Some(a),
                        (Some(a), Some(f)) if a == *f => {}
                        _ => {
                            found = Some(own.clone());
                            break;
                        }
                    }
                }
                // An origin that changes once found is not one: this also bounds the number of rounds.
                if found != origin[q] && found.is_some() {
                    origin[q] = if origin[q].is_some() {
                        Some(own)
                    } else {
                        found
                    };
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    origin
        .iter_enumerated()
        .map(|(v, o)| o.clone().unwrap_or(Operand::Var(v)))
        .collect()
}

/// Makes a value known in block `b`: adds inputargs to all blocks between those that have it (`available`) and `b`. The
/// value must dominate `b`. `None` if more than `limit` blocks lie between, or if an exception exit would have to pass
/// the result of what raised.
pub fn carry(
    g: &mut LLGraph,
    preds: &IndexVec<BlockId, Vec<(BlockId, LinkId)>>,
    available: &mut dyn FnMut(BlockId, Option<VarId>) -> Option<VarId>,
    b: BlockId,
    limit: usize,
) -> Option<VarId> {
    if let Some(v) = available(b, None) {
        return Some(v);
    }
    let mut between: Vec<BlockId> = vec![b];
    let mut seen: rustc_hash::FxHashSet<BlockId> = [b].into_iter().collect();
    let mut i = 0;
    let mut source = None;
    while i < between.len() {
        let x = between[i];
        i += 1;
        if x == g.start || preds[x].is_empty() || between.len() > limit {
            return None;
        }
        for &(p, l) in &preds[x] {
            match available(p, None) {
                Some(v) => {
                    let last = g.blocks[p].ops.last().map(|o| o.result);
                    if last == Some(v) && g.links[l].last_exception.is_some() {
                        return None;
                    }
                    source = Some(v);
                }
                None if seen.insert(p) => between.push(p),
                None => {}
            }
        }
    }
    let source = source?;
    for &x in &between {
        let q = g.copy_var(source);
        g.blocks[x].inputargs.push(q);
        available(x, Some(q));
    }
    for &x in &between {
        for &(p, l) in &preds[x] {
            let v = available(p, None).expect("made available above");
            g.links[l].args.push(Operand::Var(v));
        }
    }
    available(b, None)
}
